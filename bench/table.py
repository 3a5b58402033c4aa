"""Writes what was measured into docs/performance.md, so that no figure there is typed: ``python -m bench.table``.

Everything between ``<!-- goals -->`` and ``<!-- end goals -->`` (and ``growth``, ``club``) comes from ``bench/out.json``; a
part that was not measured stays as it is.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from textwrap import wrap
from typing import Any

from bench.club import YEAR
from bench.frame import ROOT
from bench.results import OUT, read

PAGE = ROOT / "docs" / "performance.md"
GROWTH, CLUB = "performance-growth.svg", "performance-club.svg"


def write(results: Path = OUT, page: Path = PAGE) -> None:
    """Write the page anew, and its pictures beside it."""
    found = read(results)
    text = page.read_text(encoding="utf-8")
    for part, lines in PARTS.items():
        if part in found:
            told = "\n".join(lines(found, page.parent))
            text = re.sub(
                rf"(<!-- {part} -->\n).*?(<!-- end {part} -->)",
                lambda match, told=told: f"{match[1]}{told}\n{match[2]}",  # type: ignore[misc]
                text,
                flags=re.S,
            )
    page.write_text(text, encoding="utf-8")


ONE_RUN = timedelta(hours=2)
"""Figures that are older than the newest by more than this were taken in another run, and say so."""


def short(value: float) -> str:
    """Three digits that count, or all before the point."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def goals(found: Mapping[str, Any], _home: Path) -> Iterator[str]:
    """The goals, each figure with what it stands beside."""
    measured = dict(sorted(found["goals"].items()))
    lines = [(goal, one) for goal, kept in measured.items() for one in kept["found"]]
    bound = [kept["found"] for kept in measured.values() if any(one["goal"] for one in kept["found"])]
    held = sum(all(one["holds"] for one in figures) for figures in bound)
    yield f"{_when(measured)}; {found['where']}. {held} of {len(bound)} goals hold."
    yield ""
    newest = max(datetime.fromisoformat(kept["at"]) for kept in measured.values())
    yield "| goal | what | ours | beside | ratio | goal says | holds |"
    yield "|---|---|---|---|---|---|---|"
    for goal, one in lines:
        says = one["goal"].replace("ratio ", "").replace(one["unit"], one["unit"].replace("|", "/"))
        holds = ("yes" if one["holds"] else "**no**") if says else ""
        at = datetime.fromisoformat(measured[goal]["at"])
        holds = f"{holds} (old: {at:%Y-%m-%d %H:%M})".strip() if newest - at > ONE_RUN else holds
        ours, beside = f"{short(one['ours'])} {one['unit']}", f"{short(one['beside'])} {one['beside_what']}"
        yield f"| {goal} | {one['what']} | {ours} | {beside} | {short(one['ratio'])} | {says} | {holds} |"
    notes = [(goal, one) for goal, one in lines if one["note"]]
    if notes:
        yield ""
    for goal, one in notes:
        yield from wrap(f"- {goal}, {one['what']}: {one['note']}.", 118, subsequent_indent="  ")


def growth(found: Mapping[str, Any], home: Path) -> Iterator[str]:
    """The picture of growth, and its figures."""
    from bench import draw

    kept = found["growth"]
    draw.growth({by: one["found"] for by, one in kept.items()}, home / GROWTH)
    yield f"![How cost grows by games, units, map and history]({GROWTH})"
    yield ""
    yield f"{_when(kept)}; {found['where']}."
    for by, one in kept.items():
        curves = one["found"]
        yield ""
        yield f"| {by} | {' | '.join(point['name'] for point in curves[0]['points'])} |"
        yield "|---" * (len(curves[0]["points"]) + 1) + "|"
        for curve in curves:
            cells = " | ".join(short(point["cost"]) for point in curve["points"])
            yield f"| {curve['what']}, {curve['unit']} | {cells} |"


def club(found: Mapping[str, Any], home: Path) -> Iterator[str]:
    """The year of a club: what was played, what it cost, and what follows for a minute and for 1,000 campaigns."""
    from bench import draw

    year = found["club"][YEAR]["found"]
    draw.days(year, home / CLUB)
    yield f"![Memory, database and campaigns in play, day by day]({CLUB})"
    yield ""
    yield f"{_when(found['club'])}; {found['where']}."
    yield f"{year['title']}, {year['scenario']}, pace `{year['pace']}`."
    yield ""
    yield "| | |"
    yield "|---|---|"
    for name, value in (
        ("campaigns played to their end", f"{year['over']:,} of {year['games']:,}"),
        ("simulated days; campaigns in play at most", f"{year['simulated_days']:,}; {year['most_in_play']:,}"),
        ("letters in; letters out", f"{year['letters_in']:,}; {year['letters_out']:,}"),
        ("phases; deadlines that passed", f"{year['phases']:,}; {year['deadlines_passed']:,}"),
        ("letter in to the last letter out, p50, p95, p99, ms", _latency(year)),
        ("seconds of the desk's processor", f"{year['seconds']:,}"),
        (
            "a minute of it: letters in; campaigns",
            f"{year['letters_in_a_minute']:,}; {year['campaigns_in_a_minute']:,}",
        ),
        ("1,000 campaigns, extrapolated, minutes", f"{year['minutes_for_1000']:,}"),
        ("memory at most, first and second half, MiB", _halves(year)),
        ("database at most; archives, MiB", f"{year['database_most_mib']:,}; {year['archive_mib']:,}"),
        ("letters whose bytes were pruned", f"{year['pruned']:,}"),
    ):
        yield f"| {name} | {value} |"


def _latency(year: Mapping[str, Any]) -> str:
    return ", ".join(f"{year[name]:,}" for name in ("p50_ms", "p95_ms", "p99_ms"))


def _halves(year: Mapping[str, Any]) -> str:
    return f"{year['memory_first_half_mib']:,}; {year['memory_second_half_mib']:,}"


def _when(kept: Mapping[str, Mapping[str, Any]]) -> str:
    days = sorted({str(one["at"])[:10] for one in kept.values()})
    loads = [one["load"] for one in kept.values() if "load" in one]
    cores = next((one["cores"] for one in kept.values() if "cores" in one), 0)
    load = f", load {min(loads):g} to {max(loads):g} on {cores} cores" if loads else ""
    return f"Measured on {' to '.join(dict.fromkeys((days[0], days[-1])))}{load}"


PARTS: Mapping[str, Callable[[Mapping[str, Any], Path], Iterator[str]]] = {
    "goals": goals,
    "growth": growth,
    "club": club,
}


def main() -> int:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, default=OUT, metavar="PATH", help="where the figures are kept")
    write(parser.parse_args().json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
