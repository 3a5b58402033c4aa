"""Looks for faults in the game's files."""

from collections.abc import Callable

from pbem.core.tomlfile import TomlFile
from pbem.systems.custer.files import data
from pbem.systems.custer.files.roster_file import read_roster


class BattleLinter:
    """`systems.game.Linter` for this game."""

    charts = data.CHARTS

    def counters(self, file: TomlFile) -> None:
        """Look at a file of counters."""
        read_roster(file, data.kinds())

    def scenario(self, file: TomlFile, beside: Callable[[str], TomlFile | None]) -> None:
        """Look at a battle, with the map and the counters that it names."""
        data.assemble(file, beside)


LINTER = BattleLinter()
