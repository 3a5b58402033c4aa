"""The configuration of the desk: a TOML file, read with all its faults at once.  docs/configuration.md tells every key."""

from collections.abc import Sequence
from pathlib import Path

from pbem.core.frozen import dataclass
from pbem.core.tomlfile import Fault, Faults, TomlFile

KEYS = {
    "desk": (
        "host",
        "name",
        "gm",
        "mailbox",
        "authserv",
        "strict",
        "wrong_keys_a_day",
        "answers_a_day",
        "letters_a_day",
        "templates",
    ),
    "store": ("database", "key_file"),
    "mail_in": (
        "kind",
        "host",
        "port",
        "user",
        "password_file",
        "auth",
        "token_command",
        "microsoft_client",
        "microsoft_tenant",
        "token_file",
        "security",
        "tls",
        "ca_file",
        "folder",
        "processed",
        "path",
    ),
    "mail_out": (
        "kind",
        "host",
        "port",
        "user",
        "password_file",
        "auth",
        "token_command",
        "microsoft_client",
        "microsoft_tenant",
        "token_file",
        "security",
        "ca_file",
        "path",
    ),
    "dice": ("beacon", "beacon_seconds"),
    "daemon": ("poll_seconds", "log_level", "log_format", "pulse_file", "metrics_port"),
}
"""Every table and every key that may stand in it."""

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
LOG_FORMATS = ("text", "json")
SECURITY = ("tls", "starttls", "none")
AUTH = ("password", "xoauth2")
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
    letters_a_day: int = 200
    templates: Path | None = None


@dataclass(frozen=True)
class Login:
    """How to log in: by the password in a file, or, where `auth` is ``xoauth2``, by an access token.

    A token is what `token_command` prints; or msal gets it for the client of Microsoft's that is named, and keeps what it
    needs for that in `token_file`.
    """

    auth: str = "password"
    password_file: Path = Path()
    token_command: tuple[str, ...] = ()
    microsoft_client: str = ""
    microsoft_tenant: str = "common"
    token_file: Path = Path()


@dataclass(frozen=True)
class MailIn:
    """Where letters come from: ``imap``, or a ``maildir`` at `path`.  `ca_file` vouches for the server's certificate."""

    kind: str
    host: str = ""
    port: int = 993
    user: str = ""
    login: Login = Login()
    security: str = "tls"
    ca_file: Path | None = None
    folder: str = "INBOX"
    processed: str = "Processed"
    path: Path = Path()


@dataclass(frozen=True)
class MailOut:
    """Where letters go: ``smtp``, or Maildirs under `path`.  `ca_file` vouches for the server's certificate."""

    kind: str
    host: str = ""
    port: int = 465
    user: str = ""
    login: Login = Login()
    security: str = "tls"
    ca_file: Path | None = None
    path: Path = Path()


@dataclass(frozen=True)
class Config:
    """A configuration that is right.  Relative paths have been taken from the file's own folder.

    `beacon` are the addresses at which rounds of drand are had, () for the usual ones, each asked for `beacon_seconds`.
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
    log_format: str = "text"
    pulse_file: Path = Path("pbem.pulse")
    metrics_port: int = 0
    beacon: tuple[str, ...] = ()
    beacon_seconds: int = 5


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
            self._one_of("daemon.log_format", LOG_FORMATS, "text"),
            self._path("daemon.pulse_file", "pbem.pulse"),
            self._between("daemon.metrics_port", 0, 0, 65535),
            self._beacon(),
            self._between("dice.beacon_seconds", 5, 1, 60),
        )

    def _beacon(self) -> tuple[str, ...]:
        found = self.file.get("dice.beacon", list, [])
        if not all(isinstance(one, str) and one.startswith(("https://", "http://")) for one in found):
            self.file.fault("dice.beacon", 'a list of addresses such as ["https://api.drand.sh"]', found)
            return ()
        return tuple(found)

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
            self._between("desk.letters_a_day", 200, 1, 100_000),
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
        # `tls` is how it was said before there was STARTTLS.
        security = self._one_of("mail_in.security", SECURITY, "tls" if get("mail_in.tls", bool, True) else "none")
        return MailIn(
            "imap",
            get("mail_in.host", str),
            self._between("mail_in.port", 993 if security == "tls" else 143, 1, 65535),
            get("mail_in.user", str),
            self._login("mail_in"),
            security,
            self._file("mail_in.ca_file"),
            self._folder("mail_in.folder", "INBOX"),
            self._folder("mail_in.processed", "Processed"),
        )

    def _mail_out(self) -> MailOut:
        kind = self._one_of("mail_out.kind", ("smtp", "maildir"), "smtp")
        if kind == "maildir":
            return MailOut(kind, path=self._path("mail_out.path", None))
        get = self.file.get
        user = get("mail_out.user", str, "")
        security = self._one_of("mail_out.security", SECURITY, "tls")
        return MailOut(
            "smtp",
            get("mail_out.host", str),
            self._between("mail_out.port", {"tls": 465, "starttls": 587}.get(security, 25), 1, 65535),
            user,
            self._login("mail_out") if user else Login(),
            security,
            self._file("mail_out.ca_file"),
        )

    def _login(self, table: str) -> Login:
        get = self.file.get
        auth = self._one_of(f"{table}.auth", AUTH, "password")
        if auth == "password":
            return Login(auth, self._path(f"{table}.password_file", None))
        command = get(f"{table}.token_command", list, [])
        client = get(f"{table}.microsoft_client", str, "")
        if not all(isinstance(word, str) and word for word in command):
            self.file.fault(f"{table}.token_command", 'a list of words such as ["get-token", "desk"]', command)
        if bool(command) == bool(client):
            expected = "one of token_command and microsoft_client, since auth is xoauth2"
            self.file.fault(f"{table}.auth", expected, "both" if command else "neither")
        return Login(
            auth,
            token_command=tuple(command),
            microsoft_client=client,
            microsoft_tenant=get(f"{table}.microsoft_tenant", str, "common"),
            token_file=self._path(f"{table}.token_file", f"{table}.token"),
        )

    def _file(self, key: str) -> Path | None:
        found = self.file.get(key, str, "")
        return self.home / found if found else None

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
