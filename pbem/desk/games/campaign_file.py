"""A campaign as a file says it (docs: the GM's handbook); all that is wrong with the file is told at once.

name = "rosebud-7"
game = "rosebud"
scenario = "historical"
gm = "P. Brandt <gm@club.example>"
tempo = "weekend"
options = []
dice = "witness"                      # or sealed, or beacon
witness = "rosebud-7.witness"         # the card of the witness, beside this file
[players]
us = "K. Hale <kate@mail.example>"
indian = "plain"                      # a practice opponent of the game
[hours]
orders = 96
[terms]
at = "20:00"
days = "sat,sun"
zone = "Europe/Berlin"
grace = 12
[couriers]
speed = 12                            # hexes a game turn; or turns = 1; and riders = 3
[[seat]]
who = "Olga <olga@mail.example>"      # looks on; with a side: shares it
report = "html"
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from pbem.core.tomlfile import Fault, Faults, TomlFile, unreadable
from pbem.desk.people import person, person_and_form
from pbem.desk.play.terms import COURIERS, DAYS, RULES_OF_COURIERS, SILENCE, TEMPOS, read_days
from pbem.seal.lock import MODES

# Seats at a game's table besides its players': who observes, who shares a side, a second GM.


class Seat(NamedTuple):
    """One more person: `side` is "" for an observer, ``gm`` for a second GM, else the side that they share.

    `formations` are what they may give orders to (all of their side's, where none are named).  `report` is the form in which
    an observer gets the reports (``text``, ``html``, ``png``); "" for that of the campaign.  `leader` is the counter whose role
    they play (the option ``several players``).
    """

    side: str
    address: str
    name: str
    formations: tuple[str, ...] = ()
    report: str = ""
    leader: str = ""


TOP = (
    "name",
    "game",
    "scenario",
    "gm",
    "tempo",
    "options",
    "pace",
    "report",
    "when_in",
    "invite",
    "dice",
    "witness",
    "players",
    "hours",
    "terms",
    "couriers",
    "seat",
    "substitutes",
    "pair",
)
TERMS = ("at", "days", "zone", "grace", "vacation", "bank", "umpire", "absent", "silence")
SEAT = ("who", "side", "formations", "report", "leader")


@dataclass
class CampaignDraft:
    """A campaign as far as it has been specified: the fields of `Wanted`, empty where left open."""

    name: str = ""
    title: str = ""
    scenario: str = ""
    gm: tuple[str, str] = ("", "")
    players: dict[str, tuple[str, str]] = field(default_factory=dict)
    plays: dict[str, str] = field(default_factory=dict)
    tempo: str = ""
    hours: dict[str, int] = field(default_factory=dict)
    calendar: dict[str, Any] = field(default_factory=dict)
    options: list[str] = field(default_factory=list)
    pace: str = ""
    report: str = ""
    forms: dict[str, str] = field(default_factory=dict)
    when_in: str = ""
    invites: bool = False
    seats: list[Seat] = field(default_factory=list)
    substitutes: list[Seat] = field(default_factory=list)
    pair: bool = False
    dice: str = ""
    witness: Path | None = None
    takes_unfinished: bool = False


def read_plan(path: Path) -> CampaignDraft:
    """Read a campaign's file.  Raises Faults with all that is wrong with it."""
    plan, faults = read_in_part(path)
    if faults:
        raise Faults(faults)
    return plan


def read_in_part(path: Path) -> tuple[CampaignDraft, tuple[Fault, ...]]:
    """A campaign's file as far as it can be read, without what is wrong with it; and all of that."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        return CampaignDraft(), (unreadable(str(path), "a TOML file with name, game, gm and players", fault),)
    file = TomlFile(str(path), text)
    file.unknown("", file.data, TOP)
    get = file.get
    plan = CampaignDraft(
        name=get("name", str, ""),
        title=get("game", str, ""),
        scenario=get("scenario", str, ""),
        gm=person(get("gm", str, "")),
        tempo=get("tempo", str, ""),
        options=[str(one) for one in get("options", list, [])],
        pace=get("pace", str, ""),
        report=get("report", str, "").lower(),
        when_in=get("when_in", str, ""),
        invites=get("invite", bool, False),
        dice=get("dice", str, ""),
        pair=get("pair", bool, False),
    )
    if plan.dice and plan.dice not in MODES:
        file.fault("dice", f"one of {', '.join(MODES)}", plan.dice)
        plan.dice = ""
    card = get("witness", str, "")
    plan.witness = path.parent / card if card else None
    if plan.tempo and plan.tempo not in TEMPOS:
        file.fault("tempo", f"one of {', '.join(TEMPOS)}", plan.tempo)
        plan.tempo = ""
    for kind, hours in get("hours", dict, {}).items():
        plan.hours[kind] = file.value(f"hours.{kind}", hours, int)
    _players(file, plan)
    _terms(file, plan)
    _couriers(file, plan)
    _seats(file, plan)
    _substitutes(file, plan)
    for one in file.faults:  # what is told once is not told again by whoever looks at the plan
        top, _, key = one.key.partition(".")
        if top == "hours":
            plan.hours.pop(key, None)
        elif top == "terms":
            plan.calendar.pop(key.partition(".")[0], None)
    return plan, tuple(file.faults)


def _players(file: TomlFile, plan: CampaignDraft) -> None:
    """Read the players: a person with an address, or a practice player by level."""
    for side, who in file.get("players", dict, {}).items():
        wording = file.value(f"players.{side}", who, str)
        if "@" in wording:
            name, address, form = person_and_form(wording)
            plan.players[side] = name, address
            if form:
                plan.forms[side] = form
        elif wording:
            plan.plays[side] = wording


def _couriers(file: TomlFile, plan: CampaignDraft) -> None:
    """Read who carries words between the commanders of a side."""
    table = file.get("couriers", dict, {})
    file.unknown("couriers", table, (*COURIERS, *RULES_OF_COURIERS))
    read = {
        key: file.value(f"couriers.{key}", value, int if key in COURIERS else str)
        for key, value in table.items()
        if key in COURIERS or key in RULES_OF_COURIERS
    }
    if read:  # the rules that go without saying are not kept
        usual = {key: rules[0] for key, rules in RULES_OF_COURIERS.items()}
        plan.calendar["couriers"] = {key: value for key, value in read.items() if value != usual.get(key)}


def _seats(file: TomlFile, plan: CampaignDraft) -> None:
    """Read the seats of those who read or command beside the player of a side."""
    for key, table in file.tables("seat"):
        file.unknown(key, table, SEAT)
        name, address = person(file.value(f"{key}.who", table.get("who"), str))
        formations = tuple(str(one) for one in file.value(f"{key}.formations", table.get("formations"), list, []))
        side = file.value(f"{key}.side", table.get("side"), str, "")
        form = file.value(f"{key}.report", table.get("report"), str, "").lower()
        leader = file.value(f"{key}.leader", table.get("leader"), str, "")
        plan.seats.append(Seat(side, address, name, formations, form, leader))


def _substitutes(file: TomlFile, plan: CampaignDraft) -> None:
    """Read who is asked in turn to play for somebody of a side who falls silent."""
    for side, people in file.get("substitutes", dict, {}).items():
        for one in file.value(f"substitutes.{side}", people, list):
            name, address = person(file.value(f"substitutes.{side}", one, str))
            plan.substitutes.append(Seat(side, address, name))


def plan_text(plan: CampaignDraft) -> str:
    """The plan as such a file, so that answers once given can be corrected and used again."""
    lines = [f"name = {_toml(plan.name)}", f"game = {_toml(plan.title)}"]
    for key in ("scenario", "tempo", "pace", "report", "when_in", "dice"):
        if getattr(plan, key):
            lines.append(f"{key} = {_toml(getattr(plan, key))}")
    lines.append(f"gm = {_toml(_who(plan.gm))}")
    if plan.witness is not None:
        lines.append(f"witness = {_toml(str(plan.witness.absolute()))}")
    lines += [f"options = [{', '.join(map(_toml, plan.options))}]", f"invite = {'true' if plan.invites else 'false'}"]
    lines += ["pair = true"] if plan.pair else []
    lines += ["", "[players]", *(f"{_toml(side)} = {_toml(_player(plan, side))}" for side in plan.players)]
    lines += [f"{_toml(side)} = {_toml(level)}" for side, level in plan.plays.items()]
    if plan.substitutes:
        lines += ["", "[substitutes]"]
        for side in dict.fromkeys(one.side for one in plan.substitutes):
            people = ", ".join(_toml(_who((one.name, one.address))) for one in plan.substitutes if one.side == side)
            lines.append(f"{_toml(side)} = [{people}]")
    if plan.hours:
        lines += ["", "[hours]", *(f"{_toml(kind)} = {hours}" for kind, hours in plan.hours.items())]
    terms = {key: value for key, value in plan.calendar.items() if key in TERMS and key != "silence"}
    if terms:
        lines += ["", "[terms]"]
        for key, value in terms.items():
            shown = ",".join(DAYS[one] for one in value) if key == "days" else value
            lines.append(f"{key} = {shown if isinstance(shown, int) else _toml(str(shown))}")
    if silence := plan.calendar.get("silence"):
        lines += ["", "[terms.silence]", *(f"{kind} = {_toml(how)}" for kind, how in silence.items())]
    if couriers := plan.calendar.get("couriers"):
        lines += [
            "",
            "[couriers]",
            *(f"{key} = {value if isinstance(value, int) else _toml(value)}" for key, value in couriers.items()),
        ]
    for seat in plan.seats:
        lines += ["", "[[seat]]", f"who = {_toml(_who((seat.name, seat.address)))}"]
        lines += [
            f"{key} = {_toml(value)}"
            for key, value in (("side", seat.side), ("report", seat.report), ("leader", seat.leader))
            if value
        ]
        if seat.formations:
            lines.append(f"formations = [{', '.join(map(_toml, seat.formations))}]")
    return "\n".join([*lines, ""])


def _player(plan: CampaignDraft, side: str) -> str:
    form = plan.forms.get(side, "")
    return _who(plan.players[side]) + (f":{form}" if form else "")


def _who(who: tuple[str, str]) -> str:
    return f"{who[0]} <{who[1]}>" if who[0] else who[1]


def _toml(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # a basic string of TOML is one of JSON's


def _terms(file: TomlFile, plan: CampaignDraft) -> None:
    terms = file.get("terms", dict, {})
    file.unknown("terms", terms, TERMS)
    for key in ("at", "zone", "absent"):
        if key in terms:
            plan.calendar[key] = file.value(f"terms.{key}", terms[key], str)
    for key in ("grace", "vacation", "bank", "umpire"):
        if key in terms:
            plan.calendar[key] = file.value(f"terms.{key}", terms[key], int)
    if "days" in terms:
        try:
            plan.calendar["days"] = read_days(file.value("terms.days", terms["days"], str))
        except ValueError:
            file.fault("terms.days", f"days such as mon-fri or sat,sun ({', '.join(DAYS)})", terms["days"])
    if "silence" in terms:
        how = file.value("terms.silence", terms["silence"], dict)
        for kind, word in how.items():
            if kind not in ("orders", "question") or word not in SILENCE:
                file.fault(f"terms.silence.{kind}", f"orders or question = one of {', '.join(SILENCE)}", word)
        plan.calendar["silence"] = dict(how)
