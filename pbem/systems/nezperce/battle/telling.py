"""The log of a battle: a sentence for each event, with every figure that decided something."""

from pbem.core.modifier import Roll
from pbem.mechanisms.words import joined
from pbem.systems.nezperce.battle.events import (
    Acted,
    ContactJudged,
    EndOffered,
    EntrySideNamed,
    FellBack,
    FighterMoved,
    FighterPlaced,
    LeadNamed,
    LetterCame,
    LineChosen,
    MeleeFought,
    MindNoted,
    ModeChanged,
    MoraleTested,
    Pinned,
    PinRolled,
    PlanSet,
    PlayStopped,
    ShellScattered,
    ShotFired,
    SideSetUp,
    UnitOut,
)
from pbem.systems.nezperce.battle.state import KILLED, LEFT, SURRENDERED
from pbem.systems.nezperce.card import CARD
from pbem.systems.nezperce.files.units import by_id
from pbem.systems.nezperce.telling.log import TELL, CampaignLog

for one in (Acted, PlanSet, LetterCame, LineChosen, MindNoted):
    TELL.nothing_for(one)


@TELL.on(ContactJudged)
def _judged(log: CampaignLog, event: ContactJudged) -> None:
    log.rolls.extend(event.rolls)
    state, column = event.state, event.column
    if not event.rolls:
        log.say(f"State of contact: {state}, as always in a town or fort", "C2.7")
    else:
        dice = " and ".join(str(one.natural) for one in event.rolls)
        log.say(f"State of contact: {state}; column {column}, rolled {dice}", "C2.2")
    first = CARD.side(event.first).name
    log.say(f"First player: {first}", "C2.2")


@TELL.on(EntrySideNamed)
def _side_named(log: CampaignLog, event: EntrySideNamed) -> None:
    side = CARD.side(event.side).name
    log.say(f"{side} comes by the {event.edge} side", "C2.4")


@TELL.on(LeadNamed)
def _lead_named(log: CampaignLog, event: LeadNamed) -> None:
    names = joined([by_id()[one].name for one in event.forces])
    log.say(f"On the map from the beginning: {names}", "C2.3")


@TELL.on(FighterPlaced)
def _placed(log: CampaignLog, event: FighterPlaced) -> None:
    def say(items: tuple[tuple[str, str], ...]) -> None:
        count = len(items)
        if count == 1:
            log.say(f"{event.unit} is set up in {event.at}", "C2.2", matters=False)
        else:
            log.say(f"{count} units are set up by their owner", "C2.2", matters=False)
            log.figures(_by_hex(items))

    log.count("places", (event.unit, event.at), say)


@TELL.on(SideSetUp)
def _set_up(log: CampaignLog, event: SideSetUp) -> None:
    side = CARD.side(event.side).name
    if len(event.placed) == 1:
        ((unit, at),) = event.placed
        log.say(f"{side}, placed by the program: {unit} in {at}", "C2.2")
    elif event.placed:
        log.say(f"{side}, placed by the program: {len(event.placed)} units", "C2.2")
        log.figures(_by_hex(event.placed))
    if event.waiting:
        log.say(f"{side}, beside the map on its {event.entry} side: {len(event.waiting)} units", "C2.3")
        log.figures(joined(event.waiting))


def _by_hex(placed: tuple[tuple[str, str], ...]) -> str:
    """``1909: Joseph 1, Joseph 2; 2310: Howard Scouts``."""
    hexes = dict.fromkeys(at for _, at in placed)
    return "; ".join(f"{at}: {', '.join(unit for unit, other in placed if other == at)}" for at in hexes)


@TELL.on(FighterMoved)
def _moved(log: CampaignLog, event: FighterMoved) -> None:
    path = "-".join(event.path)
    if log.entries and log.entries[-1].text.startswith(f"{event.unit} fires at "):
        log.came(f"then {path}, {event.points} MP")  # one line for fire and move
    elif event.entered:
        log.say(f"{event.unit} enters the map: {path}, {event.points} MP", "C4.1", matters=False)
    else:
        log.say(f"{event.unit}: {path}, {event.points} MP", "C4.1", matters=False)


@TELL.on(ModeChanged)
def _changed(log: CampaignLog, event: ModeChanged) -> None:
    def say(items: tuple[tuple[str, str], ...]) -> None:
        count = len(items)
        if count == 1:
            log.say(f"{event.unit} is {event.mode} now", "C4.3", matters=False)
        else:
            log.say(f"{count} units are set up {event.mode}", "C2.2", matters=False)
            log.figures(joined([unit for unit, _ in items]))

    if log.is_set_up:
        log.count(event.mode, (event.unit, event.mode), say)
    else:
        say(((event.unit, event.mode),))


def _die(roll: Roll, modified: int) -> str:
    mods = "".join(f", {one.value:+} {one.name}" for one in roll.modifiers)
    return f"{roll.natural}{mods}{f', makes {modified}' if mods else ''}"


@TELL.on(ShotFired)
def _fired(log: CampaignLog, event: ShotFired) -> None:
    log.rolls.append(event.roll)
    superiority, die = event.strength - event.defence, _die(event.roll, event.modified)
    log.say(f"{event.unit} fires at {event.target} in {event.at}, range {event.distance}", "C6.2", matters=False)
    result = "no effect" if event.result == "-" else event.result
    log.came(f"{event.strength} less {event.defence} is {superiority}, rolled {die}: {result}")
    log.one = event.target


@TELL.on(ShellScattered)
def _scattered(log: CampaignLog, event: ShellScattered) -> None:
    log.rolls.extend(event.rolls)
    dice = " and ".join(str(one.natural) for one in event.rolls)
    if event.at:
        log.say(f"{event.unit} shells {event.aim}, rolled {dice}: the shell falls in {event.at}", "C6.5.3")
    else:
        log.say(f"{event.unit} shells {event.aim}, rolled {dice}: the shell falls off the map", "C6.5.3")


@TELL.on(MeleeFought)
def _fought(log: CampaignLog, event: MeleeFought) -> None:
    log.rolls.append(event.roll)
    own, theirs = event.totals
    die = _die(event.roll, event.modified)
    attackers, defenders = joined(event.attackers), joined(event.defenders)
    log.say(f"Melee in {event.at}: {attackers} against {defenders}", "C5.2")
    attackers, defenders = _hits(event.attackers_hit), _hits(event.defenders_hit)
    is_missed = not any((*event.attackers_hit, *event.defenders_hit))
    result = "nobody hit" if is_missed else f"attackers {attackers}, defenders {defenders}"
    log.came(f"{own} against {theirs}, rolled {die}: {result}")
    log.one = ""


def _hits(hits: tuple[int, int]) -> str:
    return "".join(f"{count}{letter}" for count, letter in zip(hits, "KM", strict=True) if count) or "-"


@TELL.on(MoraleTested)
def _tested(log: CampaignLog, event: MoraleTested) -> None:
    log.rolls.append(event.roll)
    log.figures(f"Morale of {event.unit}: rolled {event.roll.natural}, {event.result}", "C6.4.3")


def _of(log: CampaignLog, unit: str, what: str) -> None:
    """Tell the result of the last fight for a unit, which is named unless it was the one fired at."""
    log.came(what if unit == log.one else f"{unit} {what}")


@TELL.on(FellBack)
def _fell_back(log: CampaignLog, event: FellBack) -> None:
    if event.guest:
        _of(log, event.unit, f"falls back to {event.to}, P2; friends there defend at half")
    else:
        _of(log, event.unit, f"falls back to {event.to}, P2")


@TELL.on(UnitOut)
def _out(log: CampaignLog, event: UnitOut) -> None:
    if event.how == LEFT:
        if log.entries and log.entries[-1].text.startswith(f"{event.unit}: "):
            log.came("leaves the map")
        else:
            log.say(f"{event.unit} leaves the map", "C7.1", matters=False)
        return
    if event.how == KILLED:
        log.brief.append(f"{event.unit} is killed.")
        _of(log, event.unit, "killed")
    elif event.how == SURRENDERED:
        log.brief.append(f"{event.unit} surrenders.")
        _of(log, event.unit, "surrenders")
    else:
        log.brief.append(f"{event.unit} is broken and out of this battle.")
        _of(log, event.unit, "broken")


@TELL.on(Pinned)
def _pinned(log: CampaignLog, event: Pinned) -> None:
    if not (log.entries and log.entries[-1].came[-1:] == [f"P{event.pin}"]):
        _of(log, event.unit, f"now P{event.pin}")


PINS = "Rolls to remove pins"


@TELL.on(PinRolled)
def _rolled(log: CampaignLog, event: PinRolled) -> None:
    log.rolls.append(event.roll)
    if not (log.entries and log.entries[-1].text == PINS):
        log.say(PINS, "C3.2", matters=False)
    log.came(f"{event.unit} free" if event.removed else f"{event.unit} stays P{event.pin}")


@TELL.on(EndOffered)
def _offered(log: CampaignLog, event: EndOffered) -> None:
    side = CARD.side(event.side).name
    log.say(f"{side} offers to end the battle", "C3.1")


SET_UP = ("The units are set up",)
"""Words of the event by which a battle's set-up ends."""


@TELL.on(PlayStopped)
def _stopped(log: CampaignLog, event: PlayStopped) -> None:
    if event.why == SET_UP:
        log.say("Set-up is complete", "C3.1")
    else:
        log.say(f"Play stops: {'; '.join(event.why)}", "C3.1")
