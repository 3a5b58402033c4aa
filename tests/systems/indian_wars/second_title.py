"""A second, tiny title of the series, which touches no file outside its own: a book of its own, one phase called otherwise,
no scatter and no hit and run, all US riders thrown off by a pin, and an order that no other title has."""

from dataclasses import dataclass, replace

from pbem.core.clause import rule
from pbem.core.order import Illegal, Order, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.game import Game
from pbem.systems.indian_wars import phases, rosebud
from pbem.systems.indian_wars.orders import standing_words
from pbem.systems.indian_wars.orders.verbs import special
from pbem.systems.indian_wars.orders.verbs.common import each
from pbem.systems.indian_wars.rosebud_card import CARD, CLAUSES, PHASES
from pbem.systems.indian_wars.rules.turn import acts
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.title import Title, Verb

# Its book: the same rules in chapters 21 to 38, without two of them and with one of its own.

LEFT_OUT = ("7.K", "16.G")
TINY_CLAUSES = {
    meaning: f"{int(chapter) + 20}{dot}{rest}"
    for meaning, number in CLAUSES.items()
    if not number.startswith(LEFT_OUT)
    for chapter, dot, rest in [number.partition(".")]
} | {"bugle call": "39.A"}

# Its own order.


@dataclass(frozen=True, slots=True)
class SoundBugle(Order):
    """``A/3 Cav sound bugle``."""

    unit: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} sound bugle"


@rule("bugle call")
def plan_bugle(field: Battlefield, side: str, letter: str, order: SoundBugle) -> Plan | Problem:
    """Only US units have one."""
    if side != "us":
        return Illegal("E190", f"Only US units have a bugle ({field.rule('bugle call')}).", field.rule("bugle call"))
    return Plan(order)


def resolve_bugle(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """It is heard, and that is all."""
    yield from acts.noted(umpire, plan)


SOUND_BUGLE = Verb(
    SoundBugle,
    ("sound_bugle",),
    each(SoundBugle),
    plan_bugle,
    resolve_bugle,
    phases="C",
    words=("sound",),
    listed="sound bugle",
    grammar="%extend clause: BUGLE -> sound_bugle\nBUGLE.20: /sounds?\\s+bugle(?!\\w)/",
)

# The title.

OPENING_FIRE = replace(
    next(one for one in PHASES if one.letter == "B"), name="Opening Fire", short="Open. Fire", words=("fire", "opening")
)
TINY_PHASES = tuple(OPENING_FIRE if one.letter == "B" else one for one in PHASES)

TINY = Title(
    card=replace(
        CARD,
        id="tiny",
        title="The Skirmish at Tiny Creek",
        clauses="TC",
        phases=phases.cards(TINY_PHASES, TINY_CLAUSES),
        options=tuple(one for one in CARD.options if one.name != "hit and run"),
    ),
    clauses=TINY_CLAUSES,
    phases=TINY_PHASES,
    orders=(*(one for one in rosebud.ORDERS if one is not special.HIT_AND_RUN), SOUND_BUGLE),
    reactions=(standing_words.STAND, standing_words.RETREAT, standing_words.RETREAT_TOWARD, standing_words.HOLD_FIRE),
    rules=replace(rosebud.RULES, arrival_offers=(), thrown_off=lambda unit: unit.side == "us"),
    files="rosebud",
)

GAME = Game(
    title="tiny",
    system_name="indian_wars",
    rules=f"{__name__}:TINY.system",
    orders=f"{__name__}:TINY.dialect",
    teller_place=f"{__name__}:TINY.teller",
    cases_place=f"{__name__}:TINY.casework",
    files=f"{__name__}:TINY.linter",
    practice_place=f"{__name__}:TINY.practice",
    phases=f"{__name__}:short_name",
)


def short_name(phase: str) -> str:
    """A phase in a subject line."""
    return phases.short_name(phase, TINY_PHASES)
