"""Dispatches between the commanders of a side: riders carry their words, as far a game turn as the terms say.

Until one arrives nothing that anybody else is mailed differs by a byte: it makes no record of its own, but is sealed with the
next phase, which seals something whether anybody wrote or not (docs/trust.md).  No die is rolled for a rider.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.core.canonical import Json
from pbem.core.system import KnowsHeadquarters, KnowsRiders, Phase
from pbem.desk.desk import Desk, read_json
from pbem.desk.orders.sharing import Writer, short, units_of
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.play.terms import RIDERS, Terms
from pbem.desk.record import chain
from pbem.reports.letter_style import translate, translate_plural
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import DispatchRow, GameRow, PlayerRow

if TYPE_CHECKING:
    from pbem.desk.play.play import PlayResult

MOST_WORDS = 2000
"""Characters that a rider carries."""
UMPIRE = -1
"""The umpire's seat."""
MOST_QUESTIONS = 10
"""So many questions of one person wait for the umpire at most."""
DISPATCH, QUESTION, TAKEN, SEEN = "dispatch", "question", "taken", "seen"


def terms_of(game: GameRow) -> Terms:
    """The terms of a game, without what its clocks need."""
    return Terms.of(read_json(game.hours), read_json(game.calendar))


def ride(game: GameRow) -> bool:
    """True if words to comrades are carried by riders in this game."""
    return bool(terms_of(game).couriers)


def has_umpire(game: GameRow) -> bool:
    """True if an umpire decides about dispatches at the end of each game turn."""
    return bool(terms_of(game).umpire)


# Written.


def send(
    desk: Desk, books: Books, game: GameRow, writer: Writer, at: tuple[Phase[Any], Any], to: Sequence[int], text: str
) -> tuple[list[int], list[str]]:
    """Send a rider to each of these seats of the writer's side; `at` is the phase and the position.

    Those who are with the writer need none: their seats are returned, and lines that say what became of the others.
    """
    phase, state = at
    side, names = writer.chief.side, people(books, game, writer.chief)
    if len(text) > MOST_WORDS:
        most = f"{MOST_WORDS:,}", f"{len(text):,}"
        says = "A rider carries {most} characters at most, and your message has {found}.  It was sent to nobody."
        return [], [translate(says, most=most[0], found=most[1])]
    if UMPIRE in to:
        return [], [_ask(desk, books, game, writer, phase, text)]
    here = place_of(desk, books, game, side, writer.number, state)
    beside: list[int] = []
    notes: list[str] = []
    for seat in to:
        there = place_of(desk, books, game, side, seat, state)
        if here and here == there:
            beside.append(seat)
            continue
        if _sent_in(books, game, writer, phase.turn) >= terms_of(game).couriers.get("riders", RIDERS):
            says = "Your riders of this game turn are all away: nothing was sent to {name}.  Send it again next turn."
            notes.append(translate(says, name=short(names[seat])))
            continue
        add(desk, books, game, DispatchRow(**_fields(writer, phase, text), receiver=seat, place=here))
        notes.append(_left(desk, game, short(names[seat]), state, (here, there), side))
    return beside, notes


def add(desk: Desk, books: Books, game: GameRow, row: DispatchRow) -> DispatchRow:
    """Store a dispatch under the next number of its game."""
    written = books.dispatches.of(game)
    row.game_id, row.number = key_of(game.id), written[-1].number + 1 if written else 1
    row.at, row.seq = desk.clock.now(), chain.newest_seq(books, game)
    books.dispatches.add(row)
    books.write()
    return row


def _fields(writer: Writer, phase: Phase[Any], text: str) -> dict[str, Any]:
    side = writer.chief.side
    return {"side": side, "sender": writer.number, "words": text, "phase": phase.id, "turn": phase.turn}


def _ask(desk: Desk, books: Books, game: GameRow, writer: Writer, phase: Phase[Any], text: str) -> str:
    """Put a question on the umpire's tray.  Its answer tells no number, by which one could count what others wrote."""
    mine = (QUESTION, writer.chief.side, writer.number, None)
    waiting = sum((one.kind, one.side, one.sender, one.arrived) == mine for one in books.dispatches.of(game))
    if waiting >= MOST_QUESTIONS:
        return translate("{count} of your questions wait for the umpire.  This one was not passed on.", count=waiting)
    row = DispatchRow(**_fields(writer, phase, text), kind=QUESTION, receiver=UMPIRE, place="")
    add(desk, books, game, row)
    return translate("Your question is on the umpire's tray.  The answer comes with a report.")


def people(books: Books, game: GameRow, chief: PlayerRow) -> dict[int, str]:
    """The people on a side by their seats, the chief's being 0."""
    return {0: chief.name} | {one.number: one.name for one in books.seats.sharing(game, chief.side)}


def _sent_in(books: Books, game: GameRow, writer: Writer, turn: int) -> int:
    mine = (writer.chief.side, writer.number, turn)
    return sum((one.side, one.sender, one.turn) == mine for one in books.dispatches.of(game))


def _left(desk: Desk, game: GameRow, name: str, state: Any, way: tuple[str, str], side: str) -> str:
    """The answer to a message that rides: how long it may take, as far as the writer knows."""
    couriers, (here, there) = terms_of(game).couriers, way
    left = translate("A rider has left for {name}.", name=name)
    unsaid = translate("You will not hear whether it arrives.")
    if "turns" in couriers:
        takes = translate(
            "It takes {turns}.", turns=translate_plural("{count} game turn", "{count} game turns", couriers["turns"])
        )
        return f"{left}  {takes}  {unsaid}"
    if not here or not there:
        return f"{left}  {translate('It arrives when both of you are on the map.')}  {unsaid}"
    far = _distance(desk, game, state, side, here, there)
    turns = translate_plural("{count} turn", "{count} turns", max(1, -(-far // couriers["speed"])))
    about = "By the map about {turns} ({hexes}, {speed} a turn)."
    measured = translate_plural("{count} hex", "{count} hexes", far)
    if couriers.get("ways") == "paths":
        about = "By the easiest way about {turns} ({hexes}, {speed} a turn)."
        measured = translate_plural("{count} movement point", "{count} movement points", far)
    takes = translate(about, turns=turns, hexes=measured, speed=couriers["speed"])
    return f"{left}  {takes}  {unsaid}"


# On the way.


def place_of(desk: Desk, books: Books, game: GameRow, side: str, number: int, state: Any) -> str:
    """The hex of the person in a seat: of their senior leader, else of their first unit; "" where none is on the map, or the
    game's map knows no hexes.  Whoever commands nothing by name is with the senior leader whom no other commands."""
    title = desk.title(game.title)
    if not isinstance(title.system, KnowsHeadquarters):
        return ""
    view = title.system.view(state, side)
    commands = {
        one.number: units_of(title, view, side, read_json(one.formations)) for one in books.seats.sharing(game, side)
    }
    units = commands.pop(number, None)
    others = frozenset(name for found in commands.values() for name in found or ())
    if units is not None:
        return title.system.headquarters(view, side, units, ())
    return title.system.headquarters(view, side, None, others) or title.system.headquarters(view, side, None, ())


def _distance(desk: Desk, game: GameRow, state: Any, side: str, here: str, there: str) -> int:
    """The length of a rider's way, in hexes or movement points as the terms say."""
    system = desk.title(game.title).system
    if "ways" in terms_of(game).couriers:
        way = _way(desk, game, state, side, here, there)
        return way[-1][1] if way else 0
    assert isinstance(system, KnowsHeadquarters), "it has told places"
    return system.hexes_between(system.view(state, side), here, there)


def _way(
    desk: Desk, game: GameRow, state: Any, side: str, here: str, there: str
) -> tuple[tuple[tuple[str, ...], int], ...]:
    system = desk.title(game.title).system
    assert isinstance(system, KnowsRiders), "the game was opened so"
    by_paths = terms_of(game).couriers.get("ways") == "paths"
    return system.way_of_rider(system.view(state, side), side, here, there, by_paths=by_paths)


def carry(desk: Desk, books: Books, game: GameRow, played: "PlayResult", seq: int) -> list[Json] | None:
    """Bring riders on at the end of a game turn, and seal what was written since the record before; the part of record `seq`
    that tells of it, sealed like all that not everybody knows.  None in a game without riders."""
    if not ride(game):
        return None
    rows = books.dispatches.of(game)
    for row in rows:
        if row.sealed is None:
            row.sealed = seq
    if played.stop.finished:
        following = desk.title(game.title).system.next_phase(played.state)
        turn = following.turn if following is not None else played.phase.turn + 1
        is_due = turn > played.phase.turn and not (has_umpire(game) and following is not None)
        for row in rows if is_due else ():
            if row.kind == DISPATCH and row.arrived is None:
                ride_on(desk, books, game, row, played.state, turn, seq)
    return sealed_in(rows, seq)


def ride_on(desk: Desk, books: Books, game: GameRow, row: DispatchRow, state: Any, turn: int, seq: int) -> None:
    """Let a rider arrive, be taken, or ride on, at the end of the turn before `turn`."""
    captor = taken_by(desk, books, game, row, state, turn)
    if captor:
        take(desk, books, game, row, captor, 0, turn - 1, seq)
    elif is_there(desk, books, game, row, state, turn):
        row.arrived = seq


def take(desk: Desk, books: Books, game: GameRow, row: DispatchRow, side: str, seat: int, turn: int, seq: int) -> None:
    """Let somebody else read a dispatch, on top of their next report: it never arrives, and its writer does not learn of it."""
    row.arrived, row.fate = seq, "taken"
    fields: dict[str, Any] = {"sender": UMPIRE, "phase": "", "place": "", "turn": turn}
    found = DispatchRow(**fields, side=side, receiver=seat, kind=TAKEN, words=row.words)
    add(desk, books, game, found)
    found.sealed = found.arrived = seq


def taken_by(desk: Desk, books: Books, game: GameRow, row: DispatchRow, state: Any, turn: int) -> str:
    """The side whose units or ZOC a rider has met on the part of their way that they rode in the turn before `turn`, "" if
    none.  The hexes where the rider set out and where the receiver is do not count."""
    couriers = terms_of(game).couriers
    ridden = turn - row.turn
    if couriers.get("taken") != "on the way" or ridden < 1:
        return ""
    system = desk.title(game.title).system
    assert isinstance(system, KnowsRiders), "the game was opened so"
    there = place_of(desk, books, game, row.side, row.receiver, state)
    here = row.place or place_of(desk, books, game, row.side, row.sender, state)
    if not here or not there:
        return ""
    speed = couriers["speed"]
    way = _way(desk, game, state, row.side, here, there)[:-1]
    near = (hexes for hexes, far in way if (ridden - 1) * speed < far <= ridden * speed)
    return next(filter(None, (system.rider_taken_by(state, row.side, hexes) for hexes in near)), "")


def is_there(desk: Desk, books: Books, game: GameRow, row: DispatchRow, state: Any, turn: int) -> bool:
    """True if a rider has arrived: they go straight to where the receiver is at each turn's end."""
    couriers = terms_of(game).couriers
    ridden = turn - row.turn
    if ridden < 1:
        return False
    if "turns" in couriers:
        return ridden >= int(couriers["turns"])
    there = place_of(desk, books, game, row.side, row.receiver, state)
    here = row.place or place_of(desk, books, game, row.side, row.sender, state)
    if not here or not there:
        return False
    return ridden * int(couriers["speed"]) >= _distance(desk, game, state, row.side, here, there)


def sealed_in(rows: Sequence[DispatchRow], seq: int) -> list[Json]:
    """The part of a record about dispatches: those written since the one before, and those that arrived."""
    written = (_content(one) for one in rows if one.sealed == seq)
    arrived = ({"dispatch": one.number, "arrived": one.fate or True} for one in rows if one.arrived == seq)
    return [*written, *arrived]


def _content(row: DispatchRow) -> dict[str, Json]:
    return {
        "dispatch": row.number,
        "kind": row.kind,
        "side": row.side,
        "from": row.sender,
        "to": row.receiver,
        "phase": row.phase,
        "place": row.place,
        "words": row.words,
    }


# Arrived.


def news(desk: Desk, books: Books, game: GameRow, side: str, number: int) -> list[str]:
    """The dispatches that have come to the person in a seat and that no report of theirs has brought, for its top."""
    if not ride(game):
        return []
    names = people(books, game, books.players.get(game, side))
    found = [line for row in _come(books, game, side, number, names) for line in _in_report(desk, game, row, names)]
    return [*found, *_last_seen(books, game, side, number)]


def _in_report(desk: Desk, game: GameRow, row: DispatchRow, names: dict[int, str]) -> list[str]:
    """The lines of a report that bring it."""
    by = short(names.get(row.sender) or translate("somebody who has left"))
    if row.kind == SEEN:
        return [translate("You see: {what}", what=row.words)]
    if row.kind == TAKEN:
        head = translate("A DISPATCH for somebody else fell into your hands:")
    elif row.sender == UMPIRE:
        head = translate("THE UMPIRE:")
    else:
        where = translate("at {place}", place=row.place) if row.place else ""
        phase = translate("written in {phase}", phase=desk.title(game.title).teller.short_name(row.phase))
        head = translate("DISPATCH from {name}, {written}:", name=by, written=" ".join(filter(None, (phase, where))))
    return [head, *(f'  "{line.strip()}"' for line in row.words.splitlines() if line.strip())]


def _last_seen(books: Books, game: GameRow, side: str, number: int) -> list[str]:
    """The things that the umpire let somebody see in earlier turns, each as it was seen last."""
    last: dict[str, tuple[int, str]] = {}
    for row in books.dispatches.of(game) if has_umpire(game) else ():
        if (row.kind, row.side, row.receiver) == (SEEN, side, number) and row.told is not None:
            for one in filter(None, (part.strip() for part in row.words.split(","))):
                last[one.partition(" at ")[0].lower()] = (row.turn, one)
    listed = "; ".join(f"{what} ({translate('turn {n}', n=turn)})" for turn, what in last.values())
    return [translate("Last seen: {what}", what=listed)] if listed else []


def mark_read(books: Books, game: GameRow, side: str, number: int, seq: int) -> None:
    """Note that a report, of record `seq`, has brought somebody the dispatches that had come."""
    if ride(game):
        for row in _come(books, game, side, number, people(books, game, books.players.get(game, side))):
            row.told = seq


def _come(books: Books, game: GameRow, side: str, number: int, names: dict[int, str]) -> list[DispatchRow]:
    """Dispatches that have arrived at a seat and are not read; those to a seat that nobody has any more are the chief's."""
    return [
        one
        for one in books.dispatches.of(game)
        if one.side == side
        and one.arrived is not None
        and one.told is None
        and not one.fate
        and (one.receiver == number or (number == 0 and one.receiver not in (*names, UMPIRE)))
    ]


# Taken back, and opened.


def tell_undone(desk: Desk, books: Books, game: GameRow, rows: Sequence[DispatchRow], phase: str) -> None:
    """Tell the writers of dispatches that an undo has taken back."""
    for row in rows:
        if row.sender == UMPIRE or row.kind == TAKEN:
            continue
        player = books.players.get(game, row.side)
        name = (
            translate("the umpire")
            if row.receiver == UMPIRE
            else short(people(books, game, player).get(row.receiver, player.name))
        )
        text = translate("Play was taken back to a point before your dispatch to {name}, so it is gone.", name=name)
        text += f"  {translate('Send it again if it still fits.')}"
        quoted = [f"  {ascii_text(one)}" for one in row.words.splitlines()]
        body = "\n".join([*wrap(text, WIDTH), "", *quoted, ""])
        subject = f"[{game.name}] {translate('Your dispatch to {name} was undone', name=name)}"
        label = f"u{chain.newest_seq(books, game)}.{row.number}"
        post.to_player(
            desk, books, game, player, Draft("press", label, subject, body, phase, f"0.{label}"), seat=row.sender
        )


def opened(books: Books, game: GameRow) -> list[Json]:
    """All dispatches of a game with what became of each, as its last record opens them."""
    return [
        {**_content(row), "fate": row.fate or ("arrived" if row.arrived is not None else "on the way")}
        for row in books.dispatches.of(game)
    ]
