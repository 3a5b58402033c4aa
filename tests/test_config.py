"""The configuration: all faults at once, and every key told in docs/configuration.md."""

import re
from pathlib import Path

import pytest

from pbem.config import read_config, tables
from pbem.core.tomlfile import Faults

ROOT = Path(__file__).resolve().parent.parent


def test_the_example_is_right() -> None:
    config = read_config(ROOT / "config.example.toml")
    assert config.desk.host == "pbem.example"
    assert config.database == ROOT / "pbem.db"


KEYS = {table: tuple(model.model_fields) for table, model in tables().items()}


def test_every_key_is_documented_and_nothing_else() -> None:
    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    found = {}
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        if table := re.match(r"`\[(\w+)\]`", section):
            found[table[1]] = set(re.findall(r"^\| `(\w+)` \|", section, flags=re.MULTILINE))
    assert found == {table: set(keys) for table, keys in KEYS.items()}


def test_every_key_stands_in_the_example() -> None:
    text = (ROOT / "config.example.toml").read_text(encoding="utf-8")
    for table, keys in KEYS.items():
        section = text.split(f"[{table}]")[1].split("\n[")[0]
        assert {key for key in keys if re.search(rf"^#? ?{key} =", section, re.MULTILINE)} == set(keys)


def test_all_faults_are_told_at_once_with_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(
        '[desk]\nhost = "not a host"\nnmae = "x"\n[mail_in]\nkind = "pop3"\nport = 70000\n'
        '[mail_out]\nkind = "smtp"\nsecurity = "ssl"\n[daemon]\npoll_seconds = "often"\n',
        encoding="utf-8",
    )
    with pytest.raises(Faults) as told:
        read_config(file)
    keys = {(one.line, one.key) for one in told.value.faults}
    for expected in (
        (2, "desk.host"), (3, "desk.nmae"), (5, "mail_in.kind"), (6, "mail_in.port"), (9, "mail_out.security"),
        (11, "daemon.poll_seconds"),
    ):  # fmt: skip
        assert expected in keys
    assert any(one.key == "mail_out.host" for one in told.value.faults)


@pytest.mark.parametrize(
    ("key", "found", "says"),
    [
        ("host", "", "a host name"),
        ("host", "pbem\\nexample", "a host name"),
        ("name", "Desk\\rBcc: eve@mail.example", "in one line"),
        ("gm", "gm@club.example\\nBcc: eve@mail.example", "an address such as"),
        ("gm", "P. Brandt <gm@club.example>", "without a name"),
        ("mailbox", "rosebud.desk@gmail.com", 'before the "@"'),
        ("mailbox", "gm+games", 'without "+"'),
        ("authserv", "mx.pbem.example 1", "without blanks"),
    ],
)
def test_what_goes_into_headers_and_addresses_is_looked_at(tmp_path: Path, key: str, found: str, says: str) -> None:
    """Each would fail with the first letter, or make reply addresses that nobody can answer."""
    file = tmp_path / "config.toml"
    keys = {"host": "pbem.example", key: found}
    tables = '[mail_in]\nkind = "maildir"\npath = "in"\n[mail_out]\nkind = "maildir"\npath = "out"\n'
    file.write_text("[desk]\n" + "".join(f'{k} = "{v}"\n' for k, v in keys.items()) + tables, encoding="utf-8")
    with pytest.raises(Faults) as told:
        read_config(file)
    (fault,) = told.value.faults
    assert fault.key == f"desk.{key}"
    assert says in fault.expected


def test_strict_needs_the_name_of_our_server(tmp_path: Path) -> None:
    text = (ROOT / "config.example.toml").read_text(encoding="utf-8").replace("# strict = false", "strict = true")
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    with pytest.raises(Faults, match=r"desk\.strict: expected authserv beside it"):
        read_config(tmp_path / "config.toml")


def test_a_configuration_that_is_not_there_says_where_to_begin(tmp_path: Path) -> None:
    with pytest.raises(Faults) as told:
        read_config(tmp_path / "config.toml")
    (fault,) = told.value.faults
    assert "pbem setup writes one" in fault.expected
    assert "/" not in fault.expected  # under uvx the program's own files lie in a cache
    assert fault.found == "No such file or directory"


def test_a_configuration_in_another_charset_says_where(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_bytes('[desk]\nhost = "pbem.example"\nname = "Büro"\n'.encode("latin-1"))
    with pytest.raises(Faults, match=r"config.toml:3: the file: expected text in UTF-8, found the byte 0xfc"):
        read_config(file)


def with_database(tmp_path: Path, database: str) -> Path:
    file = tmp_path / "config.toml"
    text = (ROOT / "config.example.toml").read_text(encoding="utf-8")
    file.write_text(text.replace('database = "pbem.db"', f'database = "{database}"'), encoding="utf-8")
    return file


def test_database_may_be_a_postgresql(tmp_path: Path) -> None:
    config = read_config(with_database(tmp_path, "postgresql://pbem@db.example/games"))
    assert (config.database, config.url) == (None, "postgresql://pbem@db.example/games")


@pytest.mark.parametrize(
    ("database", "expected"),
    [
        ("mysql://db.example/games", "a file, or a URL such as"),
        ("mysql://pbem:geheim@db.example/games", "a file, or a URL such as"),
        ("postgresql://pbem:geheim@db/games", "without a password"),
    ],
)
def test_database_that_cannot_be_used_is_told_and_its_password_is_not(
    tmp_path: Path, database: str, expected: str
) -> None:
    with pytest.raises(Faults, match=expected) as told:
        read_config(with_database(tmp_path, database))
    assert "geheim" not in str(told.value)


def test_file_that_is_no_toml_says_where(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("[desk\n", encoding="utf-8")
    with pytest.raises(Faults, match=r"config\.toml:1"):
        read_config(file)


def test_missing_file_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(Faults, match="pbem setup"):
        read_config(tmp_path / "none.toml")
