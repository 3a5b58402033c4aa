"""Replies as mail programs write them: one of each kind and language, around the same own words and the same older letter.

The older letter is a report of the desk, below which an earlier letter of the player stands with an order of its own: what
must never be carried out.  Nothing here was copied; the forms are those that the programs are known for.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from html import escape

DESK = "The desk"
FROM = "desk+rosebud-7.in.k7f3q9@pbem.example"
OWN = ("Lone Bull recover", "Big Road move 3609-3709")
STALE = "He Dog recover"
"""An order in the older letter."""
SUBJECT = "[rosebud-7] T3 IN Movement"


@dataclass(frozen=True)
class Words:
    """What a reply is made of: the player's own lines and those of the letter that he answers."""

    own: tuple[str, ...]
    older: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.own)

    @property
    def bare(self) -> str:
        """The older letter as it stands, without marks."""
        return "\n".join(self.older)

    @property
    def quoted(self) -> str:
        """The older letter behind `> `."""
        return "\n".join(f"> {line}".rstrip() for line in self.older)

    @property
    def divs(self) -> str:
        return "".join(f"<div>{escape(line)}</div>" for line in self.own)

    @property
    def rows(self) -> str:
        return "<br>\n".join(escape(line) or "&nbsp;" for line in self.older)

    @property
    def paragraphs(self) -> str:
        return "".join(f"<p class=MsoNormal>{escape(line) or '&nbsp;'}<o:p></o:p></p>\n" for line in self.older)


@dataclass(frozen=True)
class Body:
    """The text part, the HTML part ("" where there is none), or both."""

    plain: str = ""
    html: str = ""
    flowed: bool = False


@dataclass(frozen=True)
class Program:
    """A mail program in a language: `build` makes the body of a reply from own words and the older letter's lines."""

    name: str
    build: Callable[[Words], Body]


def raw(program: Program, words: Words, to: str = FROM) -> bytes:
    """The letter as it arrives."""
    body = program.build(words)
    letter = EmailMessage()
    letter["From"] = "Mo <mo@post.example>"
    letter["To"] = to
    letter["Subject"] = f"Re: {SUBJECT}"
    letter["Message-ID"] = f"<{PROGRAMS.index(program)}@post.example>"
    if body.plain:
        letter.set_content(body.plain)
        if body.flowed:
            letter.set_param("format", "flowed")
    if body.html and body.plain:
        letter.add_alternative(body.html, subtype="html")
    elif body.html:
        letter.set_content(body.html, subtype="html")
    return letter.as_bytes()


def _top(attribution: str, *, ahead: str = "", marked: bool = True, blank: bool = True) -> Callable[[Words], Body]:
    """Own words, perhaps a footer, the attribution, the older letter."""

    def build(words: Words) -> Body:
        footer = f"\n\n{ahead}" if ahead else ""
        gap = "\n\n" if blank else "\n"
        return Body(f"{words.text}{footer}\n\n{attribution}{gap}{words.quoted if marked else words.bare}\n")

    return build


def _bottom(attribution: str, *, flowed: bool = False) -> Callable[[Words], Body]:
    """The older letter first, own words below."""

    def build(words: Words) -> Body:
        return Body(f"{attribution}\n{words.quoted}\n\n{words.text}\n", flowed=flowed)

    return build


def _gmail(attribution: str) -> Callable[[Words], Body]:
    """Gmail in a browser: both parts, the older letter in its frame."""

    def build(words: Words) -> Body:
        html = (
            f'<div dir="ltr">{words.divs}</div><br><div class="gmail_quote gmail_quote_container">'
            f'<div dir="ltr" class="gmail_attr">{escape(attribution)}<br></div>'
            f'<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">{words.rows}</blockquote></div>'
        )
        return Body(f"{words.text}\n\n{attribution}\n\n{words.quoted}\n", html)

    return build


def _gmail_app(attribution: str) -> Callable[[Words], Body]:
    """Gmail on a telephone, HTML alone."""

    def build(words: Words) -> Body:
        divs = "".join(f'<div dir="auto">{escape(line)}</div>' for line in words.own)
        return Body(
            html=f'<div dir="auto">{divs}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
            f'{escape(attribution)}<br></div><blockquote class="gmail_quote">{words.rows}</blockquote></div>'
        )

    return build


def _outlook(head: str, *, ahead: str = "", rule: bool = False) -> Callable[[Words], Body]:
    """Outlook's text part: a block of headers, nothing marked."""

    def build(words: Words) -> Body:
        footer = f"\n\n{ahead}" if ahead else ""
        line = "________________________________\n" if rule else ""
        return Body(f"{words.text}{footer}\n\n{line}{head}\n\n{words.bare}\n")

    return build


def _bold(head: str, end: str = "<br>", blank: str = " ") -> str:
    """The headers of the older letter in HTML, their names bold."""
    headers = (line.partition(": ") for line in head.split("\n"))
    return end.join(f"<b>{escape(name)}:</b>{blank}{escape(value)}" for name, _, value in headers)


def _word(head: str) -> Callable[[Words], Body]:
    """Outlook for Windows, HTML alone as Word writes it."""

    def build(words: Words) -> Body:
        own = "".join(f"<p class=MsoNormal>{escape(line)}<o:p></o:p></p>" for line in words.own)
        lines = _bold(head)
        return Body(
            html=f'<html xmlns:o="urn:schemas-microsoft-com:office:office"><body lang=EN-US><div class=WordSection1>{own}'
            f"<p class=MsoNormal><o:p>&nbsp;</o:p></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;"
            f"padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal>{lines}<o:p></o:p></p></div></div>"
            f"{words.paragraphs}</div></body></html>"
        )

    return build


def _owa(head: str, *, ahead: str = "") -> Callable[[Words], Body]:
    """Outlook in a browser and on telephones, HTML alone."""

    def build(words: Words) -> Body:
        own = "".join(f'<div class="elementToProof">{escape(line)}</div>' for line in words.own)
        lines = _bold(head)
        footer = f'<div id="ms-outlook-mobile-signature"><div>{escape(ahead)}</div></div>' if ahead else ""
        return Body(
            html=f'<html><body dir="ltr">{own}{footer}<div id="appendonsend"></div><hr style="display:inline-block;'
            f'width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">{lines}</font><div>&nbsp;'
            f"</div></div><div>{words.rows}</div></body></html>"
        )

    return build


def _iphone(footer: str, attribution: str) -> Callable[[Words], Body]:
    """An iPhone: the attribution stands inside the quotation."""

    def build(words: Words) -> Body:
        return Body(f"{words.text}\n\n{footer}\n\n> {attribution}\n> \n> \ufeff{words.quoted[2:]}\n")

    return build


def _iphone_html(footer: str, attribution: str) -> Callable[[Words], Body]:
    def build(words: Words) -> Body:
        own = "<br>".join(escape(line) for line in words.own)
        return Body(
            html=f'<html><head></head><body dir="auto">{own}<br><br><div dir="ltr">{escape(footer)}</div><div dir="ltr"><br>'
            f'<blockquote type="cite">{escape(attribution)}<br><br></blockquote></div><blockquote type="cite">'
            f'<div dir="ltr">\ufeff{words.rows}</div></blockquote></body></html>'
        )

    return build


def _apple(attribution: str) -> Callable[[Words], Body]:
    def build(words: Words) -> Body:
        own = "<div>".join(f"{escape(line)}</div>" for line in words.own)
        html = (
            f'<html><body style="overflow-wrap: break-word;"><div>{own}<br><div><br><blockquote type="cite"><div>'
            f'{escape(attribution)}</div><br class="Apple-interchange-newline"><div>{words.rows}</div></blockquote></div>'
            f"</body></html>"
        )
        return Body(f"{words.text}\n\n> {attribution}\n> \n{words.quoted}\n", html)

    return build


def _thunderbird(attribution: str) -> Callable[[Words], Body]:
    """Thunderbird's HTML: own words below the older letter."""

    def build(words: Words) -> Body:
        own = "".join(f"<p>{escape(line)}</p>" for line in words.own)
        return Body(
            html=f'<!DOCTYPE html><html><body><div class="moz-cite-prefix">{escape(attribution)}<br></div>'
            f'<blockquote type="cite" cite="mid:1@pbem.example"><pre class="moz-quote-pre" wrap="">'
            f"{escape(words.bare)}</pre></blockquote>{own}</body></html>"
        )

    return build


def _yahoo(attribution: str, footer: str = "") -> Callable[[Words], Body]:
    def build(words: Words) -> Body:
        html = (
            f'<html><body><div class="ydp1yahoo-style-wrap"><div dir="ltr">{words.divs}</div><div>{escape(footer)}</div></div>'
            f'<div id="yahoo_quoted_123" class="yahoo_quoted"><div><div>{escape(attribution)}</div><div><br></div>'
            f"<div>{words.rows}</div></div></div></body></html>"
        )
        end = f"\n\n{footer}" if footer else ""
        return Body(f" {words.text}{end}\n\n    {attribution}  \n \n {words.bare}\n  ", html)

    return build


def _gmx(head: str) -> Callable[[Words], Body]:
    """GMX and WEB.DE in a browser: the date comes first."""

    def build(words: Words) -> Body:
        lines = _bold(head, "<br/>", "&nbsp;")
        return Body(
            html=f'<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;">{words.divs}<div>&nbsp;'
            f'<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;">'
            f'<div style="margin:0 0 10px 0;">{lines}</div><div name="quoted-content">{words.rows}</div></div></div></div>'
            f"</body></html>"
        )

    return build


def _proton(footer: str, attribution: str) -> Callable[[Words], Body]:
    def build(words: Words) -> Body:
        return Body(
            html=f'<div style="font-family: Arial;">{words.divs}</div><div class="protonmail_signature_block">'
            f'<div class="protonmail_signature_block-proton">{escape(footer)}</div></div><div class="protonmail_quote">'
            f'{escape(attribution)}<br><blockquote class="protonmail_quote" type="cite">{words.rows}</blockquote></div>'
        )

    return build


def _between(attribution: str) -> Callable[[Words], Body]:
    """mutt: own words among the quoted lines."""

    def build(words: Words) -> Body:
        quoted = words.quoted.split("\n")
        parts = [attribution, *quoted[:6], "", *words.own[:1], "", *quoted[6:20], "", *words.own[1:], "", *quoted[20:]]
        return Body("\n".join(parts) + "\n")

    return build


def _headers(words: str) -> str:
    """``Von Gesendet An Betreff``, and the values that stand with them."""
    names = words.split("|")
    values = (f"{DESK} <{FROM}>", "12.03.2026 19:02", "Mo <mo@post.example>", SUBJECT)
    return "\n".join(f"{name}: {value}" for name, value in zip(names, values, strict=True))


MAIL = f"{DESK} <{FROM}>"
EN, DE = "From|Sent|To|Subject", "Von|Gesendet|An|Betreff"
FR, ES = "De|Envoyé|À|Objet", "De|Enviado el|Para|Asunto"
IT, NL = "Da|Inviato|A|Oggetto", "Van|Verzonden|Aan|Onderwerp"
PL, JA = "Od|Wysłano|Do|Temat", "差出人|送信日時|宛先|件名"

PROGRAMS = (
    # Outlook
    Program("Outlook Windows, text, en", _outlook(_headers(EN))),
    Program("Outlook Windows, text, de", _outlook(_headers(DE))),
    Program("Outlook Windows, text, fr", _outlook(_headers(FR).replace(": ", " : "))),
    Program("Outlook Windows, HTML, en", _word(_headers(EN))),
    Program("Outlook Windows, HTML, es", _word(_headers(ES))),
    Program("Outlook Windows, HTML, it", _word(_headers(IT))),
    Program("Outlook Windows, HTML, nl", _word(_headers(NL))),
    Program("Outlook Windows, text, pl", _outlook(_headers(PL))),
    Program("Outlook Windows, text, ja", _outlook(_headers(JA), rule=True)),
    Program("Outlook browser, en", _owa(_headers(EN))),
    Program("Outlook browser, ja", _owa(_headers(JA))),
    Program(
        "Outlook iOS, text, en", _outlook(_headers(EN), ahead="Get Outlook for iOS<https://aka.ms/o0ukef>", rule=True)
    ),
    Program("Outlook iOS, HTML, en", _owa(_headers(EN), ahead="Get Outlook for iOS")),
    Program(
        "Outlook Android, text, de",
        _outlook(_headers(DE), ahead="Outlook für Android beziehen<https://aka.ms/ghei36>", rule=True),
    ),
    Program(
        "Outlook iOS, text, fr",
        _outlook(_headers(FR), ahead="Télécharger Outlook pour iOS<https://aka.ms/o0ukef>", rule=True),
    ),
    Program(
        "Outlook iOS, text, es",
        _outlook(_headers(ES), ahead="Obtener Outlook para iOS<https://aka.ms/o0ukef>", rule=True),
    ),
    Program(
        "Outlook iOS, text, it",
        _outlook(_headers(IT), ahead="Scarica Outlook per iOS<https://aka.ms/o0ukef>", rule=True),
    ),
    Program(
        "Outlook iOS, text, nl",
        _outlook(_headers(NL), ahead="Outlook voor iOS downloaden<https://aka.ms/o0ukef>", rule=True),
    ),
    Program(
        "Outlook iOS, text, pl",
        _outlook(_headers(PL), ahead="Pobierz program Outlook dla systemu iOS<https://aka.ms/o0ukef>", rule=True),
    ),
    Program(
        "Outlook iOS, text, ja", _outlook(_headers(JA), ahead="iOS 版 Outlook を入手<https://aka.ms/o0ukef>", rule=True)
    ),
    Program("Outlook Express, en", _outlook("----- Original Message ----- \n" + _headers("From|Sent|To|Subject"))),
    # Gmail
    Program("Gmail browser, en", _gmail(f"On Thu, Mar 12, 2026 at 7:02\u202fPM {MAIL}\nwrote:")),
    Program("Gmail browser, de", _gmail(f"Am Do., 12. März 2026 um 19:02 Uhr schrieb {DESK} <\n{FROM}>:")),
    Program("Gmail browser, fr", _gmail(f"Le jeu. 12 mars 2026 à 19:02, {MAIL}\na écrit :")),
    Program("Gmail browser, es", _gmail(f"El jue, 12 mar 2026 a las 19:02, {DESK} (<{FROM}>)\nescribió:")),
    Program("Gmail app, it", _gmail_app(f"Il gio 12 mar 2026, 19:02 {MAIL} ha scritto:")),
    Program("Gmail app, nl", _gmail_app(f"Op do 12 mrt 2026 19:02 schreef {MAIL}:")),
    Program("Gmail browser, pl", _gmail(f"czw., 12 mar 2026 o 19:02 {MAIL} napisał(a):")),
    Program("Gmail browser, ja", _gmail(f"2026年3月12日(木) 19:02 {MAIL}:")),
    Program(
        "Gmail browser, nothing marked, de",
        _top(f"{DESK} <{FROM}> schrieb am Do., 12. März 2026, 19:02:", marked=False),
    ),
    # Apple
    Program("Apple Mail, en", _apple(f"On 12 Mar 2026, at 19:02, {MAIL} wrote:")),
    Program("Apple Mail, de", _apple(f"Am 12.03.2026 um 19:02 schrieb {MAIL}:")),
    Program("Apple Mail, fr", _top(f"Le 12 mars 2026 à 19:02, {MAIL} a écrit :")),
    Program("Apple Mail, es", _top(f"El 12 mar 2026, a las 19:02, {MAIL} escribió:", marked=False)),
    Program("Apple Mail, it", _top(f"Il giorno 12 mar 2026, alle ore 19:02, {MAIL} ha scritto:", marked=False)),
    Program("Apple Mail, nl", _top(f"Op 12 mrt 2026, om 19:02 heeft {MAIL} het volgende geschreven:", marked=False)),
    Program(
        "Apple Mail, pl", _top(f"Wiadomość napisana przez {MAIL} w dniu 12 mar 2026, o godz. 19:02:", marked=False)
    ),
    Program("Apple Mail, ja", _top(f"2026/03/12 19:02、{MAIL}のメール:", marked=False)),
    Program("iPhone, de", _iphone("Von meinem iPhone gesendet", f"Am 12.03.2026 um 19:02 schrieb {MAIL}:")),
    Program("iPhone, HTML, fr", _iphone_html("Envoyé de mon iPhone", f"Le 12 mars 2026 à 19:02, {MAIL} a écrit :")),
    Program("iPhone, ja", _top(f"2026/03/12 19:02、{MAIL}のメール:", ahead="iPhoneから送信", marked=False)),
    Program("iPad, es", _iphone("Enviado desde mi iPad", f"El 12 mar 2026, a la(s) 7:02 p.m., {MAIL} escribió:")),
    # Thunderbird, mutt and their like
    Program("Thunderbird, en", _bottom(f"On 12/03/2026 19:02, {DESK} wrote:", flowed=True)),
    Program("Thunderbird, de", _bottom(f"Am 12.03.26 um 19:02 schrieb {DESK}:", flowed=True)),
    Program("Thunderbird, HTML, it", _thunderbird(f"Il 12/03/2026 19:02, {DESK} ha scritto:")),
    Program("Thunderbird, nl", _top(f"Op 12-03-2026 om 19:02 schreef {DESK}:", blank=False)),
    Program("Thunderbird, pl", _bottom(f"W dniu 12.03.2026 o 19:02, {DESK} pisze:")),
    Program("mutt, en", _between(f"On Thu, Mar 12, 2026 at 06:02:11PM +0000, {DESK} wrote:")),
    Program("mutt, de", _between(f"* {MAIL} [2026-03-12 19:02]:")),
    # Yahoo, GMX, Proton, K-9
    Program("Yahoo, en", _yahoo(f"On Thursday, March 12, 2026 at 07:02:11 PM GMT+1, {MAIL} wrote:")),
    Program("Yahoo, de", _yahoo(f"Am Donnerstag, 12. März 2026 um 19:02:11 MEZ hat {MAIL} Folgendes geschrieben:")),
    Program(
        "Yahoo Android, text, en",
        _top(
            f"On Thu, 12 Mar 2026 at 19:02, {DESK}<{FROM}> wrote:",
            ahead="Sent from Yahoo Mail on Android",
            marked=False,
        ),
    ),
    Program("GMX, HTML", _gmx(_headers("Gesendet|Von|An|Betreff"))),
    Program("GMX, text", _outlook(_headers("Gesendet|Von|An|Betreff"))),
    Program(
        "GMX app, de",
        _top(
            f"Am 12.03.26, 19:02 schrieb {MAIL}:",
            ahead="-- \nDiese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.",
            marked=False,
        ),
    ),
    Program(
        "Proton browser, en",
        _proton("Sent with Proton Mail secure email.", f"On Thursday, March 12th, 2026 at 7:02 PM, {MAIL} wrote:"),
    ),
    Program(
        "Proton app, text, en",
        _top(
            f"-------- Original Message --------\nOn Thursday, 03/12/26 at 19:02 {MAIL} wrote:",
            ahead="Sent from Proton Mail for iOS.",
            marked=False,
        ),
    ),
    Program(
        "Proton, text, de",
        _top(
            f"{MAIL} schrieb am Donnerstag, 12. März 2026 um 19:02:",
            ahead="Gesendet mit Proton Mail sicherer E-Mail.",
            marked=True,
        ),
    ),
    Program("K-9, en", _top(f"On 12 March 2026 19:02:11 CET, {MAIL} wrote:", blank=False)),
    Program(
        "K-9, de",
        _top(
            f"Am 12. März 2026 19:02:11 MEZ schrieb {MAIL}:",
            ahead="-- \nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
            blank=False,
        ),
    ),
    # Other webmail and programs
    Program("Roundcube, de", _bottom(f"Am 2026-03-12 19:02, schrieb {DESK}:")),
    Program("Roundcube, top, en", _top(f"On 2026-03-12 19:02, {DESK} wrote:", blank=False)),
    Program("Zimbra, fr", _top(f"----- Le 12 Mar 26, à 19:02, {DESK} {FROM} a écrit :", marked=False)),
    Program("Zimbra, text, en", _outlook("----- Original Message -----\n" + _headers("From|To|Sent|Subject"))),
    Program("Zoho, en", _top(f"---- On Thu, 12 Mar 2026 19:02:11 +0100 {MAIL} wrote ----", marked=False)),
    Program("Horde, de", _top(f"Zitat von {MAIL}:")),
    Program("Horde, en", _top(f"Quoting {MAIL}:")),
    Program("Fastmail, en", _top(f"On Thu, Mar 12, 2026, at 7:02 PM, {DESK} wrote:", blank=False)),
    Program("Tuta, en", _top(f"12 Mar 2026, 19:02 by {FROM}:")),
    Program("FairEmail, unmarked, en", _top(f"Mar 12, 2026 19:02:11 {MAIL}:", marked=False)),
    Program(
        "eM Client, en",
        _outlook(
            f'------ Original Message ------\nFrom "{DESK}" <{FROM}>\nTo mo@post.example\nDate 12/03/2026\nSubject {SUBJECT}'
        ),
    ),
    Program("Spark, en", _top(f"On 12 Mar 2026, 19:02 +0100, {MAIL}, wrote:", marked=False)),
    Program(
        "Samsung, de",
        _outlook(
            "-------- Ursprüngliche Nachricht --------\n" + _headers("Von|Datum|An|Betreff"),
            ahead="Von meinem/meiner Galaxy gesendet",
        ),
    ),
    Program(
        "Samsung, pl",
        _outlook(
            "-------- Oryginalna wiadomość --------\n" + _headers("Od|Data|Do|Temat"),
            ahead="Wysłano z mojego smartfonu Galaxy.",
        ),
    ),
    Program(
        "Orange, fr",
        _top(
            f"> Message du 12/03/26 19:02\n> De : {MAIL}\n> A : mo@post.example\n> Copie à : \n> Objet : {SUBJECT}",
            blank=False,
        ),
    ),
    Program("Libero, it", _top(f"Il 12/03/2026 19:02 CET {MAIL} ha scritto:", marked=False)),
    Program("WP, pl", _top(f"Dnia 12 marca 2026 19:02 {MAIL} napisał(a):", marked=False)),
    Program("Onet, pl", _top(f"W dniu 2026-03-12 19:02:11 użytkownik {MAIL} napisał:", marked=False)),
    Program(
        "Interia, pl",
        _outlook(f'Od: "{DESK}" <{FROM}>\nDo: mo@post.example;\nWysłane: 19:02 Czwartek 2026-03-12\nTemat: {SUBJECT}'),
    ),
    Program(
        "Lotus Notes, en",
        _outlook(
            f"From:        {MAIL}\nTo:        mo@post.example\nDate:        12/03/2026 19:02\nSubject:        {SUBJECT}",
            rule=True,
        ),
    ),
    Program("Ziggo, nl", _top(f"Op 12 maart 2026 om 19:02 schreef {MAIL}:", marked=False)),
    Program(
        "forwarded to himself, es",
        _top(
            f"---------- Forwarded message ---------\nDe: {MAIL}\nDate: jue, 12 mar 2026\nSubject: {SUBJECT}",
            marked=False,
        ),
    ),
)


def replies(own: tuple[str, ...], older: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """Every program's reply: its name, and the letter's bytes."""
    for program in PROGRAMS:
        yield program.name, raw(program, Words(own, older))
