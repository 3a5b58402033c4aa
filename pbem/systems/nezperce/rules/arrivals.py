"""The reinforcement phase: arrivals, the one removal, Sitting Bull, and the test of the rendezvous for the turn before."""

from pbem.core.clause import rule
from pbem.core.umpire import Umpire
from pbem.systems.nezperce.card import SITTING_BULL as OPTION
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.files.units import SITTING_BULL, VILLAGE
from pbem.systems.nezperce.state.events import RendezvousTested, UnitPlaced, UnitRemoved
from pbem.systems.nezperce.state.position import WAITING, Campaign


@rule("NP-B6.0a", "NP-B6.0d", "NP-B6.0c", "NP-B8.0a")
@rule("NP-B7.0h", "NP-B7.0i", "NP-B7.0j", "NP-B7.0k", "NP-B7.0l", "NP-B7.0m")
@rule("NP-B7.0n", "NP-B7.0o", "NP-B7.0p", "NP-B7.0q", "NP-B7.0r", "NP-B7.0s")
def arrive(umpire: Umpire[Campaign]) -> None:
    """What the track has for this turn: arrivals that are not in play yet, the removal, and Sitting Bull by the option."""
    state = umpire.state
    for one in data.track():
        if one.turn != state.turn:
            continue
        for name in one.units:
            if state.units[name].status == WAITING:
                umpire.emit(UnitPlaced(name, state.units[name].at))
        for name in one.remove:
            if state.units[name].active:
                umpire.emit(UnitRemoved(name, "removed by the reinforcement track"))
    bull = data.scenario()["option"]["sitting_bull"]
    if OPTION.name in state.options and state.turn == bull["turn"]:
        umpire.emit(UnitPlaced(SITTING_BULL, bull["hex"]))


@rule("NP-B4.4.5b", "NP-B4.4.5c")
def test_rendezvous(umpire: Umpire[Campaign]) -> None:
    """The test at the end of the turn before: from turn 25 on, until it is passed.  B-020."""
    state, terms = umpire.state, data.scenario()["restrictions"]["rendezvous"]
    ended = state.turn - 1
    if ended < terms["check_end_of_turn"] or state.met_on:
        return
    area = data.zone(terms["area"])
    there = [one.name for one in (*state.of("indian"),) if one.at in area and one.name != SITTING_BULL]
    bands = [one.name for one in state.bands]
    village = not state.units[VILLAGE].active or VILLAGE in there
    held = village and len([one for one in bands if one in there]) >= min(terms["warrior_bands"], len(bands))
    umpire.emit(RendezvousTested(ended, tuple(there), held))
