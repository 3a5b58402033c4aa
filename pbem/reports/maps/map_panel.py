"""The map of a position as a report shows it: what kind of map that is, the game says.

`hex_panel.MapModel` is the one of hexes.  A game on another kind of map gives a panel of its own: its lines at least, and its
picture where it has one.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from pbem.core.ask import Ask
from pbem.reports.letter_style import translate

if TYPE_CHECKING:
    from pbem.reports.aloud import PlaceWords
    from pbem.reports.maps.hex_position import Ground, Mark
    from pbem.reports.picture.shapes import Caption, Scene, Shape


class Detail(Protocol):
    """A part of the map drawn large, such as where there is fighting."""

    @property
    def title(self) -> str:
        """Its name in the letter: no two details of a map have the same."""
        ...

    @property
    def weight(self) -> int:
        """The weight of the events that it shows: where there is no room for all, the lightest are left out first."""
        ...

    def lines(self) -> list[str]:
        """Its lines."""
        ...


@dataclass(frozen=True)
class Outline:
    """A unit as it stands on a table, in pixels: its name, colour and label, the ground it takes, the rim of its arc, the
    middle of its front, and the way it faces, an inch long."""

    unit: str
    colour: str
    label: str
    parts: tuple[tuple[tuple[float, float], ...], ...]
    arc: tuple[tuple[float, float], ...]
    front: tuple[float, float]
    ahead: tuple[float, float]


@dataclass(frozen=True)
class Clickable:
    """A map as the order page draws it: shapes that never change in a game, its size in pixels, where each place is and how
    near a click must be; the counters on it: place, side, tag, a line below, colour; and what steps cost on one that is kept
    (`reports.order_page.PageMap`).  `outlines` are units that are drawn as they stand rather than as counters.
    """

    shapes: "tuple[Shape, ...]"
    width: int
    height: int
    radius: float
    places: Mapping[str, tuple[float, float]]
    counters: tuple[tuple[str, str, str, str, str], ...] = ()
    rates: str = ""
    rated: str = ""
    outlines: "tuple[Outline, ...]" = ()


class MapPanel(ABC):
    """A map in lines of at most 76 ASCII characters, and as a picture."""

    @abstractmethod
    def overview(self) -> list[str]:
        """The map as far as anybody stands on it."""

    @abstractmethod
    def has(self, at: str) -> bool:
        """True if there is such a place, written as players write it behind ``map``."""

    @abstractmethod
    def a_place(self, side: str = "") -> str:
        """A place for an example; one where the side has somebody, if a side is given and has."""

    @property
    def extent(self) -> str:
        """The extent of the overview (``rows 02-16``), for its heading; "" for no more to say."""
        return ""

    @property
    def lines_of_key(self) -> tuple[str, ...]:
        """The meaning of the signs, line by line; empty where the map explains itself."""
        return ()

    @property
    def coloured_as(self) -> "Ground | None":
        """The ground whose signs the lines have, for the HTML part to colour; None: they stay as they are."""
        return None

    def whole(self) -> list[str]:
        """The whole map."""
        return self.overview()

    def details(self) -> tuple[Detail, ...]:
        """The details that are drawn large below the overview."""
        return ()

    def around(self, at: str, radius: int) -> list[str]:
        """The answer to ``map PLACE RADIUS``: what lies round a place, drawn large where that can be."""
        return self.overview()

    def in_sentences(self, at: str, radius: int) -> list[str]:
        """The same in sentences, for those who hear it; none for a map of hexes: `spoken.place_in_words` tells that."""
        return []

    def unknown(self, at: str) -> str:
        """The answer to somebody who asks for a place that does not exist."""
        return translate("There is no place {at} on the map.  Write, say,   map {place}", at=at, place=self.a_place())

    def asked_about(self, asks: Sequence[Ask]) -> tuple[Detail, ...]:
        """Details of what questions are about, to stand below them."""
        return ()

    def marked(self, marks: Sequence["Mark"]) -> "MapPanel":
        """The same with what happened marked in its picture."""
        return self

    def to_click(self) -> "MapPanel":
        """The panel on which orders are clicked: the whole map, where this one shows a part of it."""
        return self

    def clickable(self) -> Clickable | None:
        """The map as the order page draws it; None for a map of hexes, which the page draws itself, or one it cannot draw."""
        return None

    def lying(self) -> "PlaceWords | None":
        """The places in words, as they lie from one another, for those who hear a letter; None for a map of hexes, of which the
        letter tells that by itself, or where nobody can say."""
        return None

    @property
    def pixels_to_inch(self) -> int:
        """The number of pixels to an inch of a table on which the game is played; 0 where there is no such table."""
        return 0

    def to_lay_over(self, title: str, names: Mapping[str, Sequence[str]]) -> "Scene | None":
        """The position to print over one's own map (see `picture.ground`); `names` are those of the units of each stack, by its
        letter and its place (``A 2912``).  None where the map is not one of hexes."""
        return None

    def picture(self, caption: "Caption", *, whole: bool = False) -> "Scene | None":
        """The map as a picture, the `whole` of it or where anybody stands; None: it has none."""
        return None
