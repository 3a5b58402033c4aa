"""Files of the other players, sent with a report: found by their hash in the letters that brought them."""

from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

from pbem.desk.desk import Desk
from pbem.desk.incoming.files_sent import MOST_BYTES
from pbem.desk.play.play import Played
from pbem.mail.letter import SentFile
from pbem.store.database import Books
from pbem.store.tables import GameRow

Enclosed = tuple[str, bytes]


@runtime_checkable
class FilePassedOn(Protocol):
    """An event by which a side passes a file on: its hash, and the name under which the others get it."""

    @property
    def side(self) -> str: ...

    @property
    def digest(self) -> str: ...

    @property
    def sent_as(self) -> str: ...


def batches(desk: Desk, books: Books, game: GameRow, side: str, ended: Sequence[Played]) -> list[tuple[Enclosed, ...]]:
    """The files that others have passed on in these phases, in parts that a letter can hold; the first may be empty."""
    found: list[list[Enclosed]] = [[]]
    room = MOST_BYTES
    for name, content in _files(desk, books, game, side, ended):
        if len(content) > room:
            found.append([])
            room = MOST_BYTES
        found[-1].append((f"{game.name}-{name}", content))
        room -= len(content)
    return [tuple(one) for one in found]


def _files(desk: Desk, books: Books, game: GameRow, side: str, ended: Sequence[Played]) -> Iterator[Enclosed]:
    for played in ended:
        passed = [one for one in played.events if isinstance(one, FilePassedOn) and one.side != side]
        events = [one for one in passed if getattr(one, "to", side) == side]  # a file may be for one side alone
        brought = {one.side: _brought(desk, books, game, one.side, played.phase.id) for one in events}
        for one in events:
            file = brought[one.side].get(one.digest)
            if file is not None:
                yield one.sent_as, file.content


def _brought(desk: Desk, books: Books, game: GameRow, side: str, phase: str) -> dict[str, SentFile]:
    """The files that came with a side's letters for a phase, by their hashes."""
    latest = books.submissions.latest(game, side, phase)
    versions = range(1, latest.n + 1) if latest is not None else ()
    rows = [books.submissions.version(game, side, phase, n) for n in versions]
    numbers = dict.fromkeys(row.letter_id for row in rows if row is not None and row.letter_id is not None)
    files = (one for number in numbers for one in desk.reader.letter(books.letters_in.get(number).raw).files)
    return {one.digest: one for one in files}
