"""Hold, release, reread or drop letters; hold, release or retry games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.sanitize import is_number
from pbem.desk.faults import HELD_BY_GM
from pbem.desk.gm.gm_actions import Ruled, release, rule
from pbem.desk.gm.incidents.incident import (
    EVERYBODY,
    GAME,
    SIDE,
    CannotDo,
    Done,
    Effect,
    IncidentContext,
    OfGame,
    UsageWord,
)
from pbem.desk.incoming.intake import admit
from pbem.desk.incoming.letter_requests import entry_of, refused_block
from pbem.desk.orders import filing
from pbem.desk.orders.judging import judged, judged_lines
from pbem.desk.orders.merge import LineOnFile
from pbem.desk.play.answers import on_file
from pbem.desk.play.locking import must_not_wait
from pbem.desk.record.adoption import is_waiting
from pbem.mail.address import find_address
from pbem.orders.lines import own_lines
from pbem.reports import times
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow, LetterInRow, PlayerRow

LETTER = UsageWord("letter", "LETTER", "its number", "number")
SUBJECT = UsageWord("subject", "GAME|LETTER", "a game's name, or a letter's number")


def letter_of(case: IncidentContext, number: int, *states: str) -> LetterInRow:
    """A letter that came in, in one of these states.  Raises CannotDo, KeyError."""
    row = case.books.letters_in.get(number)
    if states and row.state not in states:
        raise CannotDo(f"letter {number} is not {' or '.join(states)}: it is {row.state}")
    return row


def in_short(row: LetterInRow) -> str:
    """A letter in a few words."""
    who = f" from {row.sender}" if row.sender else ""
    return f"letter {row.id}{who} of {times.stamp(row.arrived)}"


def _about(books: Books, subject: str) -> str:
    """The named game; for a letter's number, the game it belongs to."""
    return books.letters_in.get(int(subject)).game if is_number(subject) else books.games.get(subject).name


@dataclass(frozen=True)
class OfSubject:
    """An incident about a letter, by its number, or about a game."""

    subject: str

    def game_of(self, books: Books) -> str:
        """The game; for a letter, the game it belongs to."""
        return _about(books, self.subject)


@dataclass(frozen=True)
class Hold(OfSubject):
    """Keep a letter from being read, or stop a game until you release it."""

    NAME: ClassVar[str] = "hold"
    ABOUT: ClassVar[str] = "hold an unread letter, or a game"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (SUBJECT,)
    REASONED: ClassVar[bool] = True

    def effect(self, case: IncidentContext) -> Effect:
        """The effect: what stops."""
        if is_number(self.subject):
            row = letter_of(case, int(self.subject), "new")
            return Effect(
                (f"{in_short(row)} is not read until you release it",), signed=False, inverse=Reread(int(self.subject))
            )
        game = case.playing(self.subject)
        if game.state != "open":
            raise CannotDo(f"{self.subject}: expected a game that is being played; it is {game.state}")
        text = f"{self.subject} stops, whatever mail comes in; its deadlines stay but are not enforced"
        return Effect((text,), signed=False, inverse=ReleaseHeld(self.subject))

    def carry_out(self, case: IncidentContext) -> Done:
        """Hold it."""
        now = case.desk.clock.now()
        if is_number(self.subject):
            row = letter_of(case, int(self.subject), "new")
            case.books.letters_in.close(row, "held", f"{HELD_BY_GM}{case.reason}", now)
            return Done((f"letter {row.id} is held",))
        case.books.games.hold(case.playing(self.subject), f"{HELD_BY_GM}{case.reason}", now)
        return Done((f"{self.subject} is held",))


@dataclass(frozen=True)
class ReleaseHeld:
    """Accept a held letter on the GM's authority, or let a held game go on."""

    NAME: ClassVar[str] = "release"
    ABOUT: ClassVar[str] = "accept a held letter on your authority (a ruling), or let a held game go on"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (
        SUBJECT,
        UsageWord("game", "GAME", "the letter's game, if the letter does not name it", optional=True),
        UsageWord("side", "SIDE", "the letter's side, if the letter does not name it", optional=True),
    )
    REASONED: ClassVar[bool] = True

    subject: str
    game: str = ""
    side: str = ""

    def game_of(self, books: Books) -> str:
        """The game."""
        if not is_number(self.subject):
            return books.games.get(self.subject).name
        return books.games.get(self.game).name if self.game else books.letters_in.get(int(self.subject)).game

    def effect(self, case: IncidentContext) -> Effect:
        """The effect: whose letter it becomes."""
        if not is_number(self.subject):
            return _retry_effect(case, self.subject)
        row, game, player = self._whose(case)
        return Effect(
            (
                f"{in_short(row)} counts as written by {player.name} ({player.code}), in {game.name}",
                f"it was held for: {row.reason}",
                f"the answer to it goes to {player.address}, as always",
            ),
            EVERYBODY,
            final="its orders can be changed like any others until the phase is played",
        )

    def carry_out(self, case: IncidentContext) -> Done:
        """Take it in."""
        if not is_number(self.subject):
            return _retry(case, self.subject)
        row, game, player = self._whose(case)
        why = row.reason.partition(":")[0]
        ruled = Ruled(
            "letter",
            case.reason,
            f"a letter of {player.code} of {times.stamp(row.arrived)} is accepted, although it was held ({why})",
            f"a letter of {player.code} counts",
            {"player": player.code, "digest": row.digest},
        )
        record = rule(case.desk, case.books, game, ruled)
        goes_on = admit(case.desk, case.books, row, game, player)
        return Done(
            (f"letter {row.id} is taken as {player.code}'s and answered",), record, advance=game.name if goes_on else ""
        )

    def _whose(self, case: IncidentContext) -> tuple[LetterInRow, GameRow, PlayerRow]:
        row = letter_of(case, int(self.subject), "held")
        addressed = find_address(case.desk.reader.letter(row.raw), case.desk.house.host)
        name, side = self.game or row.game or addressed.game, self.side or row.side or addressed.side
        if not name or not side:
            missing = "game and side" if not name else "its side"
            raise CannotDo(f"letter {row.id} does not say {missing}: write   release {row.id} GAME SIDE")
        game = case.playing(name)
        return row, game, case.player(game, side)


@dataclass(frozen=True)
class _OfLetter:
    """An incident about one letter, by its number."""

    letter: int

    def game_of(self, books: Books) -> str:
        """The game that the letter belongs to."""
        return books.letters_in.get(self.letter).game


@dataclass(frozen=True)
class Reread(_OfLetter):
    """Read a letter again with the current program, after a fault or the grammar was fixed."""

    NAME: ClassVar[str] = "reread"
    ABOUT: ClassVar[str] = "read a letter again after the program was fixed; the new reading counts"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (LETTER,)
    REASONED: ClassVar[bool] = False

    def effect(self, case: IncidentContext) -> Effect:
        """The current reading of each line."""
        row = letter_of(case, self.letter, "held", "done", "ignored", "dropped")
        lines = [f"{in_short(row)} is read again; so far it was {row.state}"]
        pages: list[str] = []
        game = case.books.games.find(row.game) if row.game else None
        if game is not None and row.side and game.state != "over":
            verdicts = judged(case.desk, case.books, game, case.player(game, row.side), row)
            good = sum(one.verdict == "accepted" for one in verdicts)
            bad = [one for one in verdicts if one.verdict == "refused"]
            lines.append(f"{good} line{'s' * (good != 1)} accepted now, {len(bad)} refused")
            for one in verdicts:
                pages += [f"line {one.number}  {text}" for text in one.canonical] if one.verdict == "accepted" else []
                pages += refused_block(one) if one.verdict == "refused" else []
        wording = f"the player of {row.side}: a new receipt" if row.side else "nobody yet"
        return Effect(
            tuple(lines), wording, final="its orders can be changed like any others", signed=False, pages=tuple(pages)
        )

    def carry_out(self, case: IncidentContext) -> Done:
        """Read it."""
        row = letter_of(case, self.letter, "held", "done", "ignored", "dropped")
        row.state, row.reason, row.trace, row.attempts = "new", "", "", row.attempts + 1
        fault = case.books.faults.about("letter", str(row.id))
        if fault is not None:
            case.books.faults.close(fault, case.desk.clock.now())
        return Done((f"letter {row.id} is read again",), read=key_of(row.id))


@dataclass(frozen=True)
class Drop(_OfLetter):
    """Set a held letter aside for good. It stays in the database."""

    NAME: ClassVar[str] = "drop"
    ABOUT: ClassVar[str] = "set a held letter aside for good"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (LETTER,)
    REASONED: ClassVar[bool] = False

    def effect(self, case: IncidentContext) -> Effect:
        """The letter in question."""
        row = letter_of(case, self.letter, "held")
        return Effect((f"{in_short(row)} is set aside: {row.reason}",), signed=False, inverse=Reread(self.letter))

    def carry_out(self, case: IncidentContext) -> Done:
        """Put it aside."""
        row = letter_of(case, self.letter, "held")
        now = case.desk.clock.now()
        case.books.letters_in.close(row, "dropped", f"dropped by the GM; it was held for: {row.reason}", now)
        fault = case.books.faults.about("letter", str(row.id))
        if fault is not None:
            case.books.faults.close(fault, now)
        return Done((f"letter {row.id} is set aside; it stays in the database",))


@dataclass(frozen=True)
class Retry(OfSubject):
    """Try a held game or letter again, with the same orders, the same seed and the same dice."""

    NAME: ClassVar[str] = "retry"
    ABOUT: ClassVar[str] = "try a held game or letter again after the cause was fixed"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (SUBJECT,)
    REASONED: ClassVar[bool] = False

    def effect(self, case: IncidentContext) -> Effect:
        """The thing that is tried."""
        if is_number(self.subject):
            letter_of(case, int(self.subject), "held")
            return Reread(int(self.subject)).effect(case)
        return _retry_effect(case, self.subject)

    def carry_out(self, case: IncidentContext) -> Done:
        """Try it."""
        if is_number(self.subject):
            letter_of(case, int(self.subject), "held")
            return Reread(int(self.subject)).carry_out(case)
        return _retry(case, self.subject)


def _held(case: IncidentContext, name: str) -> GameRow:
    game = case.game(name)
    if game.state != "held":
        raise CannotDo(f"{name} is not held: it is {game.state}")
    if is_waiting(game):
        raise CannotDo(
            f"{name} was restored from a backup, and letters mailed since then are ahead of it.\n"
            "Recover its missing records from them first: pbem adopt MAILBOX ..."
        )
    return game


def _retry_effect(case: IncidentContext, name: str) -> Effect:
    game = _held(case, name)
    lines = (
        f"{name} was held for: {game.hold}",
        "it goes on from where it stopped, with the same orders and the same dice",
    )
    return Effect(lines, signed=False, inverse=Hold(name))


def _retry(case: IncidentContext, name: str) -> Done:
    game = _held(case, name)
    release(case.books, game)
    for kind in ("rules", "hash"):
        fault = case.books.faults.about(kind, name)
        if fault is not None:
            case.books.faults.close(fault, case.desk.clock.now())
    return Done((f"{name} goes on",), advance=name)


# File orders on a player's behalf, and look at the orders on file.

NOTHING = ("withdraw",)


@dataclass(frozen=True)
class Orders(OfGame):
    """Replace a side's orders for the open phase, as its player asked for elsewhere, and mark the side as ready."""

    NAME: ClassVar[str] = "orders"
    ABOUT: ClassVar[str] = "file orders on a player's behalf: all orders for the open phase"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (
        GAME,
        SIDE,
        UsageWord("lines", "LINE", "the order lines, each in quotes; 'withdraw' alone for none", "lines"),
    )
    REASONED: ClassVar[bool] = True

    side: str
    lines: tuple[str, ...]

    def effect(self, case: IncidentContext) -> Effect:
        """The effect: the orders on file, and the new ones."""
        game, player, phase, entries = self._entries(case)
        before = on_file(case.books, case.books.submissions.latest(game, player.side, phase)).lines
        after = [line for one in entries for line in one.canonical]
        pages = [*(f"- {line}" for line in before), *(f"+ {line}" for line in after)]
        name = case.phase_name(game, phase)
        count = len(after)
        return Effect(
            (f"{player.code} would have {times.counted(count, 'line')} on file for {name}, in place of {len(before)}",),
            f"{EVERYBODY} (that they changed, not how); {player.code}: the lines",
            inverse=Orders(self.game, player.side, before or NOTHING),
            pages=tuple(pages),
        )

    def carry_out(self, case: IncidentContext) -> Done:
        """File them."""
        game, player, phase, entries = self._entries(case)
        name = case.phase_name(game, phase)
        ruled = Ruled(
            "orders",
            case.reason,
            f"{player.code}'s orders for {name} are changed on the player's behalf",
            f"{player.code}'s orders for {name} changed",
            {"player": player.code, "phase": phase},
        )
        lines = [line for one in entries for line in one.canonical]
        record = rule(case.desk, case.books, game, ruled, own={player.side: lines})
        if entries:
            filing.file(case.desk, case.books, game, player, phase, entries, ready="ready")
        else:
            filing.withdraw(case.desk, case.books, game, player, phase, None)
        return Done((f"{self.game}: {name} of {player.code} is on file as you wrote it",), record, advance=game.name)

    def _entries(self, case: IncidentContext) -> tuple[GameRow, PlayerRow, str, Sequence[LineOnFile]]:
        game = case.playing(self.game)
        player = case.player(game, self.side)
        row = case.open_phase(game)
        must_not_wait(case.books, game, "your orders for them")
        if case.books.phases.segments(row):
            raise CannotDo(
                f"{self.game}: expected a phase that has not begun; {case.phase_name(game, row.phase)} has already been "
                f"played with its orders, up to a question.  To take it back:   undo {self.game}"
            )
        if self.lines == NOTHING:
            return game, player, row.phase, ()
        verdicts = judged_lines(case.desk, case.books, game, player, own_lines("\n".join(self.lines)).lines)
        bad = [one for one in verdicts if one.verdict != "accepted" and one.command is None]
        entries = [entry_of(one) for one in verdicts if one.verdict == "accepted" and one.command is None]
        if bad or not entries:
            lines = [line for one in bad for line in refused_block(one)] or self.lines
            raise CannotDo("\n".join(["expected lines that are legal orders of the open phase; found", *lines]))
        return game, player, row.phase, [one for one in entries if one.orders]


@dataclass(frozen=True)
class LookAtOrders(OfGame):
    """Show a side's orders and standing orders, sealed ones too. Every look is logged, and published when the game ends."""

    NAME: ClassVar[str] = "look"
    ABOUT: ClassVar[str] = "show a side's orders and standing orders on file, sealed ones too (logged)"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (GAME, SIDE)
    REASONED: ClassVar[bool] = True

    side: str

    def effect(self, case: IncidentContext) -> Effect:
        """The effect: the look is logged."""
        player = case.player(case.game(self.game), self.side)
        text = f"you see what {player.code} has on file; the look is logged, and everybody is told when the game ends"
        return Effect((text,), final="a look cannot be taken back", signed=False)

    def carry_out(self, case: IncidentContext) -> Done:
        """Look."""
        game = case.game(self.game)
        player = case.player(game, self.side)
        row = case.books.phases.open(game)
        phases = case.books.submissions.phases_filed(game, player.side)
        done = {one.phase for one in case.books.phases.of(game) if one.state == "done"}
        lines = [f"{self.game}: on file of {player.code}, {player.name}"]
        for phase in phases:
            filed = on_file(case.books, case.books.submissions.latest(game, player.side, phase))
            if phase in done or not filed.n:
                continue
            mark = " (open)" if row is not None and row.phase == phase else ""
            lines.append(
                f"{case.phase_name(game, phase)}{mark}, submission {filed.n}{f', {filed.ready}' if filed.ready else ''}"
            )
            lines += [f"  {one}" for one in filed.lines] or ["  (nobody has an order)"]
        for standing in case.books.standing.in_force(game, player.side):
            lines.append(f"standing {standing.number}  {standing.text}")
        return Done(tuple(lines if len(lines) > 1 else [*lines, "  nothing"]))
