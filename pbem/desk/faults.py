"""Faults, recorded where the GM finds them: each stops its own game, letter or address, and no other."""

from dataclasses import dataclass
from datetime import timedelta

from pbem.desk.desk import Desk
from pbem.store.database import Books
from pbem.store.tables import FaultRow, GameRow

# Beginnings of the reasons for which games and letters are held, where somebody looks for them later.

RESTORED = "restored:"
"""A game whose records since the copy are not back yet."""
ADOPTED = "adopted:"
"""A game whose records are back: the GM lets it go on."""
HELD_BY_GM = "by the GM: "
"""A game or a letter that a GM holds on purpose."""


HASH_FAULTS = ("StateDiffers", "Diverged")
PROGRAM = "engine"
"""The place of a fault that is no phase: another program is installed than the one that a game is played with."""
MOST_SNOOZED = 30 * 24


@dataclass(frozen=True)
class Remedy:
    """A remedy for a fault: the command, and what it does."""

    command: str
    means: str


def note(
    desk: Desk, books: Books, kind: str, subject: str, text: str, game: str = "", place: str = "", trace: str = ""
) -> FaultRow:
    """Record a fault; an open one about the same thing gets the new text."""
    row = books.faults.about(kind, subject)
    found = books.games.find(game) if game else None
    last = books.records.last(found) if found is not None else None
    seq = last.seq if last is not None else None
    if row is None:
        row = FaultRow(kind=kind, subject=subject, game=game, opened=desk.clock.now())
    row.place, row.text, row.trace, row.record_seq = place, text, trace or row.trace, seq
    row.state, row.until = "open", None
    return books.faults.add(row)


def of_game(desk: Desk, books: Books, game: GameRow, why: str, trace: str = "") -> FaultRow:
    """A fault that holds a game."""
    place, _, rest = why.partition(": ")
    kind = "hash" if place == PROGRAM or any(name in why for name in HASH_FAULTS) else "rules"
    return note(desk, books, kind, game.name, rest or why, game.name, place, trace)


def close(desk: Desk, books: Books, kind: str, subject: str) -> None:
    """Close a fault: its cause is gone."""
    row = books.faults.about(kind, subject)
    if row is not None:
        books.faults.close(row, desk.clock.now())


def snooze(desk: Desk, books: Books, row: FaultRow, hours: int) -> None:
    """Hide a fault from the open ones for some hours.  Raises ValueError."""
    if not 1 <= hours <= MOST_SNOOZED:
        raise ValueError(f"hours: expected a whole number from 1 to {MOST_SNOOZED}; found {hours}")
    row.state, row.until = "snoozed", desk.clock.now() + timedelta(hours=hours)
    books.faults.add(row)


def wake(desk: Desk, books: Books) -> None:
    """Reopen faults whose snooze has ended."""
    now = desk.clock.now()
    for row in books.faults.unclosed():
        if row.state == "snoozed" and row.until is not None and row.until <= now:
            row.state, row.until = "open", None
            books.faults.add(row)


def _ways_to_fix(row: FaultRow) -> tuple[Remedy, ...]:
    """Ways to settle a difference between the stored data and the program: one of the two is put back, or the game goes
    back."""
    name = row.subject
    if row.place == PROGRAM:
        return (
            Remedy("pbem replay --all", "shows what would be different with the program that is installed"),
            Remedy(
                f"pbem upgrade {name} --reason ... --agreed SIDE --agreed SIDE", "take the new program over, as agreed"
            ),
            Remedy(f"pbem gm retry {name}", "after the program that the game is played with was put back"),
        )
    if "checkpoint" in row.text:
        return (
            Remedy(
                f"pbem gm undo {name} --reason ...",
                "the last phase again, from the position before it, on a new branch",
            ),
            Remedy(f"pbem gm retry {name}", "after the database was put back from a copy (pbem restore)"),
        )
    return (
        Remedy(f"pbem gm retry {name}", "put back the program or charts that the phase began with, then retry"),
        Remedy(f"pbem gm undo {name} --reason ...", "play the open phase again from its beginning, on a new branch"),
    )


def ways(books: Books, row: FaultRow) -> tuple[Remedy, ...]:
    """Ways to fix a fault."""
    name = row.game or "GAME"
    match row.kind:
        case "rules":
            seq = row.record_seq if row.record_seq is not None else 0
            return (
                Remedy(
                    f"pbem gm retry {row.subject}",
                    "correct the data or the program first; same orders, same seed, same dice",
                ),
                Remedy(
                    f"pbem gm undo {row.subject} {seq} --reason ...", "take the phase back: its orders can be changed"
                ),
                Remedy(
                    f"pbem gm faults export F-{row.id}", "a bundle for those who write the program, without secrets"
                ),
            )
        case "hash":
            return (
                *_ways_to_fix(row),
                Remedy(
                    f"pbem gm faults export F-{row.id}", "a bundle for those who write the program, without secrets"
                ),
            )
        case "letter":
            return (
                Remedy(f"pbem gm trace {row.subject}", "what became of it, check by check"),
                Remedy(f"pbem gm release {row.subject} --reason ...", "it counts, by your word: a ruling"),
                Remedy(f"pbem gm reread {row.subject}", "read it again, after what stopped it was fixed"),
                Remedy(f"pbem gm drop {row.subject}", "put it aside"),
            )
        case "mail":
            number = int(row.subject) if row.subject.isdigit() else 0
            side = books.letters_out.get(number).side if number else "SIDE"
            if side == "gm":
                means = "a letter to a GM, that is not sent again; see that their address takes mail"
                return (Remedy(f"pbem gm faults close F-{row.id}", means),)
            return (
                Remedy(f"pbem gm resend {name} {side}", "send it again"),
                Remedy(f"pbem gm address {name} {side} ADDRESS", "if the player has another address"),
            )
        case _:
            return (
                Remedy(f"pbem gm resume {row.subject}", "when the address works again"),
                Remedy(f"pbem gm address {name} SIDE ADDRESS", "if the player has another one"),
                Remedy(f"pbem gm pause {name} 7 --reason ...", "until they are found"),
                Remedy(f"pbem gm replace {name} SIDE PERSON --reason ...", "if they are gone"),
            )
