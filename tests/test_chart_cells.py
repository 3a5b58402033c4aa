"""Each cell of each chart is read, each modifier is met in some adjudication case, or stands here with the reason why not."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

import pytest

from pbem.core.umpire import Factor, Modifier
from pbem.systems.indian_wars.files import data
from pbem.systems.indian_wars.rosebud import ROSEBUD
from pbem.systems.indian_wars.rules.melee import early_retreat
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield
from tests.chart_cells import CHARTS, Way, cells, read_by_cases

WORDS = "tells a player what the code does; the code's own cases prove it"
NO_COUNTER = "no counter of this game is so strong"
SISTER = "of the sister game"
BY_COUNTERS = "stands on the counters (counters/rosebud.toml), from where it is read"
BY_SCENARIO = "stands in the scenario files, from where it is read"

EXCUSED = {
    "ammo basic.pack_train_points": BY_SCENARIO,
    "ammo basic.rosebud_historical_saddlebag_points": BY_SCENARIO,
    "ammo basic.gatling_pack_points": SISTER,
    "ammo basic.vp_us_per_low_ammo_unit_at_end": "said again in victory.toml, from where it is read",
    "ammo pack_roster.loss_per_casualty.": SISTER,
    "ammo pack_roster.guns.": SISTER,
    "fire fire_matrix.us_line_users.": WORDS,
    "fire fire_matrix.indian_line_users.": WORDS,
    "fire fire_matrix.below_one.": WORDS,
    "fire fire_matrix.rows.dismounted.5": NO_COUNTER,
    "fire fire_matrix.rows.prone.5": NO_COUNTER,
    "fire fire_matrix.rows.mounted.5": NO_COUNTER,
    "fire fire_results.F.": NO_COUNTER,
    "fire fire_results.result_codes.": WORDS,
    "fire hex_density.basis": WORDS,
    "fire strength.1.optional": WORDS,
    "fire strength.2.except": SISTER,
    "fire strength.5.": WORDS,
    "leaders wound_effects.": WORDS,
    "leaders evacuation.": WORDS,
    "leaders reduced_side.": BY_COUNTERS,
    "leaders succession.": BY_COUNTERS,
    "leaders replacements.": BY_COUNTERS,
    "melee melee_drm.12.drm": "a leader's rating, not a number of the chart",
    "melee melee_drm.13.drm": "a leader's rating, not a number of the chart",
    "melee rbm_drm.0.drm": "a leader's rating, not a number of the chart",
    "morale morale_drm.1.drm": "a leader's rating, not a number of the chart",
    "morale rally_drm.0.drm": "a leader's rating, not a number of the chart",
    "morale rally_drm.1.drm": "nothing is added within a leader's radius: no roll looks it up",
    "melee melee_results.columns": WORDS,
    "melee melee_drm.": "its kind: hex, hexside or unit",
    "melee melee_strength.": WORDS,
    "melee pursuit.charging": WORDS,
    "morale pin_conversion.": WORDS,
    "morale pinned_rally.": WORDS,
    "special lost_horses.yes_vp_indian": "said again in victory.toml, from where it is read",
    "special indian_casualty_limit.optional": WORDS,
    "special breastworks.units_per_marker.": "ruling A-089: one unit a marker",
    "special breastworks.counter_mix.littlebighorn": SISTER,
    "special variable_entry.": SISTER,
    "special rosebud_3b_start.": SISTER,
    "terrain hex_geometry.": "the board's own (tests/board)",
    "terrain hexside.1.cost": "downhill costs nothing: no step looks it up",
    "terrain hexside.8.prohibited": WORDS,
    "terrain activity.": "takes all that a unit has, not a number of the chart",
    "terrain mount_penalty.": WORDS,
    "terrain scatter_diagram.": SISTER,
    "terrain los.": WORDS,
    "turns scale.": WORDS,
    "turns rosebud_1.": BY_SCENARIO,
    "victory levels.ratio": WORDS,
    "victory vp.14.once": WORDS,
    "victory vp.15.once": WORDS,
    "victory vp.16.once": WORDS,
    "victory vp.17.vp": "said again in special.toml (village_search), from where it is read",
    "victory vp.18.vp": "said again in special.toml (village_search), from where it is read",
}
"""Cells that no case reads, by the beginning of their names, with the reason."""


OF_BOTH = "of both titles: the cases of the Rosebud read it"
EXCUSED_OF_THE_LITTLE_BIGHORN = {
    **{one: why for one, why in EXCUSED.items() if why in (WORDS, NO_COUNTER)},
    "ammo basic.": BY_COUNTERS,
    "ammo pack_roster.guns.he": "tests/systems/indian_wars/test_chapter_21_choices.py",
    "ammo pack_roster.guns.canister": "tests/systems/indian_wars/test_chapter_21_choices.py",
    "fire fire_matrix.rows.prone.": OF_BOTH,
    "fire fire_matrix.rows.mounted.": OF_BOTH,
    "fire fire_results.natural.hit_and_run": SISTER,
    "fire strength.2.except": WORDS,
    "leaders wound_severity.": OF_BOTH,
    "leaders reduced_side.": BY_COUNTERS,
    "leaders succession.": BY_COUNTERS,
    "leaders replacements.": BY_COUNTERS,
    "melee melee_drm.12.drm": "a leader's rating, not a number of the chart",
    "melee melee_drm.13.drm": "a leader's rating, not a number of the chart",
    "melee rbm_drm.0.drm": "a leader's rating, not a number of the chart",
    "melee rbm_drm.2.drm": OF_BOTH,
    "melee melee_drm.": "its kind: hex, hexside or unit",
    "melee retreat_distance.voluntary_rout_mode_change_hexes.": SISTER,
    "morale morale_drm.1.drm": "a leader's rating, not a number of the chart",
    "morale rally_drm.0.drm": "a leader's rating, not a number of the chart",
    "morale rally_drm.1.drm": "nothing is added within a leader's radius: no roll looks it up",
    "special lost_horses.yes_vp_indian": "said again in victory.toml, from where it is read",
    "special capturing_ponies.dice": WORDS,
    "special camp_breakdown.dice": WORDS,
    "special villager_capture.dice": WORDS,
    "special press_reaction.dice": WORDS,
    "special reno_panic.dice": WORDS,
    "special reno_panic.normal_rating": "stands on the counters (counters/littlebighorn.toml), from where it is read",
    "special breastworks.units_per_marker.": "ruling A-089: one unit a marker",
    "special breastworks.counter_mix.rosebud": SISTER,
    "special grass_fire.": "so many counters are in counters/littlebighorn.toml; how long they burn the rules say",
    "special night.near_units": WORDS,
    "special night.replacement_per_unit": WORDS,
    "special variable_entry.": "of no scenario",
    "special single_map_entry.": BY_SCENARIO,
    "terrain hex_geometry.": "the board's own (tests/board)",
    "terrain hex.5.": "an entry/exit hex costs what its ground costs",
    "terrain hex.6.": "a camp's hex costs what its ground costs",
    "terrain hexside.1.cost": "downhill costs nothing: no step looks it up",
    "terrain hex.7.prohibited": WORDS,
    "terrain hex.8.prohibited": WORDS,
    "terrain activity.": "takes all that a unit has, not a number of the chart",
    "terrain scatter_diagram.": "the directions of the map, and two dice",
    "turns littlebighorn_": BY_SCENARIO,
    "victory vp.1.vp": SISTER,
    "victory vp.19.vp": "said again in artillery.toml (wreck), from where it is read",
    "victory vp.25.vp": "said again in special.toml (night), from where it is read",
    "artillery gun_drm.3.drm": "nothing is added: the half-crew line is taken",
    "artillery gun_drm.4.drm": "nothing is added: the half-crew line is taken",
    "artillery gun_ammo.canister": WORDS,
    "artillery gun_ammo.not_in_melee": WORDS,
    "artillery field_of_fire.": WORDS,
    "artillery manhandle.yes_star": WORDS,
}
"""The same of the second title, its guns' chart included."""


def name_of(way: Way) -> str:
    return f"{way[0]} {'.'.join(map(str, way[1:]))}"


LISTS = {
    "fire": "fire_modifiers",
    "strength in fire": "fire_factors",
    "melee": "melee_modifiers",
    "morale": "morale_modifiers",
    "rally": "rally_modifiers",
}
"""The modifiers of each roll, as the rules list them."""
CHANGES_NOTHING = {"fire other_ground", "rally in_radius"}
"""Lines of a roll that are told and add nothing, whatever the charts say: no penalty, or none here."""
ALL_OF_ONE = ("mounted", "disrupted", "routed", "leader")
"""Modifiers of the retreat before melee, which are made in one place; of the lists above each has a function of its own."""


class Met:
    """What each modifier has come to, by its roll and name: the values other than nothing, while the cases run."""

    def __init__(self) -> None:
        self.cells: set[Way] = set()
        self.values: dict[str, set[object]] = {}
        self.before_melee: set[str] = set()

    def watched(self, roll: str, modifier: Callable[..., Modifier | Factor | None]) -> Callable[..., Any]:
        """The same modifier, whose values are noted."""
        values = self.values.setdefault(f"{roll} {modifier.__name__}", set())

        @wraps(modifier)
        def noted(*seen: Any) -> Modifier | Factor | None:
            found = modifier(*seen)
            if found is not None:
                values.add(found.value)
            return found

        return noted

    def watched_before_melee(self, field: Battlefield, units: tuple[Counter, ...]) -> tuple[Modifier, ...]:
        """The modifiers of the retreat before melee, noted by name."""
        found = BEFORE_MELEE(field, units)
        self.before_melee.update(one.name for one in found if one.value)
        return found


BEFORE_MELEE = early_retreat.modifiers


@pytest.fixture(scope="module")
def met() -> Met:
    found, rules = Met(), ROSEBUD.rules
    lists = {name: tuple(found.watched(roll, one) for one in getattr(rules, name)) for roll, name in LISTS.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(vars(ROSEBUD), "rules", replace(rules, **lists))
        patch.setattr(early_retreat, "modifiers", found.watched_before_melee)
        found.cells = read_by_cases("rosebud")
    return found


@pytest.fixture(scope="module")
def unread_of_the_little_bighorn() -> set[str]:
    seen = read_by_cases("littlebighorn")
    charts = CHARTS["littlebighorn"].tables()
    every = [(chart, *way) for chart, tables in charts.items() for way, _ in cells(tables, title="littlebighorn")]
    assert len(every) > 700
    return {name_of(way) for way in every if way not in seen}


@pytest.fixture(scope="module")
def unread(met: Met) -> set[str]:
    every = [(chart, *way) for chart, tables in data.charts(()).items() for way, _ in cells(tables)]
    assert len(every) > 400
    return {name_of(way) for way in every if way not in met.cells}


@pytest.mark.slow
def test_each_modifier_changes_some_roll(met: Met) -> None:
    idle = {
        name for name, values in met.values.items() if not values - {1 if name.startswith("strength in fire") else 0}
    }
    assert idle == CHANGES_NOTHING
    assert set(ALL_OF_ONE) <= met.before_melee


@pytest.mark.slow
def test_each_cell_is_read_by_a_case_or_has_its_reason(unread: set[str]) -> None:
    assert sorted(one for one in unread if not one.startswith(tuple(EXCUSED))) == []


@pytest.mark.slow
def test_no_reason_outlives_its_cell(unread: set[str]) -> None:
    assert [one for one in EXCUSED if not any(cell.startswith(one) for cell in unread)] == []


@pytest.mark.slow
def test_each_cell_of_the_little_bighorn_is_read_by_a_case_or_has_its_reason(
    unread_of_the_little_bighorn: set[str],
) -> None:
    reasons = tuple(EXCUSED_OF_THE_LITTLE_BIGHORN)
    assert sorted(one for one in unread_of_the_little_bighorn if not one.startswith(reasons)) == []
    unread = unread_of_the_little_bighorn
    own = (one for one in reasons if one not in EXCUSED)
    assert [one for one in own if not any(cell.startswith(one) for cell in unread)] == []
