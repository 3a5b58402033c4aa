"""`pbem new` at a terminal and from a file: what it asks, what it says to wrong answers, and what comes of it."""

import mailbox
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.commands.desk_arguments import desk_of
from pbem.config import read_config
from pbem.desk.games.campaign_file import CampaignDraft, Seat, plan_text, read_plan
from pbem.desk.play.terms import read_days, terms_of
from pbem.store.database import Books
from pbem.store.tables import GameRow
from tests.desk.table import titles
from tests.desk.test_commands import CONFIG

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
    flat = re.sub(r"\n +", " ", out)
    assert "weekend  orders 72 hours, a question 48; deadlines fall on Sun at 20:00 UTC" in flat
    assert "hours      orders 168 h, question 48 h, set-up 336 h; a reminder 48 h before" in flat
    assert max(map(len, out[out.index("  usual ") : out.index("tempo (")].splitlines())) <= 76
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
        "expected another name: the desk uses this one for its own mail; found 'desk'",
        "expected a scenario of Skirmish, such as 'meadow'; found 'moor'",
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


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--player", "red=other@mail.example"], "expected one player for red"),
        (["--hours", "99999999"], "expected a whole number of hours from 1 to 8784"),
        (["--hours", "\u00b2"], "--hours: expected hours, such as 72"),
        (["--grace", "9" * 20], "argument --grace: expected a whole number"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    config: Path, capsys: pytest.CaptureFixture[str], more: list[str], says: str
) -> None:
    words = ["new", "meadow-1", "--game", "skirmish", "--scenario", "meadow", "--gm", "gm@club.example"]
    words += ["--player", "red=rita@mail.example", "--player", "blue=bob@post.example", "--config", str(config)]
    assert main([*words, *more]) in (1, 2)
    assert says in " ".join(capsys.readouterr().err.split())
    assert games(config) == []


def test_an_hour_alone_is_a_time_of_day(config: Path) -> None:
    """It was taken, and ended the command with a traceback when the first deadline was to fall."""
    words = ["new", "meadow-1", "--game", "skirmish", "--scenario", "meadow", "--gm", "gm@club.example", "--at", "8"]
    words += ["--player", "red=rita@mail.example", "--player", "blue=bob@post.example", "--config", str(config)]
    assert main(words) == 0
    assert look(config, lambda _, game: terms_of(game).at) == "08:00"


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
    for one in ("scenario: expected", "one of 'fog'; found 'snow'", "a side of Skirmish: red, blue", "nobody for blue"):
        assert one in told


def test_file_that_is_not_there_is_said(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "--file", str(tmp_path / "no.toml"), "--yes", "--config", str(config)]) == 1
    assert "expected a TOML file" in capsys.readouterr().err


def test_file_without_a_terminal_makes_nothing_without_yes(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    file = tmp_path / "meadow.toml"
    file.write_text(GOOD, encoding="utf-8")
    assert main(["new", "--file", str(file), "--config", str(config)]) == 1
    out, err = capsys.readouterr()
    assert "red        Rita <rita@mail.example>" in out
    assert "say the same again with --yes" in err
    assert not games(config)
    assert main(["new", "--file", str(file), "--config", str(config), "--yes"]) == 0
    assert games(config) == ["meadow-7"]


def test_faults_of_the_file_the_command_line_and_the_campaign_are_told_at_once(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "meadow.toml"
    file.write_text(GOOD.replace('tempo = "slow"', 'tempo = "hasty"').replace("rita@", "rita "), encoding="utf-8")
    assert main(["new", "Meadow", "--file", str(file), "--config", str(config), "--hours", "many", "--yes"]) == 1
    err = capsys.readouterr().err
    for told in (
        "meadow.toml:",
        "tempo",
        "--hours: expected hours",
        "name: expected at most 30",
        "player red: expected",
    ):
        assert told in err
    assert not games(config)


def test_answers_are_kept_where_they_were_not_right_yet(
    type_: Type, config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert type_(*ALL[:-1], "no") == 1
    kept = config.parent / "meadow-1.toml"
    assert f"Your answers are in {kept}" in capsys.readouterr().err
    assert kept.stat().st_mode & 0o077 == 0
    assert not games(config)
    assert main(["new", "--file", str(kept), "--config", str(config), "--yes"]) == 0
    assert look(config, people) == [("red", "Rita", "rita@mail.example"), ("blue", "Blue", "bob@post.example")]
    assert look(config, lambda _, game: terms_of(game).grace) == 24


def test_plan_is_written_so_that_it_is_read_back_the_same(tmp_path: Path) -> None:
    plan = CampaignDraft(
        name="meadow-1",
        title="skirmish",
        gm=('P. "the GM" Brandt', "gm@club.example"),
        players={"red": ("Rita Müller", "rita@mail.example")},
        plays={"blue": "plain"},
        hours={"orders": 96, "set-up": 12},
        calendar={"at": "20:00", "days": read_days("sat,sun"), "grace": 12, "silence": {"orders": "wait"}},
        options=["snow"],
        seats=[
            Seat("red", "ann@mail.example", "Ann", ("3 Cav", "9 Inf")),
            Seat("", "olga@mail.example", "", (), "html"),
        ],
        invites=True,
    )
    file = tmp_path / "plan.toml"
    file.write_text(plan_text(plan), encoding="utf-8")
    assert read_plan(file) == plan


GOOD = """
name = "meadow-7"
game = "skirmish"
scenario = "meadow"
gm = "gm@club.example"
tempo = "slow"
[players]
red = "Rita <rita@mail.example>"
blue = "bob@post.example"
"""
