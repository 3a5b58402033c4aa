"""Holders without horses who step into the ranks of a unit that has lost (8.D.2)."""

from collections.abc import Iterator

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.umpire import Play, Umpire, ask
from pbem.systems.indian_wars.state.counter import CAVALRY, INFANTRY, MINERS, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.morale_events import LossReplaced

NO = "no"
RANKS = (CAVALRY, INFANTRY, MINERS)
"""Kinds whose men hold the horses, and who take them back."""


@rule("holders without horses replace losses")
def offer(umpire: Umpire[Battlefield], side: str, *, quiet: bool = False) -> Play[None]:
    """The owner may give up idle holders, each for a point lost by a unit of its hex (8.D.2; ruling A-136).

    He may as any phase begins or ends.  He is asked once a turn, as his Rally Phase begins; at the other times (`quiet`) a
    standing order of his does it, and without one nothing is done.  What was scored for the point lost stays scored.
    """
    if not umpire.state.title.rules.holders_replace_losses:
        return
    for name in tuple(unit.name for unit in umpire.state.of(side) if unit.kind in RANKS and unit.casualties):
        while idle := tuple(_idle(umpire.state, umpire.state[name])):
            answer = yield from ask(_question(umpire.state, umpire.state[name], idle, quiet))
            if answer.choice == NO:
                break
            with umpire.act(side, f"{answer.choice} join {name}"):
                umpire.emit(LossReplaced(name, answer.choice))


def _idle(field: Battlefield, unit: Counter) -> Iterator[Counter]:
    """The holders without animals who could join a unit, none where it has lost nothing."""
    if unit.casualties:
        yield from (one for one in field.at(unit.at) if one.side == unit.side and one.is_holder and not one.has_mounts)


def _question(field: Battlefield, unit: Counter, idle: tuple[Counter, ...], quiet: bool) -> Ask:
    return Ask(
        unit.side,
        "replacement",
        unit.name,
        f"{unit.name} ({unit.at}) has lost {unit.casualties}.  Do holders without horses make up for one?",
        field.rule("holders"),
        (*(Choice(one.name, f"{one.name} join it") for one in idle), Choice(NO, "no")),
        NO if quiet else idle[0].name,
        NO,
        (("at", unit.at),),
        quiet=quiet,
    )
