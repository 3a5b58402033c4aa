"""Arguments of the desk commands, and the desk, mailbox and mail server they describe."""

import argparse
import errno
import os
import ssl
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from errno import ENOENT
from pathlib import Path
from random import SystemRandom
from typing import IO, TYPE_CHECKING

from pbem import resources
from pbem.config import Account, Config, DeskTable, GamesTable, read_config
from pbem.core.tomlfile import Faults
from pbem.desk.desk import Clock, Desk, FileClock, House, SystemClock
from pbem.desk.play.beacon_source import URLS, Http
from pbem.machine import IS_UNIX, NO_DESK, denied, lock_file, others_may
from pbem.mail.maildir import MaildirSink, MaildirSource
from pbem.mail.ports import MailSink, MailSource
from pbem.mail.tokens import IMAP_SCOPE, SMTP_SCOPE, CommandToken, MicrosoftToken
from pbem.store.database import NoDatabase, Store, WrongVersion
from pbem.store.secrets import BadVault, Vault
from pbem.systems import registry

if TYPE_CHECKING:
    from pbem.mail.imap import ImapAccount
    from pbem.mail.smtp import SmtpAccount


# ``--config FILE``, for every command of a desk.

CONFIG = Path("config.toml")
"""The configuration file unless a command is told otherwise."""


def add_config(parser: argparse.ArgumentParser) -> None:
    """``--config FILE``."""
    parser.add_argument(
        "--config", type=Path, default=CONFIG, metavar="FILE", help="the desk's configuration (config.toml)"
    )


def read(path: Path) -> Config | None:
    """The configuration, or None after its faults were told.  What others can write is no configuration of ours."""
    try:
        config = read_config(path)
        if others_may(os.stat(path).st_mode, 0o022):
            print(f"{path}: a configuration must be writable by its owner alone (chmod 600)", file=sys.stderr)
            return None
        return config
    except Faults as faults:
        print(faults, file=sys.stderr)
        return None


def desk_of(config: Config, *, makes_key: bool = False) -> Desk | None:
    """The desk, or None after it was told why not.  With `makes_key` a key file that is missing is made."""
    if not IS_UNIX:
        print(NO_DESK, file=sys.stderr)
        return None
    key_file = config.store.key_file
    is_new = config.database is None or not config.database.exists()
    try:
        if makes_key and is_new and not key_file.exists():
            return _desk_with_new_key(config, key_file)
        return open_desk(config, Vault.from_file(key_file))
    except (BadVault, NoDatabase, WrongVersion, OSError) as fault:
        print(fault_text(fault), file=sys.stderr)
        return None


def _desk_with_new_key(config: Config, key_file: Path) -> Desk:
    """The desk of a new database.  One on a server may have a key already: then the new one goes, and BadVault is raised."""
    vault = Vault.make_file(key_file)
    try:
        return open_desk(config, vault)
    except BadVault:
        key_file.unlink()
        raise BadVault(
            f"{key_file}: expected the key file of this database; found none.  Put your copy there"
        ) from None
    except NoDatabase:
        key_file.unlink()  # whoever was there first has the key
        raise
    finally:
        if key_file.exists():
            print(f"made the key file {key_file}: keep a copy of it, without it no secret can be read")


def fault_text(fault: Exception) -> str:
    """A fault in a sentence: that of a file begins with its name."""
    if isinstance(fault, PermissionError) and fault.filename is not None:
        return f"{fault.filename}: {denied(Path(fault.filename))}"
    if isinstance(fault, OSError) and fault.filename is not None and fault.strerror:
        return f"{fault.filename}: {fault.strerror}"
    return str(fault)


def desk_at(path: Path) -> Desk | None:
    """The desk of the configuration in this file, or None after it was told what is wrong."""
    config = read(path)
    return desk_of(config) if config is not None else None


def house_of(keys: DeskTable, pages: str = "", files: GamesTable | None = None) -> House:
    """The desk's house data, as configured; `pages` is the public address of its published pages."""
    return House(
        host=keys.host,
        name=keys.name,
        gm_address=keys.gm,
        mailbox=keys.mailbox,
        authserv=keys.authserv,
        strict=keys.strict,
        wrong_keys_a_day=keys.wrong_keys_a_day,
        answers_a_day=keys.answers_a_day,
        letters_a_day=keys.letters_a_day,
        templates=keys.templates,
        words=keys.words,
        pages=pages,
        scan=files.scan if files is not None else (),
        scan_seconds=files.scan_seconds if files is not None else 60,
    )


def clock_of(config: Config) -> Clock:
    """The clock of the machine, or that of a desk on trial."""
    return FileClock(config.daemon.clock) if config.daemon.clock is not None else SystemClock()


def open_desk(config: Config, vault: Vault) -> Desk:
    """The desk of a configuration."""
    resources.look_for_sheets_in(config.home)
    resources.look_for_scenarios_in(config.desk.scenarios or config.home / resources.SCENARIOS)
    if config.database is not None:
        config.database.parent.mkdir(parents=True, exist_ok=True)
        if not config.database.exists():  # one that is there may be read-only for now
            config.database.touch(
                0o600
            )  # letters and addresses stand in it; SQLite gives its other files the same mode
    return Desk(
        Store(config.url, vault, folder=config.home),
        clock_of(config),
        house_of(config.desk, config.publish.url if config.publish.folder is not None else "", config.table),
        registry.game,
        chance=SystemRandom().random,
        rounds=Http(config.dice.beacon or URLS, config.dice.beacon_seconds),
        pulse_file=config.daemon.pulse_file,
    )


def source_of(config: Config) -> MailSource:
    """The source of letters. Raises OSError if the password file cannot be read."""
    mail_in = config.mail_in
    if mail_in.kind == "maildir":
        return _maildir(config, mail_in.path)
    from pbem.mail.imap import ImapSource

    return ImapSource(imap_account(config))


def _maildir(config: Config, folder: Path) -> MaildirSource:
    return MaildirSource(folder, now=clock_of(config).now if config.daemon.clock is not None else None)


def processed_of(config: Config) -> tuple[MailSource, ...]:
    """The folders of letters that were read, by each name that the folder can have.  Raises OSError as `source_of`."""
    mail_in = config.mail_in
    if mail_in.kind == "maildir":
        folder = mail_in.path / ".Processed"
        return (_maildir(config, folder),) if folder.is_dir() else ()
    from pbem.mail.imap import PROCESSED_NAMES, ImapSource

    account = imap_account(config)
    return tuple(ImapSource(replace(account, folder=one.format(account.processed))) for one in PROCESSED_NAMES)


def imap_account(config: Config) -> "ImapAccount":
    """The mailbox, with what it takes to log in.  Raises OSError if a file of it cannot be read."""
    from pbem.mail.imap import ImapAccount

    mail_in = config.mail_in
    return ImapAccount(
        host=mail_in.host,
        port=mail_in.port,
        user=mail_in.user,
        password=_password(mail_in),
        tls=_tls(mail_in.ca_file) if mail_in.security != "none" else None,
        folder=mail_in.folder,
        processed=mail_in.processed,
        starttls=mail_in.security == "starttls",
        token=_token(mail_in, IMAP_SCOPE),
    )


def sink_of(config: Config) -> MailSink:
    """The sink for letters. Raises OSError if the password file cannot be read."""
    mail_out = config.mail_out
    sink = _plain_sink(config)
    if mail_out.copy_folder is None and not mail_out.copy_to:
        return sink
    from pbem.mail.smtp import CopiedSink

    return CopiedSink(sink, mail_out.copy_folder, mail_out.copy_to)


def _plain_sink(config: Config) -> MailSink:
    if config.mail_out.kind == "maildir":
        return MaildirSink(config.mail_out.path)
    from pbem.mail.smtp import SmtpSink

    return SmtpSink(smtp_account(config))


def smtp_account(config: Config) -> "SmtpAccount":
    """The way out, with what it takes to log in.  Raises OSError if a file of it cannot be read."""
    from pbem.mail.smtp import SmtpAccount

    mail_out = config.mail_out
    return SmtpAccount(
        host=mail_out.host,
        port=mail_out.port,
        user=mail_out.user,
        password=_password(mail_out) if mail_out.user else "",
        security=mail_out.security,
        context=_tls(mail_out.ca_file) if mail_out.security != "none" else None,
        hello=config.desk.host,
        token=_token(mail_out, SMTP_SCOPE) if mail_out.user else None,
    )


def microsoft_logins(config: Config) -> list[MicrosoftToken]:
    """The logins that a person makes once at Microsoft's page, one a token file."""
    tokens = [_token(config.mail_in, IMAP_SCOPE), _token(config.mail_out, SMTP_SCOPE)]
    return list({one.file: one for one in tokens if isinstance(one, MicrosoftToken)}.values())


def _token(account: Account, scope: str) -> CommandToken | MicrosoftToken | None:
    if account.auth != "xoauth2":
        return None
    if account.token_command:
        return CommandToken(account.token_command)
    return MicrosoftToken(account.microsoft_client, account.microsoft_tenant, account.token_file, scope)


def _tls(ca_file: Path | None) -> ssl.SSLContext:
    """The TLS context for a server: the system's certificates, or the one file that is named."""
    if ca_file is not None and not ca_file.is_file():
        words = "expected the certificate that vouches for the mail server (ca_file); found none"
        raise OSError(f"{ca_file}: {words}")
    try:
        return ssl.create_default_context(cafile=str(ca_file) if ca_file is not None else None)
    except ssl.SSLError as fault:
        raise OSError(f"{ca_file}: expected a certificate in PEM form; {fault}") from None


def _password(account: Account) -> str:
    if account.auth != "password":
        return ""
    path = account.password_file
    if not path.exists():
        words = (
            f"expected a file with the password of {account.user}; found none.  Write the password into it, then:   "
        )
        raise FileNotFoundError(ENOENT, f"{words}chmod 600 {path}", str(path))
    if others_may(os.stat(path).st_mode, 0o077):
        raise PermissionError(f"{path}: a password file must be readable by its owner alone (chmod 600)")
    password = path.read_bytes().decode("utf-8", "replace").strip()
    if not password or "\ufffd" in password or "\n" in password:
        raise OSError(f"{path}: expected one line with the password, in UTF-8; found {_instead(password)}")
    return password


def _instead(found: str) -> str:
    """The kind of content that a password file wrongly has; nothing of it is told."""
    return "nothing" if not found else "several lines" if "\n" in found else "another charset"


# One daemon a database file. Two would not see what the other has under way, and send each letter twice.


class AlreadyServed(Exception):
    """Another daemon serves this database."""


def lock_of(database: Path) -> Path:
    """The file that carries the lock."""
    return database.with_name(f"{database.name}.daemon")


@contextmanager
def only_one(database: Path | None) -> Iterator[None]:
    """Be the one daemon of this file; None for a PostgreSQL, whose workers share by claims.

    The system lets the lock go when the process ends, however it ends; the file ``pbem.db.daemon`` that carries it stays.
    Raises AlreadyServed, OSError.
    """
    if database is None:
        yield
        return
    path = lock_of(database)
    with _opened(path) as file:
        try:
            lock_file(file, waits=False)
        except BlockingIOError:
            raise AlreadyServed(
                f"{database}: expected no other daemon; process {file.read().strip() or '?'} serves this database.\n"
                "Stop that one first: two would send each letter twice."
            ) from None
        if file.writable():
            file.truncate()
            file.write(f"{os.getpid()}\n")
            file.flush()
        yield


def _opened(path: Path) -> IO[str]:
    """The file that carries the lock.  One that is there does so on a disk that is read-only for now, too."""
    try:
        return open(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="ascii")
    except OSError as fault:
        if fault.errno != errno.EROFS or not path.exists():
            raise
        return path.open("r", encoding="ascii")
