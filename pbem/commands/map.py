"""Draw a map as text, PNG or SVG, of a campaign as it is now or of a scenario at its start.

Exit statuses: 0 drawn; 1 there is no such game or scenario, or a file cannot be written; 2 the command line is wrong.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.command_line import whole
from pbem.commands.desk_arguments import add_config, desk_at
from pbem.core.options import Options
from pbem.desk.desk import Desk
from pbem.desk.play.play import present
from pbem.reports.letters import map_letter
from pbem.reports.maps.map_panel import MapPanel
from pbem.reports.report import OwnStack
from pbem.reports.teller import Teller
from pbem.reports.text import map_section
from pbem.reports.wrap import titled
from pbem.store.database import Books
from pbem.store.games import UnknownGame
from pbem.store.tables import GameRow
from pbem.systems import registry

if TYPE_CHECKING:
    from pbem.reports.picture.shapes import Scene


class CannotDraw(Exception):
    """There is nothing to draw; the text says what was expected."""


@dataclass(frozen=True)
class MapDrawing:
    """A drawing: the position, and its heading."""

    model: MapPanel
    title: str
    shows: str
    source: str
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Those of the units of each stack, by its letter and its place."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``map GAME|TITLE[/SCENARIO] [--side SIDE] [--hex HEX] [--png FILE] [--svg FILE] [--sheet] [--tiles FILE]``."""
    parser.add_argument(
        "what", metavar="GAME|TITLE[/SCENARIO]", help="a campaign (rosebud-7), or a scenario (rosebud/in-contact)"
    )
    parser.add_argument(
        "--side", default="", metavar="SIDE", help="whose view to draw; shows the enemy zones of control it faces"
    )
    parser.add_argument("--hex", default="", metavar="HEX", help="text map: one panel around this hex or place")
    parser.add_argument("--radius", type=whole, default=4, metavar="N", help="the panel's radius in hexes (4)")
    parser.add_argument("--png", type=Path, metavar="FILE", help="write a PNG of the battle area")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="write an SVG of the battle area")
    parser.add_argument("--sheet", action="store_true", help="draw the whole map sheet, not only the battle area")
    parser.add_argument(
        "--tiles",
        type=Path,
        metavar="FILE",
        help="write a set-up sheet to print, true to scale, on sheets of paper (HTML)",
    )
    parser.add_argument(
        "--across",
        type=Decimal,
        metavar="MM",
        help="of --tiles, for a map of hexes: from side to opposite side of a hex on your map (16.5)",
    )
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the paper of --tiles (a4)")
    parser.add_argument(
        "--scale",
        type=whole,
        default=100,
        metavar="PERCENT",
        help="of --tiles, for a table: 50 prints an inch as half an inch (100)",
    )
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    try:
        drawn = of_scenario(args.what, args.side) or _of_game(args)
        if drawn is None:
            return 1
        if args.png is None and args.svg is None and args.tiles is None:
            print(_text(drawn, args.hex, args.radius), end="")
        else:
            _pictures(drawn, args)
    except (CannotDraw, UnknownGame) as wrong:
        print(wrong, file=sys.stderr)
        return 1
    except OSError as fault:
        print(f"{fault.filename}: cannot be written: {fault.strerror}", file=sys.stderr)
        return 1
    return 0


def _text(drawn: MapDrawing, at: str, radius: int) -> str:
    if at and not drawn.model.has(at):
        raise CannotDraw(f"--hex: expected a place of the map such as {drawn.model.a_place()}; found {at!r}")
    if at:
        return map_letter(drawn.model, at, min(max(radius, 1), 10))
    return "\n".join([f"{drawn.title}: {drawn.shows}", *map_section(drawn.model)]) + "\n"


def _pictures(drawn: MapDrawing, args: argparse.Namespace) -> None:
    from pbem.reports.picture.png import png
    from pbem.reports.picture.shapes import Caption, svg

    caption = Caption(drawn.title, drawn.shows, drawn.source)
    scene = drawn.model.picture(caption, whole=args.sheet)
    if scene is None:
        raise CannotDraw(f"{drawn.title}: there is no picture of its map; without --png and --svg it is drawn as text")
    if args.tiles is not None:
        text = _tiles(drawn, scene, args)
        args.tiles.write_text(text, encoding="utf-8")
        print(f"{args.tiles}: {text.count('<section>')} sheets of {args.paper}", file=sys.stderr)
    if args.png is not None:
        args.png.write_bytes(png(scene))
    if args.svg is not None:
        args.svg.write_text(svg(scene), encoding="utf-8")
    for path in (args.png, args.svg):
        if path is not None:
            print(f"{path}: {scene.width} x {scene.height}", file=sys.stderr)


def _tiles(drawn: MapDrawing, scene: "Scene", args: argparse.Namespace) -> str:
    """The set-up sheet: a table an inch for an inch, or of a map of hexes who stands where, to lay over one's own map."""
    from pbem.reports.picture.ground import ACROSS
    from pbem.reports.picture.png import hexes, inches, tiles

    if pixels := drawn.model.pixels_to_inch:
        if not 10 <= args.scale <= 400:
            raise CannotDraw(f"--scale: expected 10 to 400 per cent; found {args.scale}")
        return tiles(scene, inches(pixels, args.scale), args.paper)
    laid = drawn.model.to_lay_over(f"{drawn.title}, {drawn.shows}", drawn.names)
    if laid is None:
        raise CannotDraw(f"{drawn.title}: there is nothing to print of its map; try --svg")
    if args.across is None or not 5 <= args.across <= 100:
        found = "nothing" if args.across is None else f"{args.across}"
        raise CannotDraw(
            f"--across: expected 5 to 100 mm, from side to opposite side of a hex on your own map; found {found}.  "
            f"{drawn.title} is played on hexes: measure ten of them in a column, and divide by ten"
        )
    return tiles(laid, hexes(ACROSS, args.across), args.paper)


def _names(teller: Teller[Any], view: Any, side: str) -> dict[str, tuple[str, ...]]:
    """The names of the units of each stack, by its letter and its place."""
    stacks = [stack for panel in teller.panels(view, side) for stack in panel.stacks]
    return {
        f"{stack.letter} {stack.at}": tuple(unit.name for unit in stack.units)
        if isinstance(stack, OwnStack)
        else stack.units
        for stack in stacks
    }


def of_scenario(what: str, side: str) -> MapDrawing | None:
    """The opening of a scenario; None if the word names no title."""
    title, _, scenario = what.partition("/")
    if title not in registry.titles():
        if scenario:
            raise CannotDraw(f"no game is called {title!r}; there are: {', '.join(registry.offered())}")
        return None
    game = registry.game(title)
    card = game.system.card
    whose = _side(side or card.sides[0].id, title)
    try:
        state = game.system.open(scenario or card.main_scenario, Options())
    except KeyError as unknown:
        raise CannotDraw(f"{what}: {unknown.args[0]}") from None
    about = game.teller.about(state, whose)
    facts = game.teller.facts(state, [])
    return MapDrawing(
        game.teller.map(state, whose, ()),
        card.title,
        f"{about.scenario}, as it opens; {facts.clock}",
        what,
        _names(game.teller, state, whose),
    )


def _side(word: str, title: str) -> str:
    card = registry.game(title).system.card
    try:
        return card.side(word).id
    except KeyError:
        sides = ", ".join(one.id for one in card.sides)
        raise CannotDraw(f"--side: expected one of {sides}; found {word!r}") from None


def _of_game(args: argparse.Namespace) -> MapDrawing | None:
    """A campaign as it stands; None after it was told why there is no desk."""
    desk = desk_at(args.config)
    if desk is None:
        return None
    try:
        with desk.store.read() as books:
            return _drawn(desk, books, books.games.get(args.what), args.side)
    finally:
        desk.store.close()


def _drawn(desk: Desk, books: Books, game: GameRow, side: str) -> MapDrawing:
    """A campaign as it stands.  Raises CannotDraw, also if a fault of the position keeps it from being drawn."""
    try:
        now = present(desk, books, game)
        title = registry.game(game.title)
        card = title.system.card
        if now is None:
            raise CannotDraw(f"{game.name}: the game is over; its record shows every phase:   pbem export {game.name}")
        whose = _side(side or now.phase.side or card.sides[0].id, game.title)
        view = title.system.view(now.state, whose) if side else now.state
        facts = title.teller.facts(view, [])
        shows = ", ".join(part for part in (facts.clock, facts.player_turn, now.phase.name) if part)
        return MapDrawing(
            title.teller.map(view, whose, now.events),
            titled(facts.title),
            shows,
            game.name,
            _names(title.teller, view, whose),
        )
    except (KeyError, ValueError, IndexError, TypeError) as fault:
        why = f"its position cannot be drawn ({type(fault).__name__}: {fault})"
        raise CannotDraw(f"{game.name}: {why}; what stopped it and what can be done:   pbem gm faults") from fault
