"""Reads the file of a sheet: pydantic models of its tables, and every fault with its line (docs/table.md, The sheet)."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, ValidationInfo, model_validator

from pbem.core.dice import MOST_SIDES, parse_spec
from pbem.core.tomlfile import MISSING, TomlFile
from pbem.systems.table.sheet import (
    ALL_CARDS,
    MOST_VALUE,
    Chart,
    DeckCard,
    GameSheet,
    SheetSide,
    TurnStep,
    in_sequence,
)
from pbem.tomlmodel import TomlTable, between, expected, given, list_of_texts, note, read_table, read_tables, such_that

MOST_TURNS, MOST_ROUNDS, MOST_STEPS = 99, 99, 9
FEWEST_SIDES, MOST_PLAYERS = 2, 8
MOST_CARDS = MOST_SIDES
"""A draw is a die with a side for each card of the pool."""
SEALED, ANYBODY = "sealed", "any"
NAME = re.compile(r"[A-Za-z][A-Za-z0-9 './-]{0,39}")
CARD_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 './-]{0,30}")
RANGE = re.compile(r"(.*?)(\s*)(\d{1,3})\s*-\s*(\d{1,3})")
CODE = re.compile(r"[A-Z]{2,5}")
SIDE_ID = re.compile(r"[a-z][a-z0-9]{1,19}")
ROW = re.compile(r"(-?\d{1,3})(?:-(\d{1,3}))?")
DICE_NAME = re.compile(r"(\d{0,3})d(\d{1,4})(?!\w)", re.I)
RESERVED_CODES, RESERVED_SIDES = ("ALL", "GM"), ("all", "gm", "desk")
TAKEN_WORDS = frozenset(
    {
        *("roll", "order", "pick", "coin", "draw", "play", "discard", "remove", "show"),
        *("reveal", "look", "put", "return", "reshuffle", "shuffle", "plan", "mark", "open"),
        *("set", "move", "say", "to", "over", "back", "done", "protest", "follow", "file", "each"),
        *("cancel", "withdraw"),
    }
)
"""Words that begin a line: no value or unit may be called so."""
A_NAME = "a name: letters, digits and blanks, at most 40"
CARDS = 'cards such as "CP 1-14", or a list of names'


def _is_ascii(text: str, most: int) -> bool:
    return text.isascii() and text.isprintable() and 1 <= len(text) <= most


def _title(most: int, kind: str) -> AfterValidator:
    return such_that(lambda text: _is_ascii(text, most), f"a {kind} of at most {most} characters in ASCII")


def _name_for(kind: str, *patterns: re.Pattern[str]) -> AfterValidator:
    return such_that(
        lambda name: name == name.strip() and any(one.fullmatch(name) for one in patterns),
        f"a name for {kind}: letters, digits and blanks, at most 40",
    )


def _is_dice(text: str) -> bool:
    try:
        parse_spec(text)
    except ValueError:
        return False
    return True


Dice = Annotated[str, such_that(_is_dice, f"dice such as 2d6, of at most {MOST_SIDES} sides")]
Condition = Annotated[
    str, such_that(lambda text: bool(NAME.fullmatch(text or "full")), "a condition in a word or two, such as full")
]
SideName = Annotated[
    str,
    such_that(
        lambda name: bool(SIDE_ID.fullmatch(name)) and name not in RESERVED_SIDES,
        "a side such as cp: 2 to 20 small letters and digits, not all, gm or desk",
    ),
]


class VictoryTable(TomlTable):
    """``[victory]``: the value that counts for each side."""

    points: dict[str, str] = Field(default_factory=dict)


class SheetTable(TomlTable):
    """The whole file.  Its sides, steps, tables and decks have models of their own, which know of the rest."""

    title: Annotated[str, _title(40, "title")]
    about: str = ""
    turns: Annotated[int, between(1, MOST_TURNS)] = 1
    sides: dict[SideName, Any] = Field(default_factory=dict)
    step: list[Any] = Field(default_factory=list)
    dice: dict[Annotated[str, _name_for("dice", NAME)], Dice] = Field(default_factory=dict)
    table: dict[Annotated[str, _name_for("a table", NAME)], Any] = Field(default_factory=dict)
    deck: dict[Annotated[str, _name_for("a deck", NAME)], Any] = Field(default_factory=dict)
    values: dict[Annotated[str, _name_for("a value", NAME)], Annotated[int, between(-MOST_VALUE, MOST_VALUE)]] = Field(
        default_factory=dict
    )
    units: dict[Annotated[str, _name_for("a counter", NAME, CARD_NAME)], Condition] = Field(default_factory=dict)
    victory: VictoryTable = VictoryTable()


class SideTable(TomlTable):
    """``[sides.cp]``; code and name are made of the side's id where they are not given."""

    code: str | None = None
    name: str | None = None
    sees: Annotated[
        str, such_that(("own", ALL_CARDS).__contains__, '"all" (an umpire, from whom nothing is hidden) or "own"')
    ] = "own"

    @model_validator(mode="after")
    def _has_names(self, info: ValidationInfo) -> Self:
        side = self.side(given(info, "id"))
        if not CODE.fullmatch(side.code) or side.code in RESERVED_CODES:
            note(info, "code", "a code of 2 to 5 capital letters, not ALL or GM", side.code)
        if not NAME.fullmatch(side.name):
            note(info, "name", A_NAME, side.name)
        return self

    def side(self, id: str) -> SheetSide:
        """The side with this id."""
        code, name = (id.upper() if self.code is None else self.code), (id.title() if self.name is None else self.name)
        return SheetSide(id, code, name, self.sees == ALL_CARDS)


def _pen(found: object, info: ValidationInfo) -> str | tuple[str, ...]:
    sides = given(info, "sides")
    if isinstance(found, str) and found in (SEALED, ANYBODY):
        return found
    if not isinstance(found, list) or not found or any(one not in sides for one in found):
        raise expected(f'"{SEALED}", "{ANYBODY}", or a list of sides out of {", ".join(sides)}')
    return tuple(found)


def _turn(found: int, info: ValidationInfo) -> int:
    turns = given(info, "turns")
    if not 1 <= found <= turns:
        raise expected(f"a whole number from 1 to {turns}")
    return found


class StepTable(TomlTable):
    """``[[step]]``: who has the pen, how often it goes round, in which turn alone."""

    name: Annotated[str, _title(60, "name")]
    pen: Annotated[Any, BeforeValidator(_pen)] = None
    rounds: Annotated[int, between(1, MOST_ROUNDS)] = 1
    only: Annotated[int, AfterValidator(_turn)] = 0
    silent: Annotated[
        str, such_that(("wait", "none").__contains__, '"none" (silence means that nothing is done) or "wait"')
    ] = "wait"

    @model_validator(mode="after")
    def _goes_round(self, info: ValidationInfo) -> Self:
        if self.pen == ANYBODY and "rounds" in self.model_fields_set:
            note(info, "rounds", "no rounds where anybody has the pen", self.rounds)
        return self

    def step(self, sides: Sequence[str]) -> TurnStep:
        """The step; without a pen all sides have it in their sequence."""
        pen = () if self.pen == SEALED else tuple(sides) if self.pen in (None, ANYBODY) else self.pen
        return TurnStep(self.name, pen, self.rounds, self.only, self.silent == "none", self.pen == ANYBODY)


def _is_column(text: str) -> bool:
    return bool(text.strip())


class ChartTable(TomlTable):
    """``[table.fire]``: its dice, its columns, and a key for each row."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)

    dice: Dice
    columns: Annotated[tuple[str, ...], list_of_texts(_is_column, "names of columns, each once")] = ()

    @model_validator(mode="after")
    def _has_a_row_for_each_result(self, info: ValidationInfo) -> Self:
        if len(set(self.columns)) != len(self.columns):
            note(info, "columns", "names of columns, each once", list(self.columns))
        wide = max(len(self.columns), 1)
        for key, cells in (self.model_extra or {}).items():
            if not ROW.fullmatch(key):
                note(info, key, "dice, columns, or a row by its number such as 4 or 2-5", f"the key {key!r}")
            elif self._cells(cells) is None:
                note(info, key, f"{wide} result{'s' * (wide != 1)} in quotation marks", cells)
        covered = [n for first, last, _ in self._rows() for n in range(first, last + 1)]
        if len(set(covered)) != len(covered):
            note(info, "", "rows that do not overlap", "a number that stands in two rows")
        number, sides = parse_spec(self.dice)
        missing = [n for n in range(number, number * sides + 1) if n not in covered]
        if missing:
            note(info, "", f"a row for each result of {self.dice}", f"no row for {missing[0]}")
        return self

    def _cells(self, found: Any) -> tuple[str, ...] | None:
        """The results of a row, None for what is no row; without columns a text is one."""
        row = [found] if isinstance(found, str) and not self.columns else found
        is_row = isinstance(row, list) and len(row) == max(len(self.columns), 1)
        return tuple(row) if is_row and all(isinstance(one, str) for one in row) else None

    def _rows(self) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
        rows = []
        for key, found in (self.model_extra or {}).items():
            match, cells = ROW.fullmatch(key), self._cells(found)
            if match is not None and cells is not None:
                rows.append((int(match[1]), int(match[2] or match[1]), cells))
        return tuple(sorted(rows))

    def chart(self, name: str) -> Chart:
        """The chart."""
        return Chart(name, self.dice, self.columns, self._rows())


def _cards(found: object, info: ValidationInfo) -> tuple[str, ...]:
    """The cards of a deck: ``"CP 1-14"``, ``"CP 1-14, CP 20"``, or a list of names."""
    parts = [part.strip() for part in found.split(",")] if isinstance(found, str) else found
    if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
        raise expected(CARDS, MISSING if found is None else "")
    cards: list[str] = []
    for part in parts:
        span = RANGE.fullmatch(part)
        if span is None:
            cards.append(part)
        elif int(span[3]) > int(span[4]):
            note(info, "cards", "a range from the lower to the higher number", part)
        else:  # CP 1-14 are CP1 ... CP14; Sun 1-3 are Sun 1, Sun 2, Sun 3
            blank = "" if span[1].isupper() else span[2]
            cards += [f"{span[1]}{blank}{n}" for n in range(int(span[3]), int(span[4]) + 1)]
    if not 1 <= len(cards) <= MOST_CARDS:
        raise expected(f"1 to {MOST_CARDS} cards", f"{len(cards)} cards")
    _each_once(cards, info)
    return tuple(sorted(cards, key=in_sequence))


def _each_once(cards: Iterable[str], info: ValidationInfo) -> None:
    """Note cards without a fit name, and those that this deck or one before it has already."""
    deck, decks = given(info, "deck"), given(info, "cards")
    for card in cards:
        if not CARD_NAME.fullmatch(card):
            note(info, "cards", "names of cards: letters, digits and blanks, at most 31", card)
        elif card.lower() in decks:
            other = decks[card.lower()]
            where = "twice in this deck" if other == deck else f"in the deck {other!r} too"
            note(info, "cards", "each card once: equal cards have numbers, such as Sun 1-3", f"{card!r} {where}")
        decks[card.lower()] = deck


def _owner(found: str, info: ValidationInfo) -> str:
    sides = given(info, "sides")
    if found not in (*sides, ALL_CARDS):
        raise expected(f"a side ({', '.join(sides)}) or {ALL_CARDS!r}")
    return found


class DeckTable(TomlTable):
    """``[deck.events]``: whose it is, its cards, and how many of them a hand may hold (0: any number)."""

    owner: Annotated[str, AfterValidator(_owner)] = ALL_CARDS
    cards: Annotated[tuple[str, ...], BeforeValidator(_cards)]
    hand: Annotated[int, between(1, MOST_CARDS)] = 0

    @model_validator(mode="before")
    @classmethod
    def _without_cards(cls, found: Any) -> Any:
        return {"cards": None, **found} if isinstance(found, dict) else found

    @model_validator(mode="after")
    def _hand_fits(self, info: ValidationInfo) -> Self:
        if self.hand > len(self.cards):
            note(info, "hand", f"at most the {len(self.cards)} cards of the deck", self.hand)
        return self

    def card(self, name: str) -> DeckCard:
        """The deck."""
        return DeckCard(name, "" if self.owner == ALL_CARDS else self.owner, self.cards, self.hand)


def _tables(file: TomlFile, key: str) -> dict[str, Any]:
    """The table at a key as it is written, empty where there is none: what is no table is a fault of `SheetTable`."""
    found = file.data.get(key, {})
    return found if isinstance(found, dict) else {}


def _sides(file: TomlFile) -> tuple[SheetSide, ...]:
    written = _tables(file, "sides")
    sides: list[SheetSide] = []
    for id, found in written.items():
        table = read_table(file, f"sides.{id}", found, SideTable, id=id)
        if table is None:
            continue
        side = table.side(id)
        taken = {word.lower() for one in sides for word in (one.id, one.code, one.name)}
        twice = sorted(taken.intersection((id, side.code.lower(), side.name.lower())))
        if twice:
            file.fault(f"sides.{id}", "names and codes that no other side has", f"{twice[0]!r} twice")
        sides.append(side)
    if sides and len(sides) == len(written) and all(one.sees_all for one in sides):
        file.fault("sides", "a side that does not see all", "umpires alone")
    if not FEWEST_SIDES <= len(written) <= MOST_PLAYERS:
        file.fault("sides", f"{FEWEST_SIDES} to {MOST_PLAYERS} sides", f"{len(written)} sides")
    return tuple(sides)


def _steps(file: TomlFile, sides: Sequence[str], turns: int) -> tuple[TurnStep, ...]:
    written = file.data.get("step")
    if written is None:
        return (TurnStep("Play", tuple(sides)),)
    if not isinstance(written, list):
        return ()
    steps = tuple(table.step(sides) for _, table in read_tables(file, "step", StepTable, sides=sides, turns=turns))
    if not 1 <= len(written) <= MOST_STEPS:
        file.fault("step", f"1 to {MOST_STEPS} steps", f"{len(written)} steps")
    elif len(steps) == len(written) and all(one.only for one in steps) and turns > 1:
        file.fault("step", "a step that comes in every turn", "steps of single turns alone (only)")
    return steps


def _charts(file: TomlFile) -> tuple[Chart, ...]:
    read = {
        name: read_table(file, f"table.{name}", found, ChartTable) for name, found in _tables(file, "table").items()
    }
    return tuple(table.chart(name) for name, table in read.items() if table is not None)


def _decks(file: TomlFile, sides: Sequence[str]) -> tuple[DeckCard, ...]:
    cards: dict[str, str] = {}
    read = {
        name: read_table(file, f"deck.{name}", found, DeckTable, sides=sides, deck=name, cards=cards)
        for name, found in _tables(file, "deck").items()
    }
    return tuple(table.card(name) for name, table in read.items() if table is not None)


def _points(file: TomlFile, sides: Sequence[str]) -> None:
    """Note points of a side that there isn't, and by a value that there isn't."""
    points, values = _tables(file, "victory").get("points", {}), _tables(file, "values")
    for side, value in points.items() if isinstance(points, dict) else ():
        if side not in sides:
            file.fault(f"victory.points.{side}", f"one of {', '.join(sides)}", f"the key {side!r}")
        elif isinstance(value, str) and value not in values:
            file.fault(f"victory.points.{side}", f"one of the values {', '.join(values) or '(none)'}", value)


def _names_once(file: TomlFile) -> None:
    """Note names of one kind that a line could not tell apart, and those that it reads as something else."""
    named = [*_tables(file, "values"), *_tables(file, "units")]
    kinds: Mapping[str, Iterable[str]] = {"dice": _tables(file, "dice"), "deck": _tables(file, "deck"), "values": named}
    for kind, names in kinds.items():
        counted = Counter(name.lower() for name in names)
        for name in sorted(one for one in counted if counted[one] > 1):
            file.fault(kind, "names that differ by more than capitals", f"{name!r} twice")
    for name in named:
        if name.strip() and name.split()[0].lower() in TAKEN_WORDS:
            file.fault(f"values.{name}", "a name that does not begin with a word of a line", name)
    dice = {name.lower(): spec for name, spec in _tables(file, "dice").items()}
    for kind in ("dice", "table"):
        for name, found in _tables(file, kind).items():
            written = DICE_NAME.match(name)
            is_spec = kind == "dice" and written is not None and found == f"{int(written[1] or 1)}d{int(written[2])}"
            if written is not None and not is_spec:
                file.fault(f"{kind}.{name}", "a name that is not read as dice in a line", name)
    for name, found in _tables(file, "table").items():
        own = found.get("dice") if isinstance(found, dict) else None
        if name.lower() in dice and own is not None and own != dice[name.lower()]:
            file.fault(f"table.{name}", "the dice of the same name", f"{own} and other dice")


def read_sheet(name: str, text: str, file_name: str = "") -> GameSheet:
    """The sheet of this text.  Raises Faults: file, line, key, what was expected and what was found, for each fault."""
    file = TomlFile(file_name or f"{name}.toml", text)
    file.ended()
    top = read_table(file, "", file.data, SheetTable)
    sides, ids = _sides(file), tuple(_tables(file, "sides"))
    turns = top.turns if top is not None else MOST_TURNS
    steps, charts, decks = _steps(file, ids, turns), _charts(file), _decks(file, ids)
    _points(file, ids)
    _names_once(file)
    file.faults.sort(key=lambda one: one.line)
    file.ended()
    if top is None:
        raise AssertionError("a model that does not validate has a fault")
    return GameSheet(
        name,
        top.title,
        top.turns,
        sides,
        steps,
        tuple(top.dice.items()),
        charts,
        decks,
        tuple(top.values.items()),
        tuple(top.units.items()),
        tuple(top.victory.points.items()),
        top.about,
        hashlib.sha256(text.encode()).hexdigest(),
    )
