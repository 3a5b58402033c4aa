# ruff: noqa: RUF001 - the words of other languages are meant as they stand
"""Letters that no person wrote, and letters of persons that look a little like them."""

import pytest

from pbem.mail.automatic import bare
from pbem.mail.letter import read_letter

PERSON = "From: Ann <ann@club.example>\nTo: rosebud-7+us.m2xd9q4k@pbem.example\nMessage-ID: <1@club.example>\n"


def kind(subject: str, body: str, *headers: str, sender: str = "") -> str:
    head = PERSON.replace("Ann <ann@club.example>", sender) if sender else PERSON
    more = "".join(f"{one}\n" for one in headers)
    return read_letter(f"{head}{more}Subject: {subject}\n\n{body}\n".encode()).kind


JAPANESE = "あなたのメールは配信できませんでした。\n宛先のメールアドレスが存在しません。\n\n"
ENCLOSED = "Received: from pbem.example\nMessage-ID: <9@pbem.example>\nSubject: [rosebud-7] T3\n"
FIELDS = "Reporting-MTA: dns; mx.example\nFinal-Recipient: rfc822; ann@club.example\nAction: failed\n"


@pytest.mark.parametrize(
    ("subject", "body", "headers", "sender"),
    [
        ("メール配信エラー", JAPANESE, (), "mail@post.example"),
        ("お知らせ", JAPANESE + ENCLOSED, (), "mail@post.example"),
        ("Re: [rosebud-7] T3", "--=b1\n\nYour message could not be delivered.\n\n--=b2\n" + FIELDS, (), ""),
        (
            "Message status - undeliverable",
            "The message was undeliverable: ann (user not found)",
            (),
            "ann@club.example",
        ),
        ("Re: [rosebud-7] T3", "550 5.1.1 no such user here\nUser unknown", ("Return-Path: <>",), ""),
        ("Re: Test", "Invalid user address", ("In-Reply-To: <9@pbem.example>",), "post_master@club.example"),
        ("Mail", f"Unable to deliver:\n{ENCLOSED}", (), "Mail Delivery System <info@club.example>"),
    ],
)
def test_bounces_that_keep_to_no_standard(subject: str, body: str, headers: tuple[str, ...], sender: str) -> None:
    assert kind(subject, body, *headers, sender=sender) == "bounce"


@pytest.mark.parametrize(
    "subject",
    [
        "Automātiskā atbilde: [rosebud-7] T3",
        "Automatiska atbilde: [rosebud-7] T3",
        "Ārpus biroja",
        "Odpowiedź automatyczna: [rosebud-7] T3",
        "Automatyczna odpowiedź: [rosebud-7] T3",
        "Autoodpowiedź",
        "Nieobecność: [rosebud-7] T3",
        "Automatická odpověď: x",
        "Automatikus válasz: x",
        "Automaatvastus: x",
        "Automatinis atsakymas: x",
        "Automaattinen vastaus: x",
        "Răspuns automat: x",
        "Otomatik yanıt: x",
        "Автоматический ответ: x",
        "Αυτόματη απάντηση: x",
        "自動応答: x",
        "자동 회신: x",
    ],
)
def test_automatic_replies_by_their_subject(subject: str) -> None:
    assert kind(subject, "Do 3 maja mnie nie ma.") == "auto-reply"


@pytest.mark.parametrize(
    "body",
    [
        "Dziękuję za wiadomość. Jestem na urlopie.\nWiadomość wygenerowana automatycznie.",
        "Šī vēstule ir nosūtīta automātiski.\nEsmu atvaļinājumā.",
        "This is an automatic reply. I am away until Monday.",
        "Diese Nachricht wurde automatisch erstellt.",
        "このメールは自動送信されています。",
    ],
)
def test_automatic_replies_by_their_words(body: str) -> None:
    assert kind("Re: [rosebud-7] T3", body) == "auto-reply"


@pytest.mark.parametrize(
    ("subject", "body", "headers"),
    [
        ("Re: [rosebud-7] T3", "C/3 Cav dismount", ()),
        ("Re: [rosebud-7] T3", "My last mail could not be delivered, here it is again.\nC/3 Cav dismount", ()),
        ("Re: [rosebud-7] undelivered letter", "He is back: send it again.", ("In-Reply-To: <9@pbem.example>",)),
        (
            "Fwd: Undelivered Mail Returned to Sender",
            f"I got this:\n{FIELDS}{ENCLOSED}",
            ("In-Reply-To: <9@pbem.example>",),
        ),
        ("Re: [rosebud-7] T3", f"C/3 Cav dismount\n> {JAPANESE}> 550 5.1.1 no\n", ()),
        ("Automatic weapons", "I will be out of the office from Monday.\nC/3 Cav dismount", ()),
    ],
)
def test_a_person_is_no_program(subject: str, body: str, headers: tuple[str, ...]) -> None:
    assert kind(subject, body, *headers) == "words"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("Final-Recipient: rfc822; ann@club.example", "Action: failed", "550 5.1.1 <ann@club.example>"), "bounce"),
        (("Final-Recipient: rfc822; ann@club.example", "Action: failed", "It was undeliverable."), "bounce"),
        (("Final-Recipient: rfc822; ann@club.example", "Action: failed"), "words"),
        (("Action: failed", "550 5.1.1 <ann@club.example>", "It was undeliverable."), "words"),
        (("Received: from a by b", "Message-ID: <1@club.example>", "550 5.1.1 no", "It was undeliverable."), "bounce"),
        (("Received: from a by b", "Message-ID: <1@club.example>", "It was undeliverable."), "bounce"),
        (("Received: from a by b", "550 5.1.1 no", "It was undeliverable."), "words"),
    ],
)
def test_a_report_needs_four_points_of_what_reports_are_made_of(lines: tuple[str, ...], expected: str) -> None:
    """Two fields of a report are three points, an SMTP reply one, words of bounces two, two headers of a letter two."""
    assert kind("Hello", "\n".join(lines)) == expected


def test_accents_of_latin_letters_go_and_other_letters_keep_their_marks() -> None:
    assert bare("Odpowiedź – l’été, Łódź") == "Odpowiedz - l'ete, Lodz"
    assert bare("ガ й έ") == "ガ й ε"
    assert bare("\u0301x") == "\u0301x"
    assert bare("plain") == "plain"


def raw_kind(*lines: str) -> str:
    return read_letter("\r\n".join(lines).encode()).kind


def with_part(kind: str, *body: str) -> str:
    """The kind of a letter with words and a part."""
    return raw_kind(
        *PERSON.split("\n")[:-1],
        *("Content-Type: multipart/mixed; boundary=b", "", "--b", "Content-Type: text/plain", "", "C/3 Cav dismount"),
        *("--b", f"Content-Type: {kind}", "", *body, "--b--"),
    )


@pytest.mark.parametrize(
    ("kind", "body", "expected"),
    [
        ("text/calendar; method=REPLY", ("BEGIN:VCALENDAR",), "auto-reply"),
        ("application/ics", ("BEGIN:VCALENDAR", "METHOD:DECLINECOUNTER"), "auto-reply"),
        ("text/calendar", ("BEGIN:VCALENDAR", "method:counter"), "auto-reply"),
        ("text/calendar; method=refresh", ("METHOD:PUBLISH",), "auto-reply"),
        ("text/calendar", ("METHOD:PUBLISH", "METHOD:REPLY"), "words"),
        ("text/calendar; method=REQUEST", ("METHOD:REPLY",), "words"),
        ("text/plain; method=REPLY", ("METHOD:REPLY",), "words"),
        ("message/rfc822", ("Content-Type: text/calendar", "", "METHOD:REPLY"), "words"),
        ("message/delivery-status", ("Action: failed",), "bounce"),
        ("text/rfc822-headers", ("Subject: x",), "words"),
    ],
)
def test_a_part_that_a_calendar_or_a_mail_server_writes_makes_a_letter_automatic(
    kind: str, body: tuple[str, ...], expected: str
) -> None:
    assert with_part(kind, *body) == expected


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        (("Content-Type: multipart/report; report-type=disposition-notification; boundary=b",), "auto-reply"),
        (("Content-Type: multipart/report; report-type=delivery-status; boundary=b",), "bounce"),
        (("X-Autoreply: no",), "words"),
        (("X-Autorespond: None",), "words"),
        (("X-Loop-Autoreply: 1",), "auto-reply"),
        (("Precedence: Auto-Reply",), "auto-reply"),
        (("Auto-Submitted: No",), "words"),
        (("Return-Path: <bounce-7-ann=club.example@list.example>",), "auto-reply"),
        (("Return-Path: <bounce-7-ann=club.example@list.example>", "X-Mailer: x"), "words"),
        (("Return-Path: <bounce-7-ann=club.example@list.example>", "In-Reply-To: <9@pbem.example>"), "words"),
        (("Return-Path: <ann@club.example>",), "words"),
    ],
)
def test_headers_that_programs_write(headers: tuple[str, ...], expected: str) -> None:
    assert kind("Re: [rosebud-7] T3", "C/3 Cav dismount", *headers) == expected


@pytest.mark.parametrize(
    ("sender", "expected"),
    [
        ("MAILER-DAEMON@club.example", "bounce"),
        ("Mailer-Daemon", "bounce"),
        ("postmaster@club.example", "bounce"),
        ("bounces+7@club.example", "bounce"),
        ("bounceman@club.example", "words"),
        ("Mail System <ann@club.example>", "words"),
    ],
)
def test_a_mail_servers_name_makes_a_bounce(sender: str, expected: str) -> None:
    assert kind("Re: [rosebud-7] T3", "C/3 Cav dismount", sender=sender) == expected


ANSWERS = "In-Reply-To: <9@pbem.example>"


@pytest.mark.parametrize(
    ("subject", "body", "headers", "sender", "expected"),
    [
        ("User unknown", "", (), "", "bounce"),
        ("User unknown", "", (ANSWERS,), "", "words"),
        ("User unknown", FIELDS, (ANSWERS,), "", "words"),
        ("User unknown", FIELDS + "550 5.1.1 no", (ANSWERS,), "", "bounce"),
        ("User unknown", FIELDS, (ANSWERS,), "Mail System <ann@club.example>", "bounce"),
        ("Fwd: User unknown", FIELDS + ENCLOSED, (ANSWERS,), "", "words"),
        ("Fwd: x", FIELDS + ENCLOSED, (), "Mail System <ann@club.example>", "words"),
        ("x", ENCLOSED, (), "Mail System <ann@club.example>", "bounce"),
        ("x", "Message-ID: <9@pbem.example>", (), "Mail System <ann@club.example>", "words"),
        ("x", FIELDS, ("Return-Path: <>", ANSWERS), "", "bounce"),
        ("x", "> " + FIELDS.replace("\n", "\n> ") + "550 5.1.1 no", (), "", "words"),
    ],
)
def test_what_speaks_for_a_bounce_is_added_up(
    subject: str, body: str, headers: tuple[str, ...], sender: str, expected: str
) -> None:
    """An empty sender, a system's name and a subject of bounces are two points each; an answer of ours is two less."""
    assert kind(subject, body, *headers, sender=sender) == expected


def test_an_enclosed_letter_is_a_point_and_the_lines_of_a_file_are_none() -> None:
    def of(disposition: str, *more: str) -> str:
        return raw_kind(
            *("From: Mail System <ann@club.example>", "Subject: x", "Content-Type: multipart/mixed; boundary=b", ""),
            *(
                "--b",
                "Content-Type: text/plain",
                f"Content-Disposition: {disposition}",
                "",
                "550 5.1.1 no",
                *more,
                "--b--",
            ),
        )

    enclosed = ("--b", "Content-Type: message/rfc822", "", "Subject: old", "", "old")
    assert of("inline", *enclosed) == "bounce"
    assert of("inline", "--b", "Content-Type: text/rfc822-headers", "", "Subject: old") == "bounce"
    assert of("inline") == "words"
    assert of("attachment", *enclosed) == "words"


@pytest.mark.parametrize(("lines", "expected"), [(40, "auto-reply"), (41, "words")])
def test_a_program_names_itself_in_a_letter_of_forty_lines_at_most(lines: int, expected: str) -> None:
    body = "\n\n".join(["This is an automatic reply.", *["C/3 Cav stay"] * (lines - 1)])
    assert kind("Re: [rosebud-7] T3", body) == expected


@pytest.mark.parametrize(("before", "expected"), [(23_970, "auto-reply"), (24_000, "words")])
def test_a_letter_is_looked_at_up_to_a_bound(before: int, expected: str) -> None:
    assert kind("Re: [rosebud-7] T3", "x" * (before - 1) + "\nThis is an automatic reply.") == expected
