"""Questions of `pbem new` at a terminal: one question for each missing setting, with the default in brackets."""

import sys
from collections.abc import Callable, Collection
from getpass import getpass
from itertools import count
from pathlib import Path

from pbem.core.options import Options
from pbem.desk.desk import Desk, Title
from pbem.desk.games.campaign_file import CampaignDraft
from pbem.desk.games.open import Wanted, expected_scenario, expected_title, wrong_name
from pbem.desk.people import person, wrong_address
from pbem.desk.people import wrong_name as wrong_person_name
from pbem.desk.play.pace import ASK, PACES
from pbem.desk.play.practice import levels
from pbem.desk.play.terms import HOURS, TEMPOS, tempo_summary
from pbem.desk.play.witness import NoWitness, read_card
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.seal.lock import BEACON, MODES, SEALED, WITNESS
from pbem.systems import registry

MOST_TRIES = 5
SEEDS = {
    SEALED: "a ladder that the first record fixes",
    WITNESS: "a ladder that the first record fixes, and one that a witness holds",
    BEACON: "a ladder that the first record fixes, and a public beacon",
}
"""The source of the seeds in each mode."""


def ask(desk: Desk, plan: CampaignDraft) -> bool:
    """Ask for whatever is missing, a wrong answer again; False if the one at the terminal gives up (an end of input, too
    many tries) or what they said before is no game."""
    try:
        _ask(desk, plan)
    except EOFError:
        print("\nNothing was made.")
        return False
    except KeyError as unknown:
        print(f"game: expected {expected_title(unknown)}; found {plan.title!r}\nNothing was made.")
        return False
    return True


def _ask(desk: Desk, plan: CampaignDraft) -> None:
    if not plan.title:
        known = registry.offered(unfinished=plan.takes_unfinished)
        games = [registry.game(one) for one in known]
        variants = (name for one in games if isinstance(one, registry.HasVariants) for name in one.variants)
        plan.title = prompt(f"game ({', '.join(known)})", known[0], one_of((*known, *variants)))
    title = desk.title(plan.title)
    card = title.system.card
    if not plan.name:
        plan.name = prompt(
            "name of the campaign", _free_name(desk, plan.title), lambda answer: _wrong_name(desk, answer)
        )
    if not plan.scenario:
        plan.scenario = prompt("scenario", card.main_scenario, lambda answer: _wrong_scenario(title, answer))
    practice = levels(desk, plan.title)
    more = f", or {' or '.join(practice)} for the program" if practice else ""
    for side in card.sides:
        if {side.id, side.code, side.name}.intersection((*plan.players, *plan.plays)):
            continue
        who = prompt(
            f"who plays {side.name} (NAME <address>{more})", "", lambda answer: _wrong_player(practice, answer)
        )
        if "@" in who:
            plan.players[side.id] = person(who)
        else:
            plan.plays[side.id] = who
    if not plan.gm[1]:
        plan.gm = person(prompt("the GM (NAME <address>)", desk.house.gm_address, _wrong_address))
    if not plan.tempo and not plan.hours and not plan.calendar:
        for name in TEMPOS:
            for line in wrap(tempo_summary(name), WIDTH, first=f"  {name:<8} ", rest=" " * 11):
                print(line)
        plan.tempo = prompt(f"tempo ({', '.join(TEMPOS)})", "usual", one_of(TEMPOS))
    if not plan.pace:
        plan.pace = prompt(f"pace ({', '.join(PACES)}: how often play stops for a letter)", ASK, one_of(PACES))
    if not plan.dice:
        plan.dice = prompt(f"dice ({', '.join(MODES)}: who takes part in their seeds)", SEALED, one_of(MODES))
    if plan.dice == WITNESS and plan.witness is None:
        plan.witness = Path(prompt("the file that the witness has given you (GAME.witness)", "", _wrong_card))
    if not plan.options and card.options:
        names = [one.name for one in card.options]
        answer = prompt(
            f"optional rules ({', '.join(names)}; - for none)", "-", lambda answer: _wrong_options(names, answer)
        )
        plan.options = [] if answer == "-" else answer.replace(",", " ").split()
    if not plan.invites:
        plan.invites = prompt("invite the players first (yes, no)", "yes", one_of(("yes", "no"))) == "yes"


def one_of(known: Collection[str]) -> Callable[[str], str]:
    return lambda answer: "" if answer in known else f"one of {', '.join(known)}"


def _free_name(desk: Desk, title: str) -> str:
    with desk.store.read() as books:
        return next(name for n in count(1) if books.games.find(name := f"{title}-{n}") is None)


def _wrong_name(desk: Desk, text: str) -> str:
    with desk.store.read() as books:
        wrong = wrong_name(books, text)
    return wrong.expected if wrong is not None else ""


def _wrong_scenario(title: Title, text: str) -> str:
    try:
        title.system.open(text, Options(()))
    except KeyError as unknown:
        return expected_scenario(title.system.card, unknown)
    return ""


def _wrong_address(text: str) -> str:
    name, address = person(text)
    if wrong_address(address):
        return "a name and an address, such as 'N. Osman <nadia@mail.example>'"
    return wrong_person_name(name)


def _wrong_player(practice: Collection[str], text: str) -> str:
    wrong = "" if text in practice else _wrong_address(text)
    return f"{wrong}, or {' or '.join(practice)}" if wrong and practice else wrong


def _wrong_card(text: str) -> str:
    try:
        read_card(Path(text))
    except NoWitness as wrong:
        return str(wrong)
    return ""


def _wrong_options(names: Collection[str], text: str) -> str:
    is_right = text == "-" or all(one in names for one in text.replace(",", " ").split())
    return "" if is_right else f"some of {', '.join(names)}, or - for none"


def prompt(question: str, usual: str, expected: Callable[[str], str], *, hidden: bool = False) -> str:
    """The answer to one question; `expected` says of an answer that is wrong what would be right.  One that is `hidden` is
    not shown at a terminal, and never told.

    Raises EOFError after some that are wrong.
    """
    reads = getpass if hidden and sys.stdin.isatty() else input
    for _ in range(MOST_TRIES):
        shown = "" if not usual else " [as configured]" if hidden else f" [{usual}]"
        wording = reads(f"{question}{shown}: ").strip() or usual
        text = expected(wording) if wording else "an answer"
        if not text:
            return wording
        found = "nothing" if not wording else "something else" if hidden else repr(wording)
        for line in wrap(f"expected {text}; found {found}", WIDTH, first="  ", rest="  "):
            print(line)
    print(f"  That was the {MOST_TRIES}th time.")
    raise EOFError


def show_understood(wanted: Wanted) -> None:
    """Show what was understood."""
    print()
    for label, value in rows(wanted):
        for line in wrap(value, WIDTH, first=f"  {label:<10} ", rest=" " * 13):
            print(line)


def understood(wanted: Wanted) -> bool:
    """Show what was understood, and ask whether it is right."""
    show_understood(wanted)
    try:
        return input("\nIs this right?  (yes, no) ").strip().lower() in ("yes", "y")
    except EOFError:
        print()
        return False


def rows(wanted: Wanted) -> list[tuple[str, str]]:
    """A campaign as it was understood, label by label."""
    found = [
        ("campaign", f"{wanted.name}{f' (a pair with {wanted.pair})' if wanted.pair else ''}"),
        ("game", f"{wanted.title}, {wanted.scenario}"),
    ]
    found += [
        (side, f"{name} <{address}>" if name else f"{address}   (the others see the side's name)")
        for side, address, name in wanted.players
    ]
    found += [(side, f"{level}, played by the program") for side, level in wanted.plays.items()]
    for side, address, name, formations, form, leader in wanted.seats:
        what = {"": "looks on", "gm": "second GM"}.get(side, f"shares {side}")
        who = f"{name} <{address}>{f' as {leader}' if leader else ''}"
        found.append((what, f"{who}{': ' + ', '.join(formations or (form,)) if formations or form else ''}"))
    found += [
        (f"for {side}", f"{name} <{address}> is asked if its player falls silent")
        for side, address, name, *_ in wanted.substitutes
    ]
    found.append(("GM", f"{wanted.gm_name} <{wanted.gm_address}>" if wanted.gm_name else wanted.gm_address))
    found.append(
        (
            "pace",
            f"{wanted.pace}; a phase runs {'at once' if wanted.when_in == 'at once' else 'when its side is ready'}",
        )
    )
    hours = {**HOURS, **wanted.hours}
    before = hours.pop("reminder")
    text = ", ".join(f"{kind} {count} h" for kind, count in hours.items())
    found.append(("hours", f"{text}; a reminder {before} h before"))
    found += [("terms", line) for line in wanted.terms.summary()]
    found.append(("options", ", ".join(wanted.options) or "none"))
    found.append(("dice", f"{wanted.dice} ({SEEDS[wanted.dice]})"))
    found.append(("begins", "when all have accepted" if wanted.invites else "now"))
    return found
