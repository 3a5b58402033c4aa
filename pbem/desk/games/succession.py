"""Roles on a shared side: who plays which leader, who gets another leader after a loss, and who is then the chief."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.core.order import Malformed, Problem
from pbem.core.system import HasRoles, RoleLoss
from pbem.desk.desk import Desk, read_json
from pbem.desk.games.reliability import set_aside
from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.desk.orders.sharing import short
from pbem.desk.outgoing.welcome import tell_side
from pbem.desk.play.play import Run
from pbem.desk.record import chain
from pbem.desk.title import Title
from pbem.language.spelling import listed
from pbem.reports.letter_style import translate
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow, PlayerRow, SeatRow

ROLE = "role"
"""The `answer` of the row that keeps who was chief until their leader was lost."""
LEADER = "leader"
"""The `change` of a ruling by which somebody takes another leader."""
_IS_LOST = " of {code} is lost"
_AND = ", "
OF_PERSON = ("name", "address", "report", "language", "zone", "whole", "dates", "away_from", "away_to")


@dataclass(frozen=True)
class _Taken:
    """A person whose leader was lost, with the one whom they take, "" where none is left."""

    who: str
    lost: str
    takes: str


@dataclass(frozen=True)
class Fallen:
    """A leader of a side whose loss has changed who plays whom, and the seat of the commander who became chief by it, 0 for
    none."""

    side: str
    leader: str
    seat: int


def follow(desk: Desk, books: Books, game: GameRow, run: Run) -> None:
    """Give another leader to each player whose leader was lost in a run, and make the player of the new commander chief."""
    system = desk.title(game.title).system
    if not isinstance(system, HasRoles):
        return
    for played in run.phases:
        for loss in system.roles_lost(played.new.events) if played.new is not None else ():
            lose(desk, books, game, loss)


def lose(desk: Desk, books: Books, game: GameRow, loss: RoleLoss) -> None:
    """Give another leader to the player of a lost one, by a ruling, and make the player of the new commander chief."""
    player = books.players.get(game, loss.side)
    people: list[PlayerRow | SeatRow] = [player, *books.seats.sharing(game, loss.side)]
    played = [one.leader for one in people if one.leader]
    if loss.leader not in played:
        return
    holder = next(one for one in people if one.leader == loss.leader)
    takes = next((one for one in loss.left if one not in played), "")
    taken = _Taken(holder.name, loss.leader, takes)
    heir = next((one for one in people[1:] if one.leader == loss.commands and loss.commands), None)
    about = f"{loss.leader}{_IS_LOST.format(code=player.code)}"
    body = {"player": player.code, "seat": heir.number if isinstance(heir, SeatRow) else 0, "change": LEADER}
    change = f"whoever played {loss.leader} takes another leader"
    if isinstance(heir, SeatRow):
        change += f", and whoever plays {heir.leader} is chief of {player.code}"
    record = rule(desk, books, game, Ruled("seat", about, change, about, body))
    _take(desk, books, holder, takes, [loss.leader, *_lost(holder)], record)
    if isinstance(heir, SeatRow):
        make_chief(desk, books, game, player, heir, record)
    tell_side(desk, books, game, player, record, more=_news(player, taken, loss, played))


def _take(desk: Desk, books: Books, person: PlayerRow | SeatRow, leader: str, lost: list[str], record: int) -> None:
    """Give somebody another leader, "" for none, and note which of theirs are lost, the newest first.

    A commander's seat is a new row, and the old one tells how it was.
    """
    before = person.leader
    if isinstance(person, SeatRow):
        kept = [one for one in read_json(person.formations) if one not in (before, leader)]
        new = SeatRow(**{name: getattr(person, name) for name in SeatRow.model_fields if name != "id"})
        new.formations = chain.canonical_text([*kept, *([leader] if leader else [])] or [before])
        new.follows, new.given = key_of(person.id), record
        person.ended, person.late, person.phases = desk.clock.now(), 0, 0
        person = books.seats.add(new)
    person.leader, person.lost = leader, _AND.join(lost)


def _lost(person: PlayerRow | SeatRow) -> list[str]:
    return person.lost.split(_AND) if person.lost else []


def _news(player: PlayerRow, taken: _Taken, loss: RoleLoss, played: list[str]) -> tuple[str, ...]:
    """The news for everybody on the side."""
    if not taken.takes:
        text = translate(
            "{leader} is lost.  {who} played that leader; no other leader is free, and they keep their units.",
            leader=taken.lost,
            who=taken.who,
        )
    else:
        text = translate(
            "{leader} is lost.  {who}, who played that leader, plays {takes} from now on.",
            leader=taken.lost,
            who=taken.who,
            takes=taken.takes,
        )
    lines = [text, translate("{who} is the chief of your side now.", who=player.name)]
    free = [one for one in loss.left if one not in (*played, taken.takes)]
    if free and taken.takes:
        lines.append(
            translate(
                "{short} may take another one:   play as {name}   (free: {all})",
                short=short(taken.who),
                name=free[0],
                all=listed(free),
            )
        )
    return tuple(lines)


def make_chief(desk: Desk, books: Books, game: GameRow, player: PlayerRow, heir: SeatRow, record: int) -> SeatRow:
    """Exchange the places of a side's player and of the commander who follows: the rows before keep what each was and was late
    in; letters in both mailboxes stay good.  The seat of whoever was chief."""
    now, phases = desk.clock.now(), len(books.submissions.phases_filed(game, player.side))
    set_aside(books, game, player, now, given=record, answer=ROLE)
    takes = [player.leader] if player.leader else []
    left = [one for one in read_json(heir.formations) if one != heir.leader]
    new = SeatRow(
        game_id=key_of(game.id),
        side=player.side,
        name=player.name,
        address=player.address,
        number=heir.number,
        place=heir.place,
        formations=chain.canonical_text([*left, *takes] or [heir.leader]),
        follows=key_of(heir.id),
        phases=-phases,
        given=record,
        leader=player.leader,
        lost=player.lost,
    )
    for name in OF_PERSON:
        setattr(new, name, getattr(player, name))
        setattr(player, name, getattr(heir, name))
    player.leader, player.lost, player.late, player.missed, player.nudged = heir.leader, heir.lost, 0, 0, None
    player.copies = False
    if not player.plays or player.plays_one:
        new.plays, player.plays, player.plays_one = player.plays, heir.plays, bool(heir.plays)
    heir.ended = now
    heir.phases += phases
    books.seats.add(new)
    books.keys.exchange(game, player.side, heir.number)
    books.submissions.exchange(game, player.side, heir.number)
    for one in books.standing.in_force(game, player.side):
        one.seat = {0: heir.number, heir.number: 0}.get(one.seat, one.seat)
    return new


# Taken back.


def fallen_since(books: Books, game: GameRow, record: int) -> list[Fallen]:
    """The leaders whose loss has changed who plays whom since a record, the newest first."""
    bodies = (read_json(row.body)["body"] for row in books.records.all(game) if row.seq > record)
    rulings = [one for one in bodies if one.get("what") == "seat" and one.get("change") == LEADER]
    sides = {one.code: one.side for one in books.players.of(game)}
    return [
        Fallen(sides[one["player"]], one["reason"].removesuffix(_IS_LOST.format(code=one["player"])), one["seat"])
        for one in reversed(rulings)
    ]


def give_back(desk: Desk, books: Books, game: GameRow, fallen: Sequence[Fallen]) -> None:
    """Let everybody play the leaders again whom an undo has brought back, and be chief again who was, by a ruling a side."""
    for side in dict.fromkeys(one.side for one in fallen):
        player, mine = books.players.get(game, side), [one for one in fallen if one.side == side]
        names = listed([one.leader for one in reversed(mine)])
        about = f"{names} of {player.code} {'is' if len(mine) == 1 else 'are'} back"
        change = f"whoever played {names} does so again, and who was chief of {player.code} is"
        body = {"player": player.code, "seat": 0, "change": "leader back"}
        record = rule(desk, books, game, Ruled("seat", about, change, about, body))
        for one in mine:
            _give_back(desk, books, game, player, one, record)
        people: list[PlayerRow | SeatRow] = [player, *books.seats.sharing(game, side)]
        back = [one for one in people if one.leader in {some.leader for some in mine}]
        lines = [translate("{who} plays {leader} again.", who=one.name, leader=one.leader) for one in back]
        lines.append(translate("{who} is the chief of your side now.", who=player.name))
        tell_side(desk, books, game, player, record, more=tuple(lines))


def _give_back(desk: Desk, books: Books, game: GameRow, player: PlayerRow, one: Fallen, record: int) -> None:
    chief = next((seat for seat in books.seats.sharing(game, one.side) if seat.number == one.seat), None)
    if chief is not None:  # their chief until then: the one who followed them goes back to this seat
        make_chief(desk, books, game, player, chief, record)
    people: list[PlayerRow | SeatRow] = [player, *books.seats.sharing(game, one.side)]
    holder = next((some for some in people if _lost(some)[:1] == [one.leader]), None)
    if holder is not None:
        _take(desk, books, holder, one.leader, _lost(holder)[1:], record)


def role_of(title: Title, state: object, side: str, words: str) -> str | Problem:
    """The leader named by these words, among those who may be played; a problem that lists them if there is none."""
    there = title.system.roles(state, side) if isinstance(title.system, HasRoles) else ()
    found = title.dialect.formation(words, title.system.view(state, side), side)
    names = [one for one in there if not isinstance(found, Problem) and one in found]
    exact = [one for one in there if one.lower() == " ".join(words.lower().split())]
    match exact or names:
        case [one]:
            return one
        case _:
            expected = listed(there, "or") or "none without the option 'several players', which some games have"
            return Malformed("E101", f"a leader of the side, {expected}")


def play_as(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, seat: SeatRow | None, state: object, words: str
) -> str:
    """Let a player whose leader was lost choose another one; the text of the answer."""
    person: PlayerRow | SeatRow = seat if seat is not None else player
    if not person.lost:
        return translate("You take another leader when yours is lost; nothing was changed.")
    found = role_of(desk.title(game.title), state, player.side, words)
    if isinstance(found, Problem):
        return translate("Expected {expected}; found {found}.  Nothing was changed.", expected=found.text, found=words)
    people: list[PlayerRow | SeatRow] = [player, *books.seats.sharing(game, player.side)]
    other = next((one for one in people if one.leader == found), None)
    if other is not None:
        return translate("{leader} is played by {name}.  Nothing was changed.", leader=found, name=other.name)
    _take(desk, books, person, found, _lost(person), chain.newest_seq(books, game))
    return translate("You play {leader} from now on.", leader=found)
