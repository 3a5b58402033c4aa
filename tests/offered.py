"""How good the order page is, measured: ``python -m tests.offered rosebud --positions 500``.

Practice players play games against themselves.  At each position where a side's orders are wanted, every line that the page
would offer is put to the desk, and every line that the practice player writes is looked for among the offers.  With
``--every N`` only every Nth line is put to the desk; ``--from N`` begins with game N, so that a run can be cut into slices.
``--apart N`` looks at every Nth position of a game, so that a slice has openings, middles and ends of several games.
``--midst`` looks only at stops in the midst of phases: questions have been answered by then, units have come in, a part of a
move has been made.  With ``--clicks`` the games are played by players who click at random, and who fight battles by hand; then
nothing is said of what practice players write.  ``--ahead`` tries what the page offers for later phases, where one letter
serves a whole turn.
``--mailed`` sends all of these lines as mail programs do, a whole report below them, and asks whether the desk reads them
whole: 250 in a letter, and every Nth by itself.
The exit status is 1 if the desk refuses a line, or if more than 5 % of the practice players' lines could not have been
clicked.
"""

import argparse
import itertools
import math
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.cache import trial_cache
from pbem.core.event import PhaseBegan
from pbem.core.order import Order
from pbem.core.sequence import parse, phasing, sequence_of
from pbem.core.system import Phase
from pbem.core.umpire import Umpire
from pbem.mechanisms.offered_moves import line_of, reached, written
from pbem.mechanisms.offers import (
    MORE,
    NEXT_TO,
    PLUS,
    WHO,
    GoingOn,
    Legs,
    Offer,
    Pattern,
    legs_of,
    offers_of,
    patterns_of,
)
from pbem.orders.rehearsal import ACCEPTED, rehearse
from pbem.orders.rehearsed_position import RehearsedPosition
from pbem.reports.order_page import board_of
from pbem.systems import registry
from pbem.systems.game import Game
from tests.as_programs import PROGRAMS, read_back
from tests.selfplay import SelfPlay

MOST_MISSED = 0.05
BY_HAND = "by hand"
LONG_LETTER = 250
"""Lines of a letter in which many are mailed together."""
PLAYED = ("rosebud", "custer", "littlebighorn", "miniatures", "nezperce")


@dataclass(frozen=True)
class Position:
    """A position at which a side's orders are wanted, with what the practice player ordered there."""

    game: Game
    state: Any
    side: str
    letter: str
    wrote: tuple[Order, ...]
    phase: Phase[Any] | None = None
    is_begun: bool = False


@dataclass
class Tally:
    """What was found: `tried` lines were put to the desk, `written` were written by practice players."""

    positions: int = 0
    tried: int = 0
    refused: list[str] = field(default_factory=list)
    written: int = 0
    missed: list[str] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        """Whether no line was refused and nearly all that was written could have been clicked."""
        return not self.refused and len(self.missed) <= MOST_MISSED * self.written


def positions(title: str, scenario: str, seed: str, apart: int = 1, skipped: int = 0) -> Iterator[Position]:
    """The positions of one game that the practice players play at the level ``plain``, each `apart`th of them."""
    game = registry.game(title)
    orders = game.practice_players.orders

    def by_plain(system: Any, view: Any, side: str, letter: str, pick: Any) -> tuple[Order, ...]:
        return orders(system, view, side, letter, "plain", pick)

    played = SelfPlay(seed, scenario, title, orders=by_plain)
    moments = ((phase, state, side) for phase, _, state in played.phases() for side in phasing(game.system.card, phase))
    for phase, state, side in itertools.islice(moments, skipped, None, apart):
        view = RehearsedPosition(game.system, game.dialect, state, side, phase.letter, {}).view
        wrote = by_plain(game.system, view, side, phase.letter, played.pick)
        yield Position(game, state, side, phase.letter, wrote, phase)


@dataclass
class Stopping(SelfPlay):
    """A game that keeps the positions at which orders were asked for, with `midst` only those in the midst of a phase."""

    midst: bool = False
    stops: list[Position] = field(default_factory=list)

    def _answers(self, phase: Phase[Any], umpire: Umpire[Any], asks: tuple[Ask, ...]) -> tuple[Answer, ...]:
        game = registry.game(self.title)
        answers = super()._answers(phase, umpire, asks)
        is_begun = not all(isinstance(event, PhaseBegan) for event in umpire.events)
        if is_begun or not self.midst:
            # Each side sees what it wrote before it, as in a letter; the position is copied, for play goes on with it.
            state = game.system.thaw(umpire.state)
            self.stops += [
                Position(game, state, ask.side, phase.letter, answer.orders, phase, is_begun=True)
                for ask, answer in zip(asks, answers, strict=True)
                if ask.kind == ORDERS
            ]
        return answers


def stops(
    title: str, scenario: str, seed: str, apart: int = 1, skipped: int = 0, *, midst: bool, clicks: bool
) -> Iterator[Position]:
    """The stops for orders of one game, each `apart`th of them; with `clicks` it is played by players who click."""
    game = registry.game(title)
    practice = game.practice_players.orders

    def by_plain(system: Any, view: Any, side: str, letter: str, pick: Any) -> tuple[Order, ...]:
        return practice(system, view, side, letter, "plain", pick)

    def by_clicks(system: Any, view: Any, side: str, letter: str, pick: Any) -> tuple[Order, ...]:
        return clicked(game, view, side, letter, pick) or by_plain(system, view, side, letter, pick)

    played = Stopping(seed, scenario, title, orders=by_clicks if clicks else by_plain, midst=midst)

    def found() -> Iterator[Position]:
        for _ in played.phases():
            yield from played.stops
            played.stops.clear()

    return itertools.islice(found(), skipped, None, apart)


def clicked(game: Game, view: Any, side: str, letter: str, pick: Any) -> tuple[Order, ...]:
    """The orders of a player who clicks something for two of three of his units, as far as the desk takes them together.

    He fights battles by hand where he may.
    """
    assert game.offering is not None
    found: dict[str, list[Offer]] = {}
    for offer in offers_of(game.system, game.dialect, game.offering, view, side, letter, is_begun=True):
        found.setdefault(offer.unit, []).append(offer)
    lines = [offer.line for some in found.values() for offer in some if offer.line == BY_HAND and pick(BY_HAND, 3)]
    for unit, some in found.items() if not lines else ():
        if pick(f"{unit} acts", 3):
            offer = some[pick(f"{unit} is clicked", len(some))]
            lines.append(offer.line)
            lines += [offer.then[pick(f"{unit} goes on", len(offer.then))].line] if offer.then else []
    judged = rehearse(game.system, game.dialect, view, side, letter, "\n".join(lines), is_begun=True)
    return tuple(order for line in judged.lines if line.verdict == ACCEPTED for order in line.orders)


def many(
    title: str, most: int, first: int = 0, apart: int = 1, *, midst: bool = False, clicks: bool = False
) -> Iterator[Position]:
    """So many positions of games of every scenario in turn, each with a seed of its own, from this game on."""
    scenarios = registry.game(title).practice_players.scenarios()

    def game(n: int) -> Iterator[Position]:
        scenario, seed = scenarios[n % len(scenarios)], f"offered {n}"
        if midst or clicks:
            return stops(title, scenario, seed, apart, n % apart, midst=midst, clicks=clicks)
        return positions(title, scenario, seed, apart, n % apart)

    # Some games never stop in the midst of a phase: then there is an end too.
    games = map(game, range(first, first + most))
    return itertools.islice(itertools.chain.from_iterable(games), most)


def offered(one: Position) -> Sequence[Offer]:
    """What the page would offer."""
    assert one.game.offering is not None
    return offers_of(
        one.game.system, one.game.dialect, one.game.offering, one.state, one.side, one.letter, is_begun=one.is_begun
    )


def letters(found: Sequence[Offer], before: str = "") -> Iterator[str]:
    """The letters that clicking one unit's offers writes, one for each offer with those that it follows."""
    for offer in found:
        yield before + offer.line
        yield from letters(offer.then, f"{before}{offer.line}\n")


def all_of(found: Sequence[Offer]) -> Iterator[Offer]:
    """The offers, and those that follow them."""
    for offer in found:
        yield offer
        yield from all_of(offer.then)


def own_ways(one: Position, found: Sequence[Offer]) -> Iterator[str]:
    """Letters that the page writes out of what steps cost: moves over a waypoint, and those after coming in."""
    assert one.game.offering is not None
    legs = legs_of(one.game.offering, seen(one), one.side, one.letter, found)
    for unit, mine in legs.items():
        line = line_of(one.game.dialect, mine)
        if mine.start:
            yield from _over_a_waypoint(mine, line, [two for two in found if two.unit == unit and two.kind == "move"])
        else:
            for entry in [two for two in found if two.unit == unit and two.kind == "place"][::7]:
                spent = int(entry.cost.split()[0])
                ways = reached(mine, entry.at, spent)
                yield from (f"{entry.line}\n{written(line, ways.path(at))}" for at in list(ways.cost)[1::9])
    for first in found:
        if first.goes_on is not None and first.goes_on.start:
            moves = [two for two in first.then if two.kind == "move"]
            after = _over_a_waypoint(first.goes_on, line_of(one.game.dialect, first.goes_on), moves)
            yield from (f"{first.line}\n{line}" for line in itertools.islice(after, 3))


def _over_a_waypoint(mine: Legs, line: str, moves: Sequence[Offer]) -> Iterator[str]:
    first = reached(mine)
    for middle in list(first.cost)[1:3]:
        rest = reached(mine, middle, first.cost[middle])
        for offer in moves:
            if offer.way and offer.at in rest and offer.at not in first.path(middle):
                yield written(line, (*first.path(middle), *rest.path(offer.at)[1:]))


def put_together(patterns: Sequence[Pattern]) -> Iterator[str]:
    """Letters that the page writes out of patterns: each choice of each part once, each unit once, and two units together."""
    for one in patterns:
        for part in one.parts:
            yield from (one.written(one.units[:1], {part.name: pick}) for pick in part.picks)
        for n, unit in enumerate(one.units):
            picks = {part.name: part.picks[n % len(part.picks)] for part in one.parts}
            yield one.written((unit,), picks)
            yield one.written((unit, one.units[n - 1]), picks) if n else one.written(one.units, picks)


def going_on(one: Position, found: Sequence[Offer]) -> Iterator[str]:
    """Lines with more behind an order of a unit: each text behind another order, and three in a row."""
    offering = one.game.offering
    assert offering is not None
    further: object = offering
    if not isinstance(further, GoingOn):
        return
    view = seen(one)
    for unit in offering.units(view, one.side):
        texts = further.more(view, one.side, one.letter, unit)
        lines = [offer.line for offer in found if offer.unit == unit]
        for n, text in enumerate(texts if lines else ()):
            first = lines[(7 * n) % len(lines)]
            yield MORE.join((first, text))
            yield MORE.join((first, texts[n - 1], text, texts[n - 2]))


def whole_turn(one: Position) -> Iterator[str]:
    """Letters for later phases too, where one letter serves the whole turn: each line by itself, and what comes of a move.

    Of the places from which something can be done after a move two are tried, by each unit that is offered a move there.
    """
    assert one.phase is not None
    game, now = one.game, parse(one.phase.id)
    if not now.turn or one.side not in phasing(game.system.card, one.phase):
        return
    sequence = sequence_of(game.system)
    coming = ((letter, sequence.next_for(one.side, letter, now, ())) for letter in sequence.after(one.letter))
    moves: dict[str, dict[str, str]] = {}
    for letter in (one.letter, *(letter for letter, it in coming if it and (it.turn, it.side) == (now.turn, now.side))):
        later = letter if letter != one.letter else ""
        ahead = f"in {game.dialect.phase_word(letter, one.state, one.side)}: " if later else ""
        assert game.offering is not None
        found = offers_of(
            game.system,
            game.dialect,
            game.offering,
            one.state,
            one.side,
            one.letter,
            is_begun=one.is_begun,
            later=later,
        )
        if later:
            yield from (ahead + offer.line for offer in found if not offer.near)
        for offer in found:
            if offer.near:
                ways = moves.get(offer.unit, {})
                near = next_to(one, offer.at) if offer.near == NEXT_TO else offer.near
                for at in [at for at in near if at in ways][:2]:
                    yield f"{ways[at]}\n{ahead}{offer.line}"
            elif offer.kind == "move":
                moves.setdefault(offer.unit, {})[offer.at] = ahead + offer.line


def next_to(one: Position, at: str) -> Sequence[str]:
    """The places next to one, as the page finds them on its map."""
    board = board_of(one.game.teller.map(seen(one), one.side, ()))
    assert board is not None
    x, y = board.places[at]
    return [to for to, (a, b) in board.places.items() if 0 < math.hypot(a - x, b - y) < 1.9 * board.radius]


def patterns(one: Position) -> Sequence[Pattern]:
    """The patterns of lines on the page."""
    game = one.game
    assert game.offering is not None
    return patterns_of(game.system, game.dialect, game.offering, one.state, one.side, one.letter, is_begun=one.is_begun)


def seen(one: Position) -> Any:
    """The position as the side sees it when its orders are wanted."""
    game = one.game
    return RehearsedPosition(game.system, game.dialect, one.state, one.side, one.letter, {}, is_begun=one.is_begun).view


def put_to_the_desk(one: Position, found: Sequence[Offer], every: int, tally: Tally, *, ahead: bool = False) -> None:
    """Put every so manieth of the offered lines to the desk, each of them as a letter of its own.

    With `ahead` those for later phases, where one letter serves the whole turn.
    """
    for line in _lines(one, found, ahead=ahead)[tally.positions % every :: every]:
        judged = rehearse(
            one.game.system,
            one.game.dialect,
            one.state,
            one.side,
            one.letter,
            line,
            is_begun=one.is_begun,
            ahead=ahead,
        )
        tally.tried += 1
        if not judged.lines or any(said.verdict != ACCEPTED for said in judged.lines):
            tally.refused.append(f"{one.letter}: {line}: {[said.problem for said in judged.lines]}")


def _lines(one: Position, found: Sequence[Offer], *, ahead: bool) -> list[str]:
    """Every letter that the page writes at a position."""
    if ahead:
        return list(whole_turn(one))
    return [*letters(found), *own_ways(one, found), *going_on(one, found), *put_together(patterns(one))]


def mail(one: Position, found: Sequence[Offer], every: int, tally: Tally, *, ahead: bool = False) -> None:
    """Mail all letters together, and every so manieth by itself; `refused` are those that are not read as they were sent.

    Each program in turn sends so many lines as a long letter has; what is not read there is sent once more by itself.
    """
    texts = _lines(one, found, ahead=ahead)
    alone = texts[tally.positions % every :: every]
    for n, start in enumerate(range(0, len(texts), LONG_LETTER)):
        some = texts[start : start + LONG_LETTER]
        read = set(read_back(_program(tally.positions + n)("\n".join(some))))
        alone += [text for text in some if not read.issuperset(text.split("\n"))]
    for n, text in enumerate(alone):
        read_alone = read_back(_program(tally.positions + n)(text))
        if read_alone != text.split("\n") and _orders(one, "\n".join(read_alone), ahead) != _orders(one, text, ahead):
            tally.refused.append(f"{one.letter}, program {tally.positions + n}: {text}: {read_alone}")
    tally.tried += len(texts)


def _program(n: int) -> Callable[[str], bytes]:
    return list(PROGRAMS.values())[n % len(PROGRAMS)]


def _orders(one: Position, text: str, ahead: bool) -> list[tuple[Order, ...]]:
    """The orders of a letter as the desk takes them."""
    game = one.game
    judged = rehearse(
        game.system, game.dialect, one.state, one.side, one.letter, text, is_begun=one.is_begun, ahead=ahead
    )
    return [said.orders for said in judged.lines if said.verdict == ACCEPTED and said.orders]


def look_for_the_written(one: Position, found: Sequence[Offer], tally: Tally) -> None:
    """Look for the lines of the practice player among the offers."""
    every = list(all_of(found))
    lines = {offer.line for offer in every}
    ends = {(offer.unit, offer.kind, offer.at) for offer in every} | set(goes_on(one, found))
    tally.written += len(one.wrote)
    made = [re.compile(shape_of(pattern)) for pattern in patterns(one)]
    blocks = {text for pattern in patterns(one) for text in pattern.block}
    for order in one.wrote:
        line = one.game.dialect.write(order)
        is_made = line.partition(" ")[0] in blocks or line in blocks or any(shape.fullmatch(line) for shape in made)
        if not is_made and not is_there(one.game, order, lines, ends):
            tally.missed.append(f"{one.letter}: {one.game.dialect.write(order)}")


def shape_of(pattern: Pattern) -> str:
    """A regular expression for the lines of a pattern; a line of a block has a number ahead."""
    text = re.escape(pattern.line)
    units = "|".join(map(re.escape, sorted(pattern.units, key=len, reverse=True)))
    text = text.replace(re.escape(f"{{{WHO}}}"), f"(?:{units})(?:, (?:{units}))*")
    for part in pattern.parts:
        choices = "|".join(re.escape(pick.written) for pick in part.picks)
        more = rf"(?:{re.escape(PLUS)}(?:{choices}))*" if part.many else ""
        text = text.replace(re.escape(f"{{{part.name}}}"), f"(?:{choices}){more}")
    return rf"(?:line \d+: )?{text}" if pattern.block else text


def goes_on(one: Position, found: Sequence[Offer]) -> Iterator[tuple[str, str, str]]:
    """Where units can go after they have come in."""
    assert one.game.offering is not None
    for unit, mine in legs_of(one.game.offering, seen(one), one.side, one.letter, found).items():
        for entry in found if not mine.start else ():
            if entry.unit == unit and entry.kind == "place" and entry.cost[:1].isdigit():
                yield from ((unit, "move", at) for at in reached(mine, entry.at, int(entry.cost.split()[0])).cost)


def is_there(game: Game, order: Order, lines: set[str], ends: set[tuple[str, str, str]]) -> bool:
    """Whether an order is offered, or another way to the same place, or the same to each unit of a group."""
    names = getattr(order, "units", None) or (getattr(order, "unit", ""),)
    place = (getattr(order, "path", ()) or ("",))[-1] or getattr(order, "target", "") or getattr(order, "at", "")
    by_place = all(any((name, kind, place) in ends for kind in ("move", "fight", "place")) for name in names)
    line = game.dialect.write(order)
    together = [line.replace(" + ".join(names), name, 1) for name in names]
    return by_place or line in lines or (len(names) > 1 and all(one in lines for one in together))


def measured(
    title: str,
    most: int,
    every: int,
    first: int = 0,
    minutes: float = 0,
    apart: int = 1,
    *,
    ahead: bool = False,
    mailed: bool = False,
    **how: bool,
) -> Tally:
    """What is found at so many positions of a game, or at as many as are looked at in so many minutes."""
    tally, end = Tally(), time.monotonic() + 60 * minutes
    for one in many(title, most, first, apart, **how):
        if minutes and time.monotonic() > end:
            break
        with trial_cache():
            found = offered(one)
            (mail if mailed else put_to_the_desk)(one, found, every, tally, ahead=ahead)
            if not how.get("clicks") and not ahead and not mailed:
                look_for_the_written(one, found, tally)
        tally.positions += 1
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the figures, give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.offered", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", default=PLAYED, metavar="GAME")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--every", type=int, default=1, help="put only every Nth offered line to the desk")
    parser.add_argument("--from", dest="first", type=int, default=0, help="number of the first game")
    parser.add_argument("--apart", type=int, default=1, help="look only at every Nth position of a game")
    parser.add_argument("--midst", action="store_true", help="look only at stops in the midst of phases")
    parser.add_argument("--clicks", action="store_true", help="games of players who click at random")
    parser.add_argument("--ahead", action="store_true", help="lines for the later phases that one letter serves")
    parser.add_argument("--mailed", action="store_true", help="send each line as mail programs do, and read it back")
    parser.add_argument(
        "--minutes", type=float, default=0, help="stop after so many minutes, with what was found by then"
    )
    args = parser.parse_args(arguments)
    good = True
    for title in args.games:
        tally = measured(
            title,
            args.positions,
            args.every,
            args.first,
            args.minutes,
            args.apart,
            ahead=args.ahead,
            mailed=args.mailed,
            midst=args.midst,
            clicks=args.clicks,
        )
        clicked = tally.written - len(tally.missed)
        print(f"{title}: {tally.positions} positions; {tally.tried} offered lines tried, {len(tally.refused)} refused;")
        if tally.written:
            print(f"  {clicked} of {tally.written} lines of the practice players could have been clicked", flush=True)
        for text, many_times in Counter(tally.refused + tally.missed).most_common(20):
            print(f"    {many_times} x {text}", flush=True)
        good = good and tally.is_good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
