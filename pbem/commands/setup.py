"""Set up the desk's mailbox: ask for provider, address and password, try them, and write the configuration.

The password is not shown while you type it. Nothing is written before the servers have taken it. Then `config.toml` and
a password file that you alone can read are written, and `pbem doctor` tests everything. Call it again to change
something: what is configured is offered, and the other settings stay as they are.

Without a terminal the answers come from `--answers FILE`, a TOML file with the keys `provider`, `address`,
`password` (or `password_file`), `gm` and, if you like, `name`. A provider `own` takes `imap` and `smtp` besides, and
if need be `imap_security`, `smtp_security`, `user`, `addresses` and `ca_file`; `outlook` and `microsoft365` take
`microsoft_client` instead of a password.

Exit statuses: 0 the desk is set up; 1 something is wrong (what was written is said); 2 the command line is wrong.
"""

import argparse
import asyncio
import os
import shlex
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import tomlkit
from tomlkit.exceptions import TOMLKitError

from pbem.commands import doctor
from pbem.commands.desk_arguments import CONFIG, add_config, fault_text, microsoft_logins
from pbem.commands.new_asks import MOST_TRIES, one_of, prompt
from pbem.config import Config
from pbem.core.sanitize import is_number
from pbem.core.tomlfile import Faults, TomlFile
from pbem.desk.people import wrong_address
from pbem.machine import IS_UNIX, NO_DESK, is_host, is_this_machine
from pbem.mail.address import is_of_mailbox
from pbem.mail.checkup import Finding
from pbem.mail.tokens import NoToken
from pbem.reports.wrap import wrap
from pbem.store.secrets import write_private
from pbem.tomlmodel import parse

Answers = dict[str, str]
STAGE = ".pbem-setup-"
"""The prefix of the folder in which everything is tried before it is moved into place."""
TOKEN_FILE = "desk.token"
SECURITIES = ("tls", "starttls", "none")
LOGIN_STEPS = ("IMAP login", "SMTP login")


@dataclass(frozen=True, slots=True)
class Question:
    """An answer that is needed: its key in an answers file and its words at a terminal.

    `usual` is what stands for no answer, "" if there must be one; `wrong` says what would be right, "" of a right answer;
    `when` says if it is asked at all.
    """

    key: str
    words: str
    usual: Callable[[Answers], str]
    wrong: Callable[[Answers, str], str]
    when: Callable[[Answers], bool] = lambda so_far: True
    hidden: bool = False


# Mail providers whose settings are known, as docs/mail-setup.md tells them.

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


# The command.


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``setup [--answers FILE] [--config FILE]``."""
    text = "a file with the answers, instead of questions"
    parser.add_argument("--answers", type=Path, default=None, metavar="FILE", help=text)
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    path: Path = args.config
    if not IS_UNIX:
        print(NO_DESK, file=sys.stderr)
        return 1
    try:
        return _run(args.answers, path)
    except Faults as faults:
        print(faults, file=sys.stderr)
    except EOFError:
        print()
    except (NoToken, OSError) as fault:
        print(fault_text(fault), file=sys.stderr)
    except KeyboardInterrupt:
        print("\nNothing was written.", file=sys.stderr)
        raise
    print("Nothing was written.", file=sys.stderr)
    return 1


def _run(answers_file: Path | None, path: Path) -> int:
    before = _configured(path)
    answers = read_answers(answers_file, before) if answers_file is not None else _asked(before)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _see_that_games_keep_their_address(path, before, answers)
    with _stage(path.parent) as stage:
        if not _tried(stage, path, answers, may_ask=answers_file is None and sys.stdin.isatty()):
            print("Nothing was written.", file=sys.stderr)
            return 1
        _put_in_place(stage, path)
    return _doctored(path)


# The answers


def _provider(so_far: Answers) -> Provider | None:
    return PROVIDERS.get(so_far.get("provider", ""))


def _is_own(so_far: Answers) -> bool:
    return so_far.get("provider") == OWN


def _takes_password(so_far: Answers) -> bool:
    provider = _provider(so_far)
    return provider is None or provider.login == "password"


def _wrong_mailbox(so_far: Answers, text: str) -> str:
    local = text.partition("@")[0]
    if wrong_address(text) or "+" in local or not all(one.isalnum() or one in "._-" for one in local):
        return "the address of the desk's own mailbox, such as rosebud.desk@gmail.com"
    return ""


def _wrong_gm(so_far: Answers, text: str) -> str:
    mailbox, _, host = so_far.get("address", "").rpartition("@")
    if wrong_address(text):
        return "your own address, such as you@club.example"
    if is_of_mailbox(text, mailbox, host):
        return "another address than the desk's: it takes letters from its own for a loop, and ignores them"
    return ""


def wrong_server(text: str) -> str:
    """The right form in place of this ``host`` or ``host:port``; "" if it is."""
    host, sign, port = text.rpartition(":") if text.count(":") == 1 else (text, "", "")
    if is_host(host) and (not sign or (is_number(port) and 0 < int(port) < 65536)):
        return ""
    return "a server such as mail.club.example, or mail.club.example:993"


def _wrong_security(side: str) -> Callable[[Answers, str], str]:
    def wrong(so_far: Answers, text: str) -> str:
        if text not in SECURITIES:
            return "one of tls, starttls, none"
        host = _host_and_port(so_far.get(side, ""), 0)[0]
        if text == "none" and host and not is_this_machine(host):
            return "tls or starttls: with none anybody on the way reads the password"
        return ""

    return wrong


def _wrong_password(so_far: Answers, text: str) -> str:
    return "" if text.isprintable() else "a password in one line"


def _wrong_name(so_far: Answers, text: str) -> str:
    is_right = text.isascii() and text.isprintable() and not set('<>@,;:"') & set(text)
    return "" if is_right else 'a name in plain ASCII without any of <>@,;:"'


def _wrong_file(so_far: Answers, text: str) -> str:
    return "" if text == "-" or Path(text).is_file() else "a certificate's file, or - for none"


def _usual_provider(so_far: Answers) -> str:
    domain = so_far.get("address", "").rpartition("@")[2].lower()
    return next((name for name, one in PROVIDERS.items() if domain in one.domains), OWN)


def _not_empty(what: str) -> Callable[[Answers, str], str]:
    return lambda so_far, text: "" if text and text.isprintable() else what


def _usual_security(side: str) -> Callable[[Answers], str]:
    def usual(so_far: Answers) -> str:
        host, port = _host_and_port(so_far.get(side, ""), 0)
        if is_this_machine(host):
            return "none"
        return "starttls" if port in (143, 587) else "tls"

    return usual


QUESTIONS = (
    Question("address", "the desk's mailbox (an address that only the desk uses)", lambda so_far: "", _wrong_mailbox),
    Question(
        "provider",
        f"provider ({', '.join((*PROVIDERS, OWN))})",
        _usual_provider,
        lambda so_far, text: one_of((*PROVIDERS, OWN))(text),
    ),
    Question("imap", "IMAP server (host or host:port)", lambda so_far: "", lambda _, text: wrong_server(text), _is_own),
    Question(
        "imap_security",
        "IMAP security (tls, starttls, none)",
        _usual_security("imap"),
        _wrong_security("imap"),
        _is_own,
    ),
    Question(
        "smtp",
        "SMTP server (host or host:port)",
        lambda so_far: _host_and_port(so_far.get("imap", ""), 0)[0],
        lambda _, text: wrong_server(text),
        _is_own,
    ),
    Question(
        "smtp_security",
        "SMTP security (tls, starttls, none)",
        _usual_security("smtp"),
        _wrong_security("smtp"),
        _is_own,
    ),
    Question(
        "user",
        "user name at these servers",
        lambda so_far: so_far.get("address", ""),
        _not_empty("a user name"),
        _is_own,
    ),
    Question(
        "addresses",
        "reply addresses (plus: gm+...@club.example; catch-all: every address of the domain arrives here)",
        lambda so_far: "plus",
        lambda so_far, text: one_of(("plus", "catch-all"))(text),
        _is_own,
    ),
    Question(
        "ca_file", "a certificate of your own that vouches for them (- for none)", lambda _: "-", _wrong_file, _is_own
    ),
    Question(
        "microsoft_client",
        "the client id of your application at Microsoft",
        lambda so_far: "",
        _not_empty("a client id such as 00000000-0000-0000-0000-000000000000"),
        lambda so_far: not _takes_password(so_far),
    ),
    Question("password", "password (not shown)", lambda so_far: "", _wrong_password, _takes_password, hidden=True),
    Question("gm", "your own address, for what only a person can decide", lambda so_far: "", _wrong_gm),
    Question("name", "the desk's name in From", lambda so_far: "The desk", _wrong_name),
)


def _asked(before: Answers) -> Answers:
    """The answers of whoever sits at the terminal, or of a pipe, a line each.  Raises EOFError."""
    found: Answers = {}
    for one in QUESTIONS:
        if not one.when(found):
            continue
        provider = _provider(found)
        if one.key in ("password", "microsoft_client") and provider is not None:
            print("\n".join(wrap(provider.about, 78, first="  ", rest="  ")))
        usual = _offered(one, found, before)
        found[one.key] = _answer(one, found, usual)
    return found


def _answer(question: Question, so_far: Answers, usual: str) -> str:
    """The answer to a question.  Raises EOFError."""
    return prompt(question.words, usual, lambda text: question.wrong(so_far, text), hidden=question.hidden)


def _offered(one: Question, so_far: Answers, before: Answers) -> str:
    """The value of an empty answer: what is configured, if that is for the same account."""
    is_same = one.key in ("address", "gm", "name") or all(
        so_far.get(key, "") == before.get(key, "") for key in ("address", "provider") if key in so_far
    )
    return (before.get(one.key, "") if is_same else "") or one.usual(so_far)


def read_answers(path: Path, before: Answers) -> Answers:
    """The answers in a file; a password that it leaves out is the one that is configured.

    Raises Faults with everything that is wrong with them, OSError.
    """
    file = TomlFile(str(path), path.read_text(encoding="utf-8-sig"))
    if file.faults:
        file.ended()
    _take_password_file(file, path.parent)
    file.unknown("", file.data, [*(one.key for one in QUESTIONS), "password_file"])
    found: Answers = {}
    for one in QUESTIONS:
        if not one.when(found):
            continue
        given = file.data.get(one.key)
        if given is not None and not isinstance(given, str):
            file.fault(one.key, "text", given)
            continue
        text = (given or "").strip() or (_offered(one, found, before) if one.hidden else one.usual(found))
        wrong = one.wrong(found, text) if text else f"an answer: {one.words}"
        if wrong:
            file.fault(one.key, wrong, "something else" if one.hidden and text else text or "nothing there")
            continue
        found[one.key] = text
    file.ended()
    holds_password = "password" in file.data and "password_file" not in file.data
    if holds_password and path.is_file() and path.stat().st_mode & 0o077:
        print(f"{path}: others can read the password in it: remove it, or chmod 600 {path}", file=sys.stderr)
    return found


def _take_password_file(file: TomlFile, home: Path) -> None:
    """Let the password of a file stand for `password`."""
    name = file.data.get("password_file")
    if name is None:
        return
    if "password" in file.data or not isinstance(name, str):
        file.fault(
            "password_file", "a file's name, and no password beside it", "both" if "password" in file.data else name
        )
        return
    try:
        file.data["password"] = (home / name).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as fault:
        file.fault("password_file", "a file with the password", fault.strerror if isinstance(fault, OSError) else name)


def _configured(path: Path) -> Answers:
    """The answers that a configuration already gives, as far as it can be read."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        desk, mail_in, mail_out = (dict(data.get(one, {})) for one in ("desk", "mail_in", "mail_out"))
        imap, smtp = str(mail_in.get("host", "")), str(mail_out.get("host", ""))
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
    if mail_in.get("kind", "imap") != "imap":
        return {"name": str(desk.get("name", "")), "gm": str(desk.get("gm", "")), "desk": str(desk.get("host", ""))}
    user, mailbox = str(mail_in.get("user", "")), desk.get("mailbox", "")
    found = {
        "desk": f"{mailbox}@{desk.get('host', '')}".removeprefix("@"),
        "address": f"{mailbox}@{desk.get('host', '')}" if mailbox else user if "@" in user else "",
        "provider": _provider_of(imap, smtp) if imap else "",
        "imap": f"{imap}:{mail_in['port']}" if "port" in mail_in else imap,
        "smtp": f"{smtp}:{mail_out['port']}" if "port" in mail_out else smtp,
        "imap_security": mail_in.get("security", ""),
        "smtp_security": mail_out.get("security", ""),
        "user": user,
        "addresses": "plus" if mailbox else "catch-all",
        "ca_file": mail_in.get("ca_file", ""),
        "microsoft_client": mail_in.get("microsoft_client", ""),
        "gm": desk.get("gm", ""),
        "name": desk.get("name", ""),
        "password": _kept_password(path.parent / str(mail_in.get("password_file", ""))),
    }
    return {key: value for key, value in found.items() if isinstance(value, str)}


def _provider_of(imap: str, smtp: str) -> str:
    return next((name for name, one in PROVIDERS.items() if (one.imap, one.smtp) == (imap, smtp)), OWN)


def _kept_password(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _see_that_games_keep_their_address(path: Path, before: Answers, answers: Answers) -> None:
    """Letters of games at this desk are answered to the address that is configured.  Raises OSError."""
    there, wanted = before.get("desk", ""), _desk_address(answers)
    database = _database_of(path)
    if there and there.lower() != wanted.lower() and database is not None and database.exists():
        raise OSError(
            f"{database}: the games in it are played by letters to {there}: expected that address, found {wanted}.\n"
            "For a new desk name a folder of its own:   pbem setup --config FOLDER/config.toml"
        )


def _database_of(path: Path) -> Path | None:
    try:
        store = tomllib.loads(path.read_text(encoding="utf-8")).get("store", {})
        name = str(store.get("database", "pbem.db"))
    except (OSError, ValueError, AttributeError):
        return None
    return None if "://" in name else path.parent / name


# The files


def _host_and_port(text: str, usual: int) -> tuple[str, int]:
    host, sign, port = text.rpartition(":") if text.count(":") == 1 else (text, "", "")
    return (host, int(port)) if sign and is_number(port) else (text, usual)


def _desk_address(answers: Answers) -> str:
    """The address for replies: the mailbox, or the host alone where every address of it arrives."""
    return answers["address"].partition("@")[2] if answers.get("addresses") == "catch-all" else answers["address"]


def password_name(answers: Answers) -> str:
    """The name of the password file."""
    return f"{answers['provider']}.password"


def _accounts(answers: Answers, home: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The tables ``[mail_in]`` and ``[mail_out]``."""
    provider = _provider(answers)
    servers = (
        {"imap": provider.imap, "smtp": provider.smtp, "imap_security": "tls", "smtp_security": provider.smtp_security}
        if provider is not None
        else answers
    )
    login: dict[str, Any] = {"user": answers.get("user") or answers["address"]}
    if _takes_password(answers):
        login["password_file"] = password_name(answers)
    else:
        login |= {"auth": "xoauth2", "microsoft_client": answers["microsoft_client"], "token_file": TOKEN_FILE}
    if answers.get("ca_file", "-") != "-":
        login["ca_file"] = os.path.relpath(answers["ca_file"], home)
    found = []
    for side in ("imap", "smtp"):
        security = servers[f"{side}_security"]
        host, port = _host_and_port(servers[side], PORTS[side][security])
        found.append({"kind": side, "host": host, "port": port, "security": security, **login})
    if servers["smtp_security"] == "none":  # our own server on this machine, which knows us without a login
        found[1] = {key: value for key, value in found[1].items() if key not in login}
    return found[0], found[1]


def _text(path: Path, answers: Answers) -> str:
    """The configuration's new text: what setup does not ask stays as it is, comments too."""
    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8-sig"))
    except (FileNotFoundError, TOMLKitError, UnicodeDecodeError):  # one that cannot be read is kept under another name
        document = tomlkit.document()
        document.add(tomlkit.comment("Written by pbem setup; docs/configuration.md documents every setting."))
    mailbox, _, host = answers["address"].rpartition("@")
    by_plus = answers.get("addresses", "plus") == "plus"
    desk = {"host": host, "mailbox": mailbox if by_plus else None, "name": answers["name"], "gm": answers["gm"]}
    mail_in, mail_out = _accounts(answers, path.parent)
    gone = dict.fromkeys(
        ("user", "path", "tls", "auth", "token_command", "microsoft_client", "microsoft_tenant", "token_file", "password_file",
         "ca_file", "clear_password")
    )  # fmt: skip
    for name, keys in (("desk", desk), ("mail_in", {**gone, **mail_in}), ("mail_out", {**gone, **mail_out})):
        if not isinstance(document.get(name), dict):
            document[name] = tomlkit.table()
        table: Any = document[name]
        for one, value in keys.items():
            if value is None:
                table.pop(one, None)
            else:
                table[one] = value
    return tomlkit.dumps(document)


@contextmanager
def _stage(home: Path) -> Iterator[Path]:
    """A folder beside the configuration that its owner alone can read; one that a killed setup left is removed."""
    for left in home.glob(f"{STAGE}*"):
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=STAGE, dir=home) as name:
        yield Path(name)


def _tried(stage: Path, path: Path, answers: Answers, *, may_ask: bool) -> bool:
    """Put the new files into the stage and see that the servers take them; a password that is refused is asked again.

    Raises Faults, NoToken, OSError.
    """
    text = _text(path, answers)
    config = parse(TomlFile(str(path), text), Config, path.parent)
    write_private(stage / path.name, text.encode("utf-8"))
    secret = stage / (password_name(answers) if _takes_password(answers) else TOKEN_FILE)
    key = "password_file" if _takes_password(answers) else "token_file"
    config = config.model_copy(
        update={one: getattr(config, one).model_copy(update={key: secret}) for one in ("mail_in", "mail_out")}
    )
    for one in microsoft_logins(config):
        one.log_in(lambda what: print(what, flush=True))
    for tries in range(1, MOST_TRIES + 1):
        if _takes_password(answers):
            secret.unlink(missing_ok=True)
            write_private(secret, f"{_bare(answers)}\n".encode())
        print(f"trying {config.mail_in.host} and {config.mail_out.host} ...", flush=True)
        bad = asyncio.run(_bad_steps(config))
        for fault in bad:
            doctor.show(fault)
        if not bad:
            return True
        is_login = all(one.step in LOGIN_STEPS for one in bad) and _takes_password(answers)
        provider = _provider(answers)
        if is_login and provider is not None:
            print("\n".join(wrap(provider.about, 78, first="     -> ", rest="        ")))
        if not (is_login and may_ask) or tries == MOST_TRIES:
            return False
        answers["password"] = _answer(next(one for one in QUESTIONS if one.key == "password"), answers, "")
    return False


def _bare(answers: Answers) -> str:
    """The password without the blanks in which some providers show theirs in groups."""
    provider = _provider(answers)
    password = answers["password"]
    return "".join(password.split()) if provider is not None and provider.grouped else password


async def _bad_steps(config: Config) -> list[Finding]:
    return [one async for one in doctor.mail_steps(config, letter=False) if one.state == "bad"]


def _put_in_place(stage: Path, path: Path) -> None:
    """Move the files from the stage, the configuration last: until then the old one holds."""
    names = sorted((one.name for one in stage.iterdir()), key=lambda name: name == path.name)
    try:
        tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        pass
    except (OSError, ValueError):
        kept = path.with_name(f"{path.name}.broken")
        path.replace(kept)
        print(f"{path} could not be read; it is kept as {kept}")
    for name in names:
        os.replace(stage / name, path.parent / name)
        print(f"wrote {path.parent / name}, readable by you alone")


def _doctored(path: Path) -> int:
    print("\npbem doctor:", flush=True)
    option = "" if path == CONFIG else f" --config {shlex.quote(str(path))}"
    status = doctor.run(argparse.Namespace(config=path, json=False, no_letter=False))
    if status:
        print(f"\nThe files are written, but something is BAD.  Put it right, then:   pbem doctor{option}")
    elif (database := _database_of(path)) is not None and database.exists():
        print(f"\nThe desk is set up.  If its daemon runs, start it again:   pbem serve{option}")
    else:
        print(f"\nThe desk is set up.  Next, open a game:   pbem new{option}")
    return status
