"""Losses: how many, who takes them, and the effect (CL-12)."""

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.system import Outcome
from pbem.core.umpire import Play, Umpire, ask
from pbem.systems.custer.card import INDIAN, US
from pbem.systems.custer.state.battle import Battle, Names
from pbem.systems.custer.state.counter import US_LEADER, VILLAGE, Unit
from pbem.systems.custer.state.events import CAPTURED, ELIMINATED, LossTaken, PointsScored


@rule("CL-12.4")
def losses_for(battle: Battle, margin: int) -> int:
    """The losses that a margin brings the loser."""
    chart = battle.sheet.charts["terrain"]["resolution"]
    return (margin >= int(chart["one_loss_from"])) + (margin >= int(chart["two_losses_from"]))


@rule("CL-12.5", "CL-12.6")
def take_losses(umpire: Umpire[Battle], losers: Names, number: int, target: str) -> Play[None]:
    """The loser spreads the losses over the own counters in the combat; what nobody can take is lost (ruling B-125)."""
    for n in range(number):
        able = [unit for unit in _there(umpire.state, losers) if unit.hits_left > 0]
        if not able:
            return
        able.sort(key=lambda unit: (unit.is_leader, unit.kind == VILLAGE, unit.reduced, -unit.factor))
        chosen = able[0].name
        if len(able) > 1:
            choices = tuple(Choice(unit.name, f"{unit.name}: {_would_be(unit)}") for unit in able)
            prompt = f"Loss {n + 1} of {number} in the combat for {target}: who takes it?"
            facts = (("target", target), ("losses", str(number)))
            one = Ask(able[0].side, "losses", f"{target} loss {n + 1}", prompt, "12.5", choices, chosen, None, facts)
            chosen = (yield from ask(one)).choice
        lose(umpire, chosen, "combat")


def _there(battle: Battle, names: Names) -> list[Unit]:
    return [battle[name] for name in names if name in battle]


def _would_be(unit: Unit) -> str:
    became = _becomes(unit)
    return f"reduced to {unit.face.cf_reduced}" if became == "reduced" else became


@rule("CL-1.2", "CL-1.9", "CL-1.18", "CL-1.22", "CL-12.6")
def _becomes(unit: Unit) -> str:
    """The fate of a counter that takes a loss: a village is captured, a US leader hit, a tribe leader removed."""
    if unit.kind == VILLAGE:
        return CAPTURED
    if unit.kind == US_LEADER:
        return "hit"
    return "reduced" if unit.hits_left > 1 else ELIMINATED


def lose(umpire: Umpire[Battle], name: str, why: str) -> None:
    """A counter takes a loss; what it is worth is scored."""
    unit = umpire.state[name]
    became = _becomes(unit)
    umpire.emit(LossTaken(name, became, why))
    if became != "reduced":
        score(umpire, unit, "hit" if became == "hit" else "eliminated")


# Victory points, and how a battle ends (CL-14.3).


@rule("CL-14.3", "CL-1.9", "CL-9.2", "CL-9.4")
def score(umpire: Umpire[Battle], unit: Unit, when: str) -> None:
    """Score what a counter brings that was ``eliminated`` or ``hit``, or that ``exited``, as the battle's awards say."""
    battle = umpire.state
    for award in battle.sheet.scenario.awards:
        if award.when == when and unit.kind in award.kinds:
            points = award.points
            if award.most:
                points = min(points, award.most - battle.scored.get(award.per, 0))
            if points > 0:
                umpire.emit(PointsScored(award.side, points, award.per, unit.name))


@rule("CL-14.3", "CL-1.1", "CL-14.1")
def outcome(battle: Battle) -> Outcome:
    """The level of victory at the end, from the US points less the Indian ones."""
    difference = battle.points[US] - battle.points[INDIAN]
    levels = battle.sheet.scenario.levels
    level = next((one for one in levels if difference >= one.least), levels[-1])
    why = f"US {battle.points[US]} less Indian {battle.points[INDIAN]} points is {difference} after turn {battle.turn}"
    return Outcome(level.winner, level.level, tuple(battle.points.items()), why)
