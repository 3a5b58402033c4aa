"""``preview standing``: what a side's standing orders would do if the enemy acted now; nothing is stored or rolled."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from pbem.core.ask import ORDERS, Ask
from pbem.desk.play.pace import ASK
from pbem.desk.title import Title
from pbem.orders.standing import StandingOrder, answer, in_turn
from pbem.reports.letter_style import translate
from pbem.reports.questions import brief
from pbem.reports.report import WIDTH
from pbem.reports.wrap import heading, wrap

MOST = 24
"""Questions that are shown; a position in which all fight all would fill pages."""


def dry_run(title: Title, pace: str, view: Any, side: str, standing: Sequence[StandingOrder]) -> list[str]:
    """A section of a letter: the orders that standing orders would give, and how they would answer."""
    dialect = title.dialect
    in_force = in_turn(standing, view, dialect)
    lines = [heading(translate("IF IT HAPPENED NOW"), translate("as you see the position"))]
    if not in_force:
        lines.append("  " + translate("You have no standing order."))
    by_occasion = _by_occasion(
        (*_orders(title, view, side, in_force), *islice(_answers(title, pace, view, side, in_force), MOST))
    )
    for answers, occasions in by_occasion.items():
        lines += wrap(", {or_} ".format(or_=translate("or")).join(occasions) + ":", WIDTH, first="  ", rest="    ")
        for one in answers:
            lines += wrap(one, WIDTH, first="      ", rest="        ")
    return lines


def _by_occasion(pairs: Iterable[tuple[str, str]]) -> dict[tuple[str, ...], list[str]]:
    """The words for each occasion, those with the same answers together; in the sequence of the first."""
    by_occasion: dict[str, list[str]] = {}
    for occasion, answer_ in pairs:
        by_occasion.setdefault(occasion, []).append(answer_)
    alike: dict[tuple[str, ...], list[str]] = {}
    for occasion, answers in by_occasion.items():
        group = alike.setdefault(tuple(answers), [])
        group.append(occasion if not group else occasion.removeprefix(translate("If") + " "))
    return alike


def _orders(title: Title, view: Any, side: str, standing: Sequence[StandingOrder]) -> Iterator[tuple[str, str]]:
    for phase in title.system.card.phases:
        drafted = title.dialect.drafted(Ask(side, ORDERS, phase.letter), standing, view, ())
        for order in drafted.orders:
            where = translate("In phase {letter} without orders ({source})", letter=phase.letter, source=drafted.source)
            yield where, title.dialect.write(order)


def _answers(
    title: Title, pace: str, view: Any, side: str, standing: Sequence[StandingOrder]
) -> Iterator[tuple[str, str]]:
    for deed, one in title.dialect.what_if(view, side):
        found = answer(one, standing, view, title.dialect)
        if found is not None:
            does = f"{_choice(one, found[0])}   ({translate('standing order {number}', number=found[1])})"
        elif pace != ASK and one.default is not None:
            does = f"{_choice(one, one.default)}   ({translate('the default')})"
        else:
            silent = f"; {translate('in silence')}: {_choice(one, one.default)}" if one.default is not None else ""
            does = translate("you would be asked") + silent
        yield f"{translate('If')} {deed}", f"{title.teller.question(one)}  {does}"


def _choice(one: Ask, key: str) -> str:
    """A choice in the words of its question."""
    return brief(next((choice.text or choice.key for choice in one.choices if choice.key == key), key))


def numbered(in_force: Sequence[StandingOrder], more: Sequence[StandingOrder]) -> tuple[StandingOrder, ...]:
    """Those in force and those of the letter, which get the numbers after them."""
    after = max((one.number for one in in_force), default=0)
    return (*in_force, *(replace(one, number=after + n) for n, one in enumerate(more, 1)))
