"""Whatever letter of ours a reply quotes, and however: nothing in the quotation is carried out, and what is typed is."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from pbem.campaign.advance import advance
from pbem.campaign.open import Wanted, open_campaign
from pbem.mail.letter import read_letter
from pbem.mail.quotes import own_words, sheet_lines
from pbem.orders.lines import own_lines
from pbem.systems import registry
from tests.campaign import table as tables
from tests.campaign.table import Table
from tests.mail.programs import PROGRAMS, Program, Words, raw

GAME = "rosebud-7"
KATE, MO = "kate@mail.example", "mo@post.example"
PLAYERS = [("us", KATE, "K. Hale"), ("indian", MO, "M. Ortiz")]
GOLDEN = Path(__file__).parent.parent / "reports" / "golden"
CHAT = ("Hm, no thanks, I like it as it is.", "", "Mo")
"""Words without an order, a command or an answer."""
COMMANDS = (
    *("status", "orders", "map 3213 4", "preview\nCrow King stay", "preview standing", "resend 1"),
    *("help", "help orders", "help corrections", "help standing", "help pace", "help defaults", "help commands"),
    *("help press", "help proof", "help charts", "help leaders", "help A", "help C", "help zone of control"),
    *("zone Europe/Berlin", "report whole", "vacation 1 Apr - 7 Apr", "extend 2 days: a wedding", "nonce: any words"),
    *("resign", "confirm abcd1234", "address mo2@post.example", "pace mixed", "offer draw", "accept draw", "agree 9"),
    *("policy all losses: holders, strongest", "cancel order 9", "withdraw line 9", "thanks, very clear"),
    *("Crow King stay\nBig Elk melee 3511", "Crowe Kong stay\nhelp corrections", "pass\nhelp corrections", "language de"),
)
"""What a player writes to get each kind of letter."""

every_program = pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.name)


def lay(folder: Path) -> Table:
    table = Table.lay(folder)
    open_campaign(
        table.desk, Wanted(GAME, "rosebud", "in-contact", PLAYERS, "gm@club.example", seed=b"quoted letters", ladder_length=64)
    )
    advance(table.desk, GAME)
    return table


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr(tables, "titles", registry.game)
    monkeypatch.setattr(tables, "ADDRESSES", {"us": KATE, "indian": MO})
    return lay(tmp_path)


@pytest.fixture(scope="module")
def letters(tmp_path_factory: pytest.TempPathFactory) -> Sequence[str]:
    """Every kind of letter that a player gets: those of a game, and the samples of all templates."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "titles", registry.game)
        patch.setattr(tables, "ADDRESSES", {"us": KATE, "indian": MO})
        table = lay(tmp_path_factory.mktemp("quoted"))
        for words in COMMANDS:
            table.say(GAME, "indian", words)
        for words in ("offer draw", "pace policy"):
            table.until(GAME, "us")
            table.say(GAME, "us", words)
        table.until(GAME, "indian")
        texts = [row.text for side in ("indian", "us") for row in table.letters(GAME, side)]
    texts += [path.read_text(encoding="ascii") for path in sorted(GOLDEN.glob("*.txt"))]
    alike = {tuple(line for line in text.splitlines() if "|" in line): text for text in texts}
    return [text for examples, text in alike.items() if examples]


TAILS: Mapping[str, Callable[[str], str]] = {
    "as it stands": lambda older: older,
    "broken at 60 columns": lambda older: broken(older, 60),
    "broken at 72 columns": lambda older: broken(older, 72),
    "without blanks ahead": lambda older: "\n".join(line.strip() for line in older.splitlines()),
    "single blanks": lambda older: "\n".join(" ".join(line.split()) for line in older.splitlines()),
    "without blank lines": lambda older: "\n".join(line for line in older.splitlines() if line),
    "marked with a colon": lambda older: "\n".join(f": {line}" for line in older.splitlines()),
    "marked with a bar": lambda older: "\n".join(f"| {line}" for line in older.splitlines()),
    "marked with a name": lambda older: "\n".join(f"Desk> {line}" for line in older.splitlines()),
    "marked and broken": lambda older: "\n".join(f"> {line}" for line in broken(older, 60).splitlines()),
    "marked on the first lines of paragraphs": lambda older: broken(
        "\n".join(f"> {line}" for line in older.splitlines()), 60
    ),
}


def broken(text: str, width: int) -> str:
    return "\n".join(part for line in text.splitlines() for part in textwrap.wrap(line, width) or [""])


def quoted(program: Program, older: str, sent: Sequence[str], own: Sequence[str] = CHAT) -> list[str]:
    """The lines that count in a reply which quotes this letter of ours."""
    letter = read_letter(raw(program, Words(tuple(own), tuple(older.splitlines()))))
    return [one.words.strip() for one in own_lines(letter.words, sent, letter.sheet, letter.typed).lines]


@every_program
def test_nothing_is_read_from_a_quotation_of_any_letter(program: Program, letters: Sequence[str]) -> None:
    said = {"Hm, no thanks, I like it as it is", "Mo", "Get Outlook for iOS"}
    found = {one for older in letters for one in quoted(program, older, [older, letters[1]])}
    assert sorted(found - said) == []


@pytest.mark.parametrize("tail", TAILS)
@pytest.mark.parametrize("own", ["\n".join(CHAT), "No!", ""])
def test_nothing_is_read_from_a_tail_that_no_known_program_makes(tail: str, own: str, letters: Sequence[str]) -> None:
    said = {"Hm, no thanks, I like it as it is", "Mo", "No"}
    found = {}
    for older in letters:
        letter = own_words(f"{own}\n\n{TAILS[tail](older)}\n")
        read = own_lines(letter.words, [older, letters[1]], sheet_lines(letter.cut), letter.typed)
        found.update({one.words.strip(): older[:300] for one in read.lines})
    assert {one: older for one, older in found.items() if one not in said} == {}
