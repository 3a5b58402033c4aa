"""Telling: what a letter says of the game, as log, tables, map and picture, and what may be clicked on the order page.

Every line is ASCII of at most 76 columns.  Begin with `StarterTeller`.
"""

from pbem.mechanisms.chances import Chance, Chances, spread_of
from pbem.mechanisms.log import Marks, PhaseLog, by
from pbem.mechanisms.offered_moves import MapRates
from pbem.mechanisms.offers import (
    ACT,
    FIGHT,
    FIRE,
    MOVE,
    OFF,
    PLACE,
    YOUR_SIDE,
    Candidate,
    Legs,
    LineByLine,
    Offering,
    Part,
    Pattern,
    Pick,
    Resting,
    Room,
    Spending,
    standing_order,
)
from pbem.mechanisms.words import Lines, counted, fitted, joined, list_of, prose, rows_in_columns, span
from pbem.reports.letter_style import translate
from pbem.reports.log import moved
from pbem.reports.maps.hex_panel import MapModel
from pbem.reports.maps.hex_position import Cell, Ground, GroundStyle, Mark, Stack
from pbem.reports.maps.map_panel import Clickable, MapPanel, Outline
from pbem.reports.maps.panels import enemy_panel, letters, own_panel
from pbem.reports.picture.ground import INK, PAPER, Named, over
from pbem.reports.picture.pieces import arrow
from pbem.reports.picture.scene import head
from pbem.reports.picture.shapes import Caption, Disc, Line, MapSheet, Polygon, Scene, Shape, Text
from pbem.reports.report import (
    About,
    Die,
    EnemyStack,
    Facts,
    LogEntry,
    LogSection,
    OwnStack,
    OwnUnit,
    Panel,
    SheetLine,
    Step,
    ToDo,
)
from pbem.reports.teller import Piece, Teller
from pbem.reports.translated import TranslatedTeller
from pbem.reports.wrap import WIDTH, heading, wrap
from pbem.systems.starter import StarterTeller

__all__ = [
    "ACT",
    "FIGHT",
    "FIRE",
    "INK",
    "MOVE",
    "OFF",
    "PAPER",
    "PLACE",
    "WIDTH",
    "YOUR_SIDE",
    "About",
    "Candidate",
    "Caption",
    "Cell",
    "Chance",
    "Chances",
    "Clickable",
    "Die",
    "Disc",
    "EnemyStack",
    "Facts",
    "Ground",
    "GroundStyle",
    "Legs",
    "Line",
    "LineByLine",
    "Lines",
    "LogEntry",
    "LogSection",
    "MapModel",
    "MapPanel",
    "MapRates",
    "MapSheet",
    "Mark",
    "Marks",
    "Named",
    "Offering",
    "Outline",
    "OwnStack",
    "OwnUnit",
    "Panel",
    "Part",
    "Pattern",
    "PhaseLog",
    "Pick",
    "Piece",
    "Polygon",
    "Resting",
    "Room",
    "Scene",
    "Shape",
    "SheetLine",
    "Spending",
    "Stack",
    "StarterTeller",
    "Step",
    "Teller",
    "Text",
    "ToDo",
    "TranslatedTeller",
    "arrow",
    "by",
    "counted",
    "enemy_panel",
    "fitted",
    "head",
    "heading",
    "joined",
    "letters",
    "list_of",
    "moved",
    "over",
    "own_panel",
    "prose",
    "rows_in_columns",
    "span",
    "spread_of",
    "standing_order",
    "translate",
    "wrap",
]
