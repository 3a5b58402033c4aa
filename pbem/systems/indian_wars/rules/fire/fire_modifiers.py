"""Factors and modifiers of a shot (9.B): the factors on the firer's strength and the modifiers of the roll.

Each is a small function that names itself; which of them a title uses, and in which sequence, is in its `RULES`.
"""

from pbem.board.hexmap import CLEAR, LIGHT_WOODS, ROCKS
from pbem.core.clause import rule
from pbem.core.umpire import Factor, Modifier
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.situations import Aim
from pbem.systems.indian_wars.state.counter import DISMOUNTED, INFANTRY, PRONE, Counter

# Factors on the strength


@rule("half-strength fire", "half boxes")
def half_by_order(aim: Aim) -> Factor | None:
    """Half strength by order: half the MPs are kept for the Movement Phase (4.B)."""
    if aim.how != "half":
        return None
    if aim.occasion == "offensive":
        return Factor(
            charts.fire_factor(aim.field, "half_offensive_fire"),
            "half by order",
            aim.field.rule("offensive fire phase"),
        )
    return Factor(
        charts.fire_factor(aim.field, "intentional_half"), "half by order", aim.field.rule("ammunition options")
    )


@rule("advance fire at half")
def advance_fire(aim: Aim) -> Factor | None:
    """Advance fire is at half strength, whatever the unit did before (4.E)."""
    if aim.occasion == "advance":
        return Factor(
            charts.fire_factor(aim.field, "advance_fire"), "advance fire", aim.field.rule("advance fire phase")
        )
    return None


@rule("opportunity fire at half")
def opportunity_fire(aim: Aim) -> Factor | None:
    """Opportunity fire is at half strength; retreat fire is not (9.F, 9.G)."""
    if aim.occasion == "opportunity":
        return Factor(
            charts.fire_factor(aim.field, "opportunity_fire"), "opportunity fire", aim.field.rule("opportunity fire")
        )
    return None


@rule("fire halved")
def low_ammo(aim: Aim) -> Factor | None:
    """Low ammunition halves fire, on both sides (14.B)."""
    if aim.firer.low_ammo:
        return Factor(charts.fire_factor(aim.field, "low_ammo"), "low ammo", aim.field.rule("low ammunition"))
    return None


@rule("pin: half fire")
def pinned(aim: Aim) -> Factor | None:
    """A pinned unit fires at half strength (9.D.2)."""
    if aim.firer.pinned:
        return Factor(charts.fire_factor(aim.field, "pinned"), "pinned", aim.field.rule("pinned by fire"))
    return None


@rule("disrupted meaning")
def disrupted(aim: Aim) -> Factor | None:
    """So does a disrupted one (9.A)."""
    if aim.firer.disrupted:
        return Factor(charts.fire_factor(aim.field, "disrupted"), "disrupted", aim.field.rule("fire"))
    return None


@rule("cliff upward")
def up_a_cliff(aim: Aim) -> Factor | None:
    """Half strength from the foot of a cliff (9.B.1)."""
    if aim.crosses_cliff and aim.rise > 0:
        return Factor(charts.fire_factor(aim.field, "cliff_up"), "up a cliff", aim.field.rule("terrain under fire"))
    return None


@rule("long range halved", "infantry shift", "mule-mounted units")
def long_range(aim: Aim) -> Factor | None:
    """Long range halves, rounded down at the end; infantry shifts a column instead (9.B.3; rulings A-029, A-037)."""
    if aim.is_long and not shifts_at_long_range(aim.firer):
        return Factor(
            charts.fire_factor(aim.field, "long_range"), "long range, rounded down", aim.field.rule("long range fire")
        )
    return None


def shifts_at_long_range(firer: Counter) -> bool:
    """True if long range moves it one column left instead of halving it: infantry, miners not (rulings A-029, A-030)."""
    return firer.kind == INFANTRY


# Modifiers of the roll


@rule("density 1-5", "density 6-10", "density 11-15", "density 16-25")
def hex_density(aim: Aim) -> Modifier:
    """The more crowded the hex, the better the fire (9.B.2)."""
    points = stacking.points(aim.field, aim.target_at)
    row = charts.density(aim.field, points)
    noun = "point" if points == 1 else "points"
    return Modifier(
        row.drm,
        "hex density",
        f"{points} {noun} in {aim.target_at} ({row.least}-{row.most})",
        aim.field.rule("density"),
    )


@rule("mounted meaning", "mounted rate", "gun modes")
def target_mounted(aim: Aim) -> Modifier:
    """Men on horses are easier to hit (8.A)."""
    if aim.is_at_a_rider:
        return Modifier(
            charts.fire_drm(aim.field, "target_mounted"),
            "target mounted",
            "target mounted",
            aim.field.rule("mounted units"),
        )
    state = DISMOUNTED if aim.target.is_leader else aim.target.mode
    return Modifier(0, "target mounted", f"target {state}", aim.field.rule("terrain under fire"))


@rule("light woods, fire", "dismounted meaning")
def light_woods(aim: Aim) -> Modifier | None:
    """Cover for men on foot, prone ones too; a mounted target has none (9.B.1; ruling A-042)."""
    if aim.field.sheet.map.terrain(aim.target_at) != LIGHT_WOODS:
        return None
    name = "light_woods_mounted" if aim.is_at_a_rider else "light_woods"
    state = "mounted" if aim.is_at_a_rider else "on foot"
    return Modifier(
        charts.fire_drm(aim.field, name),
        "light woods",
        f"target {state} in light woods",
        aim.field.rule("terrain under fire"),
    )


@rule("rocks, fire")
def rocks(aim: Aim) -> Modifier | None:
    """The same among rocks (9.B.1)."""
    if aim.field.sheet.map.terrain(aim.target_at) != ROCKS:
        return None
    if aim.is_at_a_rider:
        return Modifier(0, "rocks", "target mounted among rocks", aim.field.rule("terrain under fire"))
    return Modifier(
        charts.fire_drm(aim.field, "rocks"), "rocks", "target on foot among rocks", aim.field.rule("terrain under fire")
    )


@rule("marsh, fire", "clear, fire")
def other_ground(aim: Aim) -> Modifier | None:
    """Clear ground and marsh change nothing (9.B.1)."""
    terrain = aim.field.sheet.map.terrain(aim.target_at)
    if terrain in (LIGHT_WOODS, ROCKS):
        return None
    ground = "clear ground" if terrain == CLEAR else say.TERRAIN.get(terrain, terrain)
    return Modifier(0, "ground", ground, aim.field.rule("terrain under fire"))


@rule("cliff downward")
def cliff(aim: Aim) -> Modifier:
    """Fire down across a cliff (9.B.1)."""
    if aim.crosses_cliff and aim.rise < 0:
        return Modifier(
            charts.fire_drm(aim.field, "cliff_down"), "cliff", "down a cliff", aim.field.rule("terrain under fire")
        )
    return Modifier(
        0,
        "cliff",
        "up a cliff: strength is halved" if aim.crosses_cliff else "no cliff",
        aim.field.rule("terrain under fire"),
    )


@rule("modifiers cumulative", "prone abilities", "prone meaning")
def pinned_or_prone(aim: Aim) -> Modifier | None:
    """A target that lies down, by choice or by force: once only (9.B)."""
    if aim.target.sheltered or not (aim.target.pinned or aim.target.mode == PRONE):
        return None
    state = "pinned and prone" if aim.target.pinned and aim.target.mode == PRONE else "pinned"
    state = state if aim.target.pinned else "prone"
    return Modifier(
        charts.fire_drm(aim.field, "target_pinned_or_prone"),
        "pinned or prone",
        f"target {state}",
        aim.field.rule("fire modifiers"),
    )


@rule("effect of breastworks", "breastworks are prone")
def breastworks(aim: Aim) -> Modifier | None:
    """A target under breastworks, whose modifier holds that of lying down (16.C; ruling A-035)."""
    if not aim.target.sheltered:
        return None
    return Modifier(
        charts.fire_drm(aim.field, "breastworks"),
        "breastworks",
        "target under breastworks",
        aim.field.rule("breastworks"),
    )


def factors_of(aim: Aim) -> tuple[Factor, ...]:
    """The factors that hold, in the sequence of the list."""
    return tuple(found for one in aim.field.title.rules.fire_factors if (found := one(aim)) is not None)


def modifiers_of(aim: Aim) -> tuple[Modifier, ...]:
    """The modifiers that hold or are near, in the sequence of the list."""
    return tuple(found for one in aim.field.title.rules.fire_modifiers if (found := one(aim)) is not None)
