"""Looks for faults in the game's files."""

from collections.abc import Callable

from pbem.core.tomlfile import TomlFile
from pbem.systems.miniatures.files.scenario_file import read_scenario


class TableLinter:
    """`systems.game.Linter` for this game."""

    charts = ("tables",)

    def counters(self, file: TomlFile) -> None:
        """Units stand in their scenario."""
        file.fault("scenario", "a [scenario] beside its units", "nothing there")

    def scenario(self, file: TomlFile, beside: Callable[[str], TomlFile | None]) -> None:
        """Look at a scenario, which has all that it needs in one file."""
        read_scenario(file)


LINTER = TableLinter()
