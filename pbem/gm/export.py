"""Bundle a fault for a bug report: everything needed to reproduce it, and nothing private.

No keys, no seeds that are not published, no addresses, no names of people.  Where the game can write its position, a case
file is in it: a bug report is best a case that fails.
"""

import json
import re
import zipfile
from pathlib import Path
from typing import Any

from pbem import __version__
from pbem.casebook.write import case_text
from pbem.desk.desk import Desk, read_json
from pbem.desk.incoming.gm_keys import gms_of
from pbem.desk.play.answers import on_file
from pbem.store.database import Books
from pbem.store.tables import FaultRow, GameRow

ADDRESS = re.compile(r"[\w.+-]{1,254}@[\w.-]+")
SECRET = re.compile(r"\b(?:[0-9a-f]{64}|gAAAA[\w=-]{20,})")
PATHS = re.compile(r"(File \")[^\"]*?((?:site-packages/|pbem/)[^\"]*\")")


def export_fault(desk: Desk, number: int, folder: Path) -> Path:
    """Write the bundle of a fault and return its path.  Raises KeyError, OSError."""
    with desk.store.read() as books:
        row = books.faults.get(number)
        parts = _parts(desk, books, row)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"pbem-fault-{number}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in parts.items():
            bundle.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text)
    return path


def _parts(desk: Desk, books: Books, row: FaultRow) -> dict[str, str]:
    names = _names(books)
    clean = _Cleaner(names)
    facts: dict[str, Any] = {
        "fault": f"F-{row.id}",
        "kind": row.kind,
        "place": row.place,
        "text": clean(row.text),
        "program": __version__,
        "record_that_stands": row.record_seq,
    }
    parts = {"trace.txt": clean(row.trace)} if row.trace else {}
    game = books.games.find(row.game) if row.game else None
    if game is not None:
        facts["game"] = {
            "title": game.title,
            "scenario": game.scenario,
            "options": read_json(game.options),
            "pace": game.pace,
            "when_in": game.when_in,
        }
        parts |= _position(desk, books, game, clean(row.text))
    if row.kind == "letter":
        letter = desk.reader.letter(books.letters_in.get(int(row.subject)).raw)
        parts["letter.txt"] = clean(letter.body)
        facts["findings"] = [clean(one) for one in letter.findings]
    parts["fault.json"] = json.dumps(facts, indent=2, sort_keys=True) + "\n"
    return parts


def _position(desk: Desk, books: Books, game: GameRow, fault: str) -> dict[str, str]:
    """The state before the phase, its orders and answers: enough to replay it."""
    title = desk.title(game.title)
    checkpoint = books.checkpoints.last(game)
    state = title.system.from_json(read_json(checkpoint.state))
    row = books.phases.open(game)
    phase = title.system.next_phase(state)
    orders = {}
    for player in books.players.of(game):
        filed = on_file(books, books.submissions.latest(game, player.side, phase.id if phase is not None else ""))
        standing = [one.text for one in books.standing.in_force(game, player.side)]
        # Units may be called as players are: of order lines nothing but addresses is taken out.
        orders[player.side] = [ADDRESS.sub("(address)", one) for one in (*standing, *filed.lines)]
    parts = {"position.json": checkpoint.state, "orders.json": json.dumps(orders, indent=2, sort_keys=True) + "\n"}
    if row is not None:
        segments = [read_json(one.body) for one in books.phases.segments(row)]
        parts["segments.json"] = json.dumps(segments, indent=2, sort_keys=True) + "\n"
    casework = getattr(title, "casework", None)
    if casework is not None and phase is not None:
        options = tuple(read_json(game.options))
        text = case_text(casework, state, phase, game.title, game.scenario, options, orders, fault)
        if text:
            parts["case.toml"] = text
    return parts


def _names(books: Books) -> dict[str, str]:
    """People's names and addresses, and their replacements."""
    found: dict[str, str] = {}
    for game in books.games.all():
        for one in books.players.of(game):
            found |= {one.name: f"({one.code})", one.address: f"({one.code} address)"}
        for name, address in gms_of(books, game):
            found |= {name: "(GM)", address: "(GM address)"}
    return {name: stands for name, stands in found.items() if len(name) > 2}


class _Cleaner:
    """Replaces private data and secrets."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = sorted(names.items(), key=lambda one: -len(one[0]))

    def __call__(self, text: str) -> str:
        for name, stands in self._names:
            text = text.replace(name, stands)
        text = ADDRESS.sub("(address)", text)
        text = SECRET.sub("(64 hex digits)", text)
        return PATHS.sub(r"\1\2", text)
