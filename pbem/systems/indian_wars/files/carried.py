"""The scenario of a battle that follows another: who stays behind, and where strength was lost (RC-18.3A, 18.3B)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem import resources

HOME = "scenarios/indian_wars"
STAY, POINTS = 2, 6
"""Infantry companies that stay behind, and strength points that the first battle cost, at most one a company."""
STAYS, LOSES = "stay", "lost"
"""The choices that the book gives the US player."""


def carried(
    home: str, scenario: str, name: str, link: Mapping[str, Any], choices: Mapping[str, Sequence[str]]
) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The file of a scenario called `name`, made of one of the program's in the folder `home`, with these choices; where one is
    not made it is as there.  Then what is wrong: the choice, and what was expected.

    `link` says what it follows, by the keys of the table ``after``.
    """
    data = resources.toml(f"{HOME}/{home}/{scenario}.toml").data
    counters = resources.toml(f"{HOME}/counters/{data['scenario']['more_counters']}.toml").data
    infantry, cavalry = (
        sorted(one["name"] for one in counters["unit"] if one["kind"] == kind) for kind in ("infantry", "cavalry")
    )
    join, wrong = data["join"][0], []
    stay, lost = choices.get(STAYS, ()), choices.get(LOSES, ())
    if stay and (len(set(stay)) != STAY or not set(stay) <= set(infantry)):
        wrong.append((STAYS, f"{STAY} of {', '.join(infantry)}"))
    if lost and (not len(lost) == len(set(lost)) == POINTS or not set(lost) <= set(cavalry)):
        wrong.append((LOSES, f"{POINTS} of {', '.join(cavalry)}, a point each"))
    units = join["units"]
    if stay:
        units = [*(one for one in units if one not in infantry), *(one for one in infantry if one not in stay)]
    lines = [
        f"# The battle after {link['game']}, with what the book carries over.  Written by pbem new.",
        "schema = 1",
        'system = "indian_wars"',
        *_table("[scenario]", {**data["scenario"], "id": name}),
        *_table("[[join]]", {"units": units, "command": join["command"]}),
        *_table("[losses]", dict.fromkeys(lost, 1) if lost else data["losses"]),
        *_table("[after]", link),
    ]
    return "\n".join(lines) + "\n", tuple(wrong)


def _table(head: str, values: Mapping[str, Any]) -> Iterator[str]:
    yield from ("", head)
    for key, value in values.items():
        yield f"{json.dumps(key) if ' ' in key else key} = {json.dumps(value)}"
