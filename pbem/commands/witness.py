"""Be the witness for somebody else's game: you keep one half of its dice, and release one step of it for each signed
lock.

`witness new FOLDER` makes the secret ladder in a folder of its own, and a card for the GM. `witness answer FOLDER
LETTER` reads a letter from the desk and writes the answer. `witness serve FOLDER` does this automatically for the
mailbox in a configuration ([mail_in], [mail_out]). Give it a mail folder of its own, and a mail filter that moves
letters with "Witness:" in the subject there.

Exit statuses: 0 done; 1 the letter gets no answer, or the folder is not a witness's, with the reason; 2 the command
line is wrong.
"""

import argparse
import asyncio
import json
import logging
import signal
import sys
from contextlib import suppress
from email import message_from_bytes
from pathlib import Path

from pbem import logs
from pbem.command_line import about, whole
from pbem.commands.desk_arguments import add_config, read, sink_of, source_of
from pbem.config import Config
from pbem.desk.games.open import NAME
from pbem.desk.people import ADDRESS
from pbem.desk.play import witness
from pbem.desk.play.witness import NoWitness, Witness
from pbem.mail.ports import Cursor, HandedOver, MailSink, MailSource, MailTrouble
from pbem.seal.ladder import LENGTH

log = logging.getLogger(__name__)

CURSOR = "cursor.json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``witness new FOLDER --game G --address A``, ``witness answer FOLDER LETTER``, ``witness serve FOLDER --config FILE``."""
    below = parser.add_subparsers(dest="what", required=True, metavar="new|answer|serve")
    new = below.add_parser("new", **about("set up a witness for a game, and a card for the GM"))
    new.add_argument("folder", type=Path, metavar="FOLDER", help="a folder only you can read")
    new.add_argument("--game", required=True, metavar="NAME", help="the game's future name, such as rosebud-7")
    new.add_argument("--address", required=True, metavar="ADDRESS", help="your address, to which the desk writes")
    new.add_argument(
        "--name",
        default="",
        metavar="NAME",
        help="a name without spaces (default: the part of the address before the @)",
    )
    new.add_argument("--length", type=whole, default=LENGTH, metavar="N", help=f"steps of the ladder ({LENGTH})")
    one = below.add_parser("answer", **about("answer one letter from the desk"))
    one.add_argument("folder", type=Path, metavar="FOLDER", help="the witness's folder")
    one.add_argument(
        "letter", type=Path, metavar="LETTER", help="the letter, an .eml file; - reads it from standard input"
    )
    serve = below.add_parser("serve", **about("answer every letter in a mailbox until you stop it"))
    serve.add_argument("folder", type=Path, metavar="FOLDER", help="the witness's folder")
    serve.add_argument("--once", action="store_true", help="do one round and exit, for use with a timer")
    add_config(serve)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    try:
        if args.what == "new":
            return _new(args)
        keeper = witness.load(args.folder)
        if args.what == "answer":
            return _answer(keeper, args.letter)
        config = read(args.config)
        if config is None:
            return 1
        logs.set_up(config.daemon.log_level, config.daemon.log_format)
        asyncio.run(_serve(keeper, config, once=args.once))
    except (NoWitness, OSError) as wrong:
        print(wrong, file=sys.stderr)
        return 1
    return 0


def _new(args: argparse.Namespace) -> int:
    for what, value, pattern, expected in (
        ("--game", args.game, NAME, "small letters, digits and single hyphens, such as rosebud-7"),
        ("--address", args.address, ADDRESS, "an address such as wes@mail.example"),
    ):
        if not pattern.fullmatch(value):
            print(f"{what}: expected {expected}; found {value!r}", file=sys.stderr)
            return 1
    name = args.name or args.address.partition("@")[0]
    made = witness.make(args.folder, args.game, name, args.address, args.length)
    print(f"made the witness {made.name} of {made.game} in {args.folder}: nobody else may read it, the GM least of all")
    print(f"give the GM the card {args.folder / f'{made.game}.witness'}:   pbem new {made.game} --witness FILE ...")
    return 0


def _answer(keeper: Witness, path: Path) -> int:
    raw = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    answer = witness.answer(keeper, raw)
    if answer.alarm:
        print(f"ALARM: {answer.alarm}", file=sys.stderr)
    if answer.word is None:
        print(f"{path}: no step is given: {answer.why}", file=sys.stderr)
        return 1
    sys.stdout.buffer.write(witness.letter(keeper, raw, answer))
    return 0


async def _serve(keeper: Witness, config: Config, *, once: bool) -> None:
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows; there Ctrl-C ends it at once
            asyncio.get_running_loop().add_signal_handler(name, stop.set)
    source, sink = source_of(config), sink_of(config)
    stopping = asyncio.create_task(stop.wait())
    try:
        while not stop.is_set():
            waits: asyncio.Task[object]
            try:
                await round_of(keeper, source, sink)
                waits = asyncio.create_task(source.wait(config.daemon.poll_seconds))
            except MailTrouble as trouble:
                log.warning("mailbox: %s; tried again in %s s", trouble, config.daemon.poll_seconds)
                waits = asyncio.create_task(asyncio.sleep(config.daemon.poll_seconds))
            if once:
                waits.cancel()
                return
            await asyncio.wait({waits, stopping}, return_when=asyncio.FIRST_COMPLETED)
            waits.cancel()
    finally:
        stopping.cancel()
        await source.close()
        await sink.close()


async def round_of(keeper: Witness, source: MailSource, sink: MailSink) -> int:
    """Answer what is new in a mailbox; how many answers went out.  What could not be sent is answered again in the next round.

    Raises MailTrouble.
    """
    sent = 0
    while fetched := await source.fetch(_cursor(keeper)):
        for one in fetched:
            answer = witness.answer(keeper, one.raw)
            if answer.alarm:
                log.critical("%s: %s", keeper.game, answer.alarm)
            if answer.word is None:
                log.warning("letter %s: no step is given: %s", one.uid, answer.why)
            else:
                raw = witness.letter(keeper, one.raw, answer)
                outcome = await sink.send(raw, "", str(message_from_bytes(raw)["To"]))
                if not isinstance(outcome, HandedOver):
                    log.warning(
                        "step %s could not be sent: %s; sent again in the next round", answer.word.step, outcome
                    )
                    return sent
                sent += 1
                log.info("%s: step %s is given for the lock %s", keeper.game, answer.word.step, answer.word.lock)
            (keeper.folder / CURSOR).write_text(json.dumps([one.uidvalidity, one.uid]), encoding="ascii")
            await source.done([one.uid])
    return sent


def _cursor(keeper: Witness) -> Cursor:
    try:
        uidvalidity, uid = json.loads((keeper.folder / CURSOR).read_text(encoding="ascii"))
        return Cursor(uidvalidity, uid)
    except (OSError, ValueError):
        return Cursor()
