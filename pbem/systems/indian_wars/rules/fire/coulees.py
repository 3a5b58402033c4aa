"""Coulees: cover from fire and crossfire, and the climb out of one in a melee (LB-9.B.1, LB-10.D.1)."""

from pbem.board.hexmap import HexMap
from pbem.core.clause import rule
from pbem.core.umpire import Modifier, Umpire
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.melee import melee_modifiers
from pbem.systems.indian_wars.rules.situations import Aim, Fight
from pbem.systems.indian_wars.state.combat_events import CrossfireDeclared
from pbem.systems.indian_wars.state.field import Battlefield

RING = 6


@rule("coulee cover", "coulee crossfire")
def fire_modifier(aim: Aim) -> Modifier | None:
    """-1 at a target in a coulee, nothing along it, +1 in a crossfire from both sides (9.B.1; ruling A-045)."""
    field, at = aim.field, aim.target_at
    if not field.sheet.map.is_coulee(at):
        return None
    if aim.firer.name in field.notes.country.crossfire.get(at, ()):
        drm = charts.fire_drm(field, "coulee_crossfire")
        return Modifier(drm, "crossfire", "fire from both sides of the coulee", field.rule("coulee crossfire"))
    if is_along(field.sheet.map, at, aim.firer.at, aim.distance):
        return Modifier(0, "coulee", "fire along the coulee", field.rule("coulee cover"))
    return Modifier(charts.fire_drm(field, "coulee"), "coulee", "target in a coulee", field.rule("coulee cover"))


def is_along(sheet: HexMap, at: str, start: str, distance: int) -> bool:
    """True if fire from a hex comes along the bed of a coulee: from the next hex of it, or from the next but one."""
    if not sheet.along_coulee(at):
        return False
    if distance == 1:
        return side_of(sheet, at, start) is None
    return any(start in sheet.along_coulee(near) for near in sheet.along_coulee(at))


def side_of(sheet: HexMap, at: str, beside: str) -> int | None:
    """On which side of the coulee of a hex another hex lies, None where the coulee leads to it, or straight out at its end."""
    ring = [sheet.beside(at, direction) for direction in range(RING)]
    mouths = {n for n, one in enumerate(ring) if one in sheet.along_coulee(at)}
    if len(mouths) == 1:
        mouths |= {(n + RING // 2) % RING for n in mouths}
    if beside not in ring or not mouths:
        return None
    place = ring.index(beside)
    if place in mouths:
        return None
    return next((place - back) % RING for back in range(1, RING) if (place - back) % RING in mouths)


@rule("coulee crossfire")
def declare_crossfire(umpire: Umpire[Battlefield], shots: tuple[tuple[str, str], ...]) -> None:
    """Units next to a coulee hex on opposite sides of it that are declared to fire into it together (ruling A-045)."""
    field = umpire.state
    sheet = field.sheet.map
    for at in dict.fromkeys(at for _, at in shots if sheet.is_coulee(at)):
        firers = [firer for firer, there in shots if there == at]
        sides = {firer: side_of(sheet, at, field[firer].at) for firer in firers}
        aside = tuple(firer for firer, side in sides.items() if side is not None)
        is_cross = len({sides[firer] for firer in aside}) > 1
        if is_cross or at in field.notes.country.crossfire:
            umpire.emit(CrossfireDeclared(at, aside if is_cross else ()))


@rule("one melee modifier of each kind")
def melee_modifier(fight: Fight) -> Modifier:
    """One hex modifies a melee: the defender's ground or the coulee that the attack comes out of (10.D)."""
    ground, coulee = melee_modifiers.ground(fight), out_of_coulee(fight)
    return coulee if coulee is not None and coulee.value < ground.value else ground


@rule("coulee, melee", "one melee modifier of each kind")
def out_of_coulee(fight: Fight) -> Modifier | None:
    """-2 out of a coulee hex that does not lead to the defender's, -1 out of an entry/exit hex; the best for the defender."""
    sheet = fight.field.sheet.map
    found = [
        (charts.melee_drm_of(fight.field, "coulee_entry" if sheet.is_coulee_exit(one) else "coulee"), one)
        for one in fight.attack_from
        if sheet.is_coulee(one) and fight.target not in sheet.along_coulee(one)
    ]
    if not found:
        return None
    drm, start = min(found)
    return Modifier(drm, "coulee", f"out of the coulee in {start}", fight.field.rule("melee modifiers"))
