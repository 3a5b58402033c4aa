"""`pbem new` at a terminal and from a file: what it asks, what it says to wrong answers, and what comes of it."""

import mailbox
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.campaign.deadlines import terms_of
from pbem.cli import main
from pbem.commands.desk_arguments import desk_of
from pbem.config import read_config
from pbem.store.database import Books
from pbem.store.tables import GameRow
from tests.campaign.table import titles
from tests.campaign.test_commands import CONFIG

Type = Callable[..., int]
ALL = (
    "skirmish",
    "meadow-1",
    "meadow",
    "Rita <rita@mail.example>",
    "bob@post.example",
    "",
    "slow",
    "ask",
    "",
    "-",
    "no",
    "yes",
)
"""What is asked, in its sequence: game, name, scenario, players, GM, tempo, pace, dice, options, invitations; is it right."""


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("pbem.systems.registry.game", titles)
    monkeypatch.setattr("pbem.systems.registry.titles", lambda: ("skirmish",))
    mailbox.Maildir(tmp_path / "in", create=True)
    file = tmp_path / "config.toml"
    file.write_text(CONFIG, encoding="utf-8")
    return file


@pytest.fixture
def type_(config: Path, monkeypatch: pytest.MonkeyPatch) -> Type:
    """Somebody at a terminal who types these lines, and then ends his input; the exit status."""
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)

    def typed(*lines: str, words: tuple[str, ...] = ()) -> int:
        left: Iterator[str] = iter(lines)

        def answer(prompt: str = "") -> str:
            print(prompt, end="")
            try:
                said = next(left)
            except StopIteration:
                raise EOFError from None
            print(said)
            return said

        monkeypatch.setattr("builtins.input", answer)
        status = main(["new", *words, "--config", str(config)])
        assert not list(left), "not all that was typed was asked for"
        return status

    return typed


def look(config: Path, of: Callable[[Books, GameRow], object], name: str = "meadow-1") -> object:
    desk = desk_of(read_config(config))
    assert desk is not None
    with desk.store.read() as books:
        found = of(books, books.games.get(name))
    desk.store.close()
    return found


def games(config: Path) -> list[str]:
    desk = desk_of(read_config(config), makes_key=True)
    assert desk is not None
    with desk.store.read() as books:
        found = [one.name for one in books.games.all()]
    desk.store.close()
    return found


def people(books: Books, game: GameRow) -> object:
    return [(one.side, one.name, one.address) for one in books.players.of(game)]


def test_all_is_asked_shown_and_made(type_: Type, config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert type_(*ALL) == 0
    out = capsys.readouterr().out
    for told in (
        "campaign   meadow-1",
        "red        Rita <rita@mail.example>",
        "GM         gm@club.example",
        "dice       sealed",
    ):
        assert told in out
    assert "weekend  orders 72 hours, a question 48; deadlines fall on Sun at 20:00 UTC" in out
    assert "hours      orders 168 h, question 48 h, set-up 336 h; a reminder 48 h before" in out
    assert look(config, people) == [("red", "Rita", "rita@mail.example"), ("blue", "Blue", "bob@post.example")]
    assert look(config, lambda _, game: terms_of(game).grace) == 24
    assert look(config, lambda _, game: game.state) == "open"


def test_wrong_answers_are_asked_again_with_what_is_expected(
    type_: Type, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = (
        "chess", "skirmish", "Meadow 1", "desk", "meadow-1", "moor", "meadow", "Rita", "Rita <rita@mail.example>",
        "bob@post.example", "nobody", "gm@club.example", "hasty", "usual", "never", "mixed", "loaded",
        "sealed", "snow", "fog", "perhaps", "yes",
        "yes",
    )  # fmt: skip
    assert type_(*typed) == 0
    out = " ".join(capsys.readouterr().out.split())
    for told in (
        "expected one of skirmish; found 'chess'",
        "expected at most 30 small letters, digits and single hyphens, such as rosebud-7; found 'Meadow 1'",
        "expected another name: the desk itself is written to by this one; found 'desk'",
        "expected a scenario such as meadow; found 'moor'",
        "expected a name and an address, such as 'N. Osman <nadia@mail.example>'; found 'Rita'",
        "found 'nobody'",
        "expected one of usual, quick, slow, weekend, evening, clock; found 'hasty'",
        "expected one of ask, mixed, policy; found 'never'",
        "expected one of sealed, witness, beacon; found 'loaded'",
        "expected some of fog, or - for none; found 'snow'",
        "expected one of yes, no; found 'perhaps'",
    ):
        assert told in out
    assert look(config, lambda _, game: (game.state, game.pace, game.options)) == ("invited", "mixed", '["fog"]')


def test_name_that_is_taken_is_asked_again_and_a_free_one_offered(
    type_: Type, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert type_(*("skirmish", "", *ALL[2:])) == 0
    assert type_(*("skirmish", "skirmish-1", "", *ALL[2:])) == 0
    out = capsys.readouterr().out
    assert "expected a name that no game has yet; found 'skirmish-1'" in out
    assert games(config) == ["skirmish-1", "skirmish-2"]


@pytest.mark.parametrize(
    "typed",
    [ALL[:4], ALL[:-1], (*ALL[:-1], "no"), ("skirmish", *("Not A Name",) * 5)],
    ids=["the input ends", "no word whether it is right", "it is not right", "five wrong answers"],
)
def test_who_gives_up_has_made_nothing(
    type_: Type, config: Path, typed: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert type_(*typed) == 1
    told = capsys.readouterr()
    assert "Nothing was made." in told.out + told.err
    assert games(config) == []


def test_only_what_the_command_line_leaves_open_is_asked(type_: Type, config: Path) -> None:
    given = (
        "meadow-1",
        "--game",
        "skirmish",
        "--scenario",
        "meadow",
        "--player",
        "red=rita@mail.example",
        "--hours",
        "48",
    )
    assert type_("bob@post.example", "", "policy", "", "-", "no", "yes", words=given) == 0
    assert look(config, lambda _, game: (terms_of(game).hours["orders"], game.pace)) == (48, "policy")


def test_unknown_game_on_the_command_line_is_said(type_: Type, capsys: pytest.CaptureFixture[str]) -> None:
    assert type_(words=("--game", "chess")) == 1
    assert "game: expected one of: skirmish; found 'chess'" in capsys.readouterr().out


FILE = """
name = "meadow-1"
game = "skirmish"
scenario = "meadow"
gm = "P. Brandt <gm@club.example>"
tempo = "weekend"
pace = "mixed"
options = ["fog"]
invite = true
[players]
red = "Rita <rita@mail.example>"
blue = "Bob <bob@post.example>"
[hours]
orders = 96
[terms]
zone = "Europe/Berlin"
grace = 12
silence = { orders = "gm" }
[[seat]]
who = "Olga <olga@mail.example>"
[[seat]]
who = "Ann <ann@mail.example>"
side = "red"
formations = ["One"]
"""


def test_campaign_from_a_file(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "meadow-1.toml"
    path.write_text(FILE)
    assert main(["new", "--file", str(path), "--yes", "--config", str(config)]) == 0, capsys.readouterr().err
    assert look(config, people) == [("red", "Rita", "rita@mail.example"), ("blue", "Bob", "bob@post.example")]
    terms = look(config, lambda _, game: terms_of(game))
    assert (terms.at, terms.zone, terms.grace, terms.hours["orders"]) == ("20:00", "Europe/Berlin", 12, 96)  # type: ignore[attr-defined]
    seats = look(config, lambda books, game: [(one.side, one.name, one.formations) for one in books.seats.of(game)])
    assert seats == [("", "Olga", "[]"), ("red", "Ann", '["One"]')]
    assert look(config, lambda _, game: (game.state, game.gm_name, game.pace)) == ("invited", "P. Brandt", "mixed")


def test_command_line_goes_before_the_file(config: Path, tmp_path: Path) -> None:
    path = tmp_path / "meadow-1.toml"
    path.write_text(FILE)
    more = ("meadow-2", "--player", "blue=Nadia <nadia@new.example>", "--hours", "orders=24")
    assert main(["new", *more, "--file", str(path), "--yes", "--config", str(config)]) == 0
    assert look(config, people, "meadow-2") == [
        ("red", "Rita", "rita@mail.example"),
        ("blue", "Nadia", "nadia@new.example"),
    ]
    assert look(config, lambda _, game: terms_of(game).hours["orders"], "meadow-2") == 24


def test_what_a_file_leaves_open_is_asked(type_: Type, config: Path, tmp_path: Path) -> None:
    path = tmp_path / "meadow-1.toml"
    path.write_text(FILE.replace('blue = "Bob <bob@post.example>"\n', "").replace('pace = "mixed"\n', ""))
    assert type_("Bob <bob@post.example>", "policy", "", "yes", words=("--file", str(path))) == 0
    assert look(config, lambda _, game: game.pace) == "policy"


def test_all_that_is_wrong_with_a_file_is_told_at_once_with_its_lines(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "meadow-1.toml"
    text = FILE.replace('"weekend"', '"hasty"').replace("orders = 96", 'orders = "long"').replace("zone", "zones")
    path.write_text(text.replace('"gm" }', '"shout" }'))
    assert main(["new", "--file", str(path), "--yes", "--config", str(config)]) == 1
    told = capsys.readouterr().err
    for one in (":6: tempo: expected one of usual", "hours.orders", "terms.zones", "terms.silence.orders: expected"):
        assert one in told
    assert games(config) == []


def test_what_is_wrong_with_the_campaign_of_a_file_is_told_at_once(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "meadow-1.toml"
    path.write_text(FILE.replace('"meadow"', '"moor"').replace('["fog"]', '["snow"]').replace("blue =", "green ="))
    assert main(["new", "--file", str(path), "--yes", "--config", str(config)]) == 1
    told = capsys.readouterr().err
    for one in ("scenario: expected", "one of fog; found 'snow'", "a side of Skirmish: red, blue", "nobody for blue"):
        assert one in told


def test_file_that_is_not_there_is_said(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "--file", str(tmp_path / "no.toml"), "--yes", "--config", str(config)]) == 1
    assert "expected a TOML file" in capsys.readouterr().err
