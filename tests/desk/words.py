"""The skirmish's own few words, and how it tells itself."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.core.ask import Ask, Choice
from pbem.core.event import Event
from pbem.core.order import Malformed, Order, Problem
from pbem.core.system import Outcome, Phase
from pbem.orders.dialect import Placed, Reading
from pbem.orders.standing import Drafted, OneTurnOnly, StandingOrder
from pbem.orders.syntax import Clause, Line, Misread, Ordered, OrderLine, PolicyLine, Words
from pbem.reports.maps.hex_panel import MapModel
from pbem.reports.maps.hex_position import Cell, Ground, Mark
from pbem.reports.report import About, Facts, LogEntry, LogSection, Panel, SheetLine, ToDo
from tests.desk.skirmish import TURNS, UNITS, March, Meadow, Shoot, SkirmishShot

UNIT = "(?:Red|Blue) (?:One|Two)"


class SkirmishWords(OneTurnOnly):
    """The dialect: `Red One fire at Blue One`, `Red One + Red Two march 3`, `policy cover: duck`."""

    place = r"\d{4}"

    def write(self, order: Order) -> str:
        match order:
            case Shoot(unit, target):
                return f"{unit} fire at {target}"
            case March(units, by):
                return f"{' + '.join(units)} march {by}"
        raise TypeError(order)

    def parse(self, words: str) -> Line | Misread:
        text = " ".join(words.split())
        start, end = len(words) - len(words.lstrip()), len(words.rstrip())
        if text.lower().startswith("policy"):
            policy, _, wish = text.partition(":")
            return PolicyLine(
                Words("policy", policy, start, end), None, None, Words("wishes", wish.strip(), start, end)
            )
        phase = re.match(r"in ([AB]): ", text, re.I)
        said = text[phase.end() :] if phase else text
        if not re.search(r"\b(fire|march)\b", said, re.I):
            return Misread(start, end, ("FIRE", "MARCH"))
        ordered = Ordered(None, Clause("order", (Words("order", said, start, end),), start, end))
        return OrderLine((ordered,), Words("phase", phase[1], start, end) if phase else None)

    def repair(self, words: str, view: Any) -> None:
        return None

    def orders(self, ordered: Ordered, reading: Reading) -> tuple[Order, ...] | Placed:
        clause = ordered.clause
        said = clause.words("order")[0].text
        said = re.sub(r"stack (\w)", lambda one: " + ".join(reading.stacks.get(one[1], (one[0],))), said)
        found = self.read(said, reading.view, reading.side)
        return Placed(found, clause.start, clause.start + len(found.words)) if isinstance(found, Problem) else found

    def standing(self, line: Any, reading: Reading) -> StandingOrder:
        name = line.policy.text.split(":")[0].split()[1]
        return StandingOrder(0, f"policy {name}: {line.wishes.text}", policy=name, wishes=(line.wishes.text,))

    def explain(self, misread: Misread, words: str, reading: Reading) -> Placed:
        return Placed(Malformed("E110", "That is no order."), misread.start, misread.end)

    def phase_letter(self, said: str, view: Any = None, side: str = "") -> str:
        return said.upper()

    def phase_word(self, letter: str, view: Any, side: str) -> str:
        return letter

    def no_phase(self, said: Words, reading: Reading) -> Placed:
        return Placed(Malformed("E154", "No such phase."), said.start, said.end)

    def repairs(self, words: str, reading: Reading) -> Iterator[str]:
        return iter(())

    def formation(self, words: str, view: Meadow, side: str) -> tuple[str, ...] | Problem:
        found = tuple(name for name in UNITS if UNITS[name] == side and words.lower() in name.lower().split())
        found = tuple(name for name in UNITS if UNITS[name] == side and name.lower() == words.lower()) or found
        return found or Malformed("E101", f"No unit is called {words}.", words=words)

    def what_if(self, view: Meadow, side: str) -> Iterator[tuple[str, Ask]]:
        """Each unit of the side is fired at."""
        choices = (Choice("stand", "stand"), Choice("duck", "duck"))
        for name in view.strength:
            if UNITS[name] == side:
                yield (
                    f"{name} is fired at",
                    Ask(side, "cover", name, choices=choices, default="stand", declined="stand"),
                )

    def letters_of(self, line: OrderLine, present: str) -> tuple[str, ...]:
        said = " ".join(word.text for one in line.orders for word in one.clause.words("order"))
        return ("A",) if " fire " in said else ("B",) if " march " in said else ()

    def stage(self, what: OrderLine | Order) -> int:
        return 0

    def is_order_like(self, words: str, view: Any, side: str = "") -> bool:
        return re.search(r"\b(fire|march)\b", words, re.I) is not None

    def read(self, text: str, view: Any, side: str) -> tuple[Order, ...] | Problem:
        if match := re.fullmatch(rf"({UNIT}) fire at ({UNIT})", text, re.I):
            return (Shoot(match[1].title(), match[2].title()),)
        if match := re.fullmatch(rf"({UNIT}(?: \+ {UNIT})*) march (\d+)", text, re.I):
            return (March(tuple(one.title() for one in match[1].split(" + ")), int(match[2])),)
        return Malformed("E110", f"No unit is called {text.split()[0]}.", words=text.split()[0])

    def less_often(self, one: Ask) -> str:
        return f"policy {one.kind}: {one.default}" if one.default else ""

    # What a standing order needs to know.

    def subject_rank(self, order: StandingOrder, one: Ask, view: Any) -> int | None:
        return 3

    def covers(self, order: StandingOrder, one: Ask) -> bool:
        return order.policy == one.kind

    def wish(self, wish: str, one: Ask, view: Any) -> str | None:
        return wish

    def turn(self, view: Meadow) -> int:
        return view.turn

    def gone(self, order: StandingOrder, side: str, view: Meadow) -> str:
        return "" if any(UNITS[name] == side for name in view.strength) else "nobody is left"

    def drafted(self, one: Ask, standing: Sequence[StandingOrder], view: Meadow, given: Sequence[Order]) -> Drafted:
        """``policy volley: Blue One`` has everybody fire at Blue One in phase A."""
        policy = next((order for order in standing if order.policy == "volley" and one.subject == "A"), None)
        if policy is None:
            return Drafted()
        named = {order.unit for order in given if isinstance(order, Shoot)}
        units = [name for name in view.strength if UNITS[name] == one.side and name not in named]
        return Drafted(tuple(Shoot(name, policy.wishes[0]) for name in units), (policy.number,), is_complete=True)


class SkirmishTeller:
    """The teller: as few words as will do."""

    def facts(self, state: Meadow, ended: Sequence[str]) -> Facts:
        points = ", ".join(f"{name} {n}" for name, n in state.strength.items())
        return Facts(
            "SKIRMISH", f"Turn {state.turn} of {TURNS}", f"{state.side} player turn", ", ".join(ended), points, ""
        )

    def map(self, state: Meadow, side: str, events: Iterable[Event]) -> MapModel:
        return MapModel(Ground((1, 2), (1, 2), {f"0{c}0{r}": Cell("", 1) for c in (1, 2) for r in (1, 2)}, {}, {}), ())

    def marks(self, before: Meadow, events: Iterable[Event]) -> tuple[Mark, ...]:
        return ()

    def log(self, before: Meadow, events: Sequence[Event], first_roll: int, first_act: int = 1) -> LogSection:
        shots = [event for event in events if isinstance(event, SkirmishShot)]
        entries = tuple(
            LogEntry(f"A{n}", f"{one.unit} fires at {one.target}: {one.roll.natural}, {'hit' if one.hit else 'miss'}")
            for n, one in enumerate(shots, first_act)
        )
        return LogSection("phase FIRE", f"{len(shots)} shots", entries)

    def in_short(self, before: Meadow, events: Sequence[Event], side: str) -> tuple[str, ...]:
        return tuple(f"{one.target} is hit." for one in events if isinstance(one, SkirmishShot) and one.hit)

    def stacks(self, state: Meadow, side: str) -> Mapping[str, tuple[str, ...]]:
        """Each unit is a stack; letters go by how far it has marched."""
        own = sorted((state.place[name], name) for name in state.strength if UNITS[name] == side)
        return {letter: (name,) for letter, (_, name) in zip("AB", own, strict=False)}

    def panels(self, state: Meadow, side: str) -> tuple[Panel, ...]:
        lines = (f"{letter:>3} {name}" for letter, names in self.stacks(state, side).items() for name in names)
        return (Panel("your units", "YOUR UNITS", "", tuple(lines)),)

    def to_do(self, state: Meadow, side: str, phase: Phase[Meadow]) -> ToDo:
        return ToDo(f"phase {phase.letter}", phase.name.upper(), phase.clause, silent="nobody does anything")

    def silent(self, state: Meadow, side: str, phase: Phase[Meadow]) -> str:
        return self.to_do(state, side, phase).silent

    def order_sheet(
        self, state: Meadow, side: str, phase: Phase[Meadow], *, ahead: bool = False
    ) -> tuple[SheetLine, ...]:
        return tuple(SheetLine(f"{name} march ...") for name, owner in UNITS.items() if owner == side)

    def examples(self, state: Meadow, side: str, phase: Phase[Meadow]) -> tuple[str, ...]:
        own = [name for name in state.strength if UNITS[name] == side]
        return tuple(f"{name} march 1" if phase.letter == "B" else f"{name} fire at Red One" for name in own)

    def defaults(self, events: Iterable[Event], side: str) -> tuple[str, ...]:
        return ()

    def story(self, state: Meadow, told: Sequence[tuple[str, Event]], side: str) -> tuple[str, ...]:
        phases = dict.fromkeys(phase for phase, _ in told)
        return (f"{len(phases)} phases were played, {len(told)} things happened",)

    def final(self, state: Meadow, outcome: Outcome, side: str) -> tuple[str, ...]:
        return (f"{outcome.winner or 'nobody'} wins: {outcome.why}",)

    def phase_title(self, phase: str) -> str:
        return f"phase {phase[-1]} of {phase[:3]}"

    def short_name(self, phase: str) -> str:
        return f"T{int(phase[1:3])} {phase[4:]}"

    def question(self, one: Ask) -> str:
        return f"{one.subject}: {one.kind}?"

    def about(self, state: Meadow, side: str) -> About:
        return About("The Meadow")

    def several(self, names: Sequence[str]) -> str:
        return ", ".join(names)

    def chart(self, state: Any, side: str, word: str) -> tuple[str, ...]:
        return ()

    def winning(self, state: Any, side: str) -> tuple[str, ...]:
        return ("  The skirmish ends after turn 2.",)

    def help(self, word: str) -> tuple[str, ...]:
        return ()
