"""Press: a player's messages to the other players and the GM, passed on, and quoted in the answer to their letter."""

from collections.abc import Callable, Sequence

from pbem.core.system import Card
from pbem.desk.desk import Desk
from pbem.desk.incoming.letter_requests import order_lines
from pbem.desk.incoming.reader import ReadWhole
from pbem.desk.orders.orders_on_file import Refused
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.people import phrases_for
from pbem.desk.play.play import PlayResult, owes_orders
from pbem.orders.commands import command
from pbem.orders.dialect import Verbatim
from pbem.orders.lines import MOST_QUESTIONS, PressMessage
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow, PlayerRow, PressRow

MOST_QUOTED = 6
"""So many lines of a message are quoted in the answer: enough to see where it ended."""


def doubtful(messages: Sequence[PressMessage], would_be_orders: Callable[[str], bool]) -> list[Refused]:
    """Messages without ``end press`` that hold a line which reads as an order or a command: they are passed on to nobody.

    Who forgets where a message ends would otherwise mail orders to the opponent, and lose them.
    """
    found = []
    for one in messages:
        lines = [line.strip() for line in one.text.splitlines() if line.strip()] if one.is_open else []
        suspect = next((line for line in lines if command(line) is not None or would_be_orders(line)), "")
        if suspect:
            says = translate(
                "Your message has no   end press   after it, and this line of it looks like one for us.  We passed on "
                "none of the message, and nothing in it counts.  Send it again with   end press   below its last line."
            )
            text = ascii_text(suspect)[: WIDTH - 12]
            found.append(Refused(0, suspect, (f"press:  {text}", *wrap(f"E191  {says}", WIDTH)), "message"))
    return found


def misaddressed(
    books: Books, game: GameRow, card: Card, player: PlayerRow, messages: Sequence[PressMessage], *, is_shared: bool
) -> list[Refused]:
    """Messages that name somebody other than the one opponent: nobody gets what was not meant for them.

    On a side that `is_shared` ``press to us:`` may be meant for one's own side, whatever the other is called.
    """
    known: set[str] = set()
    others = [one for one in books.players.of(game) if one.side != player.side]
    if len(others) == 1:
        [other] = others
        side = card.side(other.side)
        names = (side.id, side.code, side.name, other.name, *other.name.split())
        known = {one.casefold().rstrip(".") for one in names} - ({"us"} if is_shared else set())
    found = []
    for one in messages:
        name = one.name.casefold().removesuffix(" player").removesuffix(" side")
        if one.name and name not in known and name.removesuffix("s") not in known:
            says = translate(
                "No other player can be told alone under the name of {name}.  We passed on none of the message, and nothing in "
                "it counts.  Words to the other side begin with   press:   and words to the GM with   press gm:",
                name=ascii_text(one.name),
            )
            text = ascii_text(f"press to {one.name}:")
            found.append(Refused(0, text, (text, *wrap(f"E191  {says}", WIDTH)), "message"))
    return found


def pass_on(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, label: str, messages: Sequence[PressMessage]
) -> None:
    """Mail messages to the GM, and keep those for the other players for their next report."""
    for n, one in enumerate(messages[:MOST_QUESTIONS]):
        if one.to == "gm":
            subject = f"[{game.name}] press from {player.code}"
            text = f"{player.code} {player.name} writes to you:\n\n{one.text}\n"
            post.to_gm(desk, books, game, Draft("press", f"{label}.{n}", subject, text))
        else:
            game_id, now = key_of(game.id), desk.clock.now()
            books.press.add(PressRow(game_id=game_id, side=player.side, to="all", words=one.text, at=now))


def talk_alone(desk: Desk, game: GameRow, now: PlayResult, side: str, found: ReadWhole) -> str:
    """The words of a letter that has nothing else, in a game whose letters are mostly words, from a side that is asked nothing:
    they are a message to all.  "" for any other letter."""
    title, lines = desk.title(game.title), found.named.lines
    dialect = title.dialect
    if not isinstance(dialect, Verbatim) or owes_orders(now.open, side) or found.read.press:
        return ""
    is_plain = bool(lines) and len(order_lines(found.named)) == len(lines)
    return dialect.talk([one.text for one in lines], title.system.view(now.state, side), side) if is_plain else ""


def passed_on(books: Books, game: GameRow, messages: Sequence[PressMessage]) -> list[str]:
    """Lines for the answer: where each message goes, and how it begins and ends."""
    lines: list[str] = []
    is_pair = phrases_for(books, game).is_pair
    for one in messages[:MOST_QUESTIONS]:
        if one.to == "gm":
            says = translate("We passed on your words to the GM:")
        elif is_pair:
            says = translate("Your words to your opponent go out with the next report:")
        else:
            says = translate("Your words to the other players go out with the next report:")
        lines += [says, *_quoted(one.text)]
    return [*lines, *beyond(messages)]


def beyond(messages: Sequence[PressMessage]) -> list[str]:
    """The remark on messages that are too many for one letter."""
    if len(messages) <= MOST_QUESTIONS:
        return []
    words = translate("We passed on {count} of your {all} messages.  Send the others in another letter.")
    return wrap(words.format(count=MOST_QUESTIONS, all=f"{len(messages):,}"), WIDTH)


def _quoted(text: str) -> list[str]:
    lines = [line for part in text.splitlines() for line in wrap(ascii_text(part), WIDTH - 6)] or [""]
    if len(lines) > MOST_QUOTED:
        lines = [*lines[: MOST_QUOTED - 2], "...", lines[-1]]
    return [f'    "{line}"' for line in lines]
