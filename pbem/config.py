"""The configuration of the desk: a TOML file, read with all its faults at once.

Each key is declared here once, with its default and what docs/configuration.md says about it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, PrivateAttr, ValidationInfo, model_validator

from pbem.core.tomlfile import MISSING, WORDS, Faults, TomlFile, unreadable
from pbem.machine import is_host, is_this_machine, user_name
from pbem.tomlmodel import (
    HomePath,
    NamedPath,
    OptionalPath,
    TomlTable,
    between,
    expected,
    list_of_texts,
    matching,
    note,
    parse,
    such_that,
)

AS_MAIL_IN = "as in `[mail_in]`"


def key(description: str, default: Any = ..., default_text: str = "") -> Any:
    """A key of the configuration: what it is, its default, and how the documentation says the default."""
    return Field(default, description=description, validate_default=True, json_schema_extra={"default": default_text})


Folder = Annotated[
    str, such_that(lambda name: name.isascii() and name.isprintable() and name != "", "a folder's name in plain ASCII")
]
Host = Annotated[
    str, such_that(lambda name: name == "" or is_host(name), "a host name such as mail.club.example, and no more")
]
Words = Annotated[str, such_that(lambda text: text == "" or text.isprintable(), "a text in one line")]
Command = Annotated[tuple[str, ...], list_of_texts(bool, 'a list of words such as ["get-token", "desk"]')]
Port = Annotated[int, between(1, 65535)]
Security = Literal["tls", "starttls", "none"]


class DeskTable(TomlTable):
    """The table ``[desk]``: who we are, and how strict."""

    host: Annotated[str, matching(r"[A-Za-z0-9][A-Za-z0-9.-]{0,252}", "a host name such as pbem.example")] = key(
        "the host of our addresses; replies go to `game+side.key@host`, and it marks our letters so that two desks never "
        "answer each other for ever. It is also the name under which seals are signed"
    )
    name: Annotated[
        str,
        such_that(
            lambda name: name.isascii() and name.isprintable() and not set('<>@,;:"') & set(name),
            'a name in one line of plain ASCII without any of <>@,;:"',
        ),
    ] = key("the name in `From`, in plain ASCII", "The desk")
    gm: Annotated[str, matching(r"([!-~]+@[A-Za-z0-9.-]+)?", "an address such as gm@club.example, without a name")] = (
        key(
            "who hears about held letters that belong to no game, and of the desk itself (a mailbox that can't be read; "
            "without this key the GMs of its games do); also the GM of a new game if `pbem new` names no other",
            "",
        )
    )
    mailbox: Annotated[
        str,
        matching(r"[A-Za-z0-9._-]{0,64}", 'what stands before the "@" of the mailbox, such as gm, without "+"'),
    ] = key("set it if your server knows one mailbox only: replies then go to `mailbox+game.side.key@host`", "")
    authserv: Annotated[str, matching(r"[!-~]*", "a name without blanks, such as mx.pbem.example")] = key(
        "the name under which your own mail server writes `Authentication-Results`. Without it we ignore the results of "
        "domain checks, since anybody can write that header",
        "",
    )
    strict: bool = key(
        "`true`: letters without `dkim=pass` from that server, for a signature of the sender's own domain, are held for the "
        "GM; it needs `authserv`",
        False,
    )
    wrong_keys_a_day: Annotated[int, between(1, 1000)] = key(
        "how many letters with wrong order keys we answer per day, game and sender; further ones are held", 20
    )
    answers_a_day: Annotated[int, between(1, 1000)] = key(
        "how many letters that we could not accept we answer per day and address; further ones are held", 20
    )
    letters_a_day: Annotated[int, between(1, 100_000)] = key(
        "how many letters of one address we answer per day, whatever they say; further ones are held", 200
    )
    templates: OptionalPath = key(
        "a folder of templates of your own, which take precedence over the program's ([templates](templates.md)); it may "
        "be empty to begin with",
        None,
    )

    scenarios: OptionalPath = key(
        "a folder with scenarios, maps, counters and charts of your own, laid out as `scenarios/` is "
        "([scenario format](scenario-format.md#scenarios-of-your-own)); `pbem new --scenario FILE` puts one there",
        None,
        "`scenarios` beside this file",
    )

    words: OptionalPath = key(
        "a file of words of your own for the reader of orders: turns of phrase and nicknames "
        "([words](lexicon.md#words-of-your-own)). It is read again when it has changed",
        None,
    )

    @model_validator(mode="after")
    def _strict_knows_our_server(self, info: ValidationInfo) -> "DeskTable":
        if self.strict and not self.authserv:
            note(info, "desk.strict", "authserv beside it (without, every letter would be held)", "strict alone")
        return self

    @model_validator(mode="after")
    def _templates_are_a_folder(self, info: ValidationInfo) -> "DeskTable":
        if self.templates is not None and not self.templates.is_dir():
            note(info, "desk.templates", "a folder of templates (an empty one will do)", str(self.templates))
        return self

    @model_validator(mode="after")
    def _scenarios_are_a_folder(self, info: ValidationInfo) -> "DeskTable":
        if self.scenarios is not None and not self.scenarios.is_dir():
            note(info, "desk.scenarios", "a folder of scenarios (an empty one will do)", str(self.scenarios))
        return self

    @model_validator(mode="after")
    def _words_are_a_file(self, info: ValidationInfo) -> "DeskTable":
        if self.words is not None and not self.words.is_file():
            note(info, "desk.words", "a file of words (an empty one will do)", str(self.words))
        return self


def _database(found: str) -> str:
    if not found or not found.isprintable():
        raise expected("a file such as pbem.db, or a URL such as postgresql://pbem@db.example/games")
    kind, scheme, rest = found.partition("://")
    if scheme and kind not in ("postgresql", "postgres"):
        raise expected("a file, or a URL such as postgresql://pbem@db.example/games", f"{kind}://...")
    if ":" in rest.rpartition("@")[0]:
        words = "a URL without a password: that belongs in ~/.pgpass, or in the file that PGPASSFILE names"
        raise expected(words, f"{kind}://...")
    return found


class StoreTable(TomlTable):
    """The table ``[store]``: where games are kept."""

    database: Annotated[str, AfterValidator(_database)] = key(
        "a SQLite file, or the URL of a PostgreSQL database (`postgresql://pbem@db.example/games`; the extra `postgres`): "
        "see [the database](database.md). Its password belongs in `~/.pgpass`, never here. Back it up with "
        "[`pbem backup`](commands.md#pbem-backup)",
        "pbem.db",
    )
    key_file: NamedPath = key(
        "the key under which ladders, salt keys, order secrets and signing keys, all letters, orders and press, and the "
        "positions, events and questions of all games are encrypted, hidden facts among them; "
        "order keys are kept as digests under it. The first `pbem new` makes it; each `pbem new` writes its campaign's root "
        "key beside it, as `GAME-root.pem`, to be taken away. Keep a copy away from the database: without it no game can go "
        "on, with it and the database everything can be read",
        "pbem.key",
    )


class Account(TomlTable):
    """A mail server and how to log in: by the password in a file, or by an access token where `auth` is ``xoauth2``.

    `token_command` prints a token; or msal gets it for the client that is registered at Microsoft, and keeps what it needs
    in `token_file`.  `ca_file` vouches for the server's certificate.
    """

    kind: str = key("which server")
    host: Host = key("the server", "")
    port: Port = key("its port", 1)
    user: Words = key("the account", "")
    auth: Literal["password", "xoauth2"] = key(AS_MAIL_IN, "password")
    password_file: HomePath = key("the file with its password", "", 'must be given with `auth = "password"`')
    token_command: Command = key(AS_MAIL_IN, ())
    microsoft_client: str = key(AS_MAIL_IN, "")
    microsoft_tenant: str = key(AS_MAIL_IN, "common")
    token_file: HomePath = key(AS_MAIL_IN, "")
    security: Security = key(AS_MAIL_IN, "tls")
    clear_password: bool = key(AS_MAIL_IN, False)
    ca_file: OptionalPath = key(AS_MAIL_IN, None, "the system's")
    path: HomePath = key("the folder", "", "must be given (maildir)")

    TABLE: ClassVar[str]

    @model_validator(mode="before")
    @classmethod
    def _is_complete(cls, data: Any, info: ValidationInfo) -> Any:
        if not isinstance(data, dict):
            return data
        data = dict(data)
        if data.get("kind") == "maildir":
            _needs(data, info, cls.TABLE, ("path",))
        else:
            cls._complete_server(data, info)
        return data

    @classmethod
    def _complete_server(cls, data: dict[str, Any], info: ValidationInfo) -> None:
        """Look for the keys that a server needs, and fill in its port."""


def _needs(data: dict[str, Any], info: ValidationInfo, table: str, keys: tuple[str, ...]) -> None:
    for one in keys:
        if data.get(one, "") == "":
            note(info, f"{table}.{one}", WORDS[str], MISSING)


def _login_is_complete(data: dict[str, Any], info: ValidationInfo, table: str) -> None:
    """Note what is missing for the way of logging in, and fill in the token file's name."""
    if data.get("auth", "password") == "password":
        _needs(data, info, table, ("password_file",))
    if data.get("auth") != "xoauth2":
        return
    command, client = bool(data.get("token_command")), bool(data.get("microsoft_client"))
    if command == client:
        words = "one of token_command and microsoft_client, since auth is xoauth2"
        note(info, f"{table}.auth", words, "both" if command else "neither")
    data["token_file"] = data.get("token_file") or f"{table}.token"


def _keeps_password(data: dict[str, Any], info: ValidationInfo, table: str) -> None:
    """Note a login that anybody on the way could read."""
    host = data.get("host")
    if data.get("security") != "none" or data.get("clear_password") or not isinstance(host, str) or not is_host(host):
        return
    if not is_this_machine(host):
        words = (
            'tls or starttls (or host = "127.0.0.1" for a server on this machine, or clear_password = true if you '
            "trust everybody on the way)"
        )
        note(info, f"{table}.security", words, f"none, which sends the password readable to {host}")


class MailIn(Account):
    """The table ``[mail_in]``: where letters come from."""

    kind: Literal["imap", "maildir"] = key(
        "`imap`, or `maildir` for a folder that your mail server delivers to", "imap"
    )
    host: Host = key("the IMAP server", "", "must be given (imap)")
    port: Port = key("its port", 993, "993; 143 without TLS from the first byte")
    user: Words = key("the account", "", "must be given (imap)")
    auth: Literal["password", "xoauth2"] = key(
        "`password` (your own, or an app password), or `xoauth2` for an access token", "password"
    )
    token_command: Command = key(
        "a list of words: the command that prints an access token for this account, and nothing else. It runs at every login",
        (),
    )
    microsoft_client: str = key(
        "the client id of an application that is registered at Microsoft; `pbem login` logs in, msal (the extra "
        "`microsoft`) renews the token",
        "",
    )
    microsoft_tenant: str = key("the tenant of that application", "common")
    token_file: HomePath = key("where msal keeps what it needs; readable by its owner alone", "", "`mail_in.token`")
    security: Security = key(
        "`tls` from the first byte (port 993), `starttls` (port 143), or `none` only for a server on the same machine",
        "tls",
    )
    clear_password: bool = key(
        '`true`: with `security = "none"`, send the password or token to another machine too, in a network where you '
        "trust everybody on the way. Without it such a configuration is refused",
        False,
    )
    ca_file: OptionalPath = key(
        "the certificate (PEM) that vouches for the server's, if it is from an authority of your own",
        None,
        "the system's",
    )
    path: HomePath = key("the Maildir", "", "must be given (maildir)")
    tls: bool = key('the older way to say it: `false` is `security = "none"`', True)
    folder: Folder = key("the folder that is read, in plain ASCII", "INBOX")
    processed: Folder = key(
        "the folder to which letters are moved after they have been stored; nothing is ever deleted", "Processed"
    )

    TABLE: ClassVar[str] = "mail_in"

    @model_validator(mode="after")
    def _moves_letters_away(self, info: ValidationInfo) -> "MailIn":
        if self.processed.lower() == self.folder.lower():
            note(info, "mail_in.processed", "another folder than the one that is read", self.processed)
        return self

    @classmethod
    def _complete_server(cls, data: dict[str, Any], info: ValidationInfo) -> None:
        _needs(data, info, cls.TABLE, ("host", "user"))
        _login_is_complete(data, info, cls.TABLE)
        data.setdefault("security", "none" if data.get("tls") is False else "tls")
        data.setdefault("port", 993 if data["security"] == "tls" else 143)
        _keeps_password(data, info, cls.TABLE)


class MailOut(Account):
    """The table ``[mail_out]``: where letters go."""

    kind: Literal["smtp", "maildir"] = key("`smtp`, or `maildir`: one Maildir a recipient under `path`", "smtp")
    host: Host = key("the SMTP server that takes our letters", "", "must be given (smtp)")
    port: Port = key("its port", 465, "465, 587 with `starttls`, 25 with `none`")
    user: Words = key("the account, if the server wants one", "")
    password_file: HomePath = key("the file with its password", "", 'must be given with `user` and `auth = "password"`')
    token_file: HomePath = key("as in `[mail_in]`; it may be the same file", "", "`mail_out.token`")
    security: Security = key("`tls`, `starttls` (port 587), or `none` on the same machine", "tls")
    path: HomePath = key("the folder of Maildirs", "", "must be given (maildir)")
    copy_folder: OptionalPath = key(
        "a Maildir that gets a copy of each letter that went out. `pbem adopt` reads it after a restore, so that you need "
        "not ask the players for their mail. Keep it on another disk than the database; whoever reads it reads all reports",
        None,
        "no copies",
    )
    copy_to: Annotated[str, matching(r"([!-~]+@[A-Za-z0-9.-]+)?", "an address such as archive@club.example")] = key(
        "an address that gets a copy of each letter that went out; it doubles the mail that the desk sends", ""
    )

    TABLE: ClassVar[str] = "mail_out"

    @classmethod
    def _complete_server(cls, data: dict[str, Any], info: ValidationInfo) -> None:
        _needs(data, info, cls.TABLE, ("host",))
        if data.get("user"):
            _login_is_complete(data, info, cls.TABLE)
            _keeps_password(data, info, cls.TABLE)
        data.setdefault("port", {"tls": 465, "starttls": 587}.get(str(data.get("security", "tls")), 25))


class DaemonTable(TomlTable):
    """The table ``[daemon]``: how the daemon works, logs and reports its health."""

    poll_seconds: Annotated[int, between(5, 540)] = key(
        "how often to look if the server doesn't announce new mail, from 5 to 540; a deadline is enforced by the first look "
        "that falls a minute or more after it",
        60,
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = key(
        "`DEBUG`, `INFO`, `WARNING` or `ERROR`. Secrets, orders and letters' words are never logged, and addresses are masked",
        "INFO",
    )
    log_format: Literal["text", "json"] = key("`text`, or `json`: one object an entry", "text")
    pulse_file: NamedPath = key(
        "where the daemon writes its status after each round; `pbem health` reads it", "pbem.pulse"
    )
    metrics_port: Annotated[int, between(0, 65535)] = key(
        "a port on 127.0.0.1 where `/metrics` shows figures for Prometheus; 0 for none", 0
    )
    clock: OptionalPath = key(
        "of a desk on trial: the file with a clock of its own, which [`pbem trial`](commands.md#pbem-trial) moves on. It "
        "is refused unless letters come from a Maildir and go to Maildirs",
        None,
        "the machine's clock",
    )


class DiceTable(TomlTable):
    """The table ``[dice]``: for games in dice mode ``beacon``."""

    beacon: Annotated[
        tuple[str, ...],
        list_of_texts(
            lambda url: url.startswith(("https://", "http://")), 'a list of addresses such as ["https://api.drand.sh"]'
        ),
    ] = key(
        "addresses of drand's HTTP interface, asked one after another. Each round is checked, so it matters little who hands "
        "it out",
        (),
        "drand's own and Cloudflare's",
    )
    beacon_seconds: Annotated[int, between(1, 60)] = key("the longest wait for each address, from 1 to 60", 5)


class GamesTable(TomlTable):
    """The table ``[table]``: games at the table, whose players pass files on."""

    scan: Command = key(
        'a command that looks at each file that a player passes on, such as `["clamdscan", "-"]`: it gets the file on its '
        "standard input, and ends with 0 for a clean one, 1 for another. Such a letter is not accepted; where the command "
        "ends otherwise the letter is held for the GM",
        (),
        "files are not scanned",
    )
    scan_seconds: Annotated[int, between(1, 600)] = key("the longest wait for it, from 1 to 600", 60)


class PublishTable(TomlTable):
    """The table ``[publish]``: pages of the games for everybody."""

    folder: OptionalPath = key(
        "a folder that a web server shows: the daemon writes a page, a record to step through, a feed and a calendar for "
        "each game into it, after every stop of play. No addresses are in it, and nothing of games that hide facts before "
        "their end ([published pages](publishing.md))",
        None,
        "nothing is published",
    )
    url: Annotated[
        str,
        such_that(
            lambda url: not url or (url.startswith(("https://", "http://")) and url.endswith("/")),
            "an address such as https://games.example/pbem/ with a slash at its end",
        ),
    ] = key("the folder's public address, for links in the feeds", "", "links are left out")
    token_file: NamedPath = key(
        "the file with the token that shows the GM's queue on `pbem serve --web 8080`; it is made where there is none",
        "web.token",
    )


class Config(TomlTable):
    """A valid configuration.  Relative paths have been taken from `home`, the folder of the file."""

    desk: DeskTable
    store: StoreTable = Field(default_factory=dict, validate_default=True)
    mail_in: MailIn = Field(default_factory=dict, validate_default=True)
    mail_out: MailOut = Field(default_factory=dict, validate_default=True)
    dice: DiceTable = Field(default_factory=dict, validate_default=True)
    daemon: DaemonTable = Field(default_factory=dict, validate_default=True)
    table: GamesTable = Field(default_factory=dict, validate_default=True)
    publish: PublishTable = Field(default_factory=dict, validate_default=True)
    _home: Path = PrivateAttr(default=Path())

    @model_validator(mode="after")
    def _keep_home(self, info: ValidationInfo) -> "Config":
        self._home = info.context["home"] if info.context else Path()
        return self

    @model_validator(mode="after")
    def _tries_without_real_mail(self, info: ValidationInfo) -> "Config":
        real = [one for one in ("mail_in", "mail_out") if getattr(self, one).kind != "maildir"]
        if self.daemon.clock is not None and real:
            words = "no clock of its own: only a desk on trial has one, whose mail stays in Maildirs"
            note(info, "daemon.clock", words, f"one, and real mail under {' and '.join(f'[{one}]' for one in real)}")
        return self

    @model_validator(mode="after")
    def _publishes_no_secret(self, info: ValidationInfo) -> "Config":
        folder = self.publish.folder
        inside = [what for what, path in self._private() if folder and path.resolve().is_relative_to(folder.resolve())]
        if inside:
            words = "a folder for the pages alone, such as www: a web server shows whatever is in it"
            note(info, "publish.folder", words, f"{folder}, which holds {', '.join(dict.fromkeys(inside))}")
        return self

    def _private(self) -> Iterator[tuple[str, Path]]:
        """The files and folders that a web server must never show."""
        yield "the configuration", self._home
        yield "the key file", self.store.key_file
        if self.database is not None:
            yield "the database", self.database
        yield "the token of the GM's queue", self.publish.token_file
        if self.mail_out.copy_folder is not None:
            yield "letters", self.mail_out.copy_folder
        for account in (self.mail_in, self.mail_out):
            yield from (("a password", path) for path in (account.password_file, account.token_file) if path != Path())
            if account.path != Path():
                yield "letters", account.path

    @property
    def home(self) -> Path:
        """The folder of the file."""
        return self._home

    @property
    def database(self) -> Path | None:
        """The SQLite file, None for a PostgreSQL database."""
        return None if "://" in self.store.database else self._home / self.store.database

    @property
    def url(self) -> str:
        """The database as SQLAlchemy names it."""
        return self.store.database if self.database is None else f"sqlite:///{self.database}"


def tables() -> dict[str, type[TomlTable]]:
    """The model of every table, in the order of the documentation."""
    found = {name: info.annotation for name, info in Config.model_fields.items()}
    return {name: one for name, one in found.items() if isinstance(one, type) and issubclass(one, TomlTable)}


def read_config(path: Path) -> Config:
    """Read a configuration.  Raises Faults with everything that is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8-sig")  # Windows' editors put a mark before the first character
    except PermissionError as fault:
        raise Faults([unreadable(str(path), f"a configuration that {user_name()} can read", fault)]) from None
    except (OSError, UnicodeDecodeError) as fault:
        expected = "the desk's configuration (pbem setup writes one; or add --config FILE)"
        raise Faults([unreadable(str(path), expected, fault)]) from None
    file = TomlFile(str(path), text)
    if file.faults:
        file.ended()
    file.data.setdefault("desk", {})
    return parse(file, Config, path.parent)
