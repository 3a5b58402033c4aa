"""Whole letters of the order page, measured: ``python -m tests.clicked_sets rosebud --positions 40``.

At positions of games between practice players a browser opens the page and clicks for every unit that waits, whatever comes
first by chance, alone or together with those of its stack; the letter is put to the desk.  `refused` are lines that the desk
does not take: the page could have known, for it wrote the lines before them too; `missed` are moves whose cost is another.
What the page marks as not yet sure is not clicked.  The exit status is 1 if more than one line in a thousand is refused.
"""

import argparse
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pbem.core.cache import trial_cache
from pbem.desk.outgoing.attachments import order_page
from pbem.orders.rehearsal import ACCEPTED, rehearse
from pbem.reports import teller
from pbem.reports.report import DeskFacts
from tests.offered import PLAYED, Position, Tally, many, seen

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
MOST_REFUSED = 0.001
PRICE = re.compile(r"\d+ of \d+")
CLICKS = """seed => {
  let n = seed * 7919 + 17;
  const chance = many => { n = (n * 1103515245 + 12345) % 2147483648; return Math.floor(n / 65536) % many; };
  const units = pbem.waiting(), costs = [];
  for (let m = units.length - 1; m > 0; m--) {
    const other = chance(m + 1);
    [units[m], units[other]] = [units[other], units[m]];
  }
  for (const unit of units) {
    if (!pbem.waiting().includes(unit)) continue;
    const here = pbem.at(unit) ? pbem.waiting().filter(one => pbem.at(one) === pbem.at(unit)) : [];
    const names = here.length > 1 && chance(3) === 0 ? here.slice(0, 2 + chance(here.length - 1)) : [unit];
    const sure = pbem.offers(names).filter(one => !one.unsure);
    const moves = sure.filter(one => one.kind === "move" || one.kind === "place");
    const some = moves.length && chance(3) ? moves : sure;
    if (!some.length) continue;
    const one = some[chance(some.length)];
    pbem.take(one);
    if (one.kind === "move") costs.push([one.line, one.cost]);
    const more = names.length === 1 && chance(4) === 0 ? pbem.offers(names).filter(one => !one.unsure) : [];
    if (more.length) pbem.take(more[chance(more.length)]);
  }
  return [document.getElementById("lines").value, costs];
}"""
"""One click for each unit that waits, by chance: two in three of those that can move do, some with others of their stack."""


@contextmanager
def browsing() -> Iterator[Any]:
    """A page of Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        try:
            yield browser.new_page(viewport={"width": 1200, "height": 900})
        finally:
            browser.close()


def page_of(one: Position, number: int) -> str:
    """The page of a position, as report `number` encloses it; "" where nothing can be clicked."""
    assert one.phase is not None
    now = datetime(2026, 3, 12, 18, tzinfo=UTC)
    facts = DeskFacts(f"game-{number}", number, (), "", now)
    code = next(side.code for side in one.game.system.card.sides if side.id == one.side)
    report = teller.compose(one.game.teller, facts, one.side, code, (), seen(one), wanted=one.phase)
    files = order_page(
        one.game,
        report,
        one.state,
        one.side,
        one.phase,
        "game-1@pbem.example",
        is_begun=one.is_begun,  # type: ignore[arg-type]
    ).files
    return next((raw.decode("ascii") for name, raw in files if name.endswith(".html")), "")


def clicked(page: Any, text: str, seed: int) -> tuple[str, dict[str, str]]:
    """The letter that chance clicks on a page, and what the page says that moves cost."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "orders.html"
        file.write_text(text, encoding="ascii")
        page.goto(file.as_uri())
        page.wait_for_function("() => pbem.block() !== null")
        letter, costs = page.evaluate(CLICKS, seed)
        return str(letter), dict(costs)


def _shown(said: Any) -> str:
    return f"{said.text}: {said.problem.text if said.problem else said.verdict}"


def measured(title: str, most: int, first: int = 0, apart: int = 7, **how: bool) -> Tally:
    """Whole letters at so many positions of a game."""
    tally = Tally()
    with browsing() as page:
        for one in many(title, most, first, apart, **how):
            with trial_cache():
                tally.positions += 1
                text = page_of(one, tally.positions)
                letter, costs = clicked(page, text, tally.positions) if text else ("", {})
                if not letter.strip():
                    continue
                game = one.game
                judged = rehearse(
                    game.system, game.dialect, one.state, one.side, one.letter, letter, is_begun=one.is_begun
                )
                tally.tried += len(judged.lines)
                for said in judged.lines:
                    if said.verdict != ACCEPTED:
                        tally.refused.append(f"{one.letter}: {_shown(said)}")
                    elif (price := PRICE.match(costs.get(said.text, ""))) and price[0] not in "; ".join(said.notes):
                        tally.missed.append(
                            f"{one.letter}: {said.text}: {price[0]} on the page, {said.notes} at the desk"
                        )
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the figures, give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.clicked_sets", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", default=PLAYED, metavar="GAME")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--from", dest="first", type=int, default=0, help="number of the first game")
    parser.add_argument("--apart", type=int, default=7, help="look only at every Nth position of a game")
    parser.add_argument("--midst", action="store_true", help="look only at stops in the midst of phases")
    parser.add_argument("--clicks", action="store_true", help="games of players who click at random")
    args = parser.parse_args(arguments)
    good = True
    for title in args.games:
        tally = measured(title, args.positions, args.first, args.apart, midst=args.midst, clicks=args.clicks)
        print(f"{title}: {tally.positions} letters, {tally.tried} lines, {len(tally.refused)} refused,", end=" ")
        print(f"{len(tally.missed)} at another cost", flush=True)
        for text, many_times in Counter(tally.refused + tally.missed).most_common(20):
            print(f"    {many_times} x {text}", flush=True)
        good = good and len(tally.refused) <= MOST_REFUSED * tally.tried
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
