"""The positions in which orders are read by the tests, and rules that allow everything."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.core.event import Event
from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.system import Card, Phase, Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.files import data
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.rosebud_card import CARD
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield

HERE = Path(__file__).parent
OFF_THE_MAP = ("Capt Randall", "Louissant", "Red Horn", "Old Bear")


def in_contact(fired: bool = False) -> Battlefield:
    """The invented position of the scenario `in-contact`, some counters still to come; `fired`: after US phase B."""
    sheet = data.load(TITLE, "in-contact")
    field = Battlefield(sheet, Options(), turn=3)
    assert sheet.scenario.opening is not None
    for name, differs in sheet.scenario.opening.units:
        field.put(Counter(sheet.roster[name], **dict(differs)))
    for name in OFF_THE_MAP:
        field.units.setdefault(name, Counter(sheet.roster[name]))
    if fired:
        field.put(field["C/3 Cav"].but(fired="full"))
        field.put(field["Good Heart"].but(fired="half", low_ammo=True))
    return field


def still_to_come(field: Battlefield, *names: str) -> Battlefield:
    """The field with these counters off the map."""
    for name in names:
        field.take_off(name)
        field.units[name] = Counter(field.sheet.roster[name])
    return field


class Anything:
    """Rules under which every order is legal: for tests of reading alone."""

    card: Card = CARD

    def next_phase(self, state: Battlefield) -> Phase[Battlefield] | None:
        return None

    def thaw(self, state: Battlefield) -> Battlefield:
        return state.thaw()

    def view(self, state: Battlefield, side: str) -> Battlefield:
        return state

    def apply(self, state: Battlefield, event: Event) -> None:
        pass

    def plan(self, view: Battlefield, side: str, phase: str, order: Order) -> Plan:
        return Plan(order)

    def resolve(self, umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
        match plan.order:
            case o.Move(units, path):
                to = path[-1]
            case o.Enter(units, to, _) | o.SetUp(units, to, _):
                pass
            case _:
                return
        for name in units:
            umpire.state.put(umpire.state[name].but(at=to))
        yield from ()


ANYTHING: Any = Anything()


@dataclass(frozen=True)
class Row:
    """One of the forty orders."""

    number: int
    side: str
    phase: str
    written: str
    understood: tuple[str, ...]
    warned: tuple[str, ...] = ()

    def field(self) -> Battlefield:
        """The position that it is read in."""
        return still_to_come(in_contact(), "He Dog", "Big Road") if self.number == 40 else in_contact()


def forty() -> list[Row]:
    """The forty orders."""
    tables = tomllib.loads((HERE / "forty.toml").read_text())["order"]
    return [
        Row(
            one["number"],
            one["side"],
            one["phase"],
            one["written"],
            tuple(one["understood"]),
            tuple(one.get("warned", ())),
        )
        for one in tables
    ]


def wrong() -> list[tuple[str, str, str, str, str]]:
    """The wrong orders: number, side, phase, the line as written, and the whole answer."""
    found = []
    for block in (HERE / "wrong.txt").read_text().strip().split("\n--- "):
        head, _, answer = block.removeprefix("--- ").partition("\n")
        number, where = head.split(None, 1)
        side, phase = where.split(", phase ")
        line = answer.splitlines()[0].removeprefix("line 1  ")
        found.append((number, {"US": "us", "IN": "indian"}[side], phase, line, answer.rstrip()))
    return found
