"""The order language of the campaign as the rest of the program sees it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from pbem.core.ask import Ask
from pbem.core.order import Order, Problem
from pbem.language.gazetteer import Gazetteer
from pbem.language.lexicon import Lexicon
from pbem.mechanisms.likeness import Talk
from pbem.orders.dialect import Placed, Reading
from pbem.orders.standing import NOTHING_DRAFTED, Drafted, StandingOrder
from pbem.orders.syntax import Misread, OrderLine
from pbem.systems.nezperce.battle.combat import FALLBACK, LOSSES, SET_UP, WISHES, wished
from pbem.systems.nezperce.battle.plan import running as plans
from pbem.systems.nezperce.battle.plan.reading import is_plan_like, prefixes
from pbem.systems.nezperce.battle.state import PLACE_PHASE, SIDE_PHASE
from pbem.systems.nezperce.battles import battle_words
from pbem.systems.nezperce.card import ARMY, CARD, INDIAN, LETTERS_IN_BATTLE, LOOKS
from pbem.systems.nezperce.orders import names, reading
from pbem.systems.nezperce.orders import prose as of_prose
from pbem.systems.nezperce.orders.records import Declare, March, Search, Supply
from pbem.systems.nezperce.state.position import GONE
from pbem.systems.starter import StarterDialect

SET_UP_LETTERS = (SIDE_PHASE, PLACE_PHASE)
STRATEGIC = (March, Declare, Supply, Search)
_KINDS = (("F", r"^search\b"), ("D", r"\bdraws? supply\b|^supply\b"), ("C", r"\b(?:attack|fight|declare|join)s?\b"))


_VERBS = (
    *("move", "march", "go", "goes", "fast", "to", "toward", "towards", "ride", "head", "make", "proceed", "advance"),
    *(
        "retreat",
        "withdraw",
        "retire",
        "return",
        "stay",
        "hold",
        "halt",
        "wait",
        "remain",
        "attack",
        "declare",
        "fight",
    ),
    *("join", "draw", "supply", "search", "fire", "shoot", "shell", "then", "charge", "mount", "dismount", "limber"),
    *(
        "unlimber",
        "leave",
        "enter",
        "surrender",
        "offer",
        "end",
        "melee",
        "set up",
        "set-up",
        "sets up",
        "setup",
        "lead",
    ),
    *("entry", "come"),
)
_ANY_VERB = re.compile(rf"\b(?:{'|'.join(_VERBS)})(?:e?s)?\b|->|=>", re.I)
_OPENS_IN_BATTLE = frozenset(
    (
        *(
            "lodge",
            "lodges",
            "camp",
            "camps",
            "brave",
            "braves",
            "cavalry",
            "infantry",
            "gun",
            "guns",
            "scout",
            "scouts",
        ),
        *(
            "hq",
            "volunteers",
            "howitzer",
            "hotchkiss",
            "entry",
            "enter",
            "come",
            "north",
            "east",
            "south",
            "west",
            "offer",
            "group",
            "waiting",
            "once",
            "stop",
            "plan",
        ),
    )
)
"""Words that may open a line of a battle besides the names of strategic units and their tactical ones."""
OWN = {"B": INDIAN, "C": INDIAN, "D": ARMY, "E": ARMY, "F": ARMY}
"""The sides whose orders a phase of the campaign takes."""
_EDGE = re.compile(r"\b(?:north|east|south|west)(?:ern)?\b", re.I)
_HEX = re.compile(r"\b\d{4}\b")
_NAMED = re.compile(r"^\s*[^\s:,;][^:,;]{0,40}:")
"""A name and a colon, which open an order whatever stands behind them."""


def _names_and_acts(words: str, mine: Sequence[str]) -> bool:
    """True if a sentence has a unit's name and a verb anywhere."""
    tokens = words.replace(",", " ").replace(":", " ").split()
    return _ANY_VERB.search(words) is not None and any(
        one[0].isupper() and names.opening(tokens[n:], mine) for n, one in enumerate(tokens)
    )


BY_NAME, BY_HEX = "a unit by name", "a hex by its number"


class NezPerceDialect(StarterDialect):
    """``Howard + Perry move 0709-0708``, ``Joseph fast to 1007``, ``Ollokot attack 0910``, ``search 0910``."""

    card = CARD
    block_opening = "plan"
    policies = (*WISHES, plans.PLAN)
    wishes: ClassVar[Mapping[str, Iterable[str]]] = {
        LOSSES: (*WISHES[LOSSES], BY_NAME),
        FALLBACK: (*WISHES[FALLBACK], BY_HEX),
        SET_UP: tuple(WISHES[SET_UP]),
    }
    verbs = _VERBS

    def write(self, order: Order) -> str:
        """See `orders.dialect.Dialect`."""
        words = None if isinstance(order, STRATEGIC) else battle_words()
        return reading.write(order) if words is None else words.write(order)

    def prose(self, view: Any, side: str, phase: str, *, in_block: bool = False) -> tuple[Gazetteer, Lexicon]:
        """See `orders.dialect.ReadsProse`."""
        return of_prose.prose(view, side, in_block=in_block)

    def lexicons(self) -> tuple[Lexicon, ...]:
        """See `orders.dialect.ReadsProse`."""
        return of_prose.lexicons()

    def read(self, text: str, view: Any, side: str) -> tuple[Order, ...] | Problem:
        """See `StarterDialect`."""
        if view.battle is not None and (words := battle_words()) is not None:
            return words.read(text, view, side)
        return reading.read(text, view, side)

    def takes_orders(self, letter: str, view: Any, side: str) -> bool:
        """See `StarterDialect`: each side has phases of its own, and a battle's come while one is on."""
        in_battle = letter in LETTERS_IN_BATTLE
        is_open = view.battle is not None if in_battle else OWN.get(letter, side) == side
        return is_open and super().takes_orders(letter, view, side)

    def units_of(self, view: Any, side: str) -> tuple[str, ...]:
        """See `StarterDialect`: in a battle a side acts with one unit or two, so nobody speaks of all the rest."""
        return () if view.battle is not None else tuple(one.name for one in view.of(side))

    def formation(self, words: str, view: Any, side: str) -> tuple[str, ...] | Problem:
        """See `orders.dialect.Dialect`."""
        return names.units(words, view, side)

    def is_order_like(self, words: str, view: Any, side: str = "") -> bool:
        """See `orders.dialect.Dialect`: it names a unit and says what that does, or is about a plan."""
        if is_plan_like(" ".join(words.split())):
            return True
        if view is not None and view.battle is None and reading.WHEN.match(words):
            return _names_and_acts(words, [one.name for one in view.of(side)])
        if view is None:
            return any(one.search(words) for one in (_ANY_VERB, _NAMED, _HEX, _EDGE))
        mine = [one.name for one in view.units.values() if one.side == side and one.status != GONE]
        in_battle = view.battle is not None
        if in_battle and view.battle.steps and _EDGE.search(words) is not None:
            return True  # whoever speaks of a side of the map while units are set up has one in mind
        talk = Talk(
            own=lambda tokens: names.opening(tokens, mine) or int(in_battle and tokens[0].lower() in _OPENS_IN_BATTLE),
            near=lambda tokens: bool(names.nearly(tokens[0], mine)),
            is_verb=lambda word: _ANY_VERB.fullmatch(word) is not None,
        )
        return talk.is_order(words)

    def explain(self, misread: Misread, words: str, reading: Reading) -> Placed:
        """See `orders.dialect.Dialect`: a line of a unit's without a verb that we know is looked at all the same."""
        found = self.read(" ".join(words.split()), reading.view, reading.side)
        if not isinstance(found, Problem):
            return super().explain(misread, words, reading)
        at = max(words.find(found.words), 0) if found.words else misread.start
        return Placed(found, at, at + max(len(found.words), 1))

    def prefixes(self, lines: Sequence[str]) -> Sequence[str]:
        """See `orders.dialect.InBlocks`: the lines of a battle plan."""
        return prefixes(lines)

    def letters_of(self, line: OrderLine, present: str) -> tuple[str, ...]:
        """See `orders.dialect.Dialect`: an order's verb says for which phase it is."""
        if present and present in LETTERS_IN_BATTLE:
            words = battle_words()
            order_text = line.orders[0].clause.words("order")[0].text
            return (present,) if words is None else words.letters_of(order_text, present)
        text = line.orders[0].clause.words("order")[0].text
        for letter, pattern in _KINDS:
            if re.search(pattern, text, re.I):
                return (letter,)
        return ("B", "E")

    def standing(self, line: Any, reading: Reading) -> StandingOrder | Placed:
        """See `orders.dialect.Dialect`: the wishes of a policy are its words, or names of units and hexes."""
        if line.policy.text.lower() == plans.PLAN:
            return _plan_for_battles(line)
        return super().standing(line, reading)

    def is_wish(self, policy: str, wish: str, reading: Reading) -> bool:
        """See `StarterDialect`: units are named for losses, hexes for where to fall back."""
        named = {LOSSES: r"[a-z].*\d", FALLBACK: r"\d{4}"}.get(policy, "")
        return wish in WISHES[policy] or bool(named and re.fullmatch(named, wish))

    def wish(self, wish: str, ask: Ask, view: Any) -> str | None:
        """See `orders.standing.Judge`."""
        return wished(wish, ask, view.battle) if view.battle is not None else None

    def drafted(self, ask: Ask, standing: Sequence[StandingOrder], view: Any, given: Sequence[Order]) -> Drafted:
        """See `orders.standing.Judge`: ``policy set up: program`` leaves set-ups to the program, ``policy plan: ...`` is the
        plan of a battle for which no other is filed.
        """
        if ask.subject in SET_UP_LETTERS and (found := next((one for one in standing if one.policy == SET_UP), None)):
            return Drafted((), (found.number,), True)
        ahead = next((one for one in standing if one.policy == plans.PLAN), None)
        if ahead is not None and ask.subject in LOOKS and not given:
            mind = view.battle.mind(ask.side)
            if mind.plan is None and not mind.by_hand:
                return Drafted(plans.orders(ahead.wishes[0], view.battle, ask.side), (ahead.number,), True)
        return NOTHING_DRAFTED

    def less_often(self, ask: Ask) -> str:
        """See `orders.dialect.Dialect`."""
        return f"policy {ask.kind}: {next(iter(WISHES[ask.kind]))}" if ask.kind in WISHES else ""

    def turn(self, view: Any) -> int:
        """See `orders.standing.Judge`."""
        found: int = view.turn
        return found


def _plan_for_battles(line: Any) -> StandingOrder | Placed:
    """A plan for battles to come; whom its lines name only a battle can say."""
    text = line.wishes.text.strip()
    why = plans.fault(text)
    if why is None:
        return StandingOrder(0, f"policy {plans.PLAN}: {text}", policy=plans.PLAN, wishes=(text,))
    at = max(text.find(why.words), 0) if why.words else 0
    start = line.wishes.start + at
    return Placed(why, start, start + (len(why.words) or len(text)))


DIALECT = NezPerceDialect()
