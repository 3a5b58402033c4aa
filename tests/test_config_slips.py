"""What operators mistype in a configuration: each slip is told with what was expected, found, and where."""

from pathlib import Path

import pytest

from pbem.config import read_config
from pbem.core.tomlfile import Faults

ROOT = Path(__file__).resolve().parent.parent

SLIPS = [
    # what stands in the example, what the operator made of it, the key of the one fault, what it says
    ('host = "imap.pbem.example"', 'host = "imaps://imap.pbem.example"', "mail_in.host", "a host name such as"),
    ('host = "imap.pbem.example"', 'host = "imap.pbem.example:993"', "mail_in.host", "and no more"),
    ('host = "smtp.pbem.example"', 'host = "smtp.pbem.example "', "mail_out.host", "and no more"),
    ('host = "imap.pbem.example"', 'host = ""', "mail_in.host", "is missing: expected text"),
    ('user = "desk"', 'user = ""', "mail_in.user", "is missing: expected text"),
    ('password_file = "imap.password"', 'password_file = ""', "mail_in.password_file", "is missing: expected text"),
    ('# auth = "xoauth2"', 'auth = "pasword"', "mail_in.auth", "one of password, xoauth2, found 'pasword'"),
    ('database = "pbem.db"', 'database = ""', "store.database", "a file such as pbem.db"),
    ('database = "pbem.db"', 'database = "pbem\\ndb"', "store.database", "a file such as pbem.db"),
    ('key_file = "pbem.key"', 'key_file = ""', "store.key_file", "a file's name"),
    ('key_file = "pbem.key"', 'key_file = "pbem\\nkey"', "store.key_file", "in one line"),
    ('# pulse_file = "pbem.pulse"', 'pulse_file = ""', "daemon.pulse_file", "a file's name"),
    ('folder = "INBOX"', 'folder = "IN\\nBOX"', "mail_in.folder", "in plain ASCII"),
    ('processed = "Processed"', 'processed = "Inbox"', "mail_in.processed", "another folder than the one that is read"),
    ('security = "tls"', 'securty = "tls"', "mail_in.securty", "found the key 'securty' (did you mean security?)"),
    ('folder = "INBOX"', 'authserv = "mx.club.example"', "mail_in.authserv", "(it belongs under [desk])"),
    ("[daemon]", "[deamon]", "deamon", "found the key 'deamon' (did you mean daemon?)"),
    (
        'host = "pbem.example"',
        'host = "pbem.example',
        "the file",
        "a quotation mark at the end of the text, found the end",
    ),
    ('host = "pbem.example"', "host = pbem.example", "the file", "expected TOML: text in quotation marks"),
    ('host = "pbem.example"', 'host "pbem.example"', "the file", "a line such as   key = value"),
    ("[daemon]", "[desk]", "the file", "each table once, found [desk] a second time"),
    ("port = 993", "port = 993\nport = 143", "the file", "each key once in a table"),
    ("# [publish]", '[publish]\nfolder = "."', "publish.folder", "the configuration, the key file, the database"),
    ("# [publish]", '[publish]\nfolder = ".."', "publish.folder", "a folder for the pages alone"),
]


def told(folder: Path, text: str) -> tuple[str, str]:
    """The key and the words of the one fault of this configuration."""
    (folder / "config.toml").write_text(text, encoding="utf-8")
    with pytest.raises(Faults) as found:
        read_config(folder / "config.toml")
    (fault,) = found.value.faults
    assert fault.line > 0
    return fault.key, str(fault)


@pytest.mark.parametrize(("right", "slip", "key", "says"), SLIPS)
def test_each_slip_is_one_fault_that_says_what_was_meant(
    tmp_path: Path, right: str, slip: str, key: str, says: str
) -> None:
    example = (ROOT / "config.example.toml").read_text(encoding="utf-8")
    assert right in example
    found, words = told(tmp_path, example.replace(right, slip, 1))
    assert found == key
    assert says in words


def on(host: str, more: str = "", user: str = 'user = "desk"\npassword_file = "p"') -> str:
    return (
        '[desk]\nhost = "pbem.example"\n[mail_in]\nkind = "maildir"\npath = "in"\n'
        f'[mail_out]\nhost = "{host}"\nsecurity = "none"\n{user}\n{more}\n'
    )


def test_a_password_is_not_sent_readable_to_another_machine_unless_it_is_said_in_words(tmp_path: Path) -> None:
    key, words = told(tmp_path, on("smtp.club.example"))
    assert key == "mail_out.security"
    assert "found none, which sends the password readable to smtp.club.example" in words
    assert "clear_password = true" in words
    for fine in (
        on("127.0.0.1"), on("::1"), on("localhost"), on("127.0.1.1"), on("smtp.club.example", "clear_password = true"),
        on("relay.club.example", user=""),
    ):  # fmt: skip
        (tmp_path / "config.toml").write_text(fine, encoding="utf-8")
        assert read_config(tmp_path / "config.toml").mail_out.security == "none"


@pytest.mark.parametrize("said", ['security = "none"', "tls = false"])
def test_nor_is_that_of_the_mailbox(tmp_path: Path, said: str) -> None:
    example = (ROOT / "config.example.toml").read_text(encoding="utf-8").replace('security = "tls"', said, 1)
    key, words = told(tmp_path, example)
    assert key == "mail_in.security" or "mail_in.security" in words
    assert "readable to imap.pbem.example" in words


def test_an_editor_on_windows_puts_a_mark_before_the_text(tmp_path: Path) -> None:
    text = (ROOT / "config.example.toml").read_bytes().replace(b"\n", b"\r\n")
    (tmp_path / "config.toml").write_bytes(b"\xef\xbb\xbf" + text)
    assert read_config(tmp_path / "config.toml").desk.host == "pbem.example"
