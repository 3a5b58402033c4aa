"""A sheet: what the table must know of a game, read strictly from TOML (docs/table.md, The sheet).

Facts and figures alone: there are no conditions, loops or formulas in a sheet.  Who needs them writes a game.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.core.dice import MOST_SIDES, parse_spec
from pbem.core.tomlfile import TomlFile

MOST_TURNS, MOST_ROUNDS, MOST_STEPS, MOST_VALUE = 99, 99, 9, 1_000_000
FEWEST_SIDES, MOST_PLAYERS = 2, 8
MOST_CARDS = MOST_SIDES
"""A draw is a die with a side for each card of the pool."""
SEALED, ANYBODY = "sealed", "any"
ALL_CARDS = "all"
NAME = re.compile(r"[A-Za-z][A-Za-z0-9 './-]{0,39}")
CARD_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 './-]{0,30}")
RANGE = re.compile(r"(.*?)(\s*)(\d{1,3})\s*-\s*(\d{1,3})")
CODE = re.compile(r"[A-Z]{2,5}")
SIDE_ID = re.compile(r"[a-z][a-z0-9]{1,19}")
ROW = re.compile(r"(-?\d{1,3})(?:-(\d{1,3}))?")
RESERVED_CODES = ("ALL", "GM")
TAKEN_WORDS = frozenset(
    {
        *("roll", "order", "pick", "coin", "draw", "play", "discard", "remove", "show"),
        *("reveal", "look", "put", "return", "reshuffle", "shuffle", "plan", "mark", "open"),
        *("set", "move", "say", "to", "over", "back", "done", "protest", "follow", "file", "each"),
        *("cancel", "withdraw"),
    }
)
"""Words that begin a line: no value or unit may be called so."""


@dataclass(frozen=True)
class SheetSide:
    """A side: id in the sheet, code in phase ids, name for people; `sees_all` for an umpire, from whom nothing is hidden."""

    id: str
    code: str
    name: str
    sees_all: bool = False


@dataclass(frozen=True)
class TurnStep:
    """A step of the turn: who has the pen in which sequence, how often it goes round; () if all write sealed plans at once.

    With `is_anybodys` whoever writes has the pen for one letter, and the step is over when all of `pen` are done.
    `only` is the one turn in which it comes, 0 for every turn; with `silent` a side that lets its deadline pass has done its
    part.
    """

    name: str
    pen: tuple[str, ...] = ()
    rounds: int = 1
    only: int = 0
    silent: bool = False
    is_anybodys: bool = False

    @property
    def first(self) -> str:
        """The side that has the pen when the step begins, "" where it is nobody's."""
        return self.pen[0] if self.pen and not self.is_anybodys else ""

    @property
    def is_sealed(self) -> bool:
        """True if all write at once."""
        return not self.pen

    @property
    def parts(self) -> int:
        """The number of parts of the step: one for each time that the pen comes to somebody."""
        return 1 if self.is_anybodys else len(self.pen) * self.rounds


@dataclass(frozen=True)
class Chart:
    """A table of results: its dice, the names of its columns (() for one without), and its rows by first and last number."""

    name: str
    dice: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, int, tuple[str, ...]], ...]

    def result(self, number: int, column: str) -> str:
        """The result of a number in a column; numbers beyond the rows count as the nearest row."""
        low, high = self.rows[0][0], self.rows[-1][1]
        number = min(max(number, low), high)
        row = next(cells for first, last, cells in self.rows if first <= number <= last)
        return row[self.columns.index(column) if self.columns else 0]


@dataclass(frozen=True)
class DeckCard:
    """A deck: the side that may draw from it ("" for all), its cards, and how many of them a hand may hold (0: any number)."""

    name: str
    owner: str
    cards: tuple[str, ...]
    hand: int = 0


@dataclass(frozen=True)
class GameSheet:
    """A sheet.  `name` is what stands behind ``table:``; `digest` that of its bytes."""

    name: str
    title: str
    turns: int
    sides: tuple[SheetSide, ...]
    steps: tuple[TurnStep, ...]
    dice: tuple[tuple[str, str], ...] = ()
    charts: tuple[Chart, ...] = ()
    decks: tuple[DeckCard, ...] = ()
    values: tuple[tuple[str, int], ...] = ()
    units: tuple[tuple[str, str], ...] = ()
    points: tuple[tuple[str, str], ...] = ()
    about: str = ""
    digest: str = ""

    def side(self, name: str) -> SheetSide | None:
        """The side with this id, code or name, case ignored; None if there is none."""
        wanted = name.lower()
        return next((one for one in self.sides if wanted in (one.id, one.code.lower(), one.name.lower())), None)

    @property
    def watchers(self) -> tuple[str, ...]:
        """The sides from which nothing is hidden."""
        return tuple(one.id for one in self.sides if one.sees_all)

    def named_dice(self, name: str) -> str:
        """The dice with this name, "" for none."""
        return next((spec for one, spec in self.dice if one.lower() == name.lower()), "")

    def chart(self, name: str) -> Chart | None:
        """The table with this name."""
        return next((one for one in self.charts if one.name.lower() == name.lower()), None)

    def deck(self, name: str) -> DeckCard | None:
        """The deck with this name."""
        return next((one for one in self.decks if one.name.lower() == name.lower()), None)


DICE_NAME = re.compile(r"(\d{0,3})d(\d{1,4})(?!\w)", re.I)
KEYS = ("title", "about", "turns", "sides", "step", "dice", "table", "deck", "values", "units", "victory")


class SheetReader:
    """Reads one sheet, and notes every fault of it with its line."""

    def __init__(self, name: str, file: TomlFile) -> None:
        self.name, self.file, self.data = name, file, file.data
        self._cards: dict[str, str] = {}

    def read(self) -> GameSheet:
        """The sheet.  Raises Faults: all that is wrong with it."""
        self.file.ended()
        self.file.unknown("", self.data, KEYS)
        title = self.file.get("title", str)
        if not self._is_ascii(title) or not 1 <= len(title) <= 40:
            self.file.fault("title", "a title of at most 40 characters in ASCII", title)
        about = self.file.get("about", str, "")
        turns = self._number("turns", self.data.get("turns", 1), 1, MOST_TURNS)
        sides = self._sides()
        ids = tuple(one.id for one in sides)
        sheet = GameSheet(
            self.name,
            title,
            turns,
            sides,
            self._steps(ids, turns),
            self._dice(),
            self._charts(),
            self._decks(ids),
            self._values(),
            self._units(),
            self._points(ids),
            about,
            hashlib.sha256(self.file.text.encode()).hexdigest(),
        )
        self._names_once(sheet)
        self.file.ended()
        return sheet

    def _is_ascii(self, text: str) -> bool:
        return text.isascii() and text.isprintable()

    def _number(self, key: str, found: object, least: int, most: int) -> int:
        before = len(self.file.faults)
        number = self.file.value(key, found, int)
        if len(self.file.faults) > before:
            return least
        if not least <= number <= most:
            self.file.fault(key, f"a whole number from {least} to {most}", found)
            return least
        return number

    def _table(self, key: str) -> dict[str, Any]:
        return self.file.value(key, self.data.get(key), dict, {})

    def _named(self, key: str, kind: str) -> Iterator[tuple[str, str, Any]]:
        """The entries under a key by name: its path, its name, its value."""
        for name, found in self._table(key).items():
            path = f"{key}.{name}"
            is_name = NAME.fullmatch(name) or (key == "units" and CARD_NAME.fullmatch(name))  # 48 PzK
            if not is_name or name != name.strip():
                self.file.fault(path, f"a name for {kind}: letters, digits and blanks, at most 40", name)
            else:
                yield path, name, found

    def _sides(self) -> tuple[SheetSide, ...]:
        found: list[SheetSide] = []
        for name, value in self._table("sides").items():
            path = f"sides.{name}"
            one = self.file.value(path, value, dict)
            self.file.unknown(path, one, ("code", "name", "sees"))
            sees = self.file.value(f"{path}.sees", one.get("sees"), str, "own")
            if sees not in ("own", ALL_CARDS):
                self.file.fault(f"{path}.sees", '"all" (an umpire, from whom nothing is hidden) or "own"', sees)
            code = self.file.value(f"{path}.code", one.get("code"), str, name.upper())
            called = self.file.value(f"{path}.name", one.get("name"), str, name.title())
            if not SIDE_ID.fullmatch(name) or name in ("all", "gm", "desk"):
                self.file.fault(path, "a side such as cp: 2 to 20 small letters and digits, not all, gm or desk", name)
            if not CODE.fullmatch(code) or code in RESERVED_CODES:
                self.file.fault(f"{path}.code", "a code of 2 to 5 capital letters, not ALL or GM", code)
            if not NAME.fullmatch(called):
                self.file.fault(f"{path}.name", "a name: letters, digits and blanks, at most 40", called)
            taken = {word.lower() for side in found for word in (side.id, side.code, side.name)}
            twice = sorted(taken.intersection((name, code.lower(), called.lower())))
            if twice:
                self.file.fault(path, "names and codes that no other side has", f"{twice[0]!r} twice")
            found.append(SheetSide(name, code, called, sees == ALL_CARDS))
        if found and all(one.sees_all for one in found):
            self.file.fault("sides", "a side that does not see all", "umpires alone")
        if not FEWEST_SIDES <= len(found) <= MOST_PLAYERS:
            self.file.fault("sides", f"{FEWEST_SIDES} to {MOST_PLAYERS} sides", f"{len(found)} sides")
        return tuple(found)

    def _steps(self, sides: Sequence[str], turns: int) -> tuple[TurnStep, ...]:
        found = []
        for path, one in self.file.tables("step"):
            self.file.unknown(path, one, ("name", "pen", "rounds", "only", "silent"))
            name = self.file.value(f"{path}.name", one.get("name"), str)
            if not 1 <= len(name) <= 60 or not self._is_ascii(name):
                self.file.fault(f"{path}.name", "a name of at most 60 characters in ASCII", name)
            pen = one.get("pen", list(sides))
            written = pen if isinstance(pen, list) else []
            if pen not in (SEALED, ANYBODY) and (not written or any(side not in sides for side in written)):
                self.file.fault(
                    f"{path}.pen", f'"{SEALED}", "{ANYBODY}", or a list of sides out of {", ".join(sides)}', pen
                )
                written = list(sides[:1])
            only = self._number(f"{path}.only", one["only"], 1, turns) if "only" in one else 0
            rounds = self._number(f"{path}.rounds", one.get("rounds", 1), 1, MOST_ROUNDS)
            silent = self.file.value(f"{path}.silent", one.get("silent"), str, "wait")
            if silent not in ("wait", "none"):
                self.file.fault(f"{path}.silent", '"none" (silence means that nothing is done) or "wait"', silent)
            if pen == ANYBODY:
                written = list(sides)
                if "rounds" in one:
                    self.file.fault(f"{path}.rounds", "no rounds where anybody has the pen", one["rounds"])
            found.append(TurnStep(name, tuple(written), rounds, only, silent == "none", pen == ANYBODY))
        if not found and "step" not in self.data:
            found = [TurnStep("Play", tuple(sides))]
        if not 1 <= len(found) <= MOST_STEPS:
            self.file.fault("step", f"1 to {MOST_STEPS} steps", f"{len(found)} steps")
        elif all(one.only for one in found) and turns > 1:
            self.file.fault("step", "a step that comes in every turn", "steps of single turns alone (only)")
        return tuple(found)

    def _spec(self, path: str, found: object) -> str:
        """Dice such as 2d6; what is no dice is a fault."""
        text = self.file.value(path, found, str)
        try:
            parse_spec(text)
        except ValueError:
            if isinstance(found, str):
                self.file.fault(path, f"dice such as 2d6, of at most {MOST_SIDES} sides", found)
            return "1d6"
        return text

    def _dice(self) -> tuple[tuple[str, str], ...]:
        return tuple((name, self._spec(path, found)) for path, name, found in self._named("dice", "dice"))

    def _charts(self) -> tuple[Chart, ...]:
        return tuple(self._chart(path, name, found) for path, name, found in self._named("table", "a table"))

    def _chart(self, path: str, name: str, found: object) -> Chart:
        one = self.file.value(path, found, dict)
        dice = self._spec(f"{path}.dice", one.get("dice"))
        columns = self.file.value(f"{path}.columns", one.get("columns"), list, [])
        if len(set(columns)) != len(columns) or not all(isinstance(text, str) and text.strip() for text in columns):
            self.file.fault(f"{path}.columns", "names of columns, each once", columns)
            columns = []
        rows: list[tuple[int, int, tuple[str, ...]]] = []
        for key, cells in one.items():
            if key in ("dice", "columns"):
                continue
            match, where = ROW.fullmatch(key), f"{path}.{key}"
            if match is None:
                self.file.fault(where, "dice, columns, or a row by its number such as 4 or 2-5", f"the key {key!r}")
                continue
            row = [cells] if isinstance(cells, str) and not columns else cells
            wide = max(len(columns), 1)
            if not isinstance(row, list) or len(row) != wide or not all(isinstance(text, str) for text in row):
                self.file.fault(where, f"{wide} result{'s' * (wide != 1)} in quotation marks", cells)
                continue
            first = int(match[1])
            rows.append((first, int(match[2] or first), tuple(row)))
        rows.sort()
        number, sides = parse_spec(dice)
        covered = [n for first, last, _ in rows for n in range(first, last + 1)]
        if sorted(set(covered)) != covered:
            self.file.fault(path, "rows that do not overlap", "a number that stands in two rows")
        missing = [n for n in range(number, number * sides + 1) if n not in covered]
        if missing:
            self.file.fault(path, f"a row for each result of {dice}", f"no row for {missing[0]}")
            rows = [(number, number * sides, ("",) * max(len(columns), 1))]
        return Chart(name, dice, tuple(columns), tuple(rows))

    def _decks(self, sides: Sequence[str]) -> tuple[DeckCard, ...]:
        found = []
        for path, name, value in self._named("deck", "a deck"):
            one = self.file.value(path, value, dict)
            self.file.unknown(path, one, ("owner", "cards", "hand"))
            owner = self.file.value(f"{path}.owner", one.get("owner"), str, ALL_CARDS)
            if owner not in (*sides, ALL_CARDS):
                self.file.fault(f"{path}.owner", f"a side ({', '.join(sides)}) or {ALL_CARDS!r}", owner)
            cards = self._cards_of(path, name, one.get("cards"))
            hand = self._number(f"{path}.hand", one["hand"], 1, MOST_CARDS) if "hand" in one else 0
            if hand > len(cards) > 0:
                self.file.fault(f"{path}.hand", f"at most the {len(cards)} cards of the deck", hand)
            found.append(DeckCard(name, "" if owner == ALL_CARDS else owner, cards, hand))
        return tuple(found)

    def _cards_of(self, path: str, deck: str, found: object) -> tuple[str, ...]:
        """The cards of a deck: ``"CP 1-14"``, ``"CP 1-14, CP 20"``, or a list of names."""
        key = f"{path}.cards"
        parts = [part.strip() for part in found.split(",")] if isinstance(found, str) else found
        if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
            self.file.fault(
                key, 'cards such as "CP 1-14", or a list of names', "nothing there" if found is None else found
            )
            return ()
        cards: list[str] = []
        for part in parts:
            span = RANGE.fullmatch(part)
            if span is not None and int(span[3]) > int(span[4]):
                self.file.fault(key, "a range from the lower to the higher number", part)
            elif span is not None:
                blank = (
                    "" if span[1].isupper() else span[2]
                )  # CP 1-14 are CP1 ... CP14; Sun 1-3 are Sun 1, Sun 2, Sun 3
                cards += [f"{span[1]}{blank}{n}" for n in range(int(span[3]), int(span[4]) + 1)]
            else:
                cards.append(part)
        for card in cards:
            if not CARD_NAME.fullmatch(card):
                self.file.fault(key, "names of cards: letters, digits and blanks, at most 31", card)
            elif card.lower() in self._cards:
                other = self._cards[card.lower()]
                where = "twice in this deck" if other == deck else f"in the deck {other!r} too"
                self.file.fault(key, "each card once: equal cards have numbers, such as Sun 1-3", f"{card!r} {where}")
            self._cards[card.lower()] = deck
        if not 1 <= len(cards) <= MOST_CARDS:
            self.file.fault(key, f"1 to {MOST_CARDS} cards", f"{len(cards)} cards")
            return tuple(cards[:1])
        return tuple(sorted(cards, key=in_sequence))

    def _values(self) -> tuple[tuple[str, int], ...]:
        named = self._named("values", "a value")
        return tuple((name, self._number(path, value, -MOST_VALUE, MOST_VALUE)) for path, name, value in named)

    def _units(self) -> tuple[tuple[str, str], ...]:
        found = []
        for path, name, value in self._named("units", "a counter"):
            text = self.file.value(path, value, str)
            if not NAME.fullmatch(text or "full"):
                self.file.fault(path, "a condition in a word or two, such as full", text)
            found.append((name, text))
        return tuple(found)

    def _points(self, sides: Sequence[str]) -> tuple[tuple[str, str], ...]:
        victory = self._table("victory")
        self.file.unknown("victory", victory, ("points",))
        points = self.file.value("victory.points", victory.get("points"), dict, {})
        values = self._table("values")
        for side, value in points.items():
            if side not in sides:
                self.file.fault(f"victory.points.{side}", f"one of {', '.join(sides)}", f"the key {side!r}")
            elif value not in values:
                self.file.fault(f"victory.points.{side}", f"one of the values {', '.join(values) or '(none)'}", value)
        return tuple((side, str(value)) for side, value in points.items())

    def _names_once(self, sheet: GameSheet) -> None:
        """Names of one kind that a line could not tell apart."""
        kinds: Mapping[str, Sequence[str]] = {
            "dice": [*(name for name, _ in sheet.dice)],
            "deck": [one.name for one in sheet.decks],
            "values": [*(name for name, _ in sheet.values), *(name for name, _ in sheet.units)],
        }
        for kind, names in kinds.items():
            lower = [name.lower() for name in names]
            for name in sorted({one for one in lower if lower.count(one) > 1}):
                self.file.fault(kind, "names that differ by more than capitals", f"{name!r} twice")
        for name in kinds["values"]:
            if name.split()[0].lower() in TAKEN_WORDS:
                self.file.fault(f"values.{name}", "a name that does not begin with a word of a line", name)
        for where, name, spec in (
            *((f"dice.{one}", one, spec) for one, spec in sheet.dice),
            *((f"table.{one.name}", one.name, "") for one in sheet.charts),
        ):
            written = DICE_NAME.match(name)
            if written is not None and f"{int(written[1] or 1)}d{int(written[2])}" != spec:
                self.file.fault(where, "a name that is not read as dice in a line", name)
        for chart in sheet.charts:
            if sheet.named_dice(chart.name) not in ("", chart.dice):
                self.file.fault(f"table.{chart.name}", "the dice of the same name", f"{chart.dice} and other dice")


def in_sequence(card: str) -> tuple[tuple[int, int | str], ...]:
    """The place of a card in a pool: CP2 stands before CP10."""
    parts = re.split(r"(\d+)", card.lower())
    return tuple((0, int(part)) if part.isdigit() else (1, part) for part in parts if part)


def read_sheet(name: str, text: str, file_name: str = "") -> GameSheet:
    """The sheet of this text.  Raises Faults: file, line, key, what was expected and what was found, for each fault."""
    return SheetReader(name, TomlFile(file_name or f"{name}.toml", text)).read()
