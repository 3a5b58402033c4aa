"""The second battle of June 1876: ``pbem new june-2 --after june-1 --scenario rosebud-3a`` (docs/campaigns.md).

What is carried over is what the book says of scenarios 3A and 3B, with the choices that it gives the US player: which two
infantry companies stay behind, and on which cavalry companies the six points of the Rosebud fall.  It is written into a
scenario file of the desk's own, which names the last record of the first battle; genesis of the second has its SHA-256.
"""

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pbem import resources
from pbem.commands import own_files
from pbem.core.tomlfile import Faults
from pbem.desk.desk import Desk
from pbem.desk.games.campaign_file import Plan
from pbem.desk.games.open import WrongTerm
from pbem.store.games import UnknownGame

FIRST, SECOND = "rosebud", "littlebighorn"
"""The titles of the two battles."""
SCENARIOS = ("rosebud-3a", "rosebud-3b")
HOME = "scenarios/indian_wars"
STAY, POINTS = 2, 6
"""Infantry companies that stay behind, and strength points that the first battle cost, at most one a company (RC-18.3A)."""
BOOK = "book"


def plan_after(desk: Desk, plan: Plan, after: str, choices: tuple[str, str], folder: Path) -> list[WrongTerm]:
    """Fill a plan in as the battle after a game: people by sides, title, scenario, which is put into the desk's own `folder`.

    `choices` are who stays behind, and who has lost a point, with commas; "" for those of the program's own file.
    It gives what is wrong; nothing is written then.
    """
    found: list[WrongTerm] = []
    if plan.scenario not in SCENARIOS or plan.title not in ("", SECOND):
        named = f"{plan.title} {plan.scenario}".strip() or "none"
        found.append(WrongTerm("--scenario", named, f"{SCENARIOS[0]} or {SCENARIOS[1]} behind --after"))
        return found
    with desk.store.read() as books:
        try:
            game = books.games.get(after)
        except UnknownGame as unknown:
            return [WrongTerm("--after", after, str(unknown))]
        last = books.records.last(game)
        if game.title != FIRST or game.state != "over" or last is None or last.type != "game.end":
            what = f"a game of {game.title} that is {game.state}"
            return [WrongTerm("--after", f"{after}, {what}", f"a game of {FIRST} that is over")]
        people = books.players.of(game)
        gm = game.gm_name, game.gm_address
        link = {"game": after, "record": last.seq, "head": last.head, "carry": BOOK}
        is_new = books.games.find(plan.name) is None
    stay, lost = ([one.strip() for one in text.split(",") if one.strip()] for text in choices)
    text = carried(plan.scenario, plan.name, link, stay, lost, found)
    if found:
        return found
    plan.title, plan.gm = SECOND, plan.gm if plan.gm[1] else gm
    for one in people:
        if one.side not in (*plan.players, *plan.plays):
            if one.plays and not one.address:
                plan.plays[one.side] = one.plays
            else:
                plan.players[one.side] = one.name, one.address
    place = folder / "indian_wars" / SECOND / f"{plan.name}.toml"
    if is_new:
        place.unlink(missing_ok=True)  # of a try that opened nothing
    with tempfile.TemporaryDirectory() as there:
        file = Path(there) / f"{plan.name}.toml"
        file.write_text(text, encoding="ascii")
        try:
            plan.scenario = own_files.kept_scenario(str(file), folder)
        except Faults as wrong:
            found += [WrongTerm("--after", one.found, one.expected) for one in wrong.faults]
    return found


def carried(
    scenario: str, name: str, link: dict[str, Any], stay: Sequence[str], lost: Sequence[str], wrong: list[WrongTerm]
) -> str:
    """The scenario file of a second battle; what is wrong with the choices is added to `wrong`."""
    data = resources.toml(f"{HOME}/{SECOND}/{scenario}.toml").data
    kinds = {
        one["name"]: one["kind"]
        for one in resources.toml(f"{HOME}/counters/{data['scenario']['more_counters']}.toml").data["unit"]
    }
    infantry, cavalry = (sorted(one for one, kind in kinds.items() if kind == of) for of in ("infantry", "cavalry"))
    join = data["join"][0]
    if stay:
        if len(set(stay)) != STAY or not set(stay) <= set(infantry):
            wrong.append(WrongTerm("--stay", ", ".join(stay), f"{STAY} of {', '.join(infantry)}"))
        units = [one for one in join["units"] if one not in infantry]
        units += [one for one in infantry if one not in stay]
    else:
        units = join["units"]
    if lost and (len(set(lost)) != POINTS or len(lost) != POINTS or not set(lost) <= set(cavalry)):
        wrong.append(WrongTerm("--lost", ", ".join(lost), f"{POINTS} of {', '.join(cavalry)}, a point each"))
    losses = dict.fromkeys(lost, 1) if lost else data["losses"]
    about = {**data["scenario"], "id": name}
    lines = [
        f"# June 1876: the battle after {link['game']}, with what the book carries over.  Written by pbem new.",
        "schema = 1",
        'system = "indian_wars"',
        *_table("scenario", about),
        *_table("[join]", {"units": units, "command": join["command"]}),
        *_table("losses", losses),
        *_table("after", link),
    ]
    return "\n".join(lines) + "\n"


def _table(name: str, values: dict[str, Any]) -> list[str]:
    return [
        "",
        f"[{name}]",
        *(f"{json.dumps(key) if ' ' in key else key} = {json.dumps(one)}" for key, one in values.items()),
    ]
