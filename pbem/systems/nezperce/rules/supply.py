"""Supply: judged once a turn for each side, and what it allows.  B3.0."""

from collections.abc import Callable, Iterable, Sequence

from pbem.core.clause import rule
from pbem.systems.nezperce import data
from pbem.systems.nezperce.state.position import Campaign, Unit


@rule("NP-B3.0b", "NP-B3.0c")
def indian_supply(state: Campaign) -> tuple[list[str], list[str]]:
    """The Indian units in supply, and those without: a minor river, or a major one on a hexside, supplies any number."""
    return _split(state.of("indian"), lambda unit: has_water(unit.at))


@rule("NP-B3.0b")
def has_water(at: str) -> bool:
    """True if a minor river is in a hex, or a major one on its hexsides."""
    sheet = data.strategic_map()
    return at in data.zone("minor river") or any(data.RIVER in sheet.edges(at, one) for one in sheet.neighbours(at))


@rule("NP-B3.0d", "NP-B3.0e", "NP-B3.0f", "NP-B3.0g")
def army_supply(state: Campaign, chosen: Iterable[str] = ()) -> tuple[list[str], list[str]]:
    """The Army units in supply, and those without.  In a crowded town the `chosen` come first, then the order of battle."""
    named = list(chosen)
    supplied = {one.name for one in state.of("army") if data.town(one.at) and not is_counted(one)}
    for at in sorted({one.at for one in state.of("army")}):
        if data.town(at):
            supplied.update(counted_at(state, at, named)[: town_supply_limit()])
    return _split(state.of("army"), lambda unit: unit.name in supplied)


@rule("NP-B3.0e", "NP-B3.0f")
def counted_at(state: Campaign, at: str, named: Sequence[str] = ()) -> list[str]:
    """The units in a hex that count against the limit of a town, the `named` first."""
    found = [one.name for one in state.at(at, "army") if is_counted(one)]
    return sorted(found, key=lambda name: named.index(name) if name in named else len(named) + found.index(name))


def crowded(state: Campaign) -> list[str]:
    """The towns and forts with more counted units than they supply: their owner says which are supplied."""
    hexes = sorted({one.at for one in state.of("army")})
    return [at for at in hexes if data.town(at) and len(counted_at(state, at)) > town_supply_limit()]


@rule("NP-B3.0g")
def is_counted(unit: Unit) -> bool:
    """True if a unit counts against the limit of a town: captains, majors and colonels do."""
    return unit.card.rank in data.scenario()["restrictions"]["town_supply_ranks"]


def town_supply_limit() -> int:
    """The number of counted units that a town or fort supplies."""
    found: int = data.scenario()["restrictions"]["town_supply_limit"]
    return found


def _split(units: list[Unit], holds: Callable[[Unit], bool]) -> tuple[list[str], list[str]]:
    return [one.name for one in units if holds(one)], [one.name for one in units if not holds(one)]
