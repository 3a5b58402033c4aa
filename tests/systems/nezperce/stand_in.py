"""A battle in one phase, for tests of the strategic level alone: each side kills by its numbers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pbem.core.event import Event, PhaseBegan, PhaseEnded
from pbem.core.order import Illegal
from pbem.core.record import Record
from pbem.core.system import NOBODY
from pbem.core.umpire import Play, Umpire
from pbem.systems.nezperce import battles
from pbem.systems.nezperce.state.contact import Contact, ForceOutcome, Outcome
from pbem.systems.nezperce.state.events import BattleEnded


@dataclass(frozen=True, slots=True)
class StandIn(Record):
    contact: Contact


class StandInRules:
    def new(self, contact: Contact) -> StandIn:
        return StandIn(contact)

    def coming(self, battle: StandIn) -> battles.Coming:
        return battles.Coming("H", battle.contact.attacker, 1)

    def play(self, letter: str) -> Callable[[Umpire[Any]], Play[None]]:
        return fight

    def apply(self, battle: StandIn, event: Event) -> StandIn:
        return battle

    def plan(self, *given: Any) -> Illegal:
        return Illegal("E150", "A battle that stands in takes no orders.")

    def resolve(self, *given: Any) -> Play[None]:
        yield from ()

    def silent(self, *given: Any) -> Any:
        return NOBODY


def fight(umpire: Umpire[Any]) -> Play[None]:
    """Each side kills one unit of the other, and one more for every four that it has."""
    yield from ()
    umpire.emit(PhaseBegan(umpire.phase))
    contact = umpire.state.battle.contact
    found = []
    for side in ("army", "indian"):
        other = "indian" if side == "army" else "army"
        hits = 1 + sum(len(force.pieces) for force in contact.forces(other)) // 4
        for force in contact.forces(side):
            killed = tuple(one.name for one in force.pieces[:hits])
            hits -= len(killed)
            found.append(ForceOutcome(force.id, killed=killed))
    umpire.emit(BattleEnded(Outcome(contact.number, contact.hex, tuple(found), turns=1)))
    umpire.emit(PhaseEnded(umpire.phase))


def install() -> None:
    battles.use(battles.Battles(StandInRules()))
