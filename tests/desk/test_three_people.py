"""People by mail through whole games: a chief and a commander against one person, and three on a side against one."""

import mailbox
from pathlib import Path

import pytest

from pbem.desk.games.campaign_file import Seat
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.incoming.reading import take_and_play
from pbem.desk.play.advance import advance
from pbem.desk.record.replay import replay
from pbem.mail.letter import read_letter
from pbem.seal.verify import verify
from pbem.store.tables import LetterOutRow
from pbem.systems import registry
from tests.desk import three_on_a_side
from tests.desk.table import GM, Table

GAME = "three-1"
KATE, MILLS, MO = "kate@mail.example", "mills@mail.example", "mo@post.example"


class Three:
    """The three with their mailboxes, and what each answers."""

    def __init__(self, folder: Path, title: str, scenario: str, units: tuple[str, str]) -> None:
        self.table = Table.lay(folder, games=registry.game)
        self.table.title, self.table.addresses = title, {"us": KATE, "indian": MO}
        self.sent: dict[str, list[bytes]] = {KATE: [], MILLS: [], MO: []}
        self.units = units
        players = [("us", KATE, "K. Hale"), ("indian", MO, "M. Ortiz")]
        seats = [Seat("us", MILLS, "A. Mills", (units[1],))]
        wanted = Wanted(GAME, title, scenario, players, GM, seed=b"a demo seed", ladder_length=400, seats=seats)
        open_campaign(self.table.desk, wanted)
        advance(self.table.desk, GAME)

    def box(self, who: str) -> list[LetterOutRow]:
        return [one for one in self.table.letters(GAME, "indian" if who == MO else "us") if one.to == who]

    def writes(self, who: str, words: str, to: LetterOutRow) -> LetterOutRow:
        raw = self.table.reply(GAME, "indian" if who == MO else "us", words, to=to, sender=who)
        self.sent[who].append(raw)
        self.table.clock.forward(minutes=1)
        taken = self.table.deliver(raw, by=take_and_play)
        if taken.game:
            advance(self.table.desk, taken.game)
        return self.box(who)[-1]

    def newest(self, who: str, *kinds: str) -> LetterOutRow:
        return [one for one in self.box(who) if one.kind in (*kinds, "hand-over", "welcome")][-1]

    def lines_for(self, who: str) -> list[str]:
        """A step ahead in the movement of the side's turn, and fire at what is there, for the writer's own unit."""
        phase = self.table.phase(GAME)
        with self.table.desk.store.read() as books:
            state = self.table.desk.position(books, books.games.get(GAME))
        unit, ahead, target = {MILLS: (self.units[1], -1, "Crow King"), KATE: (self.units[0], -1, "Crow King")}.get(
            who, ("Crow King", 1, self.units[0])
        )
        if phase.endswith(".C"):
            at = state[unit].at
            return [f"{unit} move {at}-{at[:2]}{int(at[2:]) + ahead:02}"]
        return [f"{unit} fire half at {target}"] if phase.endswith((".B", ".D")) else []

    def play(self, most: int) -> int:
        """Answer whatever play stops for until the game is over; how many stops that were."""
        for stop in range(most):
            with self.table.desk.store.read() as books:
                game = books.games.get(GAME)
                row = books.phases.open(game)
                if game.state == "over":
                    return stop
                assert game.state == "open", game.hold
                assert row is not None
                side = row.waiting_for.split(",")[0]
                count = len(books.questions.open(row, side))
            chief = MO if side == "indian" else KATE
            if count:
                self.writes(chief, " ".join(["1"] * count), self.newest(chief, "question"))
                continue
            people = [MILLS, chief] if side == "us" else [chief]
            for who in people:
                words = "\n".join([*self.lines_for(who), *(["to us: on my way"] if who == MILLS else [])])
                if words:
                    self.writes(who, words, self.newest(who, "report"))
            self.writes(chief, "ready all" if side == "us" else "ready", self.box(chief)[-1])
        pytest.fail(f"the game is not over after {most} stops")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "units"), [("rosebud", ("C/9 Inf", "G/9 Inf")), ("littlebighorn", ("A/7 Inf", "E/7 Inf"))]
)
def test_three_people_play_a_whole_game(tmp_path: Path, title: str, units: tuple[str, str]) -> None:
    three = Three(tmp_path, title, "first-fight", units)
    assert f"command {units[1]}" in " ".join(three.newest(MILLS).text.split())
    three.play(80)
    assert any(f"{units[1]} move " in raw.decode() for raw in three.sent[MILLS]), "the commander orders their own units"
    # Nobody reads what is not theirs: words to one's own side, another's key.
    assert not [one for one in three.box(MO) if "on my way" in one.text]
    assert [one for one in three.box(KATE) if "on my way" in one.text]
    keys = {
        who: {str(read_letter(one.raw).header("reply-to")) for one in three.box(who)} - {""}
        for who in (KATE, MILLS, MO)
    }
    assert not keys[KATE] & keys[MILLS]
    assert not keys[KATE] & keys[MO]
    for who in (KATE, MILLS, MO):
        assert any("over" in one.subject for one in three.box(who)), who
        box = mailbox.mbox(tmp_path / f"{who}.mbox")
        for raw in (*three.sent[who], *(one.raw for one in three.box(who))):
            box.add(raw)
        box.close()
        assert verify([tmp_path / f"{who}.mbox"]).status == 0, who
    assert replay(three.table.desk, GAME).is_same


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "stops"),
    [(3, 12), pytest.param(1, 3000, marks=pytest.mark.series)],
)
def test_three_on_a_side_play_on_through_kills_silences_and_letters_that_cross(
    tmp_path: Path, seed: int, stops: int
) -> None:
    """Whole games where `stops` suffice, the beginning of one where they don't."""
    played = three_on_a_side.Whole.opened(tmp_path, seed)
    is_whole = not all(played.stop() for _ in range(stops))
    assert is_whole == (stops > 100)
    assert played.wrong() == []
    assert played.read() > 0
    if not is_whole:
        return
    assert {"silent", "late", "crossed"} <= set(played.tried)
    assert len([one for one in played.tried if one.startswith("killed")]) > 2
    for person in (*three_on_a_side.US, three_on_a_side.MO):
        box = mailbox.mbox(tmp_path / f"{person}.mbox")
        for raw in (*played.sent[person], *(one.raw for one in played.box(person))):
            box.add(raw)
        box.close()
        assert verify([tmp_path / f"{person}.mbox"]).status == 0, person
    assert replay(played.table.desk, three_on_a_side.GAME).is_same
