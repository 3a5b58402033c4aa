"""What letters say: facts, log, tables, help.  Every line is ASCII, of at most 76 columns."""

from collections.abc import Iterable, Sequence

from newgame import ground
from newgame.card import CARD, SIDES, TURNS
from newgame.map import panel
from newgame.practice import legal
from newgame.rules import held
from newgame.state import Fired, Moved, State, TookCover
from newgame.words import WORDS
from pbem.api.rules import Event, Phase
from pbem.api.telling import Die, Facts, LogEntry, LogSection, MapPanel, Panel, StarterTeller

HELP = {
    "A": ("A unit has 2 movement points.  It does not go through the enemy.", f"  | Guards to {ground.EXAMPLE}"),
    "B": (
        "A unit fires at an enemy within 2 places: 1d6, a hit on 4 or more.",
        "Whoever takes cover is hit by a 6 alone, and lies low for a turn.",
        "  | Guards fire at Lancers",
        "  | policy cover: cover",
    ),
}


class Telling(StarterTeller):
    """New Game, told."""

    card = CARD

    def facts(self, state: State, ended: Sequence[str]) -> Facts:
        """The header of a report."""
        points = ", ".join(f"{one.name} {held(state, one.id)}" for one in SIDES)
        finished = ", ".join(self.phase_title(one) for one in ended)
        return Facts("NEW GAME", f"Turn {min(state.turn, TURNS)} of {TURNS}", "", finished, points, "")

    def map(self, state: State, side: str, events: Iterable[Event]) -> MapPanel:
        """The map."""
        return panel(state, side)

    def log(self, before: State, events: Sequence[Event], first_roll: int, first_act: int = 1) -> LogSection:
        """What happened, event by event."""
        entries: list[LogEntry] = []
        dice: list[Die] = []
        for event in events:
            match event:
                case Moved(unit, path):
                    entries.append(
                        LogEntry(f"N{first_act + len(entries)}", f"{unit} goes {' - '.join(path)}", rule="1.1")
                    )
                case TookCover(unit):
                    entries.append(LogEntry(f"N{first_act + len(entries)}", f"{unit} takes cover", rule="2.2"))
                case Fired(unit, target, roll, hit):
                    number = first_roll + len(dice)
                    dice.append(Die(number, roll.dice, roll.faces, roll.label))
                    text = f"{unit} fires at {target}: r{number} = {roll.natural}"
                    entries.append(
                        LogEntry(
                            f"N{first_act + len(entries)}", text, tail="-> a hit" if hit else "-> a miss", rule="2.1"
                        )
                    )
        return LogSection("WHAT HAPPENED", "", tuple(entries), tuple(dice))

    def panels(self, state: State, side: str) -> tuple[Panel, ...]:
        """The units of both sides."""
        rows = [
            f"  {one.name:<10} {CARD.side(one.side).name:<6} {one.at:<8} strength {one.strength}"
            + ("  in cover" if one.in_cover else "")
            for each in SIDES
            for one in state.of(each.id)
        ]
        return (Panel("UNITS", "UNITS", "", tuple(rows)),)

    def examples(self, state: State, side: str, phase: Phase[State]) -> tuple[str, ...]:
        """Orders that can be copied as they stand."""
        return tuple(WORDS.write(one) for one in legal(state, side, phase.letter)[:3])

    def help(self, word: str) -> tuple[str, ...]:
        """The help page of a phase."""
        named = {one.name.lower(): one.letter for one in CARD.phases}
        return HELP.get(named.get(word.lower(), word.upper()), ())

    def winning(self, state: State, side: str) -> tuple[str, ...]:
        """The help page of victory."""
        return (f"Points: 3 for who stands in {ground.GOAL} when turn {TURNS} ends, 1 for each strength left.",)


TELLER = Telling()
short_name = TELLER.short_name
