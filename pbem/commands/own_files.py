"""Sheets and scenarios of the GM's own, checked and kept beside the desk's configuration.

`pbem new NAME --game table:FILE.toml`, `pbem new NAME --game rosebud --scenario my-ridge.toml`.
"""

import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from pbem import resources
from pbem.commands.offline.scenario import SCENARIO, check_file
from pbem.commands.offline.table_check import sheet_in
from pbem.core.system import FollowsABattle
from pbem.core.tomlfile import Fault, Faults, TomlFile
from pbem.desk.desk import Desk
from pbem.desk.games.campaign_file import CampaignDraft
from pbem.desk.games.open import WrongTerm
from pbem.store.games import UnknownGame
from pbem.systems import registry
from pbem.systems.table.game import FOLDER, TITLE

SHEET_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def kept_sheet(title: str, home: Path) -> str:
    """The title of a table whose sheet was named by its file: the sheet is checked, and kept in the folder `sheets`.

    Any other title is given back.  Raises Faults: what is wrong with the sheet, or with its name.
    """
    base, _, name = title.partition(":")
    if base != TITLE or not name.endswith(".toml"):
        return title
    file = Path(name).expanduser()
    sheet = sheet_in(file)
    if not SHEET_NAME.fullmatch(file.stem) or len(file.stem) > 40:
        expected = "a file name of small letters, digits and single hyphens, such as my-game.toml"
        raise Faults([Fault(str(file), 0, "the file", expected, file.name)])
    if file.stem in resources.stems(FOLDER):
        raise Faults([Fault(str(file), 0, "the file", "a name that no sheet of pbem has", file.name)])
    folder = home / resources.SHEETS
    folder.mkdir(parents=True, exist_ok=True)
    place, text = folder / file.name, file.read_text(encoding="utf-8")
    if place.exists() and place.read_text(encoding="utf-8") != text:
        found = f"another sheet of this name in {folder}, by which games may be played"
        raise Faults([Fault(str(file), 0, "the file", "a name that no other sheet has", found)])
    place.write_text(text, encoding="utf-8")
    return f"{TITLE}:{sheet.name}"


# Scenarios.

SCENARIO_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
SCENARIO_FOLDERS = {"indian_wars": "indian_wars/{game}", "custer": "custer/battles", "miniatures": "miniatures/battles"}
"""The folder of a system's scenarios, in ``scenarios/`` and among the desk's own."""


def kept_scenario(scenario: str, folder: Path) -> str:
    """The name of a scenario that was named by its file: it is checked, and kept in the folder of the desk's own.

    Any other name is given back.  Raises Faults: all that is wrong with the scenario, or with the names of its files.
    """
    if not scenario.endswith(".toml"):
        return scenario
    file = Path(scenario).expanduser()
    kind, faults = check_file(file)
    if faults:
        raise Faults(faults)
    if kind != SCENARIO:
        raise _wrong(file, "a scenario ([scenario], docs/scenario-format.md)", kind or "something else")
    data = TomlFile(str(file), file.read_text(encoding="utf-8")).data
    system, table = str(data.get("system", "")), data["scenario"]
    if system not in SCENARIO_FOLDERS:
        raise _wrong(file, f"a scenario of {', '.join(SCENARIO_FOLDERS)}", f"one of {system or 'no system'}")
    if table.get("id") != file.stem:
        raise _wrong(file, f"the id of the scenario, {file.stem!r}, as its file is called", repr(table.get("id")))
    places = dict(_places(file, system, table))
    for source, inside in places.items():
        _must_be_new(source, inside, folder)
    for source, inside in places.items():
        place = folder / inside
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(source.read_bytes())
    return file.stem


def _places(file: Path, system: str, table: dict[str, object]) -> Iterator[tuple[Path, str]]:
    """The scenario and the files beside it that it names, with the places that they get."""
    yield file, f"{SCENARIO_FOLDERS[system].format(game=table.get('game', ''))}/{file.name}"
    for key, folder in resources.NAMED_IN_SCENARIOS.items():
        named = str(table.get(key, ""))
        beside = file.parent / named
        if named.endswith(".toml") and beside.is_file():
            yield beside, f"{system}/{folder}/{beside.name}"


def _must_be_new(source: Path, inside: str, folder: Path) -> None:
    """Refuse a file whose name one of ours has, or another of the desk's own.  Raises Faults."""
    if not SCENARIO_NAME.fullmatch(source.stem) or len(source.stem) > 40:
        raise _wrong(
            source, "a file name of small letters, digits and single hyphens, such as my-ridge.toml", source.name
        )
    if (resources.root() / resources.SCENARIOS / inside).exists():
        raise _wrong(source, "a name that no file of pbem has", source.name)
    place = folder / inside
    if place.exists() and place.read_bytes() != source.read_bytes():
        raise _wrong(
            source, "a name that no other file has", f"another {inside} in {folder}, by which games may be played"
        )


def _wrong(file: Path, expected: str, found: str) -> Faults:
    return Faults([Fault(str(file), 0, "the file", expected, found)])


# A battle that follows another: ``pbem new june-2 --after june-1 --scenario rosebud-3a`` (docs/campaigns.md, June
# 1876).
#
# The game that is played next says what it carries over, and which choices its book gives. That is written into a
# scenario file of the desk's own, which names the last record of the first battle; genesis of the second has its
# SHA-256.

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
            plan.scenario = kept_scenario(str(file), folder)
        except Faults as wrong:
            return [WrongTerm("--after", one.found, one.expected) for one in wrong.faults]
    return []
