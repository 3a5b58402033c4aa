"""Mail providers whose settings `pbem setup` knows, as docs/mail-setup.md tells them."""

from dataclasses import dataclass
from typing import Literal

Security = Literal["tls", "starttls", "none"]
PORTS = {
    "imap": {"tls": 993, "starttls": 143, "none": 143},
    "smtp": {"tls": 465, "starttls": 587, "none": 25},
}
OWN = "own"
"""The provider of whoever names the servers themselves."""


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider's servers, the domains of its addresses, and `about`: what to do in its settings first.

    `login` is ``xoauth2`` where no password is taken; `grouped` says that its app passwords are shown in groups, with
    blanks that do not belong to them.
    """

    imap: str
    smtp: str
    domains: tuple[str, ...]
    about: str
    smtp_security: Security = "tls"
    login: Literal["password", "xoauth2"] = "password"
    grouped: bool = False


MICROSOFT = (
    "Microsoft takes no password, only a login at its own page.  Register an application first (docs/mail-setup.md, "
    "Microsoft 365, Outlook.com) and install the extra: pip install 'pbem[microsoft]'"
)
PROVIDERS = {
    "gmail": Provider(
        "imap.gmail.com",
        "smtp.gmail.com",
        ("gmail.com", "googlemail.com"),
        "Gmail takes an app password of 16 letters: Google Account, Security, turn on 2-Step Verification, then make one "
        "under App passwords.  Where there is no such page, the account's administrator or Advanced Protection forbids "
        "them: take another account.",
        grouped=True,
    ),
    "gmx": Provider(
        "imap.gmx.net",
        "mail.gmx.net",
        ("gmx.net", "gmx.de", "gmx.at", "gmx.ch"),
        "Allow POP3 and IMAP first: E-Mail, Settings, POP3/IMAP.  With two-factor login make an application password under "
        "Security.  The desk needs plus-addresses: the letter to ourselves shows whether your account has them.",
    ),
    "gmx.com": Provider(
        "imap.gmx.com",
        "mail.gmx.com",
        ("gmx.com", "gmx.us", "gmx.co.uk"),
        "Allow POP3 and IMAP first: Settings, POP3 & IMAP.  With two-factor login make an application password.  The desk "
        "needs plus-addresses: the letter to ourselves shows whether your account has them.",
    ),
    "fastmail": Provider(
        "imap.fastmail.com",
        "smtp.fastmail.com",
        ("fastmail.com", "fastmail.fm"),
        "Fastmail takes an app password: Settings, Privacy & Security, Integrations, New App Password, with access to mail.  "
        "The Basic plan has no IMAP.",
        grouped=True,
    ),
    "outlook": Provider(
        "outlook.office365.com",
        "smtp-mail.outlook.com",
        ("outlook.com", "hotmail.com", "live.com"),
        MICROSOFT,
        smtp_security="starttls",
        login="xoauth2",
    ),
    "microsoft365": Provider(
        "outlook.office365.com",
        "smtp.office365.com",
        (),
        f"{MICROSOFT}  Your administrator switches on IMAP, authenticated SMTP and plus-addresses.",
        smtp_security="starttls",
        login="xoauth2",
    ),
    "mailbox.org": Provider(
        "imap.mailbox.org",
        "smtp.mailbox.org",
        ("mailbox.org",),
        "Your ordinary password; with two-factor login an application password: All settings, Security.",
    ),
    "posteo": Provider(
        "posteo.de",
        "posteo.de",
        ("posteo.de", "posteo.net", "posteo.org"),
        "Your ordinary password; with two-factor login an app password.  Under Password & Security the additional mailbox "
        "protection must be off: it closes IMAP.",
    ),
}
