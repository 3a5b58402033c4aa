"""The configuration of the desk: a TOML file, read with all its faults at once.  docs/configuration.md tells every key."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pbem.core.tomlfile import Fault, Faults, TomlFile

KEYS = {
    "desk": ("host", "name", "gm", "mailbox", "authserv", "strict", "wrong_keys_a_day", "answers_a_day", "templates"),
    "store": ("database", "key_file"),
    "mail_in": ("kind", "host", "port", "user", "password_file", "tls", "folder", "processed", "path"),
    "mail_out": ("kind", "host", "port", "user", "password_file", "security", "path"),
    "daemon": ("poll_seconds", "log_level"),
}
"""Every table and every key that may stand in it."""

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
SECURITY = ("tls", "starttls", "none")
DEFAULT = Path("config.toml")


@dataclass(frozen=True)
class DeskKeys:
    """The table ``[desk]``: who we are, and how strict."""

    host: str
    name: str = "The desk"
    gm: str = ""
    mailbox: str = ""
    authserv: str = ""
    strict: bool = False
    wrong_keys_a_day: int = 20
    answers_a_day: int = 20
    templates: Path | None = None


@dataclass(frozen=True)
class MailIn:
    """Where letters come from: ``imap``, or a ``maildir`` at `path`."""

    kind: str
    host: str = ""
    port: int = 993
    user: str = ""
    password_file: Path = Path()
    tls: bool = True
    folder: str = "INBOX"
    processed: str = "Processed"
    path: Path = Path()


@dataclass(frozen=True)
class MailOut:
    """Where letters go: ``smtp``, or Maildirs under `path`."""

    kind: str
    host: str = ""
    port: int = 465
    user: str = ""
    password_file: Path = Path()
    security: str = "tls"
    path: Path = Path()


@dataclass(frozen=True)
class Config:
    """A configuration that is right.  Relative paths have been taken from the file's own folder.

    `database` is the SQLite file, None where `url` names a PostgreSQL; `home` is the folder of the configuration.
    """

    desk: DeskKeys
    home: Path
    database: Path | None
    url: str
    key_file: Path
    mail_in: MailIn
    mail_out: MailOut
    poll_seconds: int
    log_level: str


def read_config(path: Path) -> Config:
    """Read a configuration.  Raises Faults with everything that is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise Faults(
            [Fault(str(path), 0, "the file", "a TOML file, such as config.example.toml", str(fault))]
        ) from None
    file = TomlFile(str(path), text)
    if file.faults:
        file.ended()
    for table, known in KEYS.items():
        file.unknown(table, file.value(table, file.data.get(table), dict, {}), known)
    file.unknown("", file.data, KEYS)
    config = _Reader(file, path.parent).config()
    file.ended()
    return config


class _Reader:
    def __init__(self, file: TomlFile, home: Path) -> None:
        self.file, self.home = file, home

    def config(self) -> Config:
        database = self._database()
        return Config(
            self._desk(),
            self.home,
            database if isinstance(database, Path) else None,
            f"sqlite:///{database}" if isinstance(database, Path) else database,
            self._path("store.key_file", "pbem.key"),
            self._mail_in(),
            self._mail_out(),
            self._between("daemon.poll_seconds", 60, 5, 540),
            self._one_of("daemon.log_level", LEVELS, "INFO"),
        )

    def _database(self) -> Path | str:
        found = self.file.get("store.database", str, "pbem.db")
        if "://" not in found:
            return self._path("store.database", "pbem.db")
        kind, _, rest = found.partition("://")
        if kind not in ("postgresql", "postgres"):
            self.file.fault("store.database", "a file, or a URL such as postgresql://pbem@db.example/games", found)
        elif ":" in rest.rpartition("@")[0]:
            expected = "a URL without a password: that stands in ~/.pgpass, or in the file that PGPASSFILE names"
            self.file.fault("store.database", expected, f"{kind}://...")
        return found

    def _desk(self) -> DeskKeys:
        get = self.file.get
        host = get("desk.host", str)
        if host and (not host.isascii() or " " in host or "@" in host):
            self.file.fault("desk.host", "a host name such as pbem.example", host)
        gm = get("desk.gm", str, "")
        if gm and "@" not in gm:
            self.file.fault("desk.gm", "an address such as gm@club.example", gm)
        name = get("desk.name", str, "The desk")
        if not name.isascii() or any(c in name for c in '<>@,;:"\n'):
            self.file.fault("desk.name", 'a name in plain ASCII without any of <>@,;:"', name)
        return DeskKeys(
            host,
            name,
            gm,
            get("desk.mailbox", str, ""),
            get("desk.authserv", str, ""),
            get("desk.strict", bool, False),
            self._between("desk.wrong_keys_a_day", 20, 1, 1000),
            self._between("desk.answers_a_day", 20, 1, 1000),
            self._folder_of_templates(),
        )

    def _folder_of_templates(self) -> Path | None:
        if not self.file.get("desk.templates", str, ""):
            return None
        found = self._path("desk.templates", "")
        if not found.is_dir():
            self.file.fault("desk.templates", "a folder of templates (an empty one will do)", str(found))
        return found

    def _mail_in(self) -> MailIn:
        kind = self._one_of("mail_in.kind", ("imap", "maildir"), "imap")
        if kind == "maildir":
            return MailIn(kind, path=self._path("mail_in.path", None))
        get = self.file.get
        return MailIn(
            "imap",
            get("mail_in.host", str),
            self._between("mail_in.port", 993, 1, 65535),
            get("mail_in.user", str),
            self._path("mail_in.password_file", None),
            get("mail_in.tls", bool, True),
            self._folder("mail_in.folder", "INBOX"),
            self._folder("mail_in.processed", "Processed"),
        )

    def _mail_out(self) -> MailOut:
        kind = self._one_of("mail_out.kind", ("smtp", "maildir"), "smtp")
        if kind == "maildir":
            return MailOut(kind, path=self._path("mail_out.path", None))
        get = self.file.get
        user = get("mail_out.user", str, "")
        return MailOut(
            "smtp",
            get("mail_out.host", str),
            self._between("mail_out.port", 465, 1, 65535),
            user,
            self._path("mail_out.password_file", None) if user else Path(),
            self._one_of("mail_out.security", SECURITY, "tls"),
        )

    def _folder(self, key: str, default: str) -> str:
        found = self.file.get(key, str, default)
        if not found.isascii() or not found:
            self.file.fault(key, "a folder's name in plain ASCII", found)
        return found

    def _path(self, key: str, default: str | None) -> Path:
        found = self.file.get(key, str, default)
        return self.home / found if found else Path()

    def _between(self, key: str, default: int, low: int, high: int) -> int:
        found = self.file.get(key, int, default)
        if not low <= found <= high:
            self.file.fault(key, f"a whole number from {low} to {high}", found)
        return found

    def _one_of(self, key: str, choices: Sequence[str], default: str) -> str:
        found = self.file.get(key, str, default)
        if found not in choices:
            self.file.fault(key, f"one of {', '.join(choices)}", found)
        return found
