"""Test the configuration against the real servers, step by step, and say how to fix each fault.

It tests names, connections, TLS, logins, folders, IDLE, MOVE, disk space, your templates, a letter to ourselves and back
(and whether another desk takes it), the clock and the files. The daemon may be running at the same time.

Exit statuses: 0 nothing is wrong; 1 something is; 2 the command line is wrong.
"""

import argparse
import asyncio
import json
import os
import shutil
import stat
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from pbem.commands.desk_arguments import add_config, fault_text, imap_account, lock_of, open_desk, smtp_account
from pbem.config import Config, read_config
from pbem.core.tomlfile import Faults
from pbem.desk.desk import Desk, SystemClock
from pbem.desk.record.rules_program import programs_missing, upgrade_due
from pbem.machine import IS_UNIX, NO_DESK, denied
from pbem.mail.address import ReplyAddress, is_of_mailbox
from pbem.mail.checkup import Finding, ImapCheckup, SmtpCheckup, State, good, there_and_back
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.database import NoDatabase, WrongVersion, is_unused
from pbem.store.database_errors import hint_for, words_of
from pbem.store.secrets import BadVault, Vault
from pbem.systems import registry

WIDTH = 78
MARKS = {"good": "ok  ", "note": "note", "bad": "BAD "}
MOVE = "Move the desk into a database made with createdb --encoding=UTF8 --template=template0 (docs/database.md)."
LITTLE, TOO_LITTLE = 500_000_000, 50_000_000
"""Warn below this many bytes of free disk: a campaign needs some tens of millions, which the second does not leave it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``doctor --config FILE [--json] [--no-letter]``."""
    parser.add_argument("--json", action="store_true", help="one JSON object per step")
    parser.add_argument("--no-letter", action="store_true", help="send no letter to ourselves")
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    return asyncio.run(_run(args.config, as_json=args.json, letter=not args.no_letter))


async def _run(path: Path, *, as_json: bool, letter: bool) -> int:
    counts = {"good": 0, "note": 0, "bad": 0}
    tell = _show_json if as_json else show
    async for one in examine(path, letter=letter):
        counts[one.state] += 1
        tell(one)
    if not as_json:
        print(f"\n{counts['good']} good, {counts['note']} to note, {counts['bad']} bad.")
    return 1 if counts["bad"] else 0


def show(one: Finding) -> None:
    """Print a finding, with what to do about it."""
    lines = wrap(ascii_text(f"{one.step}: {one.result}"), WIDTH - 5)
    print("\n".join([f"{MARKS[one.state]} {lines[0]}", *(f"     {line}" for line in lines[1:])]), flush=True)
    if one.todo and one.state != "good":
        print(
            "\n".join(
                f"     -> {line}" if not n else f"        {line}" for n, line in enumerate(wrap(one.todo, WIDTH - 8))
            )
        )


def _show_json(one: Finding) -> None:
    print(json.dumps({"step": one.step, "state": one.state, "found": one.result, "todo": one.todo}), flush=True)


async def examine(path: Path, *, letter: bool) -> AsyncIterator[Finding]:
    """Yield every step as it is tested."""
    if not IS_UNIX:
        yield Finding("system", "bad", *NO_DESK.split("\n", 1))
        return
    try:
        config = read_config(path)
    except Faults as faults:
        for fault in faults.faults:
            todo = f"Fix it in {path} (docs/configuration.md documents every setting), or have it written:   pbem setup"
            yield Finding("configuration", "bad", str(fault), todo)
        return
    yield good("configuration", f"{path} can be read")
    if not config.desk.gm:
        text = "no `gm` under [desk]: letters that belong to no game are held, and nobody is told"
        yield Finding("GM", "note", text, 'Put your address there:   gm = "you@club.example"')
    elif _is_own(config, config.desk.gm):
        yield _own_gm("`gm` under [desk]", config.desk.gm, 'Put your own address there:   gm = "you@club.example"')
    for one in _games():
        yield one
    files = (*_permissions(path, config), *_made_by_the_daemon(config))
    for one in (*files, *_templates(config), *_words(config), *_database(path, config)):
        yield one
    async for one in mail_steps(config, letter=letter):
        yield one


def _games() -> Iterator[Finding]:
    """The games that are installed and cannot be used; nothing is said where all can."""
    for title, why in registry.broken().items():
        yield Finding(
            "games", "bad", why, f"Install the package again or remove it;   pbem game check {title}   tells more."
        )


def _is_own(config: Config, address: str) -> bool:
    """True if letters to an address come into the desk's own mailbox, which ignores those from there as a loop."""
    house, mail_in = config.desk, config.mail_in
    is_account = mail_in.kind == "imap" and address.lower() == mail_in.user.lower()
    return is_account or is_of_mailbox(address, house.mailbox or "desk", house.host)


def _own_gm(where: str, address: str, todo: str) -> Finding:
    text = f"{where} is {address}, the desk's own mailbox: whatever the GM writes from there is ignored"
    return Finding("GM", "bad", text, todo)


def _templates(config: Config) -> Iterator[Finding]:
    """Faults in the desk's own templates."""
    folder = config.desk.templates
    if folder is None:
        return
    if not os.access(folder, os.R_OK | os.X_OK):
        yield Finding("templates", "bad", f"{folder}: {denied(folder)}", "")
        return
    from pbem.commands.templates import faults_of

    wrong = sorted(set(faults_of(folder)))
    if not wrong:
        yield good("templates", f"{folder}: letters of every kind can be made")
        return
    more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
    yield Finding("templates", "bad", f"{wrong[0]}{more}", f"pbem templates check {folder} lists all that is wrong.")


def _words(config: Config) -> Iterator[Finding]:
    """The faults of the desk's own words for the reader of orders."""
    path = config.desk.words
    if path is None:
        return
    from pbem.desk.orders.unread import words_and_faults
    from pbem.systems import registry

    found, faults = words_and_faults(path, registry.game, registry.titles())
    for one in faults:
        yield Finding("words", "bad", str(one), "This entry is left out until it is corrected; the others count.")
    if not faults:
        count = len({one for _, one in found.entries}) + len(found.names)
        yield good("words", f"{path}: {count} turn{'s' * (count != 1)} of phrase and nicknames")


def _permissions(path: Path, config: Config) -> Iterator[Finding]:
    secret = [("key file", config.store.key_file)]
    if config.database is not None:
        secret.append(("database file", config.database))
    for what, settings in (("IMAP", config.mail_in), ("SMTP", config.mail_out)):
        if settings.kind in ("imap", "smtp") and settings.user:
            if settings.auth == "password":
                secret.append((f"{what} password file", settings.password_file))
            elif settings.microsoft_client:
                secret.append((f"{what} token file", settings.token_file))
    mode = path.stat().st_mode
    if mode & 0o022:
        yield Finding("permissions", "bad", f"{path} can be written by others", f"chmod 600 {path}")
    elif mode & 0o044:
        text = f"{path} can be read by others; it contains no password"
        yield Finding("permissions", "note", text, f"chmod 600 {path}")
    else:
        yield good("permissions", f"{path} is readable only by its owner")
    for what, file in dict.fromkeys(secret):
        yield _owned(what, file)


def _owned(what: str, file: Path) -> Finding:
    try:
        mode = os.stat(file).st_mode
    except FileNotFoundError:
        if what in ("key file", "database file"):
            return Finding(
                what,
                "note",
                f"{file} does not exist yet",
                "The first `pbem new` or `pbem serve` of a new desk creates it.",
            )
        todo = (
            "`pbem login` creates it."
            if "token" in what
            else f"Create it with the password in it, then chmod 600 {file}"
        )
        return Finding(what, "bad", f"{file} does not exist", todo)
    except OSError as fault:
        return Finding(what, "bad", f"{file}: {fault.strerror}", "The user who runs the daemon must own it.")
    if not os.access(file, os.R_OK):
        return Finding(what, "bad", f"{file}: {denied(file)}", "")
    if stat.S_ISDIR(mode):
        return Finding(
            what,
            "bad",
            f"{file} is a folder",
            "Name a file in it.",
        )
    if mode & 0o077:
        return Finding(what, "bad", f"{file} is open to others", f"chmod 600 {file}")
    if what == "key file":
        try:
            Vault.from_file(file)
        except BadVault as fault:
            return Finding(what, "bad", str(fault), "")
    return good(what, f"{file} is readable only by its owner")


def _made_by_the_daemon(config: Config) -> Iterator[Finding]:
    """The files that a daemon of another user may have left behind."""
    files = [config.daemon.pulse_file]
    if config.database is not None:
        name = config.database.name
        files += [lock_of(config.database), *(config.database.with_name(f"{name}{part}") for part in ("-wal", "-shm"))]
        if os.access(config.database, os.R_OK):  # else it is told of as a file with secrets
            files.append(config.database)
    for file in files:
        if file.exists() and not os.access(file, os.R_OK | os.W_OK):
            yield Finding("daemon's file", "bad", f"{file}: {denied(file)}", "")


def _database(path: Path, config: Config) -> Iterator[Finding]:
    folder = config.database.parent if config.database is not None else config.home
    if not folder.is_dir():
        yield Finding(
            "database", "bad", f"the folder {folder} does not exist", "Create it, or name another in `database`."
        )
        return
    if config.database is not None and not config.database.exists():
        is_writable = os.access(folder, os.W_OK | os.X_OK)
        result = good("database", f"{folder} can be written to")
        yield (
            result
            if is_writable
            else Finding("database", "bad", f"{folder} cannot be written to", "Does the daemon's user own the folder?")
        )
    elif config.database is None and not config.store.key_file.exists():
        yield _without_key(config)
    elif config.database is None or config.database.is_file():
        yield from _opened(config)
    free = shutil.disk_usage(folder).free
    text = f"{free // 1_000_000:,} MB free in {folder}"
    state: State = "good" if free >= LITTLE else "note" if free >= TOO_LITTLE else "bad"
    yield Finding("disk", state, text, "Free some space: a full disk stops the daemon.")


def _without_key(config: Config) -> Finding:
    """Of a server: a desk of which this is a further host has a key already."""
    try:
        if is_unused(config.url):
            return good("database", "it answers, and no desk is in it yet")
    except NoDatabase as fault:
        return _no_database(fault)
    text = f"a desk is in it, and its key file is not here as {config.store.key_file}"
    return Finding("database", "bad", text, "Copy the key file there from another host of the desk, or from your copy.")


def _no_database(fault: NoDatabase) -> Finding:
    return Finding("database", "bad", fault.text, fault.hint or "Is `database` right, and does that server answer?")


def _opened(config: Config) -> Iterator[Finding]:
    try:
        desk = open_desk(config, Vault.from_file(config.store.key_file))
    except BadVault as fault:
        yield Finding("database", "bad", str(fault), "")  # it says itself what to do
        return
    except WrongVersion as fault:
        yield Finding("database", "bad", str(fault), "Use the version of pbem that wrote it, or a newer one.")
        return
    except NoDatabase as fault:
        if config.database is None:
            yield _no_database(fault)
            return
        yield Finding("database", "bad", str(fault), "Check its permissions.  Is its disk full?")
        return
    except (OSError, SQLAlchemyError) as fault:
        yield Finding("database", "bad", f"it cannot be opened: {fault}", "Check its permissions.  Is its disk full?")
        return
    try:
        yield from _written(config, desk)
    finally:
        desk.store.close()


def _written(config: Config, desk: Desk) -> Iterator[Finding]:
    try:
        encoding = desk.store.encoding
        with desk.store.begin() as books:
            games, due = books.games.all(), upgrade_due(desk.title, books.overview)
            missing = programs_missing(desk.title, books.overview)
            last = books.watch.last()
            if last is not None:
                books.watch.mark(last)
            led = [
                (game.name, game.gm_address) for game in games if game.state in ("invited", "open", "paused", "held")
            ]
    except SQLAlchemyError as fault:
        text = f"it cannot be written: {words_of(fault)}"
        yield Finding("database", "bad", text, hint_for(fault) or "Check its permissions.  Is its disk full?")
        return
    for name, address in led:
        if _is_own(config, address):
            yield _own_gm(
                f"the GM of {name}",
                address,
                "Act by `pbem gm` at the desk; for the next game name another address.",
            )
    for text in missing:
        yield Finding(
            "games",
            "bad",
            text,
            "Install its package, or correct it: until then its letters wait, and those of no other game.",
        )
    if due:
        yield Finding(
            "database", "note", f"it can be written; {due[0]}", "Until then, games wait with their next letter."
        )
    elif encoding != "UTF8":
        text = (
            f"it can be written, but its encoding is {encoding}: expected UTF8; a letter with other characters is held"
        )
        yield Finding("database", "note", text, MOVE)
    else:
        yield good("database", f"it can be written; {len(games)} game{'s' if len(games) != 1 else ''} in it")


def _knows(config: Config, message_id: str) -> bool:
    """True if this desk has read a letter."""
    if config.database is not None and not config.database.exists():
        return False
    try:
        desk = open_desk(config, Vault.from_file(config.store.key_file))
    except (BadVault, NoDatabase, WrongVersion, OSError, SQLAlchemyError):
        return True  # nobody can say; what is wrong with it was told
    try:
        with desk.store.read() as books:
            return books.letters_in.has_arrived(message_id)
    finally:
        desk.store.close()


async def mail_steps(config: Config, *, letter: bool) -> AsyncIterator[Finding]:
    """Yield every step of the way in and out, as it is tested; `letter` sends one to ourselves."""
    house, imap, smtp = config.desk, None, None
    if config.mail_in.kind == "maildir":
        yield _maildir("mail in", config.mail_in.path)
    else:
        try:
            imap = ImapCheckup(imap_account(config))
        except OSError as fault:
            yield _unreadable("IMAP login", fault)
    if config.mail_out.kind == "maildir":
        yield _maildir("mail out", config.mail_out.path)
    else:
        reply = ReplyAddress("doctor", "check", "aaaaaaaa", house.host, house.mailbox)
        try:
            smtp = SmtpCheckup(smtp_account(config), f"{house.mailbox or 'desk'}@{house.host}", str(reply))
        except OSError as fault:
            yield _unreadable("SMTP login", fault)
    try:
        is_well = {"imap": imap is not None, "smtp": smtp is not None}
        for name, checkup in (("imap", imap), ("smtp", smtp)):
            if checkup is not None:
                async for one in checkup.steps():
                    is_well[name] &= one.state != "bad"
                    yield one
        if letter and imap is not None and smtp is not None and all(is_well.values()):
            async for one in there_and_back(
                imap, smtp, house.host, house.authserv, SystemClock().now(), partial(_knows, config)
            ):
                yield one
    finally:
        if imap is not None:
            await imap.close()
        if smtp is not None:
            await smtp.close()


def _unreadable(step: str, fault: OSError) -> Finding:
    if isinstance(fault, FileNotFoundError):
        return Finding(
            step, "bad", f"{fault.filename} does not exist", "Create it with the password in it, then chmod 600."
        )
    todo = "The daemon's user must own the file, and nobody else may read it." if fault.filename else ""
    return Finding(step, "bad", fault_text(fault), todo)


def _maildir(step: str, path: Path) -> Finding:
    if not path.exists():
        return Finding(step, "note", f"{path} does not exist yet", "It is created when it is first used.")
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        return Finding(step, "bad", f"{path} cannot be read and written", "Does the daemon's user own the folder?")
    return good(step, f"{path} can be read and written")
