# ruff: noqa: RUF001 - the words of other languages are meant as they stand
"""Heads of older letters in any language, headings of the player's own, footers, frames, armour, reactions and files."""

import pytest

from pbem.mail.letter import read_letter
from pbem.mail.quotes import own_words

OWN, OLD = "C/3 Cav dismount", "D/3 Cav move 3413-3414"

HEADS = (
    "在 2026年5月15日，上午10:01，Bob Reed <bob@example.com> 写道：",
    "Bob 於 2026年5月15日 週五 上午10:01寫道：",
    "2026年5月15日 10:01，Bob Reed 来信：",
    "2026年5月15日(金) 10:01 Bob Reed <bob@example.com>:",
    "Στις Παρ, 15 Μαΐ 2026 στις 10:01, ο Bob έγραψε:",
    "На пт, 15.05.2026 г. в 10:01 Bob <bob@example.com> написа:",
    "El dv., 15 de maig 2026, 10:01, Bob Reed va escriure:",
    "Xolo 15/05/2026 10:01 Bob Reed <bob@example.com> zolo:",
    "寄件者: Bob <bob@example.com>\n寄件日期: 2026年5月15日 上午 10:01\n收件者: Ann\n主旨: Turn 3",
    "Από: Bob\nΗμερομηνία: 15 Μαΐου 2026\nΠρος: Ann\nΘέμα: T3",
    "От: Bob\nИзпратено: 15 май 2026 10:01\nДо: Ann\nОтносно: T3",
    "מאת: Bob\nנשלח: 15/5/2026 10:01\nאל: Ann\nנושא: T3",
    "De: Bob\nEnviat: divendres, 15 maig 2026 10:01\nPer a: Ann\nAssumpte: T3",
    "Xolo: Bob <bob@example.com>\nYolo: 15/5/2026 10:01\nZolo: Ann",
    "From: Bob <bob@example.com>\n\n\n\nDate: vendredi 15 mai 2026\n\nTo: Ann\n\nSubject: T3",
    *(
        f"-------- {words} --------"
        for words in (
            *("Оригинальное сообщение", "Оригинално съобщение", "Αρχικό μήνυμα", "הודעה מקורית", "الرسالة الأصلية"),
            *(
                "原始郵件",
                "转发的邮件",
                "元のメール",
                "원본 메일",
                "Missatge original",
                "Pôvodná správa",
                "Izvirno sporočilo",
            ),
            *("Originalna poruka", "Mesaj original", "Algne kiri", "Thư gốc", "Pesan asli", "ข้อความต้นฉบับ", "Ընդհանուր"),
        )
    ),
)


@pytest.mark.parametrize("head", HEADS)
def test_nothing_below_the_head_of_another_letter_is_read(head: str) -> None:
    read = own_words(f"{OWN}\n\n{head}\n\n{OLD}\n")
    assert read.words == OWN
    assert any(OLD in one.what for one in read.cut)


@pytest.mark.parametrize(
    "heading",
    [
        "General,\nSent from camp on Goose Creek, 17 June 1876\n",
        "Sent from my camp on Goose Creek, 17 June 1876\n",
        "From: Col. Reynolds\nTo: Capt. Mills\nDate: 17 June 1876\n",
        "Sir,\nFrom: Col. Reynolds\nTo: Capt. Mills\nSubject: the advance\nDate: 17 June 1876, 08:40\n",
        "Orders for Sunday, 25 June 1876, 15:40:",
        "---- Movement ----",
    ],
)
def test_headings_of_the_players_own_take_nothing_along(heading: str) -> None:
    text = f"{heading}\n{OWN}\nready"
    assert f"{OWN}\nready" in own_words(text).words


@pytest.mark.parametrize(
    "head",
    [
        "Rosebud desk <desk@pbem.example> schrieb am Do., 12. März 2026, 18:02:",
        "Am Do., 12. März 2026 um 18:02 Uhr schrieb Rosebud desk <\ndesk@pbem.example>:",
        "Rosebud desk <desk@pbem.example>\nschrieb am Do., 12. März 2026, 18:02:",
    ],
)
@pytest.mark.parametrize("path", ["1917-1916", "2017-2016", "2017"])
def test_hexes_above_an_attribution_are_no_years(path: str, head: str) -> None:
    assert own_words(f"Co. L move {path}\nready\n\n{head}\n\n> x").words == f"Co. L move {path}\nready"


@pytest.mark.parametrize(
    "footer",
    [
        "发自我的iPhone",
        "Sent from Outlook for iOS",
        "Sent from Proton Mail for Android",
        "Στάλθηκε από το iPhone",
        "Sent from Samsung Mobile on O2",
        "Sent from Superhuman iOS",
        "Secured with Tuta Mail: https://tuta.example/free-email",
        "Virus-free. www.antivirus.example",
        "Get BlueMail for Android",
    ],
)
def test_footers_are_cut(footer: str) -> None:
    assert own_words(f"{OWN}\n\n{footer}").words == OWN


HEADERS = b"From: Mo <mo@b.example>\r\nSubject: Re: T3\r\n"


def test_a_blank_in_the_name_of_a_header_does_not_end_the_headers() -> None:
    head = HEADERS + b"X Virus Scanned: yes\r\nOdd : x\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    letter = read_letter(head + b"Qy8zIENhdiBkaXNtb3VudA==\r\n")
    assert (letter.words, letter.from_) == (OWN, "mo@b.example")


def test_a_text_signed_in_place_is_read_without_its_armour() -> None:
    begin, end = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n",
        "\n-----BEGIN PGP SIGNATURE-----\n\niHUE\n-----END PGP SIGNATURE-----\n",
    )
    letter = read_letter(HEADERS + f"\n{begin}{OWN}\n- - D/3 Cav hold{end}".encode())
    assert letter.words == f"{OWN}\n- D/3 Cav hold"


def test_newtons_frame_is_a_quotation() -> None:
    above, below = f"<p>{OWN}</p>", f"<p>On May 15 he said</p><p>{OLD}</p>"
    html = f'<div name="messageBodySection">{above}</div><div name="messageReplySection">{below}</div>'
    assert read_letter(HEADERS + f"Content-Type: text/html\n\n{html}".encode()).words == OWN


def multipart(*parts: str) -> bytes:
    body = "".join(f"--b\n{part}\n" for part in parts)
    return HEADERS + f"Content-Type: multipart/mixed; boundary=b\n\n{body}--b--\n".encode()


TEXT = "Content-Type: text/plain\n\nsee below"


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ('Content-Type: application/octet-stream; name="orders turn 3.docx"\n\nx', "orders turn 3.docx"),
        ('Content-Type: image/jpeg\nContent-Disposition: attachment; filename="map.jpg"\n\nx', "map.jpg"),
        ('Content-Type: application/ms-tnef; name="winmail.dat"\n\nx', "winmail.dat"),
        ("Content-Type: message/rfc822\n\nSubject: my orders\n\nC/3 Cav dismount", "a forwarded letter"),
    ],
)
def test_a_file_that_is_not_read_is_named(part: str, name: str) -> None:
    letter = read_letter(multipart(TEXT, part))
    assert (letter.words, letter.unread) == ("see below", (name,))


def test_what_programs_add_is_not_missed() -> None:
    signature = "Content-Type: application/pgp-signature\n\nx"
    picture = "Content-Type: image/png\nContent-ID: <1>\nContent-Disposition: inline; filename=a.png\n\nx"
    assert read_letter(multipart(TEXT, signature, picture)).unread == ()


@pytest.mark.parametrize(
    "raw",
    [
        multipart("Content-Type: text/plain\n\nx", "Content-Type: text/vnd.google.email-reaction+json\n\n{}"),
        HEADERS.replace(b"Re: T3", b"Mo reacted to your message: T3") + b"\nMo reacted to your message:\n",
        HEADERS + b"\nMo reacted via Gmail\n",
    ],
)
def test_a_reaction_is_no_letter(raw: bytes) -> None:
    assert read_letter(raw).kind == "auto-reply"
