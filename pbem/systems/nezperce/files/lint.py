"""Looks for faults in the game's files."""

from collections.abc import Callable

from pbem.core.tomlfile import TomlFile
from pbem.systems.nezperce.files.data import read_start, strategic_map
from pbem.systems.nezperce.files.units import read_cards


class CampaignLinter:
    """`systems.game.Linter` for this game."""

    charts = (
        "tables",
        "terrain",
        "scenario",
        "units-strategic",
        "units-tactical",
        "start-bear-paw",
        "start-big-hole",
        "start-first-fight",
        "start-first-game",
    )

    def counters(self, file: TomlFile) -> None:
        """Look at a file of strategic units."""
        read_cards(file)

    def scenario(self, file: TomlFile, beside: Callable[[str], TomlFile | None]) -> None:
        """Look at a scenario: of the campaign its length and track, of one that begins later where it begins."""
        if "letter" in file.data:
            read_start(file, strategic_map())
            return
        for key in ("length.turns", "length.optional_turns"):
            if file.get(key, int) < 1:
                file.fault(key, "a number of turns, 1 or more", file.get(key, int))
        for path, table in file.tables("reinforcements.track"):
            file.value(f"{path}.turn", table.get("turn"), int)
            file.value(f"{path}.hex", table.get("hex"), str)
            file.value(f"{path}.units", table.get("units"), list)


LINTER = CampaignLinter()
