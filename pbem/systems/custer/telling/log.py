"""The log of a phase: draws, marches, combats, as they can be followed with the book open."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pbem.core.event import Event
from pbem.core.modifier import Modifier
from pbem.core.order import Order
from pbem.mechanisms.log import PhaseLog, by
from pbem.mechanisms.words import joined
from pbem.systems.custer.card import CUP, SIDE_NAMES, parts
from pbem.systems.custer.orders.records import write
from pbem.systems.custer.state import events as e
from pbem.systems.custer.state.battle import Battle

ASIDE = {
    "limit": ("its side has used all its markers this turn", "3.4"),
    "nobody": ("there is nobody whom it could activate", "3.4"),
    "declined": ("its side waits for the other one", "3.8"),
}
BECAME = {
    "reduced": "reduced",
    "hit": "hit: no bonus any more",
    "eliminated": "eliminated",
    "captured": "captured",
}


MANY = ("Scouts",)
"""How the names of counters end that are plurals: the Ree Scouts march."""


@dataclass(frozen=True, slots=True)
class Going:
    """A march while it is told: who, the path so far, the MPs spent."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    cost: int

    @property
    def text(self) -> str:
        """``Co. C + Custer march 2018-1918-1817: 3 MP``."""
        return f"{' + '.join(self.units)} {_verb(self.units, 'marches', 'march')} {'-'.join(self.path)}: {self.cost} MP"


class BattleLog(PhaseLog):
    """The log of a phase of this game; `place` is the phase that is told, by its full id."""

    field: Battle
    side_names = SIDE_NAMES

    def __init__(
        self, before: Battle, apply: Callable[[Battle, Event], None], place: str, first_roll: int, first_act: int
    ) -> None:
        super().__init__(before, apply, first_roll, first_act)
        self.place = place
        self.letter = self.letter_of(place)
        self.growing: Going | None = None

    def letter_of(self, phase: str) -> str:
        """``A`` for a marker's phase, ``M`` for a draw."""
        _, side, letter = parts(phase) if phase else (0, "", "")
        return letter if side else CUP

    def written(self, order: Order) -> str:
        """An order's one text form."""
        return write(order)

    def title(self) -> str:
        """``CUSTER MARKER (rule 3.7)``, ``DRAW (rule 3.1)``."""
        _, side, letter = parts(self.place)
        marker = self.field.sheet.scenario.marker(side, letter) if side else None
        if marker is None:
            return "DRAW (rule 3.1)"
        return f"{SIDE_NAMES[side]}: {marker.name.upper()} MARKER (rule 3.7)"

    def nothing(self) -> tuple[str, str]:
        """What a phase says in which nothing happened."""
        return ("nobody acts", "3.7") if parts(self.place)[1] else ("no marker can be used", "3.9")

    def moved_on(self) -> None:
        """A path grows no more."""
        self.growing = None

    def closed(self) -> None:
        """Nothing else hangs on an entry."""

    def tell(self, event: Event) -> bool:
        """Tell an event if it is one of the game's; False where it is not."""
        return self._draw(event) or self._movement(event) or self._combat(event)

    def _draw(self, event: Event) -> bool:
        match event:
            case e.TurnBegan(turn, cup):
                self.head(f"turn {turn} begins, {len(cup)} markers are in the cup", "3.2")
                self.close()
            case e.MarkerDrawn(marker, side, roll):
                self.head(f"{marker} ({SIDE_NAMES[side]}) is drawn: {self.roll(roll)} of the cup", "3.1")
            case e.MarkerSetAside(marker, why):
                text, rule = ASIDE[why]
                self.step(None, f"set aside: {text}", "", rule)
            case e.MarkerUsed(marker, side, _, number, limit):
                self.step(None, f"used: {SIDE_NAMES[side]} marker {number} of {limit} this turn", "", "3.7")
                self.brief.append(f"{self.field.sheet.scenario.by_id(marker).name} is drawn ({SIDE_NAMES[side]}).")
            case e.UnitsActivated():
                pass
            case _:
                return False
        return True

    def _movement(self, event: Event) -> bool:
        match event:
            case e.UnitsArrived(names, at):
                self.head(f"{joined(names)} {_verb(names, 'enters', 'enter')} in {at}", "9.1")
                self.count("entry")
            case e.StatusChanged(name, mode, cost):
                verb = (
                    _verb((name,), "mounts", "mount") if mode == "mounted" else _verb((name,), "dismounts", "dismount")
                )
                self.head(f"{name} ({self.field[name].at}) {verb}: {cost} MP", "6.2")
            case e.UnitsMarched(names, start, to, cost):
                self._march(Going(names, (start, to), cost))
            case e.UnitsLeftBoard(names, at, edge):
                self.head(f"{joined(names)} {_verb(names, 'leaves', 'leave')} the board from {at}, {edge}", "9.2")
                self.brief.append(f"{joined(names)} left the board.")
            case _:
                return False
        return True

    def _march(self, going: Going) -> None:
        before = self.growing
        if before and before.units == going.units and before.path[-1] == going.path[0]:
            going = Going(going.units, (*before.path, *going.path[1:]), before.cost + going.cost)
            self.extend(going.text)
        else:
            self.head(going.text, "5.1")
            self.count("move")
        self.growing = going

    def _combat(self, event: Event) -> bool:
        match event:
            case e.AdvanceIntended():
                pass
            case e.CombatDeclared(target, attackers, defenders):
                places = joined(list(dict.fromkeys(self.field[name].at for name in attackers)))
                self.head(f"{joined(attackers)} ({places}) attack {target}: {joined(defenders)}", "10")
                self.count("combat")
            case e.CombatResolved():
                self._resolved(event)
            case e.LossTaken(name, became, why):
                self._loss(name, became, why)
            case e.PointsScored(side, points, per, _):
                self.step("points", f"{SIDE_NAMES[side]} {points:+d}: {per}", "", "14.3")
            case e.UnitsFellBack(names, start, to):
                taken = self.take("retreat hex")
                how = f" ({by(taken, SIDE_NAMES)})" if taken else ""
                self.step("retreat", f"{joined(names)} {start}-{to}{how}", "", "13.1")
            case e.UnitsCutOff(names, at):
                self.step("retreat", f"{joined(names)} in {at}: no way out, a loss each", "", "13.5")
            case e.HexOccupied(names, to):
                while self.take("advance"):
                    pass
                self.step("advance", f"{joined(names)} {_verb(names, 'occupies', 'occupy')} {to}", "", "13.6")
            case _:
                return False
        return True

    def _resolved(self, event: e.CombatResolved) -> None:
        attack, defence = event.attack_total, event.defence_total
        self.step("attack", _sum(event.attack), f"= {attack}", "11.1")
        self.step("defence", _sum(event.defence), f"= {defence}", "11.2")
        raw = attack - defence
        limited = f", at most {abs(event.difference)} counts" if raw != event.difference else ""
        self.step("odds", f"{attack} - {defence} = {raw:+d}{limited}", f"-> {event.difference:+d}", "11.11")
        dice = f"{self.roll(event.attack_roll)} against {self.roll(event.defence_roll)}"
        self.step("dice", dice, f"-> {event.margin:+d}", "12.1")
        losers = "defenders" if event.winner == "attacker" else "attackers"
        losses = f"{event.losses} loss{'es' if event.losses > 1 else ''}" if event.losses else "no loss"
        rule = "12.3" if event.winner == "attacker" else "12.2"
        self.step("result", f"the {event.winner} wins; the {losers} have {losses} and retreat", "", rule)
        self.brief.append(f"{event.target}: the {event.winner} wins by {abs(event.margin)}.")

    def _loss(self, name: str, became: str, why: str) -> None:
        taken = self.take("losses")
        how = f" ({by(taken, SIDE_NAMES)})" if taken else ""
        rule = "12.6" if why == "combat" else "13.5"
        said = f"{name} {_verb((name,), 'is', 'are')} {BECAME[became]}"
        self.step("loss", f"{said}{how}", "", rule)
        if became != "reduced":
            self.brief.append(f"{said}.")


def _verb(names: tuple[str, ...], one: str, many: str) -> str:
    return many if len(names) > 1 or names[0].endswith(MANY) else one


def _sum(parts_: Iterable[Modifier]) -> str:
    """``Co. F +5, Scouts (reduced) +2, Co. C dismounted +1``."""
    said = []
    for part in parts_:
        detail = f" ({part.detail})" if part.detail else ""
        said.append(f"{part.name}{detail} {part.value:+d}")
    return ", ".join(said) or "nothing"


def hexes_of(events: Iterable[Event]) -> frozenset[str]:
    """The hexes that events were about: those that were fought for, and where the losers went."""
    found: set[str] = set()
    for event in events:
        match event:
            case e.CombatDeclared(target):
                found.add(target)
            case e.UnitsFellBack(_, start, to):
                found.update((start, to))
            case e.UnitsLeftBoard(_, at):
                found.add(at)
            case _:
                pass
    return frozenset(found)
