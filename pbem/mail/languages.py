# ruff: noqa: RUF001 - the words of other languages are meant as they stand
"""Phrases of mail programs around an older letter and below a new one, in each language: one table, a language a row."""

import re
from typing import NamedTuple


class QuotePhrases(NamedTuple):
    """Words of one language, alternatives parted by ``|``: who wrote (the end of an attribution), the four heads of an older
    letter, what parts it from the new one, and how a footer begins that names the program."""

    name: str
    wrote: str
    sender: str
    sent: str
    to: str
    subject: str
    separator: str
    footer: str = ""


LANGUAGES = (
    QuotePhrases(
        "English",
        "wrote|writes|said",
        "From",
        "Sent|Date",
        "To|Cc|Bcc|Reply-To|Importance",
        "Subject",
        "(?:begin(?:ning of)? )?(?:original|forwarded|quoted) (?:message|e?-?mail|text)"
        "|(?:previous|earlier) (?:message|e-?mail)|forwarded by|reply message",
        "Sent from (?:my|an?)\\s|Sent from (?=\\S+(?: for \\S+)?\\s*$|https?:"
        "|[^\\d,]*\\b(?:mail|outlook|app|phone|mobile|ios|android)\\b)|Sent via|Sent with|Sent using|Secured with|Virus-free\\."
        "|Get \\S+ for (?:Android|iOS|iPhone|iPad|Mac|Windows)|Yahoo Mail:|Outlook for|Composed (?:on|with|in)|Typed on my"
        "|Mailed (?:with|from)|Written (?:on|with) my",
    ),
    QuotePhrases(
        "German",
        "schrieb|schrieben|geschrieben",
        "Von",
        "Gesendet|Datum|Datum/Uhrzeit",
        "An|Kopie|Antwort an",
        "Betreff",
        "original[- ]?nachricht|ursprüngliche (?:nachricht|e-?mail)|weitergeleitete nachricht|anfang der weitergeleiteten"
        "(?: nachricht| e-mail)",
        "Von meinem.{2,30} gesendet|Gesendet (?:von|mit|aus|über)|Diese Nachricht wurde von meinem|Outlook für"
        "|Holen Sie sich|Laden Sie",
    ),
    QuotePhrases(
        "French",
        "a écrit|a ecrit|écrit",
        "De|Expéditeur",
        "Envoyé|Envoye|Message du|Envoyé le|Date d'envoi",
        "À|A|Copie à|Copie",
        "Objet|Sujet",
        "message d['’]origine|message (?:original|initial|précédent|cité|transféré|réexpédié)"
        "|début du message(?: réexpédié| transféré)",
        "Envoyé (?:de|depuis|à partir de|avec|par)|Télécharger|Obtenir|Outlook pour",
    ),
    QuotePhrases(
        "Spanish",
        "escribió|escribio",
        "De|Desde",
        "Enviado|Enviado el|Fecha",
        "Para",
        "Asunto",
        "mensaje original|mensaje reenviado|inicio del mensaje reenviado|mensaje de origen",
        "Enviado (?:desde|con|por|a través)|Obtener",
    ),
    QuotePhrases(
        "Catalan",
        "va escriure|ha escrit|escrigué",
        "De",
        "Enviat|Enviat el|Data",
        "Per a|A",
        "Assumpte|Tema",
        "missatge original|missatge reenviat|inici del missatge reenviat",
        "Enviat (?:des|amb|per)",
    ),
    QuotePhrases("Galician", "escribiu", "De", "Enviado|Data", "Para", "Asunto", "mensaxe orixinal|mensaxe reenviada"),
    QuotePhrases(
        "Portuguese",
        "escreveu",
        "De",
        "Enviado|Enviada|Enviada em|Data",
        "Para",
        "Assunto",
        "mensagem original|mensagem (?:encaminhada|reencaminhada)|início da mensagem (?:encaminhada|reencaminhada)",
        "Enviado (?:do|a partir|de|pelo|usando)|Obtenha o|Enviada do",
    ),
    QuotePhrases(
        "Italian",
        "ha scritto|scrisse|scrive",
        "Da|Mittente",
        "Inviato|Data|Inviato il",
        "A|Per",
        "Oggetto",
        "messaggio originale|messaggio inoltrato|inizio messaggio inoltrato",
        "Inviato da|Inviato con|Inviato tramite|Scarica|Ottieni",
    ),
    QuotePhrases(
        "Romanian",
        "a scris",
        "De la|Expeditor",
        "Trimis|Data",
        "Către|Catre",
        "Subiect",
        "mesaj(?:ul)? (?:original|inițial|initial|redirecționat)",
        "Trimis de pe|Trimis din",
    ),
    QuotePhrases(
        "Dutch",
        "schreef|geschreven",
        "Van|Afzender",
        "Verzonden|Datum",
        "Aan",
        "Onderwerp",
        "oorspronkelijk bericht|doorgestuurd bericht|begin doorgestuurd bericht|origineel bericht",
        "Verzonden (?:vanaf|met|van|via)|Verstuurd (?:vanaf|met|via)|Outlook voor",
    ),
    QuotePhrases(
        "Danish",
        "skrev|skriver",
        "Fra",
        "Sendt|Dato",
        "Til",
        "Emne",
        "oprindelig (?:besked|meddelelse)|videresendt (?:besked|meddelelse)",
        "Sendt fra|Hent",
    ),
    QuotePhrases(
        "Norwegian",
        "skrev|skriver",
        "Fra",
        "Sendt|Dato",
        "Til",
        "Emne",
        "opprinnelig (?:melding|e-post)|videresendt (?:melding|brev)|original melding",
        "Sendt (?:fra|med|via)",
    ),
    QuotePhrases(
        "Swedish",
        "skrev|skriver",
        "Från",
        "Skickat|Datum",
        "Till|Kopia",
        "Ämne",
        "ursprungligt meddelande|originalmeddelande|vidarebefordrat (?:meddelande|brev)",
        "Skickat från|Skickades från|Hämta",
    ),
    QuotePhrases(
        "Icelandic",
        "skrifaði",
        "Frá",
        "Sent|Dags",
        "Til",
        "Efni",
        "upphafleg skilaboð|upprunaleg skilaboð|upprunalegt skeyti",
    ),
    QuotePhrases(
        "Finnish",
        "kirjoitti",
        "Lähettäjä",
        "Lähetetty|Päiväys",
        "Vastaanottaja|Kopio",
        "Aihe",
        "alkuperäinen viesti|välitetty viesti|edelleenlähetetty viesti",
        "Lähetetty",
    ),
    QuotePhrases(
        "Estonian", "kirjutas", "Saatja", "Saadetud|Kuupäev", "Saaja|Adressaat", "Teema", "algne (?:sõnum|kiri|teade)"
    ),
    QuotePhrases(
        "Latvian", "rakstīja", "No", "Nosūtīts|Datums", "Kam", "Temats|Tēma", "sākotnējais ziņojums|oriģinālā ziņa"
    ),
    QuotePhrases(
        "Lithuanian",
        "rašė|parašė",
        "Nuo",
        "Išsiųsta|Data",
        "Kam",
        "Tema",
        "(?:pradinis|originalus) (?:laiškas|pranešimas)",
    ),
    QuotePhrases(
        "Polish",
        r"napisał(?:\(a\)|a)?|napisal(?:\(a\))?|pisze",
        "Od|Nadawca",
        "Wysłano|Data|Nadano",
        "Do|DW",
        "Temat",
        "oryginalna wiadomość|wiadomość oryginalna|oryginalna wiadomosc|wiadomość przekazana|przekazana wiadomość",
        "Wysłan[eoay] (?:z|za pomocą|przez)|Pobierz",
    ),
    QuotePhrases(
        "Czech",
        r"napsal(?:\(a\)|a)?",
        "Od|Odesílatel",
        "Odesláno|Datum",
        "Komu|Kopie",
        "Předmět",
        "původní (?:zpráva|e-mail)|přeposlaná zpráva",
        "Odesláno (?:z|ze|pomocí)",
    ),
    QuotePhrases(
        "Slovak",
        r"napísal(?:\(a\)|a)?",
        "Od",
        "Odoslané|Dátum",
        "Komu|Kópia",
        "Predmet",
        "pôvodná správa|preposlaná správa",
        "Odoslané (?:z|zo|pomocou)",
    ),
    QuotePhrases(
        "Slovene",
        "je napisal(?:a)?",
        "Od|Pošiljatelj",
        "Poslano|Datum",
        "Za|Kopija",
        "Zadeva",
        "izvirno sporočilo|izvorno sporočilo|posredovano sporočilo",
        "Poslano iz",
    ),
    QuotePhrases(
        "Croatian",
        "je (?:na)?pisao(?:/la)?|je napisala",
        "Od|Šalje|Pošiljatelj",
        "Poslano|Datum",
        "Prima|Za|Kopija",
        "Predmet|Tema",
        "originalna poruka|izvorna poruka|proslijeđena poruka",
        "Poslano s",
    ),
    QuotePhrases(
        "Serbian", "је написа(?:о|ла)|написао", "Од|Шаље", "Послато|Датум", "За|Коме", "Наслов", "оригинална порука"
    ),
    QuotePhrases(
        "Hungarian",
        "írta",
        "Feladó",
        "Elküldve|Küldve|Dátum",
        "Címzett",
        "Tárgy",
        "eredeti üzenet|továbbított üzenet",
        "Elküldve a|Az? .{2,30} küldve",
    ),
    QuotePhrases(
        "Turkish",
        "yazdı|şunları yazdı",
        "Kimden|Gönderen",
        "Gönderilen|Gönderildi|Tarih",
        "Kime|Alıcı|Bilgi",
        "Konu",
        "orijinal (?:mesaj|ileti)|iletilen (?:mesaj|ileti)|özgün ileti",
        ".{2,30} (?:cihazımdan|üzerinden|uygulamasından) gönderildi",
    ),
    QuotePhrases(
        "Greek",
        "έγραψε|έγραψαν",
        "Από",
        "Στάλθηκε|Εστάλη|Ημερομηνία",
        "Προς|Κοιν",
        "Θέμα",
        "αρχικό μήνυμα|πρωτότυπο μήνυμα|προωθημένο μήνυμα",
        "Στάλθηκε από|Εστάλη από",
    ),
    QuotePhrases(
        "Russian",
        r"пишет|писал(?:\(а\)|а)?|написал(?:\(а\)|а)?",
        "От|От кого",
        "Отправлено|Дата",
        "Кому|Копия",
        "Тема",
        "исходное сообщение|оригинальное сообщение|первоначальное сообщение|пересылаемое сообщение|пересланное сообщение"
        "|начало переадресованного сообщения",
        "Отправлено (?:с|из|через)|Скачать",
    ),
    QuotePhrases(
        "Ukrainian",
        "написав|написала|пише",
        "Від",
        "Надіслано|Дата",
        "Кому",
        "Тема",
        "оригінальне повідомлення|вихідне повідомлення|початкове повідомлення|переслане повідомлення",
        "Надіслано з",
    ),
    QuotePhrases(
        "Bulgarian",
        "написа|пише",
        "От",
        "Изпратено|Дата",
        "До",
        "Относно|Тема",
        "оригинално съобщение|първоначално съобщение|препратено съобщение",
        "Изпратено от",
    ),
    QuotePhrases(
        "Hebrew",
        "כתב|כתבה|כתב/ה|מאת",
        "מאת|מ",
        "נשלח|תאריך",
        "אל|עותק",
        "נושא|הנדון",
        "הודעה מקורית|הודעה שהועברה",
        "נשלח מ",
    ),
    QuotePhrases(
        "Arabic",
        "كتب|كتبت",
        "من",
        "تاريخ الإرسال|التاريخ|أُرسلت",
        "إلى",
        "الموضوع",
        "الرسالة الأصلية|رسالة أصلية",
        "أُرسلت من",
    ),
    QuotePhrases("Persian", "نوشت", "از", "تاریخ|ارسال", "به", "موضوع", "پیام اصلی", "ارسال از"),
    QuotePhrases(
        "Chinese",
        "写道|寫道|来信|來信|撰寫|写到|写信",
        "发件人|寄件者|寄件人|發件人|自",
        "发送时间|发件时间|日期|时间|寄件日期|傳送時間|已傳送",
        "收件人|收件者|抄送|副本",
        "主题|主題|主旨|标题",
        "原始邮件|原始郵件|原始信件|原邮件|转发邮件|轉寄郵件|转发的邮件",
        "(?:发自|發自|从我的|從我的|来自|傳送自)|[A-Za-z]{3,12}\\s?版 Outlook",
    ),
    QuotePhrases(
        "Japanese",
        "さんは書きました|は書きました|のメッセージ|が書きました|wrote",
        "差出人|送信者",
        "送信日時|日付|日時",
        "宛先|Cc",
        "件名",
        "元のメッセージ|転送メッセージ|転送されたメッセージ|元のメール",
        "[A-Za-z]{3,12}\\s?(?:から|より)送信",
    ),
    QuotePhrases(
        "Korean",
        "작성|님이 작성|씀",
        "보낸 사람|발신",
        "보낸 날짜|날짜|보낸시간",
        "받는 사람|참조",
        "제목",
        "원본 메시지|원본 메일|전달된 메시지",
        ".{0,20}에서 (?:보냄|보낸)",
    ),
    QuotePhrases(
        "Vietnamese",
        "đã viết",
        "Từ",
        "Ngày|Đã gửi",
        "Đến|Tới",
        "Chủ đề|Tiêu đề",
        "thư gốc|tin nhắn gốc|thư được chuyển tiếp",
        "Đã gửi từ",
    ),
    QuotePhrases(
        "Indonesian",
        "menulis",
        "Dari",
        "Dikirim|Tanggal",
        "Kepada|Ke",
        "Perihal|Subjek",
        "pesan asli|pesan terusan",
        "Dikirim dari",
    ),
    QuotePhrases("Thai", "เขียน(?:ว่า)?", "จาก", "ส่ง|วันที่", "ถึง", "เรื่อง|หัวข้อ", "ข้อความต้นฉบับ|ข้อความเดิม", "ส่งจาก"),
    QuotePhrases("Basque", "idatzi (?:du|zuen)", "Nork|Nondik", "Bidalia|Data", "Nori", "Gaia", "jatorrizko mezua"),
    QuotePhrases(
        "Afrikaans",
        "skryf|geskryf",
        "Van",
        "Gestuur|Datum",
        "Aan",
        "Onderwerp",
        "oorspronklike boodskap|aangestuurde boodskap",
    ),
    QuotePhrases(
        "Albanian",
        "shkroi|shkruajti",
        "Nga",
        "Dërguar|Data",
        "Për",
        "Subjekti|Tema",
        "mesazhi (?:origjinal|i përcjellë)",
    ),
    QuotePhrases(
        "Armenian",
        "գրել է|գրեց|գրում է",
        "Ումից|Ում կողմից",
        "Ուղարկված(?: է)?|Ամսաթիվ",
        "Ում",
        "Թեմա",
        "նախնական նամակ",
    ),
    QuotePhrases(
        "Azerbaijani", "yazıb|yazdı", "Kimdən", "Göndərilib|Tarix", "Kimə", "Mövzu", "orijinal mesaj|ilkin məktub"
    ),
    QuotePhrases(
        "Belarusian", "піша|пісаў|напісаў|напісала", "Ад", "Адпраўлена|Дата", "Каму", "Тэма", "зыходнае паведамленне"
    ),
    QuotePhrases("Bengali", "লিখেছেন|লিখেছেন যে", "থেকে|প্রেরক", "পাঠানো হয়েছে|তারিখ", "প্রতি|প্রাপক", "বিষয়", "মূল বার্তা"),
    QuotePhrases(
        "Bosnian", "je napisao/la", "Od", "Poslano|Poslato|Datum", "Za|Prima", "Predmet|Tema", "originalna poruka"
    ),
    QuotePhrases(
        "Breton", "en deus skrivet|he deus skrivet", "Digant", "Kaset|Deiziad", "Da", "Danvez", "kemennadenn orin"
    ),
    QuotePhrases("Esperanto", "skribis", "Sendinto", "Sendita|Dato", "Ricevonto", "Temo", "originala mesaĝo"),
    QuotePhrases("Faroese", "skrivaði", "Frá", "Sent|Dagur", "Til", "Evni", "upprunaligt boð"),
    QuotePhrases(
        "Filipino", "sumulat|sinulat", "Mula kay|Mula sa", "Ipinadala|Petsa", "Para kay", "Paksa", "orihinal na mensahe"
    ),
    QuotePhrases("Frisian", "skreau", "Fan", "Ferstjoerd|Datum", "Oan", "Underwerp", "oarspronklik berjocht"),
    QuotePhrases(
        "Georgian", "წერს|დაწერა|მოგწერათ", "გამგზავნი", "გაგზავნილია|თარიღი", "ადრესატი", "თემა", "საწყისი წერილი"
    ),
    QuotePhrases("Hindi", "ने लिखा|ने लिखा है", "प्रेषक", "भेजा गया|दिनांक", "प्रति", "विषय", "मूल संदेश"),
    QuotePhrases("Irish", "scríobh|a scríobh", "Ó", "Seolta|Dáta", "Chuig", "Ábhar", "teachtaireacht bhunaidh"),
    QuotePhrases("Kabyle", "yura(?:-d)?", "Sɣur", "Yettwazen|Azemz", "I", "Asentel", "izen amezwaru"),
    QuotePhrases("Kazakh", "жазды|жазған", "Кімнен", "Жіберілді|Күні", "Кімге", "Тақырып|Тақырыбы", "бастапқы хат"),
    QuotePhrases("Khmer", "បានសរសេរ", "ពី", "បានផ្ញើ|កាលបរិច្ឆេទ", "ទៅ", "ប្រធានបទ", "សារដើម"),
    QuotePhrases("Kurdish", "nivîsî|nivîsand", "Ji", "Hat şandin|Dîrok", "Ji bo", "Mijar", "peyama orîjînal"),
    QuotePhrases("Lao", "ຂຽນວ່າ|ຂຽນ", "ຈາກ", "ສົ່ງ|ວັນທີ", "ເຖິງ", "ຫົວຂໍ້", "ຂໍ້ຄວາມຕົ້ນສະບັບ"),
    QuotePhrases(
        "Luxembourgish",
        "geschriwwen|schreift",
        "Vun",
        "Geschéckt|Datum",
        "Un",
        "Sujet",
        "original (?:noriicht|message)",
    ),
    QuotePhrases("Macedonian", "напиша", "Од", "Испратено|Датум", "До", "Тема|Предмет", "оригинална порака"),
    QuotePhrases("Malay", "menulis", "Daripada", "Dihantar|Tarikh", "Kepada", "Subjek", "mesej asal"),
    QuotePhrases("Maltese", "kiteb|kitbet", "Mingħand", "Mibgħut|Data", "Lil", "Suġġett", "messaġġ oriġinali"),
    QuotePhrases("Marathi", "लिहिले|ने लिहिले", "प्रेषक", "पाठवले|दिनांक", "प्रति", "विषय", "मूळ संदेश"),
    QuotePhrases(
        "Mongolian",
        "бичсэн|бичлээ",
        "Илгээгч|Хэнээс",
        "Илгээсэн|Огноо",
        "Хүлээн авагч|Хэнд",
        "Гарчиг|Сэдэв",
        "эх зурвас",
    ),
    QuotePhrases("Nepali", "लेख्नुभयो", "बाट|प्रेषक", "पठाइएको|मिति", "लाई", "विषय", "मूल सन्देश"),
    QuotePhrases("Nynorsk", "skreiv", "Frå", "Sendt|Dato", "Til", "Emne", "opphavleg melding"),
    QuotePhrases(
        "Occitan", "a escrich|a escrit", "De", "Mandat|Data", "A", "Subjècte|Tèma", "messatge (?:original|d['’]origina)"
    ),
    QuotePhrases("Romansh", "ha scrit", "Da", "Tramess|Data", "A", "Pertutga", "messadi original"),
    QuotePhrases("Scots Gaelic", "sgrìobh", "O", "Air a chur|Ceann-latha", "Gu", "Cuspair", "teachdaireachd thùsail"),
    QuotePhrases(
        "Serbian in Latin letters",
        "je (?:na)?pisa(?:o|la)",
        "Od|Šalje",
        "Poslato|Datum",
        "Za|Kome",
        "Naslov|Tema",
        "originalna poruka",
    ),
    QuotePhrases("Sinhala", "ලිව්වා|ලිවීය|ලිව්වේය", "වෙතින්", "යැවූ|දිනය", "වෙත", "විෂයය", "මුල් පණිවිඩය"),
    QuotePhrases("Sorbian", "napisa|jo napisał", "Wot|Wót", "Pósłane|Datum", "Komu", "Temat|Tema", "originalna powěsć"),
    QuotePhrases("Swahili", "aliandika|ameandika", "Kutoka", "Imetumwa|Tarehe", "Kwa", "Mada", "ujumbe asili"),
    QuotePhrases("Tamil", "எழுதியது|எழுதினார்", "அனுப்புநர்", "அனுப்பியது|தேதி", "பெறுநர்", "பொருள்", "அசல் செய்தி"),
    QuotePhrases("Tatar", "язды", "Кемнән", "Җибәрелгән|Дата", "Кемгә", "Тема", "төп хат"),
    QuotePhrases("Telugu", "రాశారు|వ్రాసారు", "నుండి", "పంపబడింది|తేదీ", "కు", "విషయం", "అసలు సందేశం"),
    QuotePhrases("Urdu", "نے لکھا|لکھا", "منجانب", "بھیجا گیا|تاریخ", "بنام", "موضوع|عنوان", "اصل پیغام"),
    QuotePhrases("Uzbek", "yozdi|yozgan", "Kimdan", "Yuborilgan|Sana", "Kimga", "Mavzu", "asl xabar"),
    QuotePhrases(
        "Welsh", "ysgrifennodd|ysgrifennwyd", "Oddi wrth|Oddi Wrth", "Anfonwyd|Dyddiad", "At", "Pwnc", "neges wreiddiol"
    ),
    QuotePhrases("Zulu", "ubhalile|wabhala", "Kusuka", "Kuthunyelwe|Usuku", "Ku", "Isihloko", "umlayezo wokuqala"),
    QuotePhrases("Amharic", "ጽፏል|ጻፈ", "ከ", "የተላከው|ቀን", "ለ", "ርዕሰ ጉዳይ", "የመጀመሪያ መልእክት"),
    QuotePhrases("Burmese", "ရေးခဲ့သည်|ရေးသားခဲ့သည်", "မှ", "ပို့ခဲ့သည်", "သို့", "အကြောင်းအရာ", "မူရင်းစာ"),
)


def alternatives(column: str) -> str:
    """All words of a column, the longest first, as one pattern: of two that begin alike the longer one counts."""
    found = dict.fromkeys(one for row in LANGUAGES for one in _split(getattr(row, column)))
    return "|".join(sorted(found, key=len, reverse=True))


def _split(cell: str) -> list[str]:
    """The alternatives of a cell; those in brackets belong together."""
    return [one for one in re.split(r"\|(?![^()]*(?:\([^()]*\)[^()]*)*\))", cell) if one]
