"""The order language as the rest of the program sees it."""

import re
from typing import Any

from pbem.core.order import Malformed, Order, Problem
from pbem.language.gazetteer import Gazetteer
from pbem.language.lexicon import Lexicon, lexicon
from pbem.language.members import letters
from pbem.mechanisms.likeness import Talk
from pbem.orders.dialect import Placed, Reading
from pbem.orders.standing import StandingOrder
from pbem.orders.syntax import Line, Misread, OrderLine, PolicyLine, Words
from pbem.systems.miniatures.card import CARD
from pbem.systems.miniatures.orders import names, reading, records
from pbem.systems.miniatures.orders import prose as of_prose
from pbem.systems.miniatures.orders.records import Join
from pbem.systems.miniatures.orders.standing import ACTIONS, EVENTS, STANDING, TableStanding, read_standing
from pbem.systems.starter import StarterDialect

STANDING_LINE = "when"
"""The word in place of a policy's name in a line that is a unit's standing order."""
_VERBS = (
    *(
        "ahead",
        "forward",
        "forwards",
        "advance",
        "back",
        "wheel",
        "sidestep",
        "side-step",
        "step",
        "shift",
        "to",
        "toward",
    ),
    *(
        "towards",
        "along",
        "into",
        "face",
        "turn",
        "form",
        "open",
        "line",
        "column",
        "mass",
        "skirmish",
        "deploy",
        "fire",
    ),
    *(
        "shoot",
        "volley",
        "load",
        "reload",
        "charge",
        "contact",
        "rally",
        "rallies",
        "mount",
        "dismount",
        "limber",
        "unlimber",
    ),
    *(
        "prolonge",
        "join",
        "attach",
        "leave",
        "stay",
        "hold",
        "halt",
        "wait",
        "stand",
        "remain",
        "reserve",
        "nothing",
        "exit",
    ),
    *(
        "beside",
        "behind",
        "alongside",
        "dress",
        "move",
        "go",
        "goes",
        "march",
        "walk",
        "ride",
        "run",
        "retire",
        "withdraw",
    ),
    *("retreat", "until"),
)
_ANY_VERB = re.compile(rf"\b(?:{'|'.join(_VERBS)})(?:e?s)?\b", re.I)
_NAMED = re.compile(r"\s*[^\s:,;][^:,;]{0,40}:")
"""A name and a colon, which open an order whatever stands behind them."""
_LEADER = re.compile(r"\b(?:join|leave)\b", re.I)


_DIRECTION = (
    r"(?:to\s+the\s+|due\s+)?((?:north|south)[\s-]?(?:east|west)|north|south|east|west|n[ew]|s[ew]|[nsew])(?:wards?)?"
)
_DIRECTION_AHEAD = re.compile(
    rf"\b(?:moves?|goe?s?|march(?:es)?)\s+{_DIRECTION}\s+(?:by\s+|for\s+)?(\d+(?:\.\d+)?)(?![\w,])", re.I
)
_NO_DISTANCE = re.compile(rf"(.+?)\s*:?\s+(?:moves?|goe?s?|march(?:es)?)\s+{_DIRECTION}\s*", re.I)


def _distance_first(text: str) -> str:
    """``move north-east 4 inches`` as ``4 NE inches``, less the word for inches, as the language has it."""
    short = _DIRECTION_AHEAD.sub(lambda found: f"{found[2]} {letters(found[1])}", text)
    return text if short == text else re.sub(r"(?<=[NSEW])\s*(?:inch(?:es)?|in\b|\")", "", short)


def _how_far(text: str) -> Problem | None:
    """``First Company move north`` does not say how far (E111)."""
    found = _NO_DISTANCE.fullmatch(text)
    if found is None:
        return None
    line = f"{found[1].rstrip(':')}: 4 {letters(found[2])}"
    return Malformed("E111", f"How far?  For 4 inches write   {line}", words=text.split()[-1])


class TableDialect(TableStanding, StarterDialect):
    """``Sub-Legion 1: load; ahead 6; fire``; ``Shawnee when charged: hold``, ``policy contact: halt``."""

    card = CARD
    verbs = _VERBS
    policies = ("reaction fire", "contact", "double")
    place = r"\d{1,3}(?:\.\d{1,2})?[,/]\d{1,3}(?:\.\d{1,2})?"

    def write(self, order: Order) -> str:
        """See `orders.dialect.Dialect`."""
        return records.write(order)

    def prose(self, view: Any, side: str, phase: str, *, in_block: bool = False) -> tuple[Gazetteer, Lexicon]:
        """See `orders.dialect.ReadsProse`."""
        return of_prose.prose(view, side)

    def lexicons(self) -> tuple[Lexicon, ...]:
        """See `orders.dialect.ReadsProse`."""
        return (lexicon(of_prose.WORDS),)

    def units_of(self, view: Any, side: str) -> tuple[str, ...]:
        """See `StarterDialect`."""
        return tuple(one.name for one in view.of(side))

    def formation(self, words: str, view: Any, side: str) -> tuple[str, ...] | Problem:
        """See `orders.dialect.Dialect`: units and leaders, or an arm."""
        known = names.of_side(view, side) | names.leaders(view, side)
        found = names.named_by(words, known)
        several = names.fitting(words, known) or tuple(names.arms(view, side).get(words.lower().strip(), ()))
        return (found,) if found else several or super().formation(words, view, side)

    def is_order_like(self, words: str, view: Any, side: str = "") -> bool:
        """See `orders.dialect.Dialect`: whose names stand in a line tells more than its verbs, where a view shows them."""
        if view is None:
            return _ANY_VERB.search(words) is not None or _NAMED.match(words) is not None
        mine = names.of_side(view, side)
        heads = mine | names.leaders(view, side)
        talk = Talk(
            own=lambda tokens: names.longest(tokens, heads)[1],
            near=lambda tokens: bool(names.near(tokens, heads)[0]),
            is_verb=lambda word: _ANY_VERB.fullmatch(word) is not None,
        )
        return talk.is_order(words)

    def explain(self, misread: Misread, words: str, reading: Reading) -> Placed:
        """See `orders.dialect.Dialect`: a line of a unit's without a verb that we know is looked at all the same."""
        text = " ".join(words.split())
        found = self.read(text, reading.view, reading.side)
        if not isinstance(found, Problem):
            return super().explain(misread, words, reading)
        at = max(words.find(found.words), 0) if found.words else misread.start
        return Placed(found, at, at + max(len(found.words), 1))

    def parse(self, words: str) -> Line | Misread:
        """See `orders.dialect.Dialect`: ``when charged`` and its like make a standing order of any line."""
        found = super().parse(words)
        if STANDING.search(words) is None or isinstance(found, PolicyLine):
            return found
        start, end = len(words) - len(words.lstrip()), len(words.rstrip())
        text = words.strip()
        return PolicyLine(Words("policy", STANDING_LINE, start, end), None, None, Words("wishes", text, start, end))

    def standing(self, line: Any, reading: Reading) -> StandingOrder | Placed:
        """See `orders.dialect.Dialect`."""
        text = line.wishes.text
        if line.policy.text != STANDING_LINE:
            event = EVENTS.get(" ".join(line.policy.text.lower().split()))
            if event is None or text.lower() in ACTIONS[event]:
                return super().standing(line, reading)
            text = f"all {event}: {text}"  # with conditions, or a word that the event does not take
        found = read_standing(text, reading.view, reading.side)
        if isinstance(found, StandingOrder):
            return found
        at = max(line.wishes.text.lower().find(found.words.lower()), 0)
        start = line.wishes.start + at
        return Placed(found, start, start + max(len(found.words), 1))

    def read(self, text: str, view: Any, side: str) -> tuple[Order, ...] | Problem:
        """See `StarterDialect`."""
        return _how_far(text) or reading.read(_distance_first(text), view, side)

    def stage(self, what: OrderLine | Order) -> int:
        """Leaders go before any unit acts (B-215), wherever their lines stand in the letter."""
        if isinstance(what, OrderLine):
            return int(not any(_LEADER.search(one.clause.words("order")[0].text) for one in what.orders))
        return int(not isinstance(what, Join))

    def turn(self, view: Any) -> int:
        """See `orders.standing.Judge`."""
        found: int = view.turn
        return found


DIALECT = TableDialect()
