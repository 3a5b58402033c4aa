"""Rule: the umpire's hand on the board, shown and checked, and their answer to the tray at the end of a game turn."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from pbem.core.canonical import Json, NotCanonical, check
from pbem.core.clause import find_clauses, near_clauses, read_index
from pbem.core.sanitize import is_number
from pbem.core.system import RuleSystem, SetByHand
from pbem.desk.gm import dispatches, tray
from pbem.desk.gm.incidents.incident import (
    EVERYBODY,
    GAME,
    NOBODY,
    CannotDo,
    Done,
    Effect,
    IncidentContext,
    OfGame,
    UsageWord,
)
from pbem.desk.gm.state_ruled import NO_STATE, changes_in_words, rule_state_in, states_of
from pbem.desk.people import phrases_for
from pbem.desk.record import chain
from pbem.reports.wrap import ascii_text
from pbem.seal.state import BadPatch, Patch, difference, patched
from pbem.store.tables import GameRow


@dataclass(frozen=True)
class Rule(OfGame):
    """Set values of the public state: ``'C/3 Cav at = 3413'`` (a counter's property) or ``/points/us = 4`` (a path).

    ``'C/3 Cav routed ='`` removes a property.  A change that makes the state impossible is refused, with the reason.
    """

    NAME: ClassVar[str] = "rule"
    ABOUT: ClassVar[str] = "rule on the board: set values of the public state by hand"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (
        GAME,
        UsageWord("clause", "CLAUSE", "the clause the ruling is based on, such as 10.A; - for none"),
        UsageWord("changes", "CHANGE", "such as 'C/3 Cav at = 3413', or '/points/us = 4'", "lines"),
    )
    REASONED: ClassVar[bool] = True

    clause: str
    changes: tuple[str, ...]

    def effect(self, case: IncidentContext) -> Effect:
        """The effect: the old and the new values."""
        game = case.playing(self.game)
        self._check_clause(case, game)
        patch, back = self._patch(case, game)
        before, after = states_of(case.desk, case.books, game, patch)
        case.facts["tried"] = patch
        row = case.books.phases.open(game)
        if row is not None and case.books.phases.segments(row):
            name = case.phase_name(game, row.phase)
            raise CannotDo(f"{self.game}: {name} has begun and stopped at a question.  First   undo {self.game}")
        rule = f" (rule {self.clause})" if self.clause != "-" else ""
        both = phrases_for(case.books, game).both
        return Effect(
            (f"the position is changed by hand{rule}; {both} players get the new position",),
            EVERYBODY,
            inverse=Rule(self.game, self.clause, back),
            pages=changes_in_words(case.desk, game, before, after, patch),
        )

    def carry_out(self, case: IncidentContext) -> Done:
        """Change it."""
        game = case.playing(self.game)
        patch, _ = self._patch(case, game)
        tried = case.facts.get("tried") == patch
        record = rule_state_in(case.desk, case.books, game, patch, case.reason, rule=self.clause, tried=tried)
        return Done((f"{self.game}: ruled; all players have the new position",), record.seq, advance=game.name)

    def _check_clause(self, case: IncidentContext, game: GameRow) -> None:
        """Check that the rulebook has the clause. A game that brings no index of its clauses takes any."""
        title = case.desk.title(game.title)
        if self.clause == "-":
            return
        try:
            work = getattr(title, "casework", None)
        except KeyError:  # a game without cases
            work = None
        if work is None:
            return
        index, prefix = read_index(work.package, work.clause_index), title.system.card.clauses
        if not find_clauses(index, prefix, self.clause):
            near = near_clauses(index, prefix, self.clause)
            like = f" ({' or '.join(near)}?)" if near else ""
            raise CannotDo(
                f"expected a clause of {title.system.card.title}{like}, or - for a ruling without a clause; "
                f"found {self.clause!r}"
            )

    def _patch(self, case: IncidentContext, game: GameRow) -> tuple[Patch, tuple[str, ...]]:
        """The operations of RFC 6902, and the changes that take them back, the last first."""
        system = case.desk.title(game.title).system
        stored: Json = json.loads(case.books.checkpoints.last(game).state)
        now = stored
        back: list[str] = []
        for change in self.changes:
            target, sign, value = (part.strip() for part in change.partition("="))
            if not sign:
                raise CannotDo(f"expected a change such as 'C/3 Cav at = 3413'; found {change!r}")
            try:
                now, before = _set(system, now, target, value)
            except BadPatch as fault:
                raise CannotDo(f"{change!r}: {fault}") from None
            sets = "=" if target.endswith(("+", "-")) else " ="  # hand cp +=
            back.insert(0, f"{target}{sets} {before}".rstrip())
        return difference(stored, now), tuple(back)


def _set(system: RuleSystem[Any], now: Json, target: str, value: str) -> tuple[Json, str]:
    """A state's JSON after one change, and the value before it.  Raises CannotDo, BadPatch."""
    if isinstance(system, SetByHand) and not target.startswith("/"):
        state = _state(system, now)
        try:
            was = system.value_by_hand(state, target)
            return system.to_json(system.set_by_hand(state, target, value)), was
        except ValueError as fault:
            raise CannotDo(str(fault)) from None
    try:
        public = system.public(_state(system, now))
    except NO_STATE as fault:
        raise CannotDo(f"that is not a possible state of this game: {type(fault).__name__}: {fault}") from None
    path = _path(public, target)
    found = _at(public, path)
    if not value:
        one: dict[str, Any] = {"op": "remove", "path": path}
    else:
        one = {"op": "add" if found is None else "replace", "path": path, "value": _value(value)}
    return patched(now, (one,)), "" if found is None else json.dumps(found)


def _state(system: RuleSystem[Any], now: Json) -> Any:
    """The state that a JSON tells.  Raises CannotDo if an earlier change made it none."""
    try:
        return system.from_json(now)  # type: ignore[arg-type]
    except NO_STATE as fault:
        raise CannotDo(f"that is not a possible state of this game: {type(fault).__name__}: {fault}") from None


def _path(public: Any, target: str) -> str:
    """The path of ``Red One strength``, or a path as it stands.  Raises CannotDo."""
    if target.startswith("/"):
        return target
    name, _, word = target.rpartition(" ")
    if isinstance(public, Mapping):
        for key, values in public.items():
            if isinstance(values, Mapping) and name in values and word == key:
                return f"/{key}/{name.replace('~', '~0').replace('/', '~1')}"
    raise CannotDo(f"expected a counter of the game and one of its properties, such as 'C/3 Cav at'; found {target!r}")


def _at(public: Any, path: str) -> Any:
    found = public
    for step in path[1:].split("/"):
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(found, Mapping):
            found = found.get(name)
        elif isinstance(found, list) and is_number(name) and int(name) < len(found):
            found = found[int(name)]
        else:
            return None
    return found


def _value(text: str) -> Any:
    """The value of a text: a number, a word of JSON, else the text itself.  Hexes are texts, with their zeros.

    Raises CannotDo for what no state holds: fractions, and numbers of more than 53 bits.
    """
    if text.isdigit() and len(text) == 4:
        return text
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return text
    try:
        check(found, "the value")
    except NotCanonical as wrong:
        raise CannotDo(f"expected a whole number, a text, true, false or null; found {wrong}") from None
    return found


# Tray: the umpire's answer to what waits for them at the end of a game turn.

LONGEST = 20_000


@dataclass(frozen=True)
class Tray(OfGame):
    """The umpire's answer, its lines between bars: ``tray halle-3 "8: delay 1 | Davout: You met outposts. | go on"``.

    Without an answer everything goes as proposed.  The game goes on, and each player reads their own on top of their report.
    """

    NAME: ClassVar[str] = "tray"
    ABOUT: ClassVar[str] = "answer the umpire's tray; what you leave out goes as proposed"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (
        GAME,
        UsageWord(
            "answer", "ANSWER", "lines between bars: '8: delay 1 | Davout: words | go on'", "rest", optional=True
        ),
    )
    REASONED: ClassVar[bool] = False

    answer: str = "go on"

    def effect(self, case: IncidentContext) -> Effect:
        """The effect on each case."""
        game = self._waiting(case)
        decided = tray.read(case.books, game, self._text())
        lines = tray.effects(case.desk, case.books, game, decided)
        turn = tray.turn_of(case.desk, case.books, game)
        return Effect(
            (*lines, f"{self.game} goes on with turn {turn}"),
            NOBODY,
            final="what was read stays read; an undo puts the cases on the tray again",
        )

    def carry_out(self, case: IncidentContext) -> Done:
        """Decide, seal it under the GM's key, and let the game go on."""
        game, books = self._waiting(case), case.books
        text = self._text()
        decided = tray.read(books, game, text)
        fell = [tray.roll(case.desk, books, game, one) for one in decided.rolls]
        lines = [*tray.effects(case.desk, books, game, replace(decided, rolls=())), *fell]
        seq = chain.next_seq(books, game)
        tray.decide(case.desk, books, game, decided, text, seq)
        books.write()
        made = tray.rule_sealed(case.desk, books, game, "tray", seq)
        tray.closed(game)
        return Done((*lines, f"{self.game} goes on"), made.seq, advance=game.name)

    def _text(self) -> str:
        text = " ".join(ascii_text(self.answer).split())
        if len(text) > LONGEST:
            raise CannotDo(f"answer: expected up to {LONGEST} characters; found {len(text)}")
        return text

    def _waiting(self, case: IncidentContext) -> GameRow:
        return _waiting(case, self.game)


@dataclass(frozen=True)
class UmpireRoll(OfGame):
    """Dice for a purpose of the umpire's, while a tray waits: ``roll halle-3 "2d6: the bridge"``.

    They fall once for one purpose.  Nobody else is told; the game's end opens purpose and dice.
    """

    NAME: ClassVar[str] = "roll"
    ABOUT: ClassVar[str] = "roll dice for a purpose, while the umpire's tray waits"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (GAME, UsageWord("dice", "DICE", "such as '2d6: the bridge'", "rest"))
    REASONED: ClassVar[bool] = False

    dice: str

    def effect(self, case: IncidentContext) -> Effect:
        """The dice and their purpose."""
        number, faces, purpose = self._read(case)
        return Effect(
            (f"{number}d{faces} are rolled for {purpose}",), NOBODY, final="dice that were rolled stay rolled"
        )

    def carry_out(self, case: IncidentContext) -> Done:
        """Roll them, and seal purpose and dice under the GM's key."""
        game = _waiting(case, self.game)
        line = tray.roll(case.desk, case.books, game, self._read(case))
        return Done((line,), chain.newest_seq(case.books, game))

    def _read(self, case: IncidentContext) -> tuple[int, int, str]:
        game = _waiting(case, self.game)
        decided = tray.read(case.books, game, f"roll {' '.join(ascii_text(self.dice).replace('|', '/').split())}")
        if not decided.rolls:
            raise CannotDo(f"dice: expected dice with a purpose, such as '2d6: the bridge'; found {self.dice!r}")
        return decided.rolls[0]


def _waiting(case: IncidentContext, name: str) -> GameRow:
    """The game of this name if its tray waits.  Raises UnknownGame, CannotDo."""
    game = case.playing(name)
    if not tray.is_full(game):
        what = "it has no umpire" if not dispatches.has_umpire(game) else f"it is {game.state}, in the middle of a turn"
        raise CannotDo(f"{name}: expected a game that waits for its umpire; {what}")
    return game
