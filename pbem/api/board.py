"""Board: maps of hexes read from TOML files, distances, sight, reach; and the files that a game brings in its own package."""

from pbem.board import crossing, hexes, sight
from pbem.board.hexes import Reach, distances, within
from pbem.board.hexmap import CLEAR, EDGES, Compass, HexMap, Place, Zone
from pbem.board.mapfile import map_of, read_map
from pbem.core.tomlfile import Fault, Faults, TomlFile
from pbem.mechanisms.files import Beside, named
from pbem.resources import folder_of, names, path, text, toml
from pbem.systems.game import Linter

__all__ = [
    "CLEAR",
    "EDGES",
    "Beside",
    "Compass",
    "Fault",
    "Faults",
    "HexMap",
    "Linter",
    "Place",
    "Reach",
    "TomlFile",
    "Zone",
    "crossing",
    "distances",
    "folder_of",
    "hexes",
    "map_of",
    "named",
    "names",
    "path",
    "read_map",
    "sight",
    "text",
    "toml",
    "within",
]
