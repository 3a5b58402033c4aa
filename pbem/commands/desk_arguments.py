"""What the commands that work on the desk have in common: --config, the desk behind it, its mailbox and its way out."""

import argparse
import os
import ssl
import sys
from pathlib import Path
from random import SystemRandom

from pbem.campaign.clock import SystemClock
from pbem.campaign.desk import Desk, House
from pbem.config import DEFAULT, Config, DeskKeys, read_config
from pbem.core.tomlfile import Faults
from pbem.mail.imap import ImapAccount, ImapSource
from pbem.mail.maildir import MaildirSink, MaildirSource
from pbem.mail.ports import MailSink, MailSource
from pbem.mail.smtp import SmtpAccount, SmtpSink
from pbem.store.database import NoDatabase, Store, WrongVersion
from pbem.store.secrets import BadVault, Vault
from pbem.systems import registry


def add_config(parser: argparse.ArgumentParser) -> None:
    """``--config FILE``."""
    parser.add_argument(
        "--config", type=Path, default=DEFAULT, metavar="FILE", help="the desk's configuration (config.toml)"
    )


def read(path: Path) -> Config | None:
    """The configuration, or None after its faults were told."""
    try:
        return read_config(path)
    except Faults as faults:
        print(faults, file=sys.stderr)
        return None


def desk_of(config: Config, *, makes_key: bool = False) -> Desk | None:
    """The desk, or None after it was told why not.  With `makes_key` a key file that is missing is made."""
    try:
        is_new = config.database is None or not config.database.exists()
        if makes_key and not config.key_file.exists() and is_new:
            vault = Vault.make_file(config.key_file)
            print(f"made the key file {config.key_file}: keep a copy of it, without it no secret can be read")
        else:
            vault = Vault.from_file(config.key_file)
        return open_desk(config, vault)
    except (BadVault, NoDatabase, WrongVersion, OSError) as fault:
        print(fault, file=sys.stderr)
        return None


def house_of(keys: DeskKeys) -> House:
    """What the desk writes with, as configured."""
    return House(
        host=keys.host,
        name=keys.name,
        gm_address=keys.gm,
        mailbox=keys.mailbox,
        authserv=keys.authserv,
        strict=keys.strict,
        wrong_keys_a_day=keys.wrong_keys_a_day,
        answers_a_day=keys.answers_a_day,
        templates=keys.templates,
    )


def open_desk(config: Config, vault: Vault) -> Desk:
    """The desk of a configuration, with the clock of the machine."""
    if config.database is not None:
        config.database.parent.mkdir(parents=True, exist_ok=True)
    return Desk(
        Store(config.url, vault, folder=config.home),
        SystemClock(),
        house_of(config.desk),
        registry.game,
        chance=SystemRandom().random,
    )


def source_of(config: Config) -> MailSource:
    """Where letters come from.  Raises OSError where the password file cannot be read."""
    told = config.mail_in
    if told.kind == "maildir":
        return MaildirSource(told.path)
    return ImapSource(
        ImapAccount(
            host=told.host,
            port=told.port,
            user=told.user,
            password=_password(told.password_file),
            tls=ssl.create_default_context() if told.tls else None,
            folder=told.folder,
            processed=told.processed,
        )
    )


def sink_of(config: Config) -> MailSink:
    """Where letters go.  Raises OSError where the password file cannot be read."""
    told = config.mail_out
    if told.kind == "maildir":
        return MaildirSink(told.path)
    return SmtpSink(
        SmtpAccount(
            host=told.host,
            port=told.port,
            user=told.user,
            password=_password(told.password_file) if told.user else "",
            security=told.security,
            hello=config.desk.host,
        )
    )


def _password(path: Path) -> str:
    if os.stat(path).st_mode & 0o077:
        raise PermissionError(f"{path}: a password file must be readable by its owner alone (chmod 600)")
    return path.read_text(encoding="utf-8").strip()
