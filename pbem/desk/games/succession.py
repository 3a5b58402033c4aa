"""Roles on a shared side: who plays which leader, who gets another leader after a loss, and who is then the chief."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.core.order import Malformed, Problem
from pbem.core.system import HasRoles, RoleLoss
from pbem.desk.desk import Desk, Title, read_json
from pbem.desk.games.reliability import set_aside
from pbem.desk.games.substitutes import fresh_key
from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.desk.orders.sharing import close_ranks, is_away, short
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.outgoing.welcome import tell_side
from pbem.desk.play.play import Run, own_key
from pbem.desk.play.practice import LEFT_BY_LETTER, levels
from pbem.desk.record import chain
from pbem.language.spelling import listed
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
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


# People who leave a shared side by their own letter, once it is confirmed: what they commanded, and who is chief
# then.

LEAVE = "leave"
"""The command, and what waits for its confirmation."""
GONE = "gone"
"""The `answer` of the row that keeps the seat of somebody who has left."""


def next_in_rank(desk: Desk, books: Books, game: GameRow, side: str) -> SeatRow | None:
    """The commander who stands in for a side's chief: whoever plays the highest ranked leader, else the first who was given a
    seat, and somebody who is away only where everybody is; None if the side has no commanders."""
    system, now = desk.title(game.title).system, desk.clock.now()
    ranks = system.roles(desk.position(books, game), side) if isinstance(system, HasRoles) else ()

    def rank(one: SeatRow) -> tuple[bool, int, int]:
        return (
            is_away(one, now) or bool(one.plays),
            ranks.index(one.leader) if one.leader in ranks else len(ranks),
            one.number,
        )

    return min(books.seats.sharing(game, side), key=rank, default=None)


def asked_alone(desk: Desk, books: Books, game: GameRow, player: PlayerRow, letter_id: int) -> str:
    """Tell the GM that somebody who is alone on their side would leave the game; the text of the answer."""
    wants = f"{player.name} ({player.code}) would like to leave the game, and is alone on the side."
    chairs = [one for one in books.seats.chairs(game, player.side) if one.place > 0]
    who = f"{chairs[0].name} <{chairs[0].address}>" if chairs else "NAME <ADDRESS>"
    plain = f"pbem gm replace {game.name} {player.side} plain --reason REASON"
    text = [
        *wrap(f"{wants}  Until you decide, the side is theirs, and its deadlines run.", WIDTH),
        "",
        "To give the side to somebody else:",
        f"  pbem gm replace {game.name} {player.side} '{who}' --reason REASON",
        *(("or to the program:", f"  {plain}") if levels(desk, game.title) else ()),
        "",
    ]
    subject = f"[{game.name}] {player.code} would like to leave"
    post.to_gm(desk, books, game, Draft(LEAVE, str(letter_id), subject, "\n".join(text)))
    return translate(
        "You are alone on your side, so we asked the GM to give it to somebody else.  Until then it is yours, and your "
        "deadlines run.  To give up the game:   resign"
    )


def meaning(desk: Desk, books: Books, game: GameRow, player: PlayerRow, seat: SeatRow | None) -> str:
    """The effect of leaving, for the letter that asks for the confirmation."""
    if seat is not None:
        return f"You asked to leave your side.  {player.name}, your chief, commands your units then."
    heir = next_in_rank(desk, books, game, player.side)
    assert heir is not None, "somebody is left on the side"
    return f"You asked to leave your side.  {heir.name}, the next in rank, is its chief then."


def leave(desk: Desk, books: Books, game: GameRow, player: PlayerRow, seat: SeatRow | None) -> str:
    """Let a commander leave, or a chief (None), by a ruling that names nobody; the text of the answer.

    A commander's units fall to the chief; a chief's place to the next in rank.  What they have on file stays.
    """
    heir = next_in_rank(desk, books, game, player.side) if seat is None else None
    if seat is None and heir is None:
        return translate("You are alone on your side now.  Nothing was changed.")
    gone = (seat or player).name, (seat or player).address
    who = f"the chief of {player.code}" if seat is None else f"a commander of {player.code}"
    then = "the next in rank is chief" if seat is None else "the chief commands their units"
    number = heir.number if heir is not None else seat.number if seat is not None else 0
    key = fresh_key(desk, books, game, player)
    body = {"player": player.code, "seat": number, "change": LEFT_BY_LETTER, **key}
    about, change = f"{who} has left", f"{who} has left, and {then}"
    record = rule(desk, books, game, Ruled("seat", f"{who} asked for it", change, about, body, asked_by=who))
    row, word = books.phases.open(game), None
    if heir is not None:
        word = heir.ready.partition(" ")[2] if row is not None and heir.ready.startswith(f"{row.phase} ") else ""
        seat = make_chief(desk, books, game, player, heir, record)
        seat.phases = 0
    else:
        assert seat is not None, "a commander leaves"
        seat.phases += len(books.submissions.phases_filed(game, player.side))
    seat.ended, seat.answer = desk.clock.now(), GONE
    books.keys.void(game, player.side, seat.ended, seat=seat.number)
    for one in books.standing.in_force(game, player.side):
        one.seat = 0 if one.seat == number else one.seat
    if row is not None:
        close_ranks(books, game, player, row.phase, word)
    news = [translate("{name} has left your side.", name=gone[0])]
    news += [translate("{who} is the chief of your side now.", who=player.name)] if heir is not None else []
    # Whoever leaves could work the side's draws out by the key that it had.
    news += [f"{what}: {one}" for what, one in own_key(books, game, player)] if key else []
    tell_side(desk, books, game, player, record, more=news)
    _tell_gm(desk, books, game, player, gone, record)
    return translate(
        "You have left your side: {name} commands your units.  Your keys are void.  Thank you.", name=player.name
    )


def _tell_gm(desk: Desk, books: Books, game: GameRow, player: PlayerRow, gone: tuple[str, str], record: int) -> None:
    name, address = gone
    wording = (
        f"{name} <{address}> has left {player.code} by letter; {player.name} is chief.  To give units to somebody:"
    )
    text = [
        *wrap(wording, WIDTH),
        f"  pbem gm seat {game.name} {player.side} NAME ADDRESS commands UNITS --reason REASON",
        "",
    ]
    post.to_gm(
        desk,
        books,
        game,
        Draft(LEAVE, f"record {record}", f"[{game.name}] {name} has left {player.code}", "\n".join(text)),
    )


def is_gone(books: Books, game: GameRow, player: PlayerRow, address: str) -> bool:
    """True if whoever wrote from this address has left the side, and has no place on it any more."""
    low = address.lower()
    if low == player.address.lower() or any(
        one.address.lower() == low for one in books.seats.sharing(game, player.side)
    ):
        return False
    return any(one.answer == GONE and one.address.lower() == low for one in books.seats.ever(game))
