"""Open a campaign: check everything, make its secrets and its ladder, write the genesis record and the welcome letters."""

import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem import __version__
from pbem.core.options import Options, clashes
from pbem.core.order import Problem
from pbem.core.system import ALL, Card, HasRoles, KnowsHeadquarters, KnowsRiders, UnknownScenario, UnknownTitle, deals
from pbem.desk import people
from pbem.desk.desk import GM_KEY, Desk, House, Title, read_json
from pbem.desk.games.campaign_file import Seat
from pbem.desk.games.invitations import invite
from pbem.desk.games.succession import role_of
from pbem.desk.incoming.preferences import FORMS, TEXT
from pbem.desk.outgoing.welcome import welcome_all, welcome_gms
from pbem.desk.people import shown_in_fault
from pbem.desk.play.dice_mode import fault_of_mode, in_chain
from pbem.desk.play.pace import PACES
from pbem.desk.play.practice import levels, name_of
from pbem.desk.play.terms import HOURS, NOBODY, RULES_OF_COURIERS, Terms
from pbem.desk.record import chain
from pbem.desk.record.rules_program import brought_by, own_scenario, rules_hash
from pbem.language.spelling import listed
from pbem.mail.address import is_of_mailbox
from pbem.seal.chain import certificate, genesis_body
from pbem.seal.draws import commitments
from pbem.seal.ladder import LENGTH, Ladder
from pbem.seal.lock import SEALED
from pbem.seal.signing import Signer
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import CheckpointRow, GameRow, PlayerRow, SeatRow

MOST_HOURS = 366 * 24
NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
WHEN_IN = ("ready", "at once")
GM_SEAT = "gm"
RESERVED = ("desk", "gm", "all")


@dataclass(frozen=True)
class Wanted:
    """A campaign as somebody wants it.  `players` are (side, address, name); `seed` makes the secrets of a demo.

    `when_in` tells when a letter runs, "" as the game has it (mostly ``ready``).
    `report` is the form that reports have until a player wishes another (``text``, ``html``, ``png``); `forms` has that of a
    side's player where it is another.
    `root` is the private root key, 32 bytes: it vouches for the server's key and is not stored (docs/trust.md, 6).
    Without it one is made and forgotten, and the server's key of this campaign can never be changed.

    `terms` are those of its clocks (their hours stand in `hours`); with `invites` it begins when all have accepted.
    `plays` names the practice opponent of a side; such a side has no address.  `seats` are more people: (side, address,
    name, formations), the side "" for an observer and ``gm`` for a second GM.

    `dice` is the mode of the dice (``sealed``, ``witness``, ``beacon``), `source` who or what gives them their last part: the
    witness's card with their address, or the beacon (see `dice_mode`).

    `substitutes` are asked in turn to play for somebody of their side who falls silent.  `pair` names the other game of a pair.

    `takes_unfinished` lets it be a game that lacks a part of its rules.
    """

    name: str
    title: str
    scenario: str
    players: Sequence[tuple[str, str, str]]
    gm_address: str
    gm_name: str = ""
    hours: Mapping[str, int] = field(default_factory=dict)
    options: Sequence[str] = ()
    when_in: str = ""
    pace: str = "ask"
    report: str = TEXT
    forms: Mapping[str, str] = field(default_factory=dict)
    seed: bytes | None = None
    root: bytes = b""
    ladder_length: int = LENGTH
    terms: Terms = field(default_factory=Terms)
    invites: bool = False
    plays: Mapping[str, str] = field(default_factory=dict)
    seats: Sequence[Seat] = ()
    dice: str = SEALED
    source: Mapping[str, Any] = field(default_factory=dict)
    rebuilt: "Rebuilt | None" = None
    takes_unfinished: bool = False
    substitutes: Sequence[Seat] = ()
    pair: str = ""


@dataclass(frozen=True)
class Rebuilt:
    """Values that a game takes over when it is made again from its letters: its secrets by name; the program that it
    began with (version, digest of the rules data); the root key and its word; the package that brought the game."""

    secrets: Mapping[str, bytes]
    engine: tuple[str, str]
    root: bytes
    certificate: str
    package: str = ""


@dataclass(frozen=True)
class WrongTerm:
    """An error in the requested campaign: where it is, what was found, what was expected."""

    where: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.where}: expected {self.expected}; found {self.found}"


class CannotOpen(Exception):
    """The campaign cannot be set up; `faults` lists everything that is wrong with it."""

    def __init__(self, faults: Sequence[WrongTerm]) -> None:
        super().__init__("\n".join(str(one) for one in faults))
        self.faults = tuple(faults)


def ensure_house(desk: Desk, seed: bytes | None = None) -> None:
    """Make the desk's own secrets (server key, Message-ID key) unless they exist."""
    with desk.store.begin() as books:
        for name in ("server key", "message id key"):
            if not books.secrets.has("", name):
                books.secrets.keep("", name, secret_of(seed, "", name))


def open_campaign(desk: Desk, wanted: Wanted) -> int:
    """Set a campaign up and put the welcome letters in the outbox; the number of the game's row.  Raises CannotOpen."""
    ensure_house(desk, wanted.seed)
    with desk.store.begin() as books:
        faults = faults_of(desk, books, wanted)
        if faults:
            raise CannotOpen(faults)
        return _open(desk, books, wanted)


def faults_of(desk: Desk, books: Books, wanted: Wanted) -> list[WrongTerm]:
    """Everything that is wrong with the requested campaign."""
    faults = []
    name = wrong_name(books, wanted.name)
    if name is not None:
        faults.append(name)
    faults += _wrong_person(desk.house, "gm", wanted.gm_name, wanted.gm_address)
    for kind, hours in wanted.hours.items():
        if not 1 <= hours <= MOST_HOURS:
            faults.append(
                WrongTerm(f"hours {kind}", str(hours), f"a whole number of hours from 1 to {MOST_HOURS} (a year)")
            )
    if wanted.when_in not in ("", *WHEN_IN):
        faults.append(WrongTerm("when_in", repr(wanted.when_in), f"one of {', '.join(map(repr, WHEN_IN))}"))
    for form in dict.fromkeys([wanted.report, *wanted.forms.values()]):
        if form not in FORMS:
            faults.append(WrongTerm("report", repr(form), f"one of {', '.join(map(repr, FORMS))}"))
    if wanted.seed is not None and len(wanted.seed) < 8:
        faults.append(WrongTerm("seed", f"{len(wanted.seed)} bytes", "at least 8 bytes in hex"))
    try:
        title = desk.title(wanted.title)
    except KeyError as unknown:
        return [*faults, WrongTerm("game", repr(wanted.title), expected_title(unknown))]
    if getattr(title, "is_unfinished", False) and not wanted.takes_unfinished:
        text = "a game that is finished; this one is in development (--unfinished opens it all the same)"
        faults.append(WrongTerm("game", repr(wanted.title), text))
    card = title.system.card
    if wanted.pace not in PACES:
        faults.append(WrongTerm("pace", repr(wanted.pace), f"one of {', '.join(map(repr, PACES))}"))
    faults += _wrong_players(desk, card, wanted)
    known = [one.name for one in card.options]
    for option in wanted.options:
        if option not in known:
            faults.append(
                WrongTerm("option", repr(option), _one_of(known) if known else "no option: this game has none")
            )
    faults += [
        WrongTerm("option", f"{one!r} and {other!r}", "one of the two: they may not be played together")
        for one, other in clashes(card.options, _options(card, wanted).names)
    ]
    try:
        state = title.system.open(wanted.scenario, _options(card, wanted))
        if (title.system.hidden(state) or wanted.terms.couriers) and any(not side for side, *_ in wanted.seats):
            what = "this scenario has facts" if title.system.hidden(state) else "couriers carry words"
            expected = f"no observers: {what} that only one side knows, and nobody may look on"
            faults.append(WrongTerm("observer", ", ".join(seat[1] for seat in wanted.seats if not seat[0]), expected))
        if "speed" in wanted.terms.couriers and not isinstance(title.system, KnowsHeadquarters):
            expected = f"the turns that they take, such as '1 turn': {card.title} doesn't say where a commander is"
            faults.append(WrongTerm("couriers", f"{wanted.terms.couriers['speed']} hexes", expected))
        rules = [key for key in RULES_OF_COURIERS if key in wanted.terms.couriers]
        if rules and not isinstance(title.system, KnowsRiders):
            expected = f"none: {card.title} doesn't say which way riders go"
            faults.append(
                WrongTerm("couriers", ", ".join(f"{one} = {wanted.terms.couriers[one]}" for one in rules), expected)
            )
        if not faults and wanted.rebuilt is None:
            faults += _wrong_commands(desk, wanted, state)
    except KeyError as unknown:
        faults.append(WrongTerm("scenario", repr(wanted.scenario), expected_scenario(card, unknown)))
    return faults


def _wrong_commands(desk: Desk, wanted: Wanted, state: Any) -> list[WrongTerm]:
    """Words for commands that name no unit of their side, and units that two commanders would have."""
    title = desk.title(wanted.title)
    faults: list[WrongTerm] = []
    taken: dict[str, str] = {}
    for side, address, name, formations, _, leader in wanted.seats:
        if side in ("", GM_SEAT):
            continue
        own = title.system.card.side(side).id
        who, commanded = name or address, set[str]()
        if leader and isinstance(role := role_of(title, state, own, leader), Problem):
            faults.append(WrongTerm("seat", f"{leader!r} for {who}", role.text))
        for one in formations:
            found = title.dialect.formation(one, title.system.view(state, own), own)
            if isinstance(found, Problem):
                expected = f"units of this side as its orders name them.  {found.text}"
                faults.append(WrongTerm("seat", f"{one!r} for {who}", expected))
            else:
                commanded.update(found)
        twice = sorted(commanded & taken.keys())
        if twice:
            both = f"{listed(twice[:3])} for {taken[twice[0]]} and {who}"
            faults.append(WrongTerm("seat", both, "each unit under one commander"))
        taken.update(dict.fromkeys(commanded, who))
    return faults


def _one_of(known: Sequence[str]) -> str:
    return f"one of {', '.join(map(repr, known))}"


def expected_title(unknown: KeyError) -> str:
    """A phrase with the known titles, for an unknown one."""
    return _one_of(unknown.known) if isinstance(unknown, UnknownTitle) else str(unknown.args[0])


def expected_scenario(card: Card, unknown: KeyError) -> str:
    """A phrase with the scenarios of a title, for an unknown one."""
    if isinstance(unknown, UnknownScenario):
        return _one_of(unknown.known)
    return f"a scenario of {card.title}, such as {card.main_scenario!r}"


def wrong_name(books: Books, name: str) -> WrongTerm | None:
    """The fault in a campaign's name, or None."""
    if not NAME.fullmatch(name) or len(name) > 30:
        return WrongTerm(
            "name", shown_in_fault(name), "at most 30 small letters, digits and single hyphens, such as rosebud-7"
        )
    if name in RESERVED:
        return WrongTerm("name", repr(name), "another name: the desk uses this one for its own mail")
    if books.games.find(name) is not None:
        return WrongTerm("name", repr(name), "a name that no game has yet")
    return None


def _wrong_person(house: House, where: str, name: str, address: str) -> list[WrongTerm]:
    found = [(name, people.wrong_name(name)), (address, people.wrong_address(address))]
    if is_of_mailbox(address, house.mailbox or "desk", house.host):
        found.append((address, "another address than the desk's own: it takes letters from there for a loop"))
    return [
        WrongTerm(where, shown_in_fault(text) if text else "none", expected) for text, expected in found if expected
    ]


def _wrong_players(desk: Desk, card: Card, wanted: Wanted) -> list[WrongTerm]:
    faults, seen = [], set()
    ids = ", ".join(one.id for one in card.sides)
    for side, address, name in wanted.players:
        try:
            found = card.side(side).id
        except KeyError:
            faults.append(WrongTerm("player", shown_in_fault(side), f"a side of {card.title}: {ids}"))
            continue
        if found in seen:
            faults.append(WrongTerm("player", f"{side!r} twice", "each side once"))
        seen.add(found)
        faults += _wrong_person(desk.house, f"player {side}", name, address)
    known = levels(desk, wanted.title)
    for side, level in wanted.plays.items():
        try:
            seen.add(card.side(side).id)
        except KeyError:
            faults.append(WrongTerm("player", shown_in_fault(side), f"a side of {card.title}: {ids}"))
        if level not in known:
            program = f", or for the program {', '.join(known)}" if known else " (this game has no practice opponent)"
            faults.append(WrongTerm(f"player {side}", repr(level), f"an address such as kate@mail.example{program}"))
    faults += [
        WrongTerm("player", f"nobody for {one.id}", "a player for each side")
        for one in card.sides
        if one.id not in seen
    ]
    for side, address, name, formations, form, _ in wanted.seats:
        if form not in ("", *FORMS):
            faults.append(WrongTerm("seat", repr(form), f"one of {', '.join(map(repr, FORMS))}"))
        faults += _wrong_person(desk.house, "seat", name, address)
        for one in formations:
            if people.wrong_name(one):
                expected = people.wrong_name(one).replace("a name", "a formation's name")
                faults.append(WrongTerm("seat", shown_in_fault(one), expected))
        if side not in ("", GM_SEAT) and side.lower() not in [
            name.lower() for one in card.sides for name in (one.id, one.code)
        ]:
            faults.append(WrongTerm("seat", repr(side), f"a side of {card.title}: {ids}"))
    wrong = fault_of_mode(wanted.dice, wanted.source, wanted.name)
    faults += [WrongTerm("dice", *wrong)] if wrong else []
    wrong_terms = wanted.terms.faults()
    faults += [WrongTerm("terms", found, expected) for found, expected in wrong_terms]
    absent = wanted.terms.when_absent() if not wrong_terms else None
    levels_known = (*levels(desk, wanted.title), *([NOBODY] if wanted.substitutes else []))
    if absent and absent[0] not in levels_known:
        expected = f"a practice opponent of {card.title}: {', '.join(levels_known)}"
        faults.append(WrongTerm("absent", repr(wanted.terms.absent), expected))
    faults += _wrong_substitutes(desk, card, wanted)
    faults += _wrong_commanders(card, wanted) if wanted.rebuilt is None else []
    return faults


def _wrong_commanders(card: Card, wanted: Wanted) -> list[WrongTerm]:
    """Commanders of the program's, or who have a place in the game already, or the name of another person on their side; not in
    a game that is made again, which was opened with them."""
    ids = {name.lower(): one.id for one in card.sides for name in (one.id, one.code)}
    playing = [address.lower() for _, address, _ in wanted.players]
    named = [(ids.get(side.lower()), name.lower()) for side, _, name in wanted.players]
    faults = []
    for one in wanted.seats:
        side = ids.get(one.side.lower())
        if side is None:
            continue
        if side in [ids.get(other.lower()) for other in wanted.plays]:
            faults.append(WrongTerm("seat", f"{one.name} on {side}", "a side that a person plays, who is the chief"))
        if one.address.lower() in playing:
            faults.append(
                WrongTerm("seat", shown_in_fault(one.address), "somebody who has no other place in this game")
            )
        if (side, one.name.lower()) in named:
            expected = "another name for each person on a side: they write to each other by name"
            faults.append(WrongTerm("seat", shown_in_fault(one.name), expected))
        playing.append(one.address.lower())
        named.append((side, one.name.lower()))
    return faults


def _wrong_substitutes(desk: Desk, card: Card, wanted: Wanted) -> list[WrongTerm]:
    """Substitutes without a term that says when they are asked, of no side, or who play already."""
    faults = []
    if wanted.substitutes and not wanted.terms.absent:
        expected = "the term absent, which says after how many missed deadlines, such as 'nobody after 2'"
        faults.append(WrongTerm("substitute", wanted.substitutes[0].name or wanted.substitutes[0].address, expected))
    playing = {address.lower() for _, address, _ in wanted.players} | {one.address.lower() for one in wanted.seats}
    for one in wanted.substitutes:
        faults += _wrong_person(desk.house, "substitute", one.name, one.address)
        if one.side.lower() not in [name.lower() for side in card.sides for name in (side.id, side.code)]:
            ids = ", ".join(side.id for side in card.sides)
            faults.append(WrongTerm("substitute", shown_in_fault(one.side), f"a side of {card.title}: {ids}"))
        if one.address.lower() in playing:
            faults.append(
                WrongTerm("substitute", shown_in_fault(one.address), "somebody who has no place in this game")
            )
        if wanted.terms.umpire and one.address.lower() == wanted.gm_address.lower() and wanted.rebuilt is None:
            faults.append(WrongTerm("substitute", shown_in_fault(one.address), "somebody who is not the umpire too"))
    return faults


def _options(card: Card, wanted: Wanted) -> Options:
    names = {one.name for one in card.options if one.default} | set(wanted.options)
    return Options(tuple(sorted(names)))


def secret_of(seed: bytes | None, scope: str, name: str) -> bytes:
    """A secret of 32 bytes: random, or derived from the seed of a demo."""
    if seed is None:
        return secrets.token_bytes(32)
    return hashlib.sha256(b"pbem demo\0" + seed + f"\0{scope}\0{name}".encode()).digest()


def _open(desk: Desk, books: Books, wanted: Wanted) -> int:
    title = desk.title(wanted.title)
    system, card = title.system, title.system.card
    options = _options(card, wanted)
    state = system.open(wanted.scenario, options)
    game = books.games.add(
        GameRow(
            name=wanted.name,
            title=wanted.title,
            scenario=wanted.scenario,
            options=chain.canonical_text(list(options.names)),
            gm_name=wanted.gm_name,
            gm_address=wanted.gm_address,
            pace=wanted.pace,
            when_in=wanted.when_in or getattr(system, "when_in", "ready"),
            hours=chain.canonical_text({**HOURS, **wanted.hours}),
            calendar=chain.canonical_text(wanted.terms.calendar()),
            ladder_length=wanted.ladder_length,
            dice=wanted.dice,
            source=chain.canonical_text(dict(wanted.source)),
            opened=desk.clock.now(),
            pair=wanted.pair,
        )
    )
    _seat_players(books, game, card, wanted)
    for name in ("ladder top", "hidden ladder top", "salt key", "order secret", GM_KEY):
        books.secrets.keep(game.name, name, _secret(wanted, name))
    text = chain.canonical_text(system.to_json(state))
    opening = chain.hash_of(desk, books, game, state, 0)
    books.checkpoints.add(CheckpointRow(game_id=key_of(game.id), n=0, state=text, state_hash=opening))
    root = _root(desk, books, game, wanted)
    engine = wanted.rebuilt.engine if wanted.rebuilt else (__version__, rules_hash(title))
    package = wanted.rebuilt.package if wanted.rebuilt else brought_by(title)
    # Riders tell nobody of themselves if every phase seals what it came to, whether anybody sent one or not.
    hides = bool(system.hidden(state)) or getattr(system, "hides", False) or bool(wanted.terms.couriers)
    _genesis(desk, books, game, engine, opening, root, package=package, hides=hides)
    _seat_others(books, game, card, wanted)
    _give_roles(title, books, game, state)
    _note_substitutes(books, game, card, wanted)
    if wanted.invites:
        game.state = "invited"
        invite(desk, books, game)
    else:
        welcome_all(desk, books, game)
    welcome_gms(desk, books, game)
    return key_of(game.id)


def _seat_players(books: Books, game: GameRow, card: Card, wanted: Wanted) -> None:
    """A player for each side: a person with an address, or the program."""
    given = {card.side(side).id: (address, name) for side, address, name in wanted.players}
    plays = {card.side(side).id: level for side, level in wanted.plays.items()}
    forms = {card.side(side).id: form for side, form in wanted.forms.items()}
    given |= {side: ("", name_of(level)) for side, level in plays.items()}
    books.players.add(
        [
            PlayerRow(
                game_id=key_of(game.id),
                side=side.id,
                code=side.code,
                name=given[side.id][1] or plays.get(side.id, side.name),
                address=given[side.id][0],
                report=forms.get(side.id, wanted.report),
                plays=plays.get(side.id, ""),
                bank=wanted.terms.bank * 3600 if wanted.terms.bank else None,
            )
            for side in card.sides
        ]
    )


def _seat_others(books: Books, game: GameRow, card: Card, wanted: Wanted) -> None:
    """Those who look on, share a side, or help the GM."""
    number = 0
    for side, address, name, formations, form, leader in wanted.seats:
        seat = card.side(side).id if side not in ("", GM_SEAT) else side
        is_commander = side not in ("", GM_SEAT)
        number += is_commander
        row = SeatRow(
            game_id=key_of(game.id),
            number=number if is_commander else 0,
            place=number if is_commander else 0,
            side=seat,
            name=name or address.partition("@")[0],
            address=address,
            formations=chain.canonical_text([*formations, *([leader] if leader else [])]),
            report=form or wanted.report,
            leader=leader,
        )
        books.seats.add(row)


def _note_substitutes(books: Books, game: GameRow, card: Card, wanted: Wanted) -> None:
    """Keep a chair for each substitute, in the sequence in which they are asked."""
    for place, one in enumerate(wanted.substitutes, 1):
        side, name = card.side(one.side).id, one.name or one.address.partition("@")[0]
        books.seats.add(SeatRow(game_id=key_of(game.id), side=side, name=name, address=one.address, place=place))


def _give_roles(title: Title, books: Books, game: GameRow, state: Any) -> None:
    """The leaders of those who play one, as the game names them; on such a side its player has the highest ranked one left."""
    for player in books.players.of(game):
        seats = [one for one in books.seats.sharing(game, player.side) if one.leader]
        for seat in seats:
            found = role_of(title, state, player.side, seat.leader)
            if not isinstance(found, Problem):
                view = title.system.view(state, player.side)
                words = [
                    one
                    for one in read_json(seat.formations)
                    if title.dialect.formation(one, view, player.side) not in ((found,), [found])
                ]
                seat.formations, seat.leader = chain.canonical_text([*words, found]), found
        taken = [one.leader for one in seats]
        if taken and isinstance(title.system, HasRoles):
            free = [one for one in title.system.roles(state, player.side) if one not in taken]
            player.leader = free[0] if free else ""


def _secret(wanted: Wanted, name: str) -> bytes:
    return wanted.rebuilt.secrets[name] if wanted.rebuilt else secret_of(wanted.seed, wanted.name, name)


def _root(desk: Desk, books: Books, game: GameRow, wanted: Wanted) -> tuple[bytes, str]:
    """The public root key, and its word that the server's key signs this game."""
    if wanted.rebuilt is not None:
        return wanted.rebuilt.root, wanted.rebuilt.certificate
    root = Signer("root", wanted.root or secret_of(wanted.seed, wanted.name, "root key"))
    return root.public, certificate(root, game.name, 0, desk.signer(books, game).public)


def _genesis(
    desk: Desk,
    books: Books,
    game: GameRow,
    engine: tuple[str, str],
    opening: str,
    root: tuple[bytes, str],
    *,
    package: str,
    hides: bool,
) -> None:
    server, gm = desk.signer(books, game), desk.gm_signer(books, game)
    body = genesis_body(
        title=game.title,
        scenario=game.scenario,
        options=read_json(game.options),
        engine=engine[0],
        rules=engine[1],
        package=package,
        server=(server.name, server.public),
        gm=(gm.name, gm.public),
        root=root,
        ladder=desk.ladder(books, game),
        hidden_ladder=Ladder(books.secrets.get(game.name, "hidden ladder top"), game.ladder_length),
        salt_key=books.secrets.get(game.name, "salt key"),
        players={player.code: player.name for player in books.players.of(game)},
        sides=_sides_in_chain(desk.title(game.title).system.card),
        state=opening,
        hides=hides,
        dice=game.dice,
        source=in_chain(game.dice, read_json(game.source)),
        masks=_masks_in_chain(desk, books, game),
        scenario_files=own_scenario(desk.title(game.title), game.scenario),
    )
    chain.append(desk, books, game, "genesis", body)


def _masks_in_chain(desk: Desk, books: Books, game: GameRow) -> dict[str, str]:
    """The commitments to the sides' keys, in a game in which they draw what others may not know."""
    system = desk.title(game.title).system
    return commitments(books.secrets.get(game.name, "salt key"), system.card) if deals(system) else {}


def _sides_in_chain(card: Card) -> dict[str, str]:
    """The ids of sides by their codes, where records of orders that all gave at once would not show whose are whose."""
    return {one.code: one.id for one in card.sides} if any(one.orders == ALL for one in card.phases) else {}
