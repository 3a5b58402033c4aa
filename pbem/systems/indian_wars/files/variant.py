"""A scenario file that is another scenario with some changes: ``based_on``, and units that join another command."""

from typing import Any

from pbem import resources
from pbem.core.clause import rule
from pbem.core.tomlfile import TomlFile

BASE, JOIN = "based_on", "join"
JOIN_KEYS = ("units", "command")


def complete(file: TomlFile, home: str, title: str) -> None:
    """Put what a file takes over from its base into its data, and move the units that join another command.

    The base is a scenario of the file's ``game``, else of `title`, in the folder of that name in `home`.  The keys of the
    file's own ``[scenario]`` go before those of the base; a table that it has besides takes the place of the base's.
    """
    scenario = file.data.get("scenario")
    if not isinstance(scenario, dict) or BASE not in scenario:
        return
    from copy import deepcopy  # with what it imports a hundredth of a start, and few files take over from a base

    base, folder = scenario.pop(BASE), f"{home}/{scenario.get('game', title)}"
    known = tuple(name.rpartition("/")[2].removesuffix(".toml") for name in resources.names(folder, ".toml"))
    if base not in known or base == scenario.get("id"):
        file.fault(f"scenario.{BASE}", f"another scenario: {', '.join(known)}", base)
        return
    found = deepcopy(resources.toml(f"{folder}/{base}.toml").data)
    joins = list(file.tables(JOIN)) if JOIN in file.data else []
    own = {key: value for key, value in file.data.items() if key not in ("scenario", JOIN)}
    file.data = {**found, **own, "scenario": {**found["scenario"], **scenario}}
    for path, table in joins:
        file.unknown(path, table, JOIN_KEYS)
        units = [str(one) for one in file.value(f"{path}.units", table.get("units"), list)]
        _join(file, path, units, file.value(f"{path}.command", table.get("command"), str))


@rule("Garry Owen", "Grasshopper Jim", "composition of the columns")
def _join(file: TomlFile, path: str, units: list[str], command: str) -> None:
    """Let units begin where, when and as the group does of which `command` is one."""
    goal = next((one for one in _groups(file.data) if command in one["units"]), None)
    if goal is None or command in units:
        file.fault(f"{path}.command", "somebody else whom the scenario sets up or lets enter", repr(command))
        return
    for name in [name for name in units if name in goal["units"]]:
        file.fault(f"{path}.units", f"units that are not with {command} already", repr(name))
    for one in _groups(file.data):
        one["units"] = [name for name in one["units"] if name not in units or one is goal]
    goal["units"] += [name for name in units if name not in goal["units"]]
    for key in ("setup", "entry"):
        file.data[key] = [one for one in _as_list(file.data.get(key)) if one.get("units")]


def _groups(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for key in ("setup", "entry") for one in _as_list(data.get(key)) if "units" in one]


def _as_list(found: Any) -> list[dict[str, Any]]:
    return found if isinstance(found, list) else [found] if isinstance(found, dict) else []
