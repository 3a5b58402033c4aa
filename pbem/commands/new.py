"""Set a campaign up: its secrets and its first record are made, and both players get their welcome.

Exit statuses: 0 the campaign is open; 1 something is wrong, all of it told; 2 the command line is wrong.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from pbem.campaign.advance import advance
from pbem.campaign.forms import FORMS, PNG
from pbem.campaign.open import NAME, WHEN_IN, CannotOpen, Wanted, Wrong, faults_of, open_campaign, secret_of
from pbem.campaign.pace import PACES
from pbem.commands.desk_arguments import add_config, desk_of, read
from pbem.seal.signing import Signer
from pbem.store.secrets import BadVault


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``new NAME --game G --scenario S --player SIDE=ADDRESS ... --gm ADDRESS``."""
    parser.add_argument(
        "name", metavar="NAME", help="the campaign's name, such as rosebud-7; it stands in every subject"
    )
    parser.add_argument("--game", required=True, metavar="G", help="the title, such as rosebud")
    parser.add_argument("--scenario", default="historical", metavar="S", help="the scenario (historical)")
    parser.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="SIDE=ADDRESS",
        help="once a side: us='K. Hale <kate@mail.example>'",
    )
    parser.add_argument(
        "--gm", required=True, metavar="ADDRESS", help="the GM: gm@club.example, or 'P. Brandt <gm@...>'"
    )
    parser.add_argument(
        "--hours",
        action="append",
        default=[],
        metavar="[KIND=]N",
        help="hours for orders (72); question=24, set-up=168, C=96",
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME", help="an optional rule that is in force"
    )
    parser.add_argument(
        "--when-in", default="ready", choices=WHEN_IN, help="a phase runs when its side says ready, or at once"
    )
    parser.add_argument(
        "--pace",
        default="ask",
        choices=PACES,
        help="how often play stops for a letter: at every decision, or less (ask)",
    )
    parser.add_argument(
        "--report",
        default=PNG,
        choices=FORMS,
        help="how reports come until a player wishes otherwise: text, html, or png, with a picture too (png)",
    )
    parser.add_argument("--seed", default="", metavar="HEX", help="for demos alone: whoever knows it knows all dice")
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    faults: list[Wrong] = []
    players = [_player(text, faults) for text in args.player]
    gm_name, gm_address = _person(args.gm)
    hours = _hours(args.hours, faults)
    seed = _seed(args.seed, faults)
    config = read(args.config)
    desk = desk_of(config, makes_key=True) if config is not None else None
    if config is None or desk is None:
        _tell(faults)
        return 1
    wanted = Wanted(
        name=args.name,
        title=args.game,
        scenario=args.scenario,
        players=[one for one in players if one is not None],
        gm_address=gm_address,
        gm_name=gm_name,
        hours=hours,
        options=args.option,
        when_in=args.when_in,
        pace=args.pace,
        report=args.report,
        seed=seed,
    )
    try:
        if faults:
            # What is wrong with the rest is told in the same go.
            with desk.store.read() as books:
                _tell([*faults, *faults_of(desk, books, wanted)])
            return 1
        with root_file(wanted, config.key_file.parent) as root:
            open_campaign(desk, root)
        advance(desk, args.name)
    except FileExistsError as there:
        print(f"{there.filename}: expected no root key of this name yet; found one", file=sys.stderr)
        return 1
    except OSError as fault:
        print(f"{fault.filename}: the root key cannot be written there: {fault.strerror}", file=sys.stderr)
        return 1
    except CannotOpen as wrong:
        _tell(wrong.faults)
        return 1
    except BadVault as wrong_key:
        print(wrong_key, file=sys.stderr)
        return 1
    finally:
        desk.store.close()
    print(f"made the root key {root_path(wanted, config.key_file.parent)}: put it away, off this machine")
    print(f"{args.name} is open; the welcome letters wait to be sent:   pbem serve --config {args.config}")
    return 0


def root_path(wanted: Wanted, folder: Path) -> Path:
    """Where the private root key of a campaign is written."""
    return folder / f"{wanted.name}-root.pem"


@contextmanager
def root_file(wanted: Wanted, folder: Path) -> Iterator[Wanted]:
    """The campaign with a root key whose private half stands in a file that its owner alone can read; no file is left
    where the campaign could not be opened.  Raises CannotOpen, FileExistsError."""
    if not NAME.fullmatch(wanted.name):
        yield wanted  # it will be refused, and is no name for a file
        return
    private = secret_of(wanted.seed, wanted.name, "root key")
    path = root_path(wanted, folder)
    with path.open("x") as file:
        path.chmod(0o600)
        file.write(Signer("root", private).private_text())
    try:
        yield replace(wanted, root=private)
    except BaseException:
        path.unlink()
        raise


def _tell(faults: Sequence[Wrong]) -> None:
    for one in faults:
        print(one, file=sys.stderr)


def _person(text: str) -> tuple[str, str]:
    """The name and the address of ``P. Brandt <gm@club.example>``."""
    name, bracket, rest = text.partition("<")
    if bracket:
        return name.strip().strip('"'), rest.strip().removesuffix(">").strip()
    return "", text.strip()


def _player(text: str, faults: list[Wrong]) -> tuple[str, str, str] | None:
    side, sign, person = text.partition("=")
    if not sign:
        faults.append(Wrong("--player", repr(text), "SIDE=ADDRESS, such as us=kate@mail.example"))
        return None
    name, address = _person(person)
    return side.strip(), address, name


def _hours(texts: list[str], faults: list[Wrong]) -> dict[str, int]:
    found = {}
    for text in texts:
        kind, sign, number = text.rpartition("=")
        if not number.isdigit():
            faults.append(Wrong("--hours", repr(text), "hours, such as 72, or question=24"))
            continue
        found[kind if sign else "orders"] = int(number)
    return found


def _seed(text: str, faults: list[Wrong]) -> bytes | None:
    if not text:
        return None
    try:
        return bytes.fromhex(text)
    except ValueError:
        faults.append(Wrong("--seed", repr(text), "hex digits, two a byte"))
        return None
