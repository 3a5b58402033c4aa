"""Check that every page of a letter fits it, and every order that a letter shows can be sent back."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from pbem.api.conformance.course import Courses, Seen, going_on
from pbem.core.ask import ORDERS
from pbem.core.order import Problem
from pbem.core.system import NOBODYS
from pbem.mail.checkup import Finding, good
from pbem.orders.rehearsal import ACCEPTED, rehearse
from pbem.reports.report import WIDTH

WORDS = ("", "orders", "help", "commands", "map", "report", "victory", "charts", "leaders", "proof", "policies")
REMARK, BLANK = "//", re.compile(r"\.\.\.|_|[-:]$")
"""The beginning of a line of an order sheet that is no order; and the signs of one that is still to be filled in."""


def letters(courses: Courses) -> Iterator[Finding]:
    """All pages are ASCII of at most 76 columns, all orders shown are taken, all orders read back as they are written."""
    noted: dict[tuple[str, str], str] = {}
    for where, line in _lines(courses):
        if line == ONE_TEXT:
            text = f"{where} is one text, and a page is lines: its letters would stand below each other"
            yield Finding("letters", "bad", text, "Return a tuple of lines:   return (TEXT,)")
            return
        if len(line) > WIDTH or not line.isascii() or not line.isprintable():
            noted.setdefault((where, "line"), line)
    for (where, _), line in noted.items():
        what = f"{len(line)} columns" if len(line) > WIDTH else "characters that are not ASCII"
        todo = f"A line of a letter has at most {WIDTH} columns of ASCII; what is wider is broken where it goes out."
        yield Finding("letters", "bad", f"{where} has a line of {what}: {line[:60]!r}", todo)
    wrong = 0
    for text, todo in (*_asked(courses), *_orders(courses), *_odd_lines(courses)) if courses.has_practice else ():
        wrong += 1
        yield Finding("letters", "bad", text, todo)
        if wrong == MOST:
            break
    if not noted and not wrong:
        yield good("letters", "every page fits, and every order that is shown is taken")


MOST = 5
ONE_TEXT = "\0"
"""Stands for a text where lines are wanted."""


def _lines(courses: Courses) -> Iterator[tuple[str, str]]:
    """Every line of every page that the course of play comes to, with the page that it stands on."""
    game = courses.game
    for phase in game.card.phases:
        for word in (phase.letter, phase.name.lower()):
            yield from _named(f"help {word}", game.teller.help(word))
    for word in WORDS:
        yield from _named(f"help {word}".strip(), game.teller.help(word))
    for verb in getattr(game.dialect, "verbs", ()):
        yield from _named(f"help {verb}", game.teller.help(str(verb)))
    if courses.has_practice:
        for one in courses.course.seen:
            yield from _of_phase(courses, one)


def _named(where: str, lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    return ((where, line) for line in ([ONE_TEXT] if isinstance(lines, str) else lines))


def _of_phase(courses: Courses, one: Seen) -> Iterator[tuple[str, str]]:
    teller, system = courses.game.teller, courses.game.system
    going_on()
    yield "a phase's title", teller.phase_title(one.phase.id)
    yield "a subject line", teller.short_name(one.phase.id)
    for side in (each.id for each in courses.game.card.sides):
        view, before = system.view(one.after, side), system.view(one.before, side)
        events = [event for event in one.events if (who := event.known_to()) is None or side in who]
        facts = teller.facts(view, [one.phase.id])
        yield from _named("the facts of a report", (facts.title, facts.clock, facts.player_turn, facts.phase))
        panel = teller.map(view, side, events)
        yield from _named("the map", [*panel.overview(), *panel.lines_of_key])
        yield from _named("the map", (line for box in panel.details() for line in box.lines()))
        yield from _named("a table", (line for table in teller.panels(view, side) for line in table.lines))
        log = teller.log(before, events, 1)
        yield from _named("the log", [log.title, *(die.label for die in log.dice if not die.label.isascii())])
        yield from _named("help victory", teller.winning(view, side))
        for word in ("charts", "leaders"):
            yield from _named(f"help {word}", teller.chart(view, side, word))
    for moment in one.moments:
        for ask in moment.asks:
            if ask.kind == ORDERS:
                view = system.view(moment.state, ask.side)
                yield from _named("the examples", teller.examples(view, ask.side, one.phase))
                sheet = teller.order_sheet(view, ask.side, one.phase)
                yield from _named("the order sheet", (line.order for line in sheet))
    if (outcome := system.outcome(one.after)) is not None:
        for side in (*(each.id for each in courses.game.card.sides), ""):
            shown = teller.final(one.after, outcome, side)
            yield from _named("the final report", (line for line in shown if not line.isascii()))


def _asked(courses: Courses) -> Iterator[tuple[str, str]]:
    """Faults of questions: they have choices, and what counts where nobody answers is one of them."""
    asks = (ask for one in courses.course.seen for moment in one.moments for ask in moment.asks if ask.kind != ORDERS)
    noted: set[str] = set()
    for ask in asks:
        if ask.kind in noted:
            continue
        if not ask.choices:
            noted.add(ask.kind)
            yield f"the question {ask.key!r} has no choices", "Ask nobody where there is nothing to choose."
        for name, key in (("default", ask.default), ("declined", ask.declined)):
            if ask.choices and key is not None and not ask.allows(key):
                noted.add(ask.kind)
                keys = ", ".join(one.key for one in ask.choices)
                yield (
                    f"{name} of the question {ask.key!r} is {key!r}, and its choices are {keys}",
                    "Name the key of one.",
                )


def _orders(courses: Courses) -> Iterator[tuple[str, str]]:
    """Faults of orders that are shown, and with those that practice players wrote."""
    game = courses.game
    for one in courses.course.seen:
        for moment in one.moments:
            for ask, answer in zip(moment.asks, moment.answers, strict=True):
                if ask.kind != ORDERS:
                    continue
                going_on()
                view = game.system.view(moment.state, ask.side)
                yield from _read_back(courses, one, view, ask.side, answer.orders)
                yield from _taken(courses, one, moment.state, ask.side)
    if courses.course.fault is not None and "no word of readiness" in str(courses.course.fault[1]):
        yield str(courses.course.fault[1]), "A line must not swallow   ready   below it."
    names = [phase.name for phase in game.card.phases]
    for phase in game.card.phases:
        if (
            phase.orders != NOBODYS
            and names.count(phase.name) == 1
            and game.dialect.phase_letter(phase.name) not in (phase.letter, "")
        ):
            yield f"'in {phase.name.lower()}:' is read as another phase", "See `phase_letter` of the dialect."


ODD = (
    "?",
    "Hope you are well - see you on the ridge!",
    "x" * 200,
    "12 34",
    "Gr\N{LATIN SMALL LETTER U WITH DIAERESIS}n to",
)
MOST_ODD = 3
"""Letters of odd lines that are written."""


def _odd_lines(courses: Courses) -> Iterator[tuple[str, str]]:
    """Lines that no grammar foresees, and halves of orders: the reader says what is wrong with them, and raises nothing."""
    written = 0
    for one in courses.course.seen:
        for moment in one.moments:
            for ask, answer in zip(moment.asks, moment.answers, strict=True):
                lines = [courses.game.dialect.write(order).split() for order in answer.orders[:2]]
                if not lines or ask.kind != ORDERS or written == MOST_ODD:
                    continue
                written += 1
                halves = (" ".join(words) for line in lines for words in (line[1:], line[:-1], line * 2, [*line, "?"]))
                for text in (*ODD, *halves):
                    going_on()
                    try:
                        rehearse(
                            courses.game.system, courses.game.dialect, moment.state, ask.side, one.phase.letter, text
                        )
                    except Exception as fault:
                        words = f"{type(fault).__name__}: {fault} ({courses.where(fault)})"
                        yield (
                            f"{one.phase.id}: the line {text[:40]!r} raises {words}",
                            "Return a Problem: `Malformed`, `Illegal`.",
                        )
                        return


def _read_back(courses: Courses, one: Seen, view: Any, side: str, orders: Iterable[Any]) -> Iterator[tuple[str, str]]:
    dialect = courses.game.dialect
    for order in orders:
        line = dialect.write(order)
        found = dialect.read(line, view, side)
        if isinstance(found, Problem):
            yield (
                f"{one.phase.id}: the order {line!r} is not read: {found.text}",
                "`read` must take all that `write` gives.",
            )
        elif tuple(map(dialect.write, found)) != (line,):
            again = "; ".join(map(dialect.write, found))
            yield (
                f"{one.phase.id}: the order {line!r} is read as {again!r}",
                "`read` must give back what `write` was given.",
            )


def _taken(courses: Courses, one: Seen, state: Any, side: str) -> Iterator[tuple[str, str]]:
    """Examples, and lines of the order sheet that have no blank to fill in, are sent back as they stand."""
    game, view = courses.game, courses.game.system.view(state, side)
    sheet = [line.order.strip() for line in game.teller.order_sheet(view, side, one.phase)]
    full = [line for line in sheet if line and not line.startswith(REMARK) and not BLANK.search(line)]
    phase = replace(one.phase)
    for what, lines in (("example", game.teller.examples(view, side, phase)), ("line of the order sheet", full)):
        for line in lines:
            if line.lstrip().startswith(REMARK):
                continue
            read = rehearse(game.system, game.dialect, state, side, one.phase.letter, line, is_begun=True)
            wrong = [each for each in read.lines if each.verdict != ACCEPTED]
            if wrong:
                why = wrong[0].problem.text if wrong[0].problem is not None else f"it is {wrong[0].verdict}"
                yield (
                    f"{one.phase.id}: the {what} {line!r} is not taken: {why}",
                    "Show what can be copied as it stands.",
                )
                return
