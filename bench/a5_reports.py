"""A5: what the text reports and maps of a turn cost, beside its adjudication; and how fast they are written."""

from collections.abc import Iterator
from datetime import UTC, datetime

from bench import turn
from bench.frame import Figure, rates
from pbem.reports import compose, text
from pbem.reports.report import PlayerLine

ERESSEA = 32e6
"""Bytes a second that Eressea's server writes of its reports (C, its own machine)."""


def figures() -> Iterator[Figure]:
    """Both sides' reports of each phase of a player turn."""
    played = tuple((turn.play(state, letters), letters) for state, letters in turn.phases())
    written = 0

    def play() -> int:
        for one, letters in played:
            turn.play(one.before, letters)
        return len(played)

    def report() -> int:
        nonlocal written
        written = 0
        for one, _ in played:
            for side in ("us", "indian"):
                written += len(_report(one, side))
        return len(played)

    playing, reporting = rates(play, report)
    share = (1 / reporting) / (1 / reporting + 1 / playing)
    note = "one side's report and map are written of every phase for each of the two sides"
    yield Figure("share of reports in a turn's time", "of 1", share, 1.0, "the whole turn", most=0.4, note=note)
    speed = written / len(played) * reporting
    yield Figure("reports written", "bytes/s", speed, ERESSEA, "Eressea's server, as published", least=1)


def _report(played: turn.Played, side: str) -> str:
    game = turn.game()
    view = game.system.view(played.after, side)
    facts = compose.Desk(
        game="bench-1",
        number=41,
        players=(PlayerLine("US", "Kate", "you"), PlayerLine("Indian", "Mo", "")),
        gm="gm@club.example",
        written=datetime(2026, 3, 12, 18, tzinfo=UTC),
        deadline=datetime(2026, 3, 15, 18, tzinfo=UTC),
    )
    told = [compose.CommandLine(played.phase, game.system.view(played.before, side), played.events)]
    code = {"us": "US", "indian": "IN"}[side]
    return text.letter(compose.compose(game.teller, facts, side, code, told, view))
