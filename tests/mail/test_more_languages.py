# ruff: noqa: RUF001 - the words of other languages are meant as they stand
"""Heads of older letters in languages that few players write: below them nothing is an order, and a player's own words stay."""

from itertools import product

import pytest

from pbem.mail.quotes import own_words

DESK = "Rosebud desk <desk@pbem.example>"
OWN = "Crow King stay\nready"
STALE = "Lame Deer dismount\nready"
DATED_WITH_ADDRESS = {
    "af": "Op So. 29 Nov. 2026 om 06:39 het %DESK geskryf:",
    "sq": "Më die, 29 nën 2026 në 6:39 %DESK shkroi:",
    "hy": "կիր, 29 նոյ, 2026 թ., 06:39-ին %DESK-ը գրել է՝",
    "az": "%DESK, 29 noy 2026, baz, 06:39 tarixində yazdı:",
    "be": "нд, 29 ліс 2026 г. у 06:39 %DESK піша:",
    "bn": "রবি, ২৯ নভে, ২০২৬ তারিখে ৬:৩৯ AM টায় তে %DESK লিখেছেন:",
    "hi": "रवि, 29 नव॰ 2026 को 6:39 am बजे को %DESK ने लिखा:",
    "hi2": "रवि, २९ नव॰ २०२६ को ६:३९ am बजे को %DESK ने लिखा:",
    "mr": "रवि, २९ नोव्हें, २०२६ रोजी ६:३९ AM वाजता %DESK ने लिहिले:",
    "ta": "ஞாயி., 29 நவ., 2026, முற்பகல் 6:39 அன்று, %DESK எழுதியது:",
    "te": "ఆది, 29 నవం, 2026న 6:39 AMకి %DESK ఇలా రాశారు:",
    "ka": "კვ, 29 ნოე. 2026, 06:39-ზე %DESK დაწერა:",
    "sw": "Mnamo Jumapili, 29 Nov 2026 saa 06:39 %DESK aliandika:",
    "fil": "Noong Lin, Nob 29, 2026 nang 6:39 AM, sumulat si %DESK ng:",
    "mk": "нед, 29 ное 2026 во 06:39 %DESK напиша:",
    "mn": "2026 оны 11-р сарын 29, Ня 06:39, %DESK бичсэн:",
    "ga": "Ar an Domh 29 Samh 2026 ag 06:39, scríobh %DESK:",
    "cy": "Ar Sul, 29 Tach 2026 am 06:39, ysgrifennodd %DESK:",
    "am": "እሑድ 29 ኖቬም 2026 በ 6:39 ጥዋት %DESK ጽፏል፦",
    "km": "នៅ ថ្ងៃអាទិត្យ 29 វិច្ឆិកា 2026 វេលាម៉ោង 6:39 %DESK បានសរសេរ៖",
    "my": "၂၀၂၆၊ နို ၂၉၊ တနင်္ဂနွေ ၆:၃၉ တွင် %DESK က ရေးခဲ့သည်-",
    "ur": "اتوار، 29 نومبر، 2026 کو 6:39 AM بجے %DESK نے لکھا:",
    "fa": "در تاریخ یکشنبه ۲۹ نوامبر ۲۰۲۶،\u200f ۶:۳۹ %DESK نوشت:",
    "ar": "في الأحد، ٢٩ نوفمبر ٢٠٢٦ في ٦:٣٩ ص تمت كتابة ما يلي بواسطة %DESK:",
    "he": "\u200fבתאריך יום א׳, 29 בנוב׳ 2026 ב-6:39 מאת %DESK:",
    "th": "เมื่อ อา. 29 พ.ย. 2026 เวลา 06:39 %DESK เขียนว่า:",
    "thb": "ในวันที่ 29 พ.ย. 2569 06:39, %DESK เขียนว่า",
    "lt": "2026-11-29, sk, 06:39 %DESK rašė:",
    "lv": "svētd., 2026. g. 29. nov., plkst. 06:39 — lietotājs %DESK rakstīja:",
    "hu": "%DESK ezt írta (időpont: 2026. nov. 29., V, 6:39):",
    "ko": "2026년 11월 29일 (일) 오전 6:39, %DESK님이 작성:",
    "zh-TW": "%DESK 於 2026年11月29日 週日 上午6:39寫道：",
    "zh-HK": "%DESK在 2026年11月29日 (星期日) 06:39 寫道：",
    "fi": "su 29.11.2026 klo 6.39 Rosebud desk (desk@pbem.example) kirjoitti:",
    "et": "Kontakt %DESK kirjutas kuupäeval P, 29. november 2026 kell 06:39:",
    "eu": "Hau idatzi du %DESK helbideko erabiltzaileak (2026 aza. 29, ig. (06:39)):",
    "sl": "V V ned., 29. nov. 2026 ob 06:39 je oseba %DESK napisala:",
    "eo": "Je 2026-11-29 06:39, %DESK skribis:",
    "kk": "жс, 29 қар. 2026 ж., 06:39 %DESK жазды:",
    "uz": "29.11.2026 06:39, %DESK yozdi:",
    "ne": "आइत, २०२६ नोभेम्बर २९, ६:३९ बजेमा %DESK ले लेख्नुभयो:",
    "si": "ඉරිදා, 2026 නොවැ 29, පෙ.ව. 6:39 %DESK ලිව්වා:",
    "lo": "ວັນ ອາທິດ, 29 ພ.ຈ. 2026 ເວລາ 06:39 %DESK ຂຽນວ່າ:",
    "zu": "NgoSonto, Nov 29, 2026 ngo-6:39 AM %DESK ubhalile:",
    "bs": "ned, 29. nov 2026. u 06:39 %DESK je napisao/la:",
}
DATED = {
    "af": "Op 29/11/2026 06:39 het Rosebud desk geskryf:",
    "sq": "Më 29.11.2026 6:39, Rosebud desk shkroi:",
    "hy": "29.11.2026 6:39-ին Rosebud desk-ը գրել է.",
    "be": "29.11.2026 06:39, Rosebud desk піша:",
    "br": "D'an 29/11/2026 da 06:39, Rosebud desk en deus skrivet:",
    "cy": "Ar 29/11/2026 06:39, ysgrifennodd Rosebud desk:",
    "ga": "Ar 29/11/2026 06:39, scríobh Rosebud desk:",
    "gd": "Air 29/11/2026 06:39, sgrìobh Rosebud desk:",
    "fy": "Op 29-11-2026 om 06:39 skreau Rosebud desk:",
    "ka": "29.11.2026 06:39, Rosebud desk წერს:",
    "kk": "29.11.2026 06:39, Rosebud desk жазды:",
    "ms": "Pada 29/11/2026 06:39, Rosebud desk menulis:",
    "mk": "На 29.11.2026 06:39, Rosebud desk напиша:",
    "rm": "Ils 29.11.2026 06:39, Rosebud desk ha scrit:",
    "hsb": "Dnja 29.11.2026 06:39, Rosebud desk napisa:",
    "dsb": "Am 29.11.2026 06:39 jo Rosebud desk napisał:",
    "uz": "29.11.2026 06:39, Rosebud desk yozdi:",
    "hi": "29/11/2026 06:39 को, Rosebud desk ने लिखा:",
    "kab": "Ass n 29/11/2026 06:39, Rosebud desk yura-d:",
    "lb": "Den 29.11.2026 um 06:39 huet Rosebud desk geschriwwen:",
    "oc": "Lo 29/11/2026 06:39, Rosebud desk a escrich :",
    "ast": "El 29/11/26 a les 06:39, Rosebud desk escribió:",
    "bn": "২৯/১১/২০২৬ ০৬:৩৯ এ, Rosebud desk লিখেছেন:",
    "eo": "Je 29.11.2026 06:39, Rosebud desk skribis:",
    "nn": "Den 29.11.2026 06:39, skreiv Rosebud desk:",
    "fo": "Hin 29.11.2026 06:39 skrivaði Rosebud desk:",
    "sw": "Tarehe 29/11/2026 06:39, Rosebud desk aliandika:",
    "fil": "Noong 29/11/2026 06:39, sinulat ni Rosebud desk:",
    "az": "29.11.2026 06:39, Rosebud desk yazıb:",
    "mn": "2026-11-29 06:39, Rosebud desk бичсэн:",
    "tt": "29.11.2026 06:39, Rosebud desk язды:",
    "ku": "Di 29.11.2026 06:39 de, Rosebud desk nivîsî:",
    "mt": "Fid-29/11/2026 06:39, Rosebud desk kiteb:",
    "bs": "Dana 29.11.2026 u 6:39, Rosebud desk je napisao/la:",
    "sr-lat": "Dana 29.11.2026. u 06:39, Rosebud desk je napisao:",
}
HEADS = {
    "af": "Van|Gestuur|Aan|Onderwerp",
    "sq": "Nga|Dërguar|Për|Subjekti",
    "hy": "Ում կողմից|Ուղարկված է|Ում|Թեմա",
    "az": "Kimdən|Göndərilib|Kimə|Mövzu",
    "be": "Ад|Адпраўлена|Каму|Тэма",
    "hi": "प्रेषक|भेजा गया|प्रति|विषय",
    "ka": "გამგზავნი|გაგზავნილია|ადრესატი|თემა",
    "ms": "Daripada|Dihantar|Kepada|Subjek",
    "mk": "Од|Испратено|До|Тема",
    "cy": "Oddi wrth|Anfonwyd|At|Pwnc",
    "ga": "Ó|Seolta|Chuig|Ábhar",
    "sw": "Kutoka|Imetumwa|Kwa|Mada",
    "fil": "Mula kay|Ipinadala|Para kay|Paksa",
    "kk": "Кімнен|Жіберілді|Кімге|Тақырып",
    "uz": "Kimdan|Yuborilgan|Kimga|Mavzu",
    "bn": "থেকে|পাঠানো হয়েছে|প্রতি|বিষয়",
    "ur": "منجانب|بھیجا گیا|بنام|موضوع",
    "sr-lat": "Od|Poslato|Za|Tema",
    "bs": "Od|Poslano|Za|Predmet",
    "nn": "Frå|Sendt|Til|Emne",
    "lb": "Vun|Geschéckt|Un|Sujet",
    "am": "ከ|የተላከው|ለ|ርዕሰ ጉዳይ",
    "km": "ពី|បានផ្ញើ|ទៅ|ប្រធានបទ",
    "ta": "அனுப்புநர்|அனுப்பியது|பெறுநர்|பொருள்",
    "is": "Frá|Sent|Til|Efni",
    "gd": "O|Air a chur|Gu|Cuspair",
    "eu": "Nork|Bidalia|Nori|Gaia",
    "fa": "از|ارسال شده|به|موضوع",
    "mn": "Илгээгч|Илгээсэн|Хүлээн авагч|Гарчиг",
    "ne": "बाट|पठाइएको|लाई|विषय",
    "eo": "De|Sendita|Al|Temo",
    "oc": "De|Mandat|A|Subjècte",
}
SEPARATORS = {
    "af": "-----Oorspronklike boodskap-----",
    "sq": "-----Mesazhi origjinal-----",
    "be": "-----Зыходнае паведамленне-----",
    "cy": "-----Neges Wreiddiol-----",
    "ga": "-----Teachtaireacht Bhunaidh-----",
    "mk": "-----Оригинална порака-----",
    "ms": "-----Mesej Asal-----",
    "sw": "-----Ujumbe Asili-----",
    "fil": "-----Orihinal na Mensahe-----",
    "sr": "-----Originalna poruka-----",
    "lb": "-----Original Noriicht-----",
    "gl": "-----Mensaxe orixinal-----",
    "az": "-----Orijinal mesaj-----",
    "uz": "-----Asl xabar-----",
    "nn": "-----Opphavleg melding-----",
    "eo": "-----Originala mesaĝo-----",
    "oc": "-----Messatge original-----",
    "fy": "-----Oarspronklik berjocht-----",
    "vi": "-----Thư gốc-----",
    "is": "-----Upprunalegt skeyti-----",
    "et": "-----Algne teade-----",
    "lt": "-----Originalus laiškas-----",
    "lv": "-----Sākotnējais ziņojums-----",
    "hr": "-----Izvorna poruka-----",
    "sl": "-----Izvorno sporočilo-----",
    "ro": "-----Mesaj original-----",
    "tr": "-----Özgün İleti-----",
    "old": "---------- Forwarded message ----------",
    "quote": "----- Quoted message -----",
    "urspr": "-------- Ursprüngliche Nachricht --------",
    "msg": "---- Message précédent ----",
}

ATTRIBUTIONS = {
    **{f"{key}, address": line.replace("%DESK", DESK) for key, line in DATED_WITH_ADDRESS.items()},
    **{f"{key}, name alone": line for key, line in DATED.items()},
    "no known language, address": f"Xyz 29 Qwe. 2026 bcd 06:39 {DESK} fghij:",
    "no known language, name alone": "Xyz 29.11.2026 bcd 06:39 Rosebud desk fghij:",
}


@pytest.mark.parametrize("key", ATTRIBUTIONS)
def test_attribution_in_any_language_is_known(key: str) -> None:
    line = ATTRIBUTIONS[key]
    assert own_words(f"{OWN}\n\n{line}\n\n{STALE}").words.strip() == OWN
    marked = "\n".join(f"> {one}" for one in STALE.split("\n"))
    for text in (f"{OWN}\n\n{line}\n{marked}", f"{line}\n{marked}\n\n{OWN}"):
        assert own_words(text).words.strip() == OWN


# Basque may say neither who nor when on its first line, and Thai counts other years.
@pytest.mark.parametrize("key", [one for one in DATED_WITH_ADDRESS if one not in ("eu", "thb")])
def test_attribution_that_was_broken_is_known(key: str) -> None:
    """As programs break it: behind a word."""
    for width in (40, 60):
        lines = [""]
        for word in DATED_WITH_ADDRESS[key].replace("%DESK", DESK).split(" "):
            lines[-1:] = [lines[-1], word] if len(lines[-1]) + len(word) >= width else [f"{lines[-1]} {word}".strip()]
        assert own_words(f"{OWN}\n\n" + "\n".join(lines) + f"\n\n{STALE}").words.strip() == OWN, width


@pytest.mark.parametrize("key", [*HEADS, "no known language"])
def test_block_of_heads_in_any_language_is_known(key: str) -> None:
    names = HEADS.get(key, "Xyzzy|Plugh|Wibble|Wobble").split("|")
    for sender, colon, rule in product(("Rosebud desk", DESK), (":", " :", "\uff1a"), ("", "_" * 32 + "\n")):
        values = (sender, "29 xxx 2026 06:39", "Mo", "RE: [rosebud-7] T3 IN")
        head = "\n".join(f"{name}{colon} {value}" for name, value in zip(names, values, strict=True))
        assert own_words(f"{OWN}\n\n{rule}{head}\n\n{STALE}").words.strip() == OWN, (sender, colon, rule)


@pytest.mark.parametrize("key", SEPARATORS)
def test_separator_in_any_language_is_known(key: str) -> None:
    assert own_words(f"{OWN}\n\n{SEPARATORS[key]}\n{STALE}").words.strip() == OWN


@pytest.mark.parametrize(
    "words",
    [
        "Turn: 3\nPhase: Movement\nDate: 29/11/2026 06:39\nCrow King stay",
        "From: General Crook\nTo: the Umpire\nDate: 17 June 1876, half past nine\nSubject: Orders\nCrow King stay",
        "Camp on Goose Creek, 17 June 1876, 06:30:\nCrow King stay",
        "At 09:30 all hands hold:\nCrow King stay",
        "A: fire at C/3\nB: hold\nC: move 1010-1011\nI: dismount",
        "Orders for T3:\nCrow King stay\nready",
        "----- Orders -----\nCrow King stay\n----- Crook's column -----\nBig Elk stay",
        "Crow King stay\n\nPress to the desk at 0930: none\nready",
        "Wing 1: 2010 2011 2012\nWing 2: 2026 06:39\nWing 3: 2030\nready",
        "Units of 2026: A, B\nready",
    ],
)
def test_own_words_of_these_shapes_stay(words: str) -> None:
    assert own_words(words).words == words
