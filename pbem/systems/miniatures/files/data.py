"""The game's own scenarios, each read once."""

from functools import cache

from pbem import resources
from pbem.core.system import UnknownScenario
from pbem.systems.miniatures.files.scenario_file import read_scenario
from pbem.systems.miniatures.state.tabletop import Scenario

_FOLDER = "scenarios/miniatures/battles"


def scenario_ids() -> tuple[str, ...]:
    """The ids of the scenarios, the battle first."""
    return tuple(
        sorted(
            (name.removesuffix(".toml").rpartition("/")[2] for name in resources.names(_FOLDER, ".toml")), reverse=True
        )
    )


@cache
def scenario(name: str) -> Scenario:
    """A scenario by its id.  Raises UnknownScenario."""
    if name not in scenario_ids():
        raise UnknownScenario("Our Moccasins Trickled Blood", name, scenario_ids())
    file = resources.toml(f"{_FOLDER}/{name}.toml")
    found = read_scenario(file)
    file.ended()
    return found
