"""The last screen of the demo: a letter and its answer, the last reports, the GM's queue, the proof, where it all lies."""

import asyncio
import sys
from email import message_from_bytes
from email.message import Message
from email.policy import compat32
from pathlib import Path

from rich.console import Console

from pbem.core.sanitize import terminal
from pbem.demo.correspondent import Correspondent, text_of
from pbem.demo.table import PASSWORD, DemoDesk
from pbem.gm.queue import queue
from pbem.gm.queue import show as show_queue
from pbem.mail.letter import read_letter
from pbem.seal import account
from pbem.seal.verify import verify


def say(text: str) -> None:
    """A line for whoever watches."""
    print(text, flush=True)


def results(table: DemoDesk, folder: Path) -> int:
    """Show what came of it and write the mailboxes; the exit status of the verification."""
    _corrected(table)
    for side in table.sitting.sides:
        _last_report(table.players[side])
    _title("The GM's queue (pbem gm queue)")
    show_queue(queue(table.desk), Console(file=terminal(sys.stdout), width=100))
    boxes = _write(table, folder)
    status = 0
    for side in table.sitting.sides:
        _title(f"pbem verify {boxes[side].name}")
        verdict = verify([boxes[side]], folder / "server-key.txt")
        say("\n".join(account.lines(verdict)))
        status = status or verdict.status
    _title("Where it lies")
    say(f"  letters    {', '.join(str(box) for box in boxes.values())}")
    say(f"  public key {folder / 'server-key.txt'}")
    say(f"  database   {table.sitting.folder / 'games.db'}")
    return status


def _title(text: str) -> None:
    say(f"\n=== {text} " + "=" * max(0, 72 - len(text)) + "\n")


def _corrected(table: DemoDesk) -> None:
    """The first letter that was refused in part, with its answer and the letter that corrects it."""
    for player in table.players.values():
        letters = [message_from_bytes(raw, policy=compat32) for raw in player.letters]
        for n, letter in enumerate(letters):
            if "refused" in str(letter["Subject"]):
                before = next((one for one in reversed(letters[:n]) if _is_from(one, player)), None)
                after = next((one for one in letters[n + 1 :] if _is_from(one, player)), None)
                for name, one in (
                    ("A letter with a mistake", before),
                    ("Its answer", letter),
                    ("The correction", after),
                ):
                    if one is not None:
                        _title(f"{name}: {' '.join(str(one['Subject']).split())}"[:72])
                        say(_own_words(one) if _is_from(one, player) else text_of(one))
                return


def _is_from(letter: Message, player: Correspondent) -> bool:
    return player.address in str(letter["From"])


def _own_words(letter: Message) -> str:
    """The writer's own words, as the desk reads them: of a letter in HTML as of one in plain text."""
    return read_letter(letter.as_bytes()).words


def _last_report(player: Correspondent) -> None:
    for raw in reversed(player.letters):
        letter = message_from_bytes(raw, policy=compat32)
        if not _is_from(letter, player) and "SEAL" in text_of(letter):
            _title(f"{player.name} reads"[:72])
            say(f"Subject: {' '.join(str(letter['Subject']).split())}\n\n{text_of(letter)}")
            return


def _write(table: DemoDesk, folder: Path) -> dict[str, Path]:
    boxes = {}
    for side, player in table.players.items():
        boxes[side] = folder / f"{side}.mbox"
        player.write_mbox(boxes[side])
    with table.desk.store.read() as books:
        signer = table.desk.signer(books, books.games.all()[0])
    (folder / "server-key.txt").touch(0o600)
    (folder / "server-key.txt").write_text(f"{signer.name} {signer.public.hex()}\n", encoding="ascii")
    return boxes


async def keep(table: DemoDesk) -> None:
    """Leave servers and daemon up until interrupted, and say how to join."""
    mail = table.mail
    _title("Play on with your own mail program (Ctrl-C ends it)")
    say(f"  IMAP   {mail.host}:{mail.imap_port}   no encryption, password {PASSWORD}")
    say(f"  SMTP   {mail.host}:{mail.smtp_port}   no encryption, no login")
    for side, (user, name) in table.sitting.people.items():
        say(f"  {side:8} user {user:7} address {table.players[side].address}   ({name})")
    say("\n  Answer the newest report; put your orders on top; a line  ready  has them carried out at once.")
    await table.daemon().serve(asyncio.Event())
