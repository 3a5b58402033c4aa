"""The pictures of docs/performance.md, as SVG: the same figures give the same bytes, so that a change shows in a diff."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter, NullLocator

COLOURS = ("#2b5d8a", "#b5642c", "#4f7d4a")
STYLE: Any = {"svg.hashsalt": "pbem", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9}
WIDE, HIGH = 9.2, 6.4
"""Inches."""


def growth(curves: Mapping[str, Sequence[Mapping[str, Any]]], path: Path) -> None:
    """One panel for each kind of growth; sizes on a logarithmic axis, costs from zero on."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDE, HIGH), layout="constrained")
        panels = figure.subplots(-(-len(curves) // 2), 2, squeeze=False).flat
        for axes, (by, found) in zip(panels, curves.items(), strict=False):
            _panel(axes, by, found)
        for axes in list(panels)[len(curves) :]:
            axes.set_axis_off()
        _save(figure, path)


def _panel(axes: Axes, by: str, curves: Sequence[Mapping[str, Any]]) -> None:
    sizes = [point["size"] for point in curves[0]["points"]]
    # A size of nothing has no logarithm: it stands where a tenth of the next one would.
    at = [size or sizes[1] / 10 for size in sizes]
    for curve, colour in zip(curves, COLOURS, strict=False):
        costs = [point["cost"] for point in curve["points"]]
        axes.plot(at, costs, color=colour, marker="o", markersize=4, label=f"{curve['what']}, {curve['unit']}")
    axes.set_xscale("log")
    axes.set_xticks(at, [point["name"] for point in curves[0]["points"]], rotation=30, ha="right")
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel(by)
    _ground(axes, max(point["cost"] for curve in curves for point in curve["points"]))
    axes.legend(frameon=False, loc="upper left")


def days(found: Mapping[str, Any], path: Path) -> None:
    """A club's year: memory, database and campaigns in play, day by day."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDE, HIGH / 2), layout="constrained")
        memory, play = figure.subplots(1, 2)
        told = found["days"]
        at = [one["day"] for one in told]
        for axes, names in (
            (memory, (("memory_mib", "memory of the desk, MiB"), ("database_mib", "its database, MiB"))),
            (play, (("in_play", "campaigns in play"),)),
        ):
            for (name, label), colour in zip(names, COLOURS, strict=False):
                axes.plot(at, [one[name] for one in told], color=colour, label=label)
            axes.set_xlabel("simulated day")
            _ground(axes, max(one[name] for one in told for name, _ in names))
            axes.legend(frameon=False, loc="upper left")
        _save(figure, path)


def _ground(axes: Axes, most: float) -> None:
    """Costs begin at zero, so that a flat line looks flat."""
    axes.set_ylim(bottom=0, top=1.3 * most)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.grid(axis="y", color="#ddd", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)


def _save(figure: Figure, path: Path) -> None:
    figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line.rstrip() for line in lines) + "\n", encoding="utf-8")
