"""A battle that follows another: ``pbem new june-2 --after june-1 --scenario rosebud-3a`` (docs/campaigns.md, June 1876).

The game that is played next says what it carries over, and which choices its book gives.  That is written into a scenario file
of the desk's own, which names the last record of the first battle; genesis of the second has its SHA-256.
"""

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from pbem.commands import own_files
from pbem.core.system import FollowsABattle
from pbem.core.tomlfile import Faults
from pbem.desk.desk import Desk
from pbem.desk.games.campaign_file import CampaignDraft
from pbem.desk.games.open import WrongTerm
from pbem.store.games import UnknownGame
from pbem.systems import registry

BOOK = "book"


def plan_after(
    desk: Desk, plan: CampaignDraft, after: str, choices: Mapping[str, str], folder: Path
) -> list[WrongTerm]:
    """Fill a plan in as the battle after a game: people by sides, title, scenario, which is put into the desk's own `folder`.

    `choices` are lists of units by the option that names them, "" for those of the program's own file.  It gives what is wrong;
    nothing is written then.
    """
    with desk.store.read() as books:
        try:
            game = books.games.get(after)
        except UnknownGame as unknown:
            return [WrongTerm("--after", after, str(unknown))]
        last = books.records.last(game)
        titles = [one for one in _following(desk, plan.title) if one[1].follows == game.title]
        if not titles or game.state != "over" or last is None or last.type != "game.end":
            first = " or ".join(dict.fromkeys(one.follows for _, one in _following(desk, plan.title))) or "rosebud"
            what = f"{after}, a game of {game.title} that is {game.state}"
            return [WrongTerm("--after", what, f"a game of {first} that is over")]
        people, gm = books.players.of(game), (game.gm_name, game.gm_address)
        link = {"game": after, "record": last.seq, "head": last.head, "carry": BOOK}
        is_new = books.games.find(plan.name) is None
    title, system = titles[0]
    if plan.scenario not in system.scenarios_after:
        return [
            WrongTerm("--scenario", plan.scenario or "none", f"{' or '.join(system.scenarios_after)} behind --after")
        ]
    units = {key: [one.strip() for one in text.split(",") if one.strip()] for key, text in choices.items()}
    text, wrong = system.carried_over(plan.scenario, plan.name, link, units)
    if wrong:
        return [WrongTerm(f"--{key}", choices[key], expected) for key, expected in wrong]
    plan.title, plan.gm = title, plan.gm if plan.gm[1] else gm
    for one in people:
        if one.side in (*plan.players, *plan.plays):
            continue
        if one.plays and not one.address:
            plan.plays[one.side] = one.plays
        else:
            plan.players[one.side] = one.name, one.address
    if is_new:
        for file in folder.rglob(f"{plan.name}.toml"):
            file.unlink()  # of a try that opened nothing
    return _kept(plan, text, folder)


def _following(desk: Desk, title: str) -> Iterator[tuple[str, FollowsABattle]]:
    """The titles of which a battle may follow another game's, with their rules; of `title` alone where it is given."""
    for one in [title] if title in registry.titles() else registry.titles() if not title else ():
        try:
            system = desk.title(one).system
        except KeyError:
            continue  # its package is broken, which is told where it is played
        if isinstance(system, FollowsABattle) and system.follows:
            yield one, system


def _kept(plan: CampaignDraft, text: str, folder: Path) -> list[WrongTerm]:
    """Put a scenario's text among the desk's own, as that of the plan; what is wrong with it."""
    with tempfile.TemporaryDirectory() as there:
        file = Path(there) / f"{plan.name}.toml"
        file.write_text(text, encoding="ascii")
        try:
            plan.scenario = own_files.kept_scenario(str(file), folder)
        except Faults as wrong:
            return [WrongTerm("--after", one.found, one.expected) for one in wrong.faults]
    return []
