"""A letter as mail programs send it in answer to a report: text alone, with HTML beside it, HTML alone; and how it is read."""

from collections.abc import Callable, Mapping
from email.message import EmailMessage
from html import escape
from pathlib import Path
from textwrap import wrap

from pbem.desk.incoming.reader import LetterText
from pbem.mail.letter import read_letter

REPORT = (Path(__file__).parent / "reports" / "golden" / "report-us.txt").read_text(encoding="ascii")
"""The report that is answered, and quoted whole below the answer."""
WROTE = "On Thu, 12 Mar 2026 at 18:00, The desk <rosebud-7@pbem.example> wrote:"


def _letter() -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = (
        "kate@mail.example",
        "rosebud-7@pbem.example",
        "Re: [rosebud-7] report 41",
    )
    return made


def _quoted() -> str:
    return "\n".join(["", WROTE, *(f"> {line}".rstrip() for line in REPORT.splitlines())])


def _plain(line: str) -> bytes:
    made = _letter()
    made.set_content(f"{line}\n{_quoted()}\n")
    return made.as_bytes()


def _flowed(line: str) -> bytes:
    """RFC 3676: a line that goes on ends with a blank."""
    paragraphs = [" \n".join(wrap(one, 70, break_on_hyphens=False, break_long_words=False)) for one in line.split("\n")]
    made = _letter()
    made.set_content("\n".join(paragraphs) + f"\n{_quoted()}\n")
    made.set_param("format", "flowed")
    return made.as_bytes()


def _with_html(line: str) -> bytes:
    """The text part hard-wrapped, the HTML part with each line whole, as Gmail sends it."""
    made = _letter()
    hard = [part for one in line.split("\n") for part in wrap(one, 76, break_on_hyphens=False, break_long_words=False)]
    made.set_content("\n".join(hard) + f"\n{_quoted()}\n")
    own = "<br>".join(map(escape, line.split("\n")))
    report = "<br>\n".join(map(escape, REPORT.splitlines()))
    made.add_alternative(
        f'<div dir="ltr">{own}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">{escape(WROTE)}<br></div>'
        f'<blockquote class="gmail_quote">{report}</blockquote></div>',
        subtype="html",
    )
    return made.as_bytes()


def _html_alone(line: str) -> bytes:
    """As Outlook sends it."""
    own = "".join(f'<p class="MsoNormal">{escape(one)}<o:p></o:p></p>' for one in line.split("\n"))
    report = "".join(f'<p class="MsoNormal">{escape(one) or "&nbsp;"}</p>' for one in REPORT.splitlines())
    head = '<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>From:</b> The desk<br></p></div>'
    made = _letter()
    made.set_content(f"<html><body>{own}{head}{report}</body></html>", subtype="html")
    return made.as_bytes()


PROGRAMS: Mapping[str, Callable[[str], bytes]] = {
    "plain": _plain,
    "flowed": _flowed,
    "with HTML": _with_html,
    "HTML alone": _html_alone,
}


def read_back(raw: bytes) -> list[str]:
    """The lines that the desk reads in a letter."""
    body = read_letter(raw).body
    return [one.text.strip() for one in LetterText(body, (REPORT,)).read().lines.lines]
