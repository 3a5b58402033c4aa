"""A5: what the text reports and maps of a phase cost beside its adjudication, and beside Jinja on the same characters.

Positions are distinct: no report is written twice.  The Jinja template is handed the report's lines as cells with their
widths, so that it does the laying out alone, none of the wording; it must give the very same characters.  A second row, without
a goal, has of ours the laying out alone as well: the letter of a report of which the game has said all that is in it.

Both begin warm: modules are imported and methods compiled with the reports of another player turn.  What a sheet keeps drawn
is forgotten after that, and each panel's bare ground that a report needs first is drawn in its time.  A phase is played, both
its reports are written one after the other, as a desk writes them, and then the template is rendered for one after the other.
Making the cells is not timed.  Nor is a letter's other half: comparing with the last report, HTML, MIME, seal and outbox (E1
and E2 have those).
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from time import process_time

import jinja2

from bench import turn
from bench.frame import Figure
from bench.positions import Position, play, positions
from bench.turn import game, phases
from pbem.reports import compose, text
from pbem.reports.report import DeskFacts, PlayerLine, Report

TEMPLATE = "{% for line in lines %}{% for cell, width in line %}{{ cell.ljust(width) }}{% endfor %}\n{% endfor %}"
CELL = re.compile(r" *[^ ]+(?: [^ ]+)* *| +")


SIDES = {"us": "US", "indian": "IN"}


def figures() -> Iterator[Figure]:
    """Both sides' reports of each position, played, written, and laid out by Jinja in turn."""
    template = jinja2.Environment(keep_trailing_newline=True, autoescape=False).from_string(TEMPLATE)
    _warm_up(template)
    playing = composing = laying_out = templating = 0.0
    characters = 0
    for one in positions():
        began = process_time()
        play(one)
        playing += process_time() - began
        letters: list[str] = []
        for side in SIDES:
            began = process_time()
            report = _report(one, side)
            composed = process_time()
            letters.append(text.letter(report))
            composing, laying_out = composing + composed - began, laying_out + process_time() - composed
        handed = [[_cells(line) for line in letter.split("\n")[:-1]] for letter in letters]
        for letter, lines in zip(letters, handed, strict=True):
            began = process_time()
            same = template.render(lines=lines)
            templating += process_time() - began
            see_that_equal(one.phase, letter, same)
            characters += len(letter)
    reporting = composing + laying_out
    note = f"{len(positions())} distinct positions; one side's report and map of every phase for each of the two sides"
    share = reporting / (reporting + playing)
    yield Figure("share of reports in a turn's time", "of 1", share, 1.0, "the whole turn", most=0.35, note=note)
    why = "Jinja lays out finished cells; ours also works out what is to be said"
    beside, same_characters = characters / templating, "a Jinja template, the same characters"
    yield Figure("reports written", "characters/s", characters / reporting, beside, same_characters, least=1, note=why)
    why = "of ours breaking lines and drawing maps too; the lines of tables are made before"
    yield Figure("reports laid out", "characters/s", characters / laying_out, beside, same_characters, note=why)


def _warm_up(template: jinja2.Template) -> None:
    """Write and render the reports of a player turn that is not measured, and forget what was drawn for them."""
    for state, letters in phases():
        played = turn.play(state, letters)
        for side in SIDES:
            one = Position(state, played.letter, turn.KEY, (), played.events, played.after, played.phase)
            template.render(lines=[_cells(line) for line in text.letter(_report(one, side)).split("\n")])
    game().teller.map(turn.opened(), "us", ()).ground.drawn.clear()


def _cells(line: str) -> list[tuple[str, int]]:
    """The cells of a line with their widths: each begins at a word, and spaces before the first one are a cell of their own."""
    return [(cell.rstrip(" "), len(cell)) for cell in CELL.findall(line)]


def see_that_equal(phase: str, ours: str, beside: str) -> None:
    """Raises ValueError with the place where the template gave another character."""
    if ours != beside:
        pairs = enumerate(zip(ours, beside, strict=False))
        place = next((n for n, (one, two) in pairs if one != two), min(len(ours), len(beside)))
        found = f"expected {ours[place : place + 20]!r}, found {beside[place : place + 20]!r}"
        raise ValueError(f"{phase}: the template has not given the same characters: at {place}, {found}")


def _report(played: Position, side: str) -> Report:
    teller, system = game().teller, game().system
    view = system.view(played.after, side)
    facts = DeskFacts(
        game="bench-1",
        number=41,
        players=(PlayerLine("US", "Kate", "you"), PlayerLine("Indian", "Mo", "")),
        gm="gm@club.example",
        written=datetime(2026, 3, 12, 18, tzinfo=UTC),
        deadline=datetime(2026, 3, 15, 18, tzinfo=UTC),
    )
    told = [compose.PhaseSlice(played.phase, system.view(played.before, side), played.events)]
    return compose.compose(teller, facts, side, SIDES[side], told, view)
