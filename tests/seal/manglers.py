"""What mail programs do to a letter on its way into a reply or a forward: its text quoted, wrapped and marked up, its parts
coded again.  Each takes the letter as the desk sent it and gives the bytes that lie in the mailbox in the end."""

import base64
import email
import html
import quopri
import re
import textwrap
from collections.abc import Callable
from email.message import EmailMessage, Message
from email.policy import SMTP

Mangler = Callable[[EmailMessage], bytes]


def text_of(letter: EmailMessage) -> str:
    """The text of the desk's letter."""
    body = letter.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def bundle_of(letter: EmailMessage) -> bytes:
    """Its attachment."""
    data = next(letter.iter_attachments()).get_payload(decode=True)
    assert isinstance(data, bytes)
    return data


def carried(subject: str, text: str, letter: EmailMessage, *, subtype: str = "plain", coding: str = "") -> bytes:
    """A letter of a player's own with this text and the attachment as a mail program attaches a file it does not know."""
    made = EmailMessage(policy=SMTP)
    made["From"] = "kate@mail.example"
    made["Subject"] = subject
    made["Message-ID"] = "<forwarded@mail.example>"
    made.set_content(text, subtype=subtype, **({"cte": coding} if coding else {}))
    made.add_attachment(
        bundle_of(letter), maintype="application", subtype="octet-stream", filename="rosebud-7-0019.pbem"
    )
    return made.as_bytes()


def outlook_plain(letter: EmailMessage) -> bytes:
    """Outlook: its own header lines, no marks, CRLF, hard breaks at 76."""
    lines = [part for line in text_of(letter).splitlines() for part in (textwrap.wrap(line, 76) or [""])]
    text = "-----Original Message-----\nFrom: desk\nSent: Thursday, March 12, 2026 7:02 PM\nTo: Kate\n\n" + "\n".join(
        lines
    )
    return carried("RE: [rosebud-7] report 19", text, letter)


def outlook_html(letter: EmailMessage) -> bytes:
    """Outlook by Word: a paragraph a line, o:p, hard blanks."""
    lines = []
    for line in text_of(letter).splitlines():
        marked = html.escape(line).replace("  ", "&nbsp; ")
        lines.append(f"<p class=MsoNormal><span style='font-family:\"Courier New\"'>{marked}<o:p></o:p></span></p>")
    style = "<style><!-- p.MsoNormal {margin:0cm} --></style>"
    return carried(
        "RE: report", f"<html><head>{style}</head><body>{''.join(lines)}</body></html>", letter, subtype="html"
    )


def gmail_plain(letter: EmailMessage) -> bytes:
    """Gmail: ``On ... wrote:``, marks, and lines broken at 78 whose rest has no mark."""
    out = []
    for line in text_of(letter).splitlines():
        first, *rest = textwrap.wrap(f"> {line}", 76, break_long_words=False) or [">"]
        out += [first, *rest]
    return carried(
        "Re: report", "Well shot!\n\nOn Thu, Mar 12, 2026 at 7:02 PM desk wrote:\n\n" + "\n".join(out), letter
    )


def gmail_html(letter: EmailMessage) -> bytes:
    """Gmail: a quote block, ``<br>`` and ``<wbr>``, hard blanks at the beginning of lines."""
    lines = []
    for line in text_of(letter).splitlines():
        lead = len(line) - len(line.lstrip())
        marked = "&nbsp;" * lead + re.sub(r"(\w{40})(?=\w)", r"\1<wbr>", html.escape(line.lstrip()))
        lines.append(f"{marked}<br>")
    quote = '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex">'
    said = '<div dir="ltr">Well shot!</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Thu wrote:<br>'
    return carried("Re: report", f"{said}</div>{quote}{''.join(lines)}</blockquote></div>", letter, subtype="html")


def apple_html(letter: EmailMessage) -> bytes:
    """Apple Mail: ``blockquote type=cite``, a div a line, quoted-printable."""
    lines = "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in text_of(letter).splitlines())
    text = (
        f'<html><body><blockquote type="cite"><div>On 12 Mar 2026, desk wrote:</div>{lines}</blockquote></body></html>'
    )
    return carried("Re: report", text, letter, subtype="html", coding="quoted-printable")


def apple_forward(letter: EmailMessage) -> bytes:
    """Apple Mail: ``Begin forwarded message:``, everything quoted."""
    text = "Begin forwarded message:\n\n" + "\n".join(f"> {line}" for line in text_of(letter).splitlines())
    return carried("Fwd: report", text, letter)


def thunderbird_flowed(letter: EmailMessage) -> bytes:
    """Thunderbird: format=flowed, stuffed blanks, soft breaks at 72, marks without blanks when quoted twice."""
    out = []
    for line in text_of(letter).splitlines():
        parts = textwrap.wrap(line, 66, break_long_words=False, drop_whitespace=False) or [""]
        out += [f">>{part} " for part in parts[:-1]] + [f">> {parts[-1]}"]
    made = carried("Re: report", "\n".join(out), letter)
    return made.replace(b'text/plain; charset="utf-8"', b'text/plain; charset="utf-8"; format=flowed')


def quoted_thrice(letter: EmailMessage) -> bytes:
    """An argument: three marks, wrapped at 60 with the marks inside the wrapped lines."""
    lines = [f"> > > {line}" for line in text_of(letter).splitlines()]
    text = "\n".join("\n".join(textwrap.wrap(line, 60, subsequent_indent="> > ")) for line in lines)
    return carried("Re: report", text, letter)


def recoded_base64(letter: EmailMessage) -> bytes:
    """A server on the way codes the text in base64."""
    return _recoded(letter, "base64", base64.encodebytes)


def recoded_quoted_printable(letter: EmailMessage) -> bytes:
    """A server on the way codes text and attachment as quoted-printable."""
    return _recoded(letter, "quoted-printable", quopri.encodestring)


def _recoded(letter: EmailMessage, name: str, code: Callable[[bytes], bytes]) -> bytes:
    made = email.message_from_bytes(letter.as_bytes())
    for part in made.walk():
        payload = part.get_payload(decode=True)
        if not part.is_multipart() and isinstance(payload, bytes):
            del part["Content-Transfer-Encoding"]
            part["Content-Transfer-Encoding"] = name
            part.set_payload(code(payload).decode("ascii"))
    return made.as_bytes()


def digest(letter: EmailMessage) -> bytes:
    """A list's digest: the letter whole, as one of several."""
    boundary = b"digest-1"
    other = b"From: a@b.example\nSubject: other matters\n\nHello all.\n"
    parts = b"".join(b"--" + boundary + b"\n\n" + raw + b"\n" for raw in (other, letter.as_bytes(), other))
    head = b'From: list@b.example\nMIME-Version: 1.0\nContent-Type: multipart/digest; boundary="digest-1"\n\n'
    return head + parts + b"--" + boundary + b"--\n"


def forwarded_whole(letter: EmailMessage) -> bytes:
    """Forwarded as an attachment of its own."""
    made = EmailMessage()
    made["From"] = "kate@mail.example"
    made["Subject"] = "Fwd: [rosebud-7] report 19"
    made.set_content("See this.\n")
    made.add_attachment(email.message_from_bytes(letter.as_bytes(), policy=letter.policy))
    return made.as_bytes()


def forwarded_inline(letter: EmailMessage) -> bytes:
    """Forwarded inline, between lines of dashes, with the headers above."""
    text = "---------- Forwarded message ---------\nFrom: desk\nSubject: report\n\n" + text_of(letter)
    return carried("Fwd: report", text, letter)


def signed_inline(letter: EmailMessage) -> bytes:
    """Within an inline OpenPGP signature, which doubles dashes at the beginning of lines."""
    dashed = re.sub(r"(?m)^-", "- -", text_of(letter))
    text = f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{dashed}\n-----BEGIN PGP SIGNATURE-----\n\niQ\n"
    return carried("Re: report", text, letter)


def footed_by_a_list(letter: EmailMessage) -> bytes:
    """A list wraps the letter in a part and adds a footer."""
    made: Message = email.message_from_bytes(letter.as_bytes())
    parts = made.get_payload()
    assert isinstance(parts, list)
    parts.append(email.message_from_bytes(b"Content-Type: text/plain\n\n_____\nlist mailing list\n"))
    del made["X-Pbem"]
    return made.as_bytes()


MANGLERS: tuple[Mangler, ...] = (
    outlook_plain,
    outlook_html,
    gmail_plain,
    gmail_html,
    apple_html,
    apple_forward,
    thunderbird_flowed,
    quoted_thrice,
    recoded_base64,
    recoded_quoted_printable,
    digest,
    forwarded_whole,
    forwarded_inline,
    signed_inline,
    footed_by_a_list,
)
