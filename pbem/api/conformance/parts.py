"""Check that the parts of a game are there and fit each other, and every event has its handlers."""

import inspect
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

from pbem import resources
from pbem.api.conformance.course import Courses, going_on
from pbem.casebook.case import Casework, casework, own_cases, run
from pbem.casebook.case_files import read_cases
from pbem.casebook.judge import problems
from pbem.core.event import CHANGE_NOTHING, Event, Handlers, PhaseBegan, PhaseEnded
from pbem.core.system import Card, RuleSystem
from pbem.core.tomlfile import Faults
from pbem.mail.checkup import Finding, good
from pbem.mechanisms.practice import Practice
from pbem.orders.dialect import Dialect
from pbem.orders.standing import Judge
from pbem.reports.teller import Teller
from pbem.systems.game import Game

PARTS: dict[str, tuple[type, ...]] = {
    "rules": (RuleSystem,),
    "orders": (Dialect, Judge),
    "teller_place": (Teller,),
    "cases_place": (Casework,),
    "practice_place": (Practice,),
}
TWO = 2


def parts(courses: Courses) -> Iterator[Finding]:
    """Every part loads and has what its protocol asks for; the card is right in itself."""
    game, wrong = courses.game, 0
    for name, protocols in PARTS.items():
        place = getattr(game, name)
        if not place:
            continue
        try:
            part = _part(game, name)
        except KeyError as fault:
            wrong += 1
            yield Finding("parts", "bad", f"{name}: {fault.args[0]}", f"Game.{name} names a part as   module:name")
            continue
        for missing in sorted(
            {one for protocol in protocols for one in _asked_for(protocol) if not hasattr(part, one)}
        ):
            wrong += 1
            todo = "Begin with a class of pbem.api that has it: StarterRules, StarterDialect, StarterTeller."
            yield Finding("parts", "bad", f"{name}: {place} has no `{missing}`", todo)
    if wrong:
        return
    for text, todo in _of_the_card(game, game.system.card):
        wrong += 1
        yield Finding("parts", "bad", text, todo)
    yield from _of_the_scenario(courses)
    if not courses.has_practice:
        text = "it has no practice players, so nothing can be played here: purity, determinism, secrecy, mail are not checked"
        yield Finding("parts", "note", text, "Give it some (Game.practice_place); those of a new game are 30 lines.")
    if not wrong:
        card = game.card
        yield good("parts", f"{card.title}: {len(card.sides)} sides, {len(card.phases)} phases, all parts are there")


def _part(game: Game, name: str) -> Any:
    attribute = {"rules": "system", "orders": "dialect", "teller_place": "teller", "cases_place": "casework"}
    return getattr(game, attribute.get(name, "practice_players"))


def _asked_for(protocol: type) -> Iterator[str]:
    """The public names that a protocol asks for."""
    for one in protocol.__mro__:
        if one.__module__.startswith("pbem"):
            yield from (name for name in vars(one) if not name.startswith("_"))
            yield from (name for name in inspect.get_annotations(one) if not name.startswith("_"))


def _of_the_card(game: Game, card: Card) -> Iterator[tuple[str, str]]:
    """Faults of a card, each with its remedy."""
    if game.card != card:
        yield (
            "its card without rules is not that of its rules",
            "Let Game.card_place and the rules name one and the same Card.",
        )
    if card.id != game.title:
        yield f"its card says {card.id!r} where Game.title is {game.title!r}", "Give both the same id."
    if len(card.sides) < TWO:
        yield f"its card has {len(card.sides)} side", "A game has two sides or more."
    for what, found in (
        ("side ids", [one.id for one in card.sides]),
        ("side codes", [one.code for one in card.sides]),
        ("phase letters", [one.letter for one in card.phases]),
    ):
        if len(set(found)) < len(found):
            yield f"two of its {what} are the same: {', '.join(found)}", "Each needs one of its own."
    sides = next((one for one in card.sides if not one.code.isupper() or not one.code.isalnum()), None)
    if sides is not None:
        yield f"the code of side {sides.id} is {sides.code!r}", "Codes stand in phase ids: capital letters and digits."


def _of_the_scenario(courses: Courses) -> Iterator[Finding]:
    """Faults of the main scenario: it opens, and its first phase is one of the card's."""
    from pbem.core.options import Options

    game = courses.game
    state = game.system.open(game.card.main_scenario, Options())
    phase = game.system.next_phase(state)
    letters = [one.letter for one in game.card.phases]
    if phase is None:
        yield Finding(
            "parts", "bad", f"{game.card.main_scenario}: no phase comes first", "See `next_phase` of the rules."
        )
    elif phase.letter not in letters:
        text = f"the first phase has the letter {phase.letter!r}; the card has {', '.join(letters)}"
        yield Finding("parts", "bad", text, "Name it in Card.phases.")
    elif game.short_name(phase.id) != game.teller.short_name(phase.id):
        names = game.short_name(phase.id), game.teller.short_name(phase.id)
        text = f"{phase.id} is {names[0]!r} by Game.phases and {names[1]!r} by the teller"
        yield Finding("parts", "bad", text, "Let Game.phases name the teller's own function.")
    try:
        game.system.open("no such scenario", Options())
    except KeyError:
        return
    text = "a scenario that does not exist opens all the same"
    yield Finding("parts", "bad", text, "Raise UnknownScenario (pbem.api.rules) for a name that you do not know.")


def handlers(courses: Courses) -> Iterator[Finding]:
    """Every event of the game is applied and told by some handler, and its record class can be read back."""
    game = courses.game
    events, tables = _declared(_packages_of(game))
    wrong = 0
    for doing in ("applies", "tells"):
        known = {kind for table in tables if table.doing == doing for kind in table}
        # Events of a module of which no table has one are matched by hand: the course of play shows what is done with them.
        by_table = {kind.__module__ for kind in known}
        for kind in events:
            if kind not in known and kind.__module__ in by_table and kind not in CHANGE_NOTHING:
                wrong += 1
                todo = f"Register a function for it under `on({kind.__name__})`, or `nothing_for({kind.__name__})`."
                yield Finding("handlers", "bad", f"no handler {doing} the event {kind.type_name}", todo)
    if (
        courses.has_practice
        and (fault := courses.course.fault) is not None
        and isinstance(fault[1], TypeError | AttributeError)
    ):
        wrong += 1
        yield Finding("handlers", "bad", f"{fault[0]}: {fault[1]}", f"It was raised in {courses.where(fault[1])}.")
    for text in _not_told(courses) if courses.has_practice else ():
        wrong += 1
        yield Finding("handlers", "bad", text, "Tell it in the teller's `log`, or leave it out there.")
    if not wrong:
        yield good("handlers", f"{len(events)} kinds of events are applied and told")


def _packages_of(game: Game) -> tuple[str, ...]:
    if game.packages:
        return game.packages
    return (game.rules.partition(":")[0].rpartition(".")[0],)


def _declared(packages: tuple[str, ...]) -> tuple[list[type[Event]], list[Handlers[Any]]]:
    """The kinds of events that the modules of packages declare, but for mere bases of others; and their tables of handlers."""
    values = [(module, value) for name in packages for module in _modules(name) for value in vars(module).values()]
    held = [value for module, value in values if inspect.isclass(value) and value.__module__ == module.__name__]
    kinds = {one for one in held if issubclass(one, Event)}
    bases = {base for kind in kinds for base in kind.__mro__[1:]}
    tables = [value for _, value in values] + [value for one in held for value in vars(one).values()]
    found = {id(one): one for one in tables if isinstance(one, Handlers)}
    return sorted(kinds - bases, key=lambda one: one.type_name), list(found.values())


def _modules(name: str) -> list[Any]:
    module = import_module(name)
    found = [module]
    for one in walk_packages(getattr(module, "__path__", ()), f"{name}."):
        if "test" not in one.name.rpartition(".")[2]:
            found.append(sys.modules.get(one.name) or import_module(one.name))
    return found


def _not_told(courses: Courses) -> Iterator[str]:
    """Phases whose log cannot be told."""
    game = courses.game
    for one in courses.course.seen:
        going_on()
        for side in game.card.sides:
            mine = [event for event in one.events if (who := event.known_to()) is None or side.id in who]
            try:
                log = game.teller.log(game.system.view(one.before, side.id), mine, 1)
            except Exception as fault:
                raised = f"{type(fault).__name__}: {fault} ({courses.where(fault)})"
                yield f"the log of {one.phase.id} cannot be written for {side.id}: {raised}"
                return
            rolled = sum(1 for event in mine for roll in _rolls_in(event) if roll in one.rolls)
            if len(log.dice) < rolled:
                yield f"{one.phase.id}: {rolled} rolls stand in its events, and {len(log.dice)} in the log that {side.id} gets"
                return
    kinds_seen = {type(event) for one in courses.course.seen for event in one.events}
    if courses.course.seen and courses.course.fault is None and not kinds_seen & {PhaseBegan, PhaseEnded}:
        yield "no phase begins and ends with PhaseBegan and PhaseEnded"
    ids = [one.phase.id for one in courses.course.seen]
    twice = next((one for n, one in enumerate(ids) if one in ids[:n]), "")
    if twice:
        yield f"two phases are called {twice}: orders, dice and letters are filed under the id, so it comes once in a game"


def _rolls_in(event: Event) -> Iterator[Any]:
    from pbem.core.umpire import Roll

    for name in event.__dataclass_fields__:
        value = getattr(event, name)
        yield from (one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, Roll))


# Check of a game's adjudication cases.


def cases(courses: Courses) -> Iterator[Finding]:
    """The cases in the game's own package (``cases/``) pass; those of a game of pbem's stand in ``tests/cases``."""
    if not courses.game.cases_place:
        yield Finding(
            "cases",
            "note",
            "it has no cases",
            "A case proves a clause of the rules; docs/cases.md says how one is written.",
        )
        return
    folder = _folder(courses)
    if folder is None:
        text = "it can read cases, and its package has no folder   cases/"
        yield Finding("cases", "note", text, "Put a case for each clause there (docs/cases.md).")
        return
    try:
        found = read_cases([folder], casework)
    except Faults as faults:
        for fault in faults.faults:
            yield Finding("cases", "bad", str(fault), "docs/cases.md lists what a case may have.")
        return
    found = tuple(one for one in found if one.game == courses.game.title)
    wrong = 0
    for case in found:
        going_on()
        for text in problems(case, run(case, own := casework(case.game)), own):
            wrong += 1
            yield Finding("cases", "bad", f"{case.id}: {text}", f"See it played:   pbem case show {case.id}")
    if not wrong:
        yield good("cases", f"{len(found)} cases pass")


def _folder(courses: Courses) -> Path | None:
    for package in courses.game.packages:
        try:
            found = resources.path(f"{package}:cases")
        except FileNotFoundError:
            continue
        return found
    mine = own_cases() / courses.game.title
    return mine if not courses.game.packages and mine.is_dir() else None
