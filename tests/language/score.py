"""How lines that people wrote are read: ``python -m tests.language.score FILE.tsv ...``

A file has the columns id, game, side, scenario, phase, voice, line, meaning.  `scenario` may be ``pos:NAME``, a position in
``lines/positions``; a phase that ends in `` in plan`` is that of a line inside a battle plan.  Meanings are order lines joined
by `` ; ``, ``X OR Y`` for either, ``ASK: a | b`` for a line that must be asked back, ``REFUSE`` and ``CHAT``.
"""

import csv
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pbem.commands.offline.orders_check import case_position, scenario_position
from pbem.mail.quotes import own_words
from pbem.orders.rehearsal import ACCEPTED, REFUSED, LineVerdict, rehearse
from pbem.systems import registry

LINES = Path(__file__).parent / "lines"
VERDICTS = (
    *("right", "asked well", "refused without help", "misread", "lost as chat"),
    *("chat right", "chat refused", "chat accepted"),
)
FACTS = frozenset[tuple[str, ...]]
MOST_OFFERED = 9
IN_PLAN = " in plan"
PLAN, END = 'plan "Voices"', "end plan"
_MELEE = re.compile(r"(.+?) (melee|attack) (\d{4})$")
_AFTER = re.compile(r"(.+?) (no advance|no pursuit|advance|pursue)( \d{4})?$")
_VERBS = r"(?:rally|set up|enter|move|fast|fire|march|dismount|mount|prone|stay|recover|charge|limber)\b"
_ELSE_STAY = re.compile(r": if ([^;:]+): ((?:(?! else )[^;:])+)(?: else stay)?$")
_OF_ITSELF = re.compile(r"(toward (\S+) within [\d.]+) of \2$")
_IN_PLAN = re.compile(
    r"(?P<when>(?:if|once) [^:]+: )?(?P<who>[^:]+?) "
    r"(?P<does>(?:hold|leave|guard|fire|shell|skirmish|charge|close|go|enter|mount|dismount)\b"
    r"(?!.*(?:together|one|in turn|as listed)$).*)"
)
"""A line of a plan that is the same for each of its units."""
_OF_UNITS = re.compile(rf"((?:(?! {_VERBS}).)+?)( {_VERBS}.*)$")


@dataclass(frozen=True)
class Row:
    """A line that somebody wrote, and what they meant."""

    id: str
    game: str
    side: str
    scenario: str
    phase: str
    voice: str
    line: str
    meaning: str

    @property
    def is_in_plan(self) -> bool:
        return self.phase.endswith(IN_PLAN)


@dataclass
class Score:
    """Verdicts, with what the desk said, by row."""

    found: list[tuple[Row, str, str]] = field(default_factory=list)

    def of(self, *verdicts: str) -> list[str]:
        return [f"{row.id} {row.line!r}: {says}" for row, verdict, says in self.found if verdict in verdicts]

    def table(self) -> Iterator[str]:
        """Totals of all, by game and by voice."""
        totals: dict[str, Counter[str]] = defaultdict(Counter)
        for row, verdict, _ in self.found:
            for key in ("all", row.game, row.voice):
                totals[key][verdict] += 1
        yield "\t".join(["", *VERDICTS, "n"])
        for key, counts in totals.items():
            yield "\t".join([key, *(str(counts[one]) for one in VERDICTS), str(counts.total())])


def rows_of(path: Path) -> list[Row]:
    """The rows of a file."""
    with path.open(encoding="utf-8", newline="") as file:
        return [Row(**one) for one in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


def score(rows: Sequence[Row]) -> Score:
    """How each line is read, alone on its position."""
    return Score([(row, *_verdict(row)) for row in rows])


@cache
def _position(game: str, scenario: str, letter: str) -> Any:
    faults: list[str] = []
    if scenario.startswith("pos:"):
        state = case_position(str(LINES / "positions" / f"{scenario[4:]}.toml"), game, faults)[0]
    else:
        state = scenario_position(registry.game(game).system, scenario, letter, faults)
    assert not faults, faults
    return state


@cache
def _judged(game: str, side: str, scenario: str, phase: str, text: str) -> tuple[LineVerdict, ...]:
    is_in_plan = phase.endswith(IN_PLAN)
    title = registry.game(game)
    letter = title.dialect.phase_letter(phase.removesuffix(IN_PLAN))
    words = f"{PLAN}\n{text}\n{END}" if is_in_plan else text
    state = _position(game, scenario, letter)
    side = title.system.card.side(side).id
    found = rehearse(title.system, title.dialect, state, side, letter, own_words(f"{words}\n").words).lines
    return tuple(one for one in found if not (is_in_plan and one.text.startswith((PLAN, END))))


def judged(row: Row, text: str) -> tuple[LineVerdict, ...]:
    """The desk's verdicts on a text, on a row's position."""
    return _judged(row.game, row.side, row.scenario, row.phase, text)


def _facts(row: Row, lines: Sequence[str]) -> FACTS:
    """Canonical lines as facts that don't depend on how units were joined."""
    facts: set[tuple[str, ...]] = set()
    for text in lines:
        one = re.sub(r"^line \d+: ", "", text.strip())
        is_plain = row.game != "miniatures"
        if is_plain and (melee := _MELEE.match(one)):
            facts.add((" + ".join(sorted(melee[1].split(" + "))), melee[2], melee[3]))
        elif is_plain and (after := _AFTER.match(one)):
            is_no = after[2].startswith("no ")
            facts.update(("*" if is_no else unit, after[2]) for unit in after[1].split(" + "))
        elif row.is_in_plan and (same := _IN_PLAN.fullmatch(one)):
            facts.update((f"{same['when'] or ''}{unit}", same["does"]) for unit in same["who"].split(", "))
        elif is_plain and not row.is_in_plan and (of_units := _OF_UNITS.match(one)):
            facts.update((unit.strip(), of_units[2].strip()) for unit in of_units[1].split(" + "))
        else:
            facts.add(("", _OF_ITSELF.sub(r"\1", _ELSE_STAY.sub(r": \2 if \1", one))))
    return frozenset(facts)


def _canonical(found: Sequence[LineVerdict]) -> list[str]:
    return [text for one in found for text in one.canonical]


def _meaning(row: Row, text: str) -> tuple[FACTS, bool]:
    """The facts of a meaning or an offer, and whether all of it can be carried out."""
    found = judged(row, text.replace(" ; ", "\n"))
    return _facts(row, _canonical(found)), all(one.verdict == ACCEPTED for one in found)


def _verdict(row: Row) -> tuple[str, str]:
    found = judged(row, row.line)
    accepted = _facts(row, _canonical(found))
    refused = [one for one in found if one.verdict == REFUSED]
    says = "; ".join(_canonical(found)) or " / ".join(one.refusal_text for one in refused)
    is_chat = not accepted and not refused
    if row.meaning == "CHAT":
        return ("chat right" if is_chat else "chat refused" if refused else "chat accepted"), says
    if is_chat:
        return "lost as chat", ""
    if row.meaning == "REFUSE":
        return ("right" if refused and not accepted else "misread"), says
    is_asked = row.meaning.startswith("ASK:")
    texts = row.meaning[4:].split(" | ") if is_asked else row.meaning.split(" OR ")
    meant = [_meaning(row, one.strip())[0] for one in texts]
    if not refused:
        return ("right" if accepted in meant else "misread"), says
    offered = [[_meaning(row, one) for one in _offers(line)] for line in refused]
    if is_asked:
        is_good = all(one in {facts for some in offered for facts, _ in some} for one in meant)
    else:
        is_good = all(offered) and any(_completes(accepted, one, offered) for one in meant)
    if is_good:
        return "asked well", says
    return ("misread" if accepted and not any(accepted <= one for one in meant) else "refused without help"), says


def _offers(line: LineVerdict) -> Sequence[str]:
    return line.problem.suggest[:MOST_OFFERED] if line.problem is not None else ()


def _completes(accepted: FACTS, meant: FACTS, offered: Sequence[Sequence[tuple[FACTS, bool]]]) -> bool:
    """Whether what was accepted and what is offered make the meaning, and nothing else is accepted."""
    if not accepted <= meant:
        return False
    rest = meant - accepted
    inside = [[facts for facts, is_good in some if facts and is_good and facts <= meant] for some in offered]
    if all(inside) and rest <= frozenset().union(*(max(some, key=len) for some in inside)):
        return True
    is_all_inside = all(facts <= meant for some in offered for facts, _ in some)
    return is_all_inside and rest <= frozenset().union(*(facts for some in inside for facts in some))


def main(paths: Sequence[str]) -> int:
    """Print a row a line, then the totals."""
    found = score([row for path in paths for row in rows_of(Path(path))])
    for row, verdict, says in found.found:
        print("\t".join([row.id, row.voice, verdict, row.line, row.meaning, says.replace("\n", " / ")]))
    print("\n".join(found.table()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
