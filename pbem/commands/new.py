"""Set up a campaign: make its secrets and its first record, and mail its players their welcome or their invitation.

At a terminal you are asked for whatever you leave out. You see a summary before anything is made.

Exit statuses: 0 the campaign is open; 1 something is wrong, and every fault is listed; 2 the command line is wrong.
"""

import argparse
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from pbem import resources
from pbem.command_line import whole
from pbem.commands import own_files
from pbem.commands.desk_arguments import add_config, desk_of, read
from pbem.commands.new_asks import ask, show_understood, understood
from pbem.commands.own_files import plan_after
from pbem.config import Config
from pbem.core.sanitize import is_number
from pbem.core.tomlfile import Fault, Faults
from pbem.desk.desk import Desk, SystemClock
from pbem.desk.games.campaign_file import CampaignDraft, Seat, plan_text, read_in_part
from pbem.desk.games.open import NAME, WHEN_IN, CannotOpen, Wanted, WrongTerm, faults_of, open_campaign, secret_of
from pbem.desk.incoming.preferences import FORMS, PNG, TEXT
from pbem.desk.people import person, person_and_form
from pbem.desk.play.advance import advance
from pbem.desk.play.pace import ASK, PACES
from pbem.desk.play.terms import SILENCE, TEMPOS, Terms, read_at, read_couriers, read_days
from pbem.desk.play.witness import NoWitness, source_of_mode
from pbem.gm.screen import wrapped
from pbem.mechanisms.practice import PLAIN, Lessons
from pbem.seal.lock import MODES, SEALED, WITNESS
from pbem.seal.signing import Signer
from pbem.store.secrets import BadVault, write_private

PAIR = 2
"""The players of a game of which a pair can be made."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``new NAME --game G --scenario S --player SIDE=ADDRESS ... --gm ADDRESS``, or ``new --file FILE``, or ``new``."""
    add = parser.add_argument
    add(
        "name",
        nargs="?",
        default="",
        metavar="NAME",
        help="the campaign's name, such as rosebud-7; it appears in every subject",
    )
    add("--file", type=Path, default=None, metavar="FILE", help="a file with all or some of the settings")
    add("--game", default="", metavar="G", help="the title, such as rosebud")
    add(
        "--scenario",
        default="",
        metavar="S",
        help="the scenario (the main one of the title), or the file of one of your own",
    )
    _add_people(add)
    _add_terms(add)
    text = f"the form of reports until a player chooses another: {', '.join(FORMS)} (png)"
    add("--report", default="", type=str.lower, choices=("", *FORMS), metavar="FORM", help=text)
    add(
        "--dice",
        default="",
        choices=("", *MODES),
        metavar="MODE",
        help=f"the mode of the dice: {', '.join(MODES)} (sealed)",
    )
    add("--witness", type=Path, default=None, metavar="FILE", help="the witness's card (GAME.witness)")
    add(
        "--pair",
        action="store_true",
        help="two games of the same two people, NAME-1 and NAME-2, each on either side once",
    )
    text = "the second battle of June 1876: the game of rosebud before it; with --scenario rosebud-3a or rosebud-3b"
    add("--after", default="", metavar="GAME", help=text)
    add("--stay", default="", metavar="UNITS", help="behind --after: the two infantry companies that stay behind")
    text = "behind --after: the six cavalry companies that have lost a point"
    add("--lost", default="", metavar="UNITS", help=text)
    add("--invite", action="store_true", help="start when all players have accepted by mail")
    _add_others(add)
    add(
        "--unfinished",
        action="store_true",
        help="open a game that is still in development: some of its rules are missing",
    )
    add(
        "--tutorial",
        action="store_true",
        help="a first game that teaches: five lessons by mail, against the program; give the pupil as --player",
    )
    add("--yes", action="store_true", help="do not ask for confirmation; needed with a file and no terminal")
    add("--seed", default="", metavar="HEX", help="for demos only: whoever knows it knows all dice")
    add_config(parser)


def _add_people(add: Callable[..., object]) -> None:
    text = (
        "one for each side: us='K. Hale <kate@mail.example>' (with :text or :html behind it in that form of reports), or "
        "us=plain, us=captain for the program"
    )
    add("--player", action="append", default=[], metavar="SIDE=ADDRESS", help=text)
    add(
        "--gm",
        default="",
        metavar="ADDRESS",
        help="the GM: gm@club.example, or 'P. Brandt <gm@...>' (default: the desk's)",
    )


def _add_terms(add: Callable[..., object]) -> None:
    add("--tempo", default="", choices=("", *TEMPOS), metavar="TEMPO", help=f"usual terms: {', '.join(TEMPOS)}")
    text = "hours for orders (72); question=24, set-up=168, battle=30, C=96"
    add("--hours", action="append", default=[], metavar="[KIND=]N", help=text)
    add("--at", default="", metavar="HH:MM", help="the time of day for deadlines")
    add("--days", default="", metavar="DAYS", help="the days for deadlines: mon-fri, or sat,sun")
    add("--zone", default="", metavar="ZONE", help="the time zone: Europe/Berlin (UTC)")
    add(
        "--grace",
        type=whole,
        default=None,
        metavar="N",
        help="hours after a deadline during which a letter still counts",
    )
    text = f"what happens at a deadline: {', '.join(SILENCE)}; or question=wait"
    add("--silence", action="append", default=[], metavar="[KIND=]HOW", help=text)
    add("--vacation", type=whole, default=None, metavar="N", help="days a player may be away (14)")
    text = "who plays for somebody after missed deadlines in a row: 'plain after 2'"
    add("--absent", default="", metavar="TERM", help=text)
    text = "words to one's own side go by courier: '12 hexes' a game turn, or '1 turn'; "
    text += "'12 hexes, 5 riders, by paths, taken on the way'"
    add("--couriers", default="", metavar="TERM", help=text)
    text = "an umpire decides about dispatches at the end of each game turn: the hours for it"
    add("--umpire", type=whole, default=None, metavar="N", help=text)
    add("--bank", type=whole, default=None, metavar="N", help="reserve hours for each player, for the whole game")
    add("--option", action="append", default=[], metavar="NAME", help="an optional rule to use")
    add(
        "--when-in", default="", choices=("", *WHEN_IN), metavar="WHEN", help="'ready' (a phase runs then) or 'at once'"
    )
    add("--pace", default="", choices=("", *PACES), metavar="PACE", help=f"how often play stops: {', '.join(PACES)}")


def _add_others(add: Callable[..., object]) -> None:
    add(
        "--observer",
        action="append",
        default=[],
        metavar="PERSON",
        help="an observer; PERSON:html or :png for that form",
    )
    text = "somebody who shares a side: us='Ann <ann@...>:3 Cav,9 Inf'; with '<ann@...> as Capt Mills:' also a leader"
    add("--share", action="append", default=[], metavar="SIDE=PERSON", help=text)
    text = "somebody who is asked to play for a silent player of a side, in turn: us='Nora <n@...>'; wants --absent"
    add("--substitute", action="append", default=[], metavar="SIDE=PERSON", help=text)
    add(
        "--beside",
        action="append",
        default=[],
        metavar="PERSON",
        help="a second GM, who may do everything a GM can do by mail",
    )


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    faults: list[WrongTerm] = []
    plan, in_file = read_in_part(args.file) if args.file is not None else (CampaignDraft(), ())
    _take(args, plan, faults)
    seed = _seed(args.seed, faults)
    config = read(args.config)
    desk = desk_of(config, makes_key=True) if config is not None else None
    if config is None or desk is None:
        _tell(in_file, faults)
        return 1
    with closing(desk.store):
        return _make(args, config, desk, plan, seed, (in_file, faults))


def _make(
    args: argparse.Namespace,
    config: Config,
    desk: Desk,
    plan: CampaignDraft,
    seed: bytes | None,
    wrong: tuple[Sequence[Fault], list[WrongTerm]],
) -> int:
    """Open the games of the plan, unless something is wrong with its file or its terms; the exit status."""
    in_file, faults = wrong
    try:
        plan.title = own_files.kept_sheet(plan.title, config.home)
        plan.scenario = own_files.kept_scenario(
            plan.scenario, config.desk.scenarios or config.home / resources.SCENARIOS
        )
    except Faults as wrong:
        print(wrong, file=sys.stderr)
        return 1
    if args.tutorial:
        _teach(desk, plan, faults)
    if args.after:
        own = config.desk.scenarios or config.home / resources.SCENARIOS
        faults += plan_after(desk, plan, args.after, {"stay": args.stay, "lost": args.lost}, own)
    elif args.stay or args.lost:
        faults.append(WrongTerm("--after", "none", "the first battle's game, with --stay and --lost"))
    asks = sys.stdin.isatty() and not args.yes and not in_file
    if asks and not ask(desk, plan):
        return 1
    source = _source(plan, faults)
    wanted = replace(wanted_of(desk, plan), seed=seed, source=source)
    faults += _missing(plan, wanted)
    games = _games(plan, wanted, faults)
    with desk.store.read() as books:
        found = [one for game in games for one in (faults_of(desk, books, game) if plan.title else [])]
    faults += dict.fromkeys(found)  # what is wrong with both of a pair is told once
    if faults or in_file:
        # What is wrong with the rest is told in the same go.
        _tell(in_file, faults)
        return 1
    if asks and not understood(games[0]):
        _keep(plan, config.store.key_file.parent, args.config)
        return 1
    if args.file is not None and not asks and not args.yes:
        show_understood(games[0])
        print("Nothing was made yet.  If this is right, say the same again with --yes.", file=sys.stderr)
        return 1
    folder = config.store.key_file.parent
    return next((status for one in games if (status := _open(desk, one, args.config, folder))), 0)


def _games(plan: CampaignDraft, wanted: Wanted, faults: list[WrongTerm]) -> list[Wanted]:
    """The games to be opened: the one that is wanted, or both of a pair, in the second of which the two have changed sides."""
    if not plan.pair:
        return [wanted]
    if len(wanted.players) != PAIR or wanted.plays or any(one.side not in ("", "gm") for one in wanted.seats):
        found = f"{len(wanted.players)} people" if not wanted.seats else "more people on a side"
        faults.append(WrongTerm("--pair", found, "a game of two people, one a side"))
        return [wanted]
    (side, *first), (other, *second) = wanted.players
    changed = [(side, second[0], second[1]), (other, first[0], first[1])]
    sides = {side: other, other: side}
    forms = {sides.get(one, one): form for one, form in wanted.forms.items()}
    beside = [one._replace(side=sides.get(one.side, one.side)) for one in wanted.substitutes]
    names = f"{wanted.name}-1", f"{wanted.name}-2"
    return [
        replace(wanted, name=names[0], pair=names[1]),
        replace(wanted, name=names[1], pair=names[0], players=changed, substitutes=beside, forms=forms),
    ]


def _keep(plan: CampaignDraft, folder: Path, config: Path) -> None:
    """Write what was answered into a file, since it was not right yet: nobody answers a dozen questions twice."""
    names = (folder / f"{plan.name}{f'-{n}' if n else ''}.toml" for n in range(1000))
    path = next(one for one in names if not one.exists())
    try:
        path.touch(0o600)
        path.write_text(plan_text(plan), encoding="utf-8")
    except OSError as fault:
        print(f"Nothing was made, and your answers could not be kept: {path}: {fault.strerror}", file=sys.stderr)
        return
    print(
        f"Nothing was made.  Your answers are in {path}.\nCorrect what is wrong there, then:   "
        f"pbem new --file {path} --config {config}",
        file=sys.stderr,
    )


def _open(desk: Desk, wanted: Wanted, config: Path, folder: Path) -> int:
    try:
        with root_file(wanted, folder) as root:
            open_campaign(desk, root)
        advance(desk, wanted.name)
    except FileExistsError as there:
        print(f"{there.filename}: expected no root key of this name yet; found one", file=sys.stderr)
        return 1
    except OSError as fault:
        print(f"{fault.filename}: the root key cannot be written there: {fault.strerror}", file=sys.stderr)
        return 1
    except CannotOpen as wrong:
        _tell((), wrong.faults)
        return 1
    except BadVault as wrong_key:
        print(wrong_key, file=sys.stderr)
        return 1
    print(f"made the root key {root_path(wanted, folder)}: put it away, off this machine")
    what = "is set up; the invitations wait" if wanted.invites else "is open; the welcome letters wait"
    sends = "serve" if isinstance(desk.clock, SystemClock) else "trial"
    at = "" if config == Path("config.toml") else f" --config {config}"
    print(f"{wanted.name} {what} to be sent:   pbem {sends}{at}")
    return 0


def _main_scenario(desk: Desk, title: str) -> str:
    try:
        return desk.title(title).system.card.main_scenario
    except KeyError:
        return ""  # that there is no such title is told with what else is wrong


def _when_in(desk: Desk, title: str) -> str:
    """The moment at which a phase of this title runs, if nobody says otherwise: ``ready`` or ``at once``."""
    try:
        return str(getattr(desk.title(title).system, "when_in", "ready"))
    except KeyError:
        return "ready"  # that there is no such title is told with what else is wrong


def wanted_of(desk: Desk, plan: CampaignDraft) -> Wanted:
    """The campaign of a plan, its tempo's terms under those that it says itself."""
    tempo = TEMPOS.get(plan.tempo or "usual", {})
    hours = {**tempo.get("hours", {}), **plan.hours}
    calendar = {**{key: value for key, value in tempo.items() if key != "hours"}, **plan.calendar}
    with suppress(ValueError):  # what is no time of day is told with what else is wrong
        calendar["at"] = read_at(calendar["at"]) if calendar.get("at") else ""
    return Wanted(
        name=plan.name,
        title=plan.title,
        scenario=plan.scenario or _main_scenario(desk, plan.title),
        players=[(side, address, name) for side, (name, address) in plan.players.items()],
        gm_address=plan.gm[1] or desk.house.gm_address,
        gm_name=plan.gm[0],
        hours=hours,
        options=plan.options,
        when_in=plan.when_in or _when_in(desk, plan.title),
        pace=plan.pace or "ask",
        report=plan.report or PNG,
        forms=plan.forms,
        terms=Terms(hours=hours, **calendar),
        invites=plan.invites,
        plays=plan.plays,
        seats=plan.seats,
        substitutes=plan.substitutes,
        dice=plan.dice or SEALED,
        takes_unfinished=plan.takes_unfinished,
    )


def _source(plan: CampaignDraft, faults: list[WrongTerm]) -> Mapping[str, Any]:
    """The witness or the beacon of the plan's dice."""
    try:
        return source_of_mode(plan.dice, plan.witness)
    except NoWitness as wrong:
        faults.append(WrongTerm("--witness", str(plan.witness or "none"), str(wrong)))
        plan.dice = ""  # told once
        return {}


def _missing(plan: CampaignDraft, wanted: Wanted) -> list[WrongTerm]:
    found = []
    if not plan.title:
        found.append(WrongTerm("--game", "none", "a title such as rosebud"))
    if not wanted.gm_address and not plan.title:
        found.append(WrongTerm("--gm", "none", "an address such as gm@club.example"))
    return found


def _take(args: argparse.Namespace, plan: CampaignDraft, faults: list[WrongTerm]) -> None:
    """Put the command line's settings over the file's."""
    plan.name, plan.title = args.name or plan.name, args.game or plan.title
    plan.takes_unfinished = args.unfinished
    plan.scenario, plan.tempo = args.scenario or plan.scenario, args.tempo or plan.tempo
    plan.pace, plan.when_in = args.pace or plan.pace, args.when_in or plan.when_in
    plan.report = args.report or plan.report
    plan.dice = args.dice or plan.dice or (WITNESS if args.witness else "")
    plan.witness = args.witness or plan.witness
    plan.gm = person(args.gm) if args.gm else plan.gm
    plan.options += args.option
    plan.invites, plan.pair = plan.invites or args.invite, plan.pair or args.pair
    named: set[str] = set()
    for text in args.player:
        side, sign, who = text.partition("=")
        if not sign:
            faults.append(WrongTerm("--player", repr(text), "SIDE=ADDRESS, such as us=kate@mail.example"))
        elif side.strip() in named:
            faults.append(WrongTerm("--player", repr(text), f"one player for {side.strip()}; --share names others"))
        elif "@" in who or "<" in who:
            name, address, form = person_and_form(who)
            plan.players[side.strip()] = name, address
            plan.forms.pop(side.strip(), None)
            if form:
                plan.forms[side.strip()] = form
        else:
            plan.plays[side.strip()] = who.strip()
        named.add(side.strip())
    for text in args.hours:
        kind, sign, number = text.rpartition("=")
        if is_number(number):
            plan.hours[kind if sign else "orders"] = int(number)
        else:
            faults.append(WrongTerm("--hours", repr(text), "hours, such as 72, or question=24"))
    for text in args.silence:
        kind, sign, how = text.rpartition("=")
        silence = plan.calendar.setdefault("silence", {})
        silence |= {kind: how} if sign else {"orders": how, "question": how}
    for key in ("at", "zone", "grace", "vacation", "bank", "umpire", "absent"):
        if getattr(args, key) not in ("", None):
            plan.calendar[key] = getattr(args, key)
    if args.days:
        try:
            plan.calendar["days"] = read_days(args.days)
        except ValueError as wrong:
            faults.append(WrongTerm("--days", repr(args.days), str(wrong).split(";")[0].removeprefix("expected ")))
    if args.couriers:
        try:
            plan.calendar["couriers"] = read_couriers(args.couriers)
        except ValueError as wrong:
            faults.append(WrongTerm("--couriers", repr(args.couriers), str(wrong)))
    _take_seats(args, plan, faults)


def _teach(desk: Desk, plan: CampaignDraft, faults: list[WrongTerm]) -> None:
    """The first game of a title: its scenario, one pupil, the program on the other side, plain text, every phase asked."""
    try:
        title = desk.title(plan.title)
    except KeyError:
        return  # that there is no such title is told with what else is wrong
    lessons: Lessons | None = getattr(title, "lessons", None)
    if lessons is None:
        faults.append(WrongTerm("--tutorial", plan.title, "a game that has a first game that teaches"))
        return
    if list(plan.players) != [lessons.side]:
        expected = f"one pupil, {lessons.side}: --player {lessons.side}=kate@mail.example"
        faults.append(WrongTerm("--tutorial", ", ".join(plan.players) or "nobody", expected))
        return
    for given, wanted, option in (
        (plan.scenario, lessons.scenario, "--scenario"),
        (plan.pace, ASK, "--pace"),
        (plan.report, TEXT, "--report"),
    ):
        if given not in ("", wanted):
            faults.append(WrongTerm(option, repr(given), f"{wanted} in a first game, or leave it out"))
    plan.scenario, plan.pace, plan.report = lessons.scenario, ASK, TEXT
    plan.plays = {one.id: PLAIN for one in title.system.card.others(lessons.side)}


def _take_seats(args: argparse.Namespace, plan: CampaignDraft, faults: list[WrongTerm]) -> None:
    for text in args.observer:
        name, address, form = person_and_form(text)
        plan.seats.append(Seat("", address, name, report=form))
    for text in args.beside:
        name, address = person(text)
        plan.seats.append(Seat("gm", address, name))
    for text in args.substitute:
        side, sign, who = text.partition("=")
        name, address = person(who)
        if not sign or not address:
            faults.append(WrongTerm("--substitute", repr(text), "SIDE=PERSON, such as us='Nora <nora@mail.example>'"))
            continue
        plan.substitutes.append(Seat(side.strip(), address, name))
    for text in args.share:
        side, sign, rest = text.partition("=")
        who, _, formations = rest.partition(":")
        who, _, leader = who.partition("> as ")
        who += ">" * bool(leader)
        if not sign or not who:
            faults.append(WrongTerm("--share", repr(text), "SIDE=PERSON:FORMATIONS, such as us='Ann <ann@...>:3 Cav'"))
            continue
        name, address = person(who)
        may_order = tuple(one.strip() for one in formations.split(",") if one.strip())
        plan.seats.append(Seat(side, address, name, may_order, leader=leader.strip()))


def root_path(wanted: Wanted, folder: Path) -> Path:
    """The path of the private root key of a campaign."""
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
    write_private(path, Signer("root", private).private_text().encode("ascii"))
    try:
        yield replace(wanted, root=private)
    except BaseException:
        path.unlink()
        raise


def _tell(in_file: Sequence[Fault], faults: Sequence[WrongTerm] = ()) -> None:
    missing = {one.key.partition(".")[0] for one in in_file}
    for fault in in_file:
        print(fault, file=sys.stderr)  # on one line: editors find the place by it
    for wrong in faults:
        if not _is_reported(wrong, missing):
            print("\n".join(wrapped(str(wrong))), file=sys.stderr)


def _is_reported(one: WrongTerm, missing: Collection[str]) -> bool:
    """True if something wrong is only what a fault in the file has left empty."""
    key = {"player": "players", "--game": "game", "--gm": "gm"}.get(one.where, one.where)
    return key in missing and (one.found in ("''", "none", "''", repr("")) or one.found.startswith("nobody"))


def _seed(text: str, faults: list[WrongTerm]) -> bytes | None:
    if not text:
        return None
    try:
        return bytes.fromhex(text)
    except ValueError:
        faults.append(WrongTerm("--seed", repr(text), "hex digits, two a byte"))
        return None
