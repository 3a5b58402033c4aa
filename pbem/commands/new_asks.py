"""What `pbem new` asks at a terminal: what is left open, one question each, with what is usual in brackets."""

from collections.abc import Callable

from pbem.campaign.addresses import ADDRESS, person
from pbem.campaign.campaign_file import Plan
from pbem.campaign.desk import Desk
from pbem.campaign.open import NAME, Wanted
from pbem.campaign.practice import levels
from pbem.campaign.terms import TEMPOS
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.systems import registry

MOST_TRIES = 5


def ask(desk: Desk, plan: Plan) -> bool:
    """Ask for whatever is missing; False where the one at the terminal gives up (an end of input, too many tries)."""
    try:
        if not plan.title:
            known = registry.titles()
            plan.title = _asked(f"game ({', '.join(known)})", known[0], lambda said: said in known)
        title = desk.title(plan.title)
        card = title.system.card
        if not plan.name:
            plan.name = _asked("name of the campaign", f"{plan.title}-1", lambda said: bool(NAME.fullmatch(said)))
        if not plan.scenario:
            plan.scenario = _asked("scenario", card.main_scenario, bool)
        for side in card.sides:
            if side.id in plan.players or side.id in plan.plays:
                continue
            more = f", or {' or '.join(levels(desk, plan.title))}" if levels(desk, plan.title) else ""
            who = _asked(f"who plays {side.name} (NAME <address>{more})", "", lambda said: _is_player(desk, plan, said))
            if "@" in who:
                plan.players[side.id] = person(who)
            else:
                plan.plays[side.id] = who
        if not plan.gm[1]:
            usual = desk.house.gm_address
            plan.gm = person(
                _asked("the GM (NAME <address>)", usual, lambda said: bool(ADDRESS.fullmatch(person(said)[1])))
            )
        if not plan.tempo and not plan.hours and not plan.calendar:
            plan.tempo = _asked(f"tempo ({', '.join(TEMPOS)})", "usual", lambda said: said in TEMPOS)
        if not plan.options and card.options:
            names = [one.name for one in card.options]
            said = _asked(f"optional rules ({', '.join(names)}; - for none)", "-", lambda said: _are(said, names))
            plan.options = [] if said == "-" else said.replace(",", " ").split()
        if not plan.invites:
            plan.invites = (
                _asked("invite the players first (yes, no)", "yes", lambda said: said in ("yes", "no")) == "yes"
            )
    except (EOFError, KeyError):
        print("\nNothing was made.")
        return False
    return True


def _is_player(desk: Desk, plan: Plan, said: str) -> bool:
    return bool(ADDRESS.fullmatch(person(said)[1])) or said in levels(desk, plan.title)


def _are(said: str, names: list[str]) -> bool:
    return said == "-" or all(one in names for one in said.replace(",", " ").split())


def _asked(prompt: str, usual: str, is_right: Callable[[str], bool]) -> str:
    """The answer to one question.  Raises EOFError after some that are wrong."""
    for _ in range(MOST_TRIES):
        said = input(f"{prompt}{f' [{usual}]' if usual else ''}: ").strip() or usual
        if said and is_right(said):
            return said
        print(f"  expected {prompt}; found {said!r}")
    raise EOFError


def understood(wanted: Wanted) -> bool:
    """Show what was understood, and ask whether it is right."""
    print()
    for label, said in rows(wanted):
        for line in wrap(said, WIDTH, first=f"  {label:<10} ", rest=" " * 13):
            print(line)
    return input("\nIs this right?  (yes, no) ").strip().lower() in ("yes", "y")


def rows(wanted: Wanted) -> list[tuple[str, str]]:
    """A campaign as it was understood, label by label."""
    found = [("campaign", wanted.name), ("game", f"{wanted.title}, {wanted.scenario}")]
    found += [(side, f"{name or '(no name)'} <{address}>") for side, address, name in wanted.players]
    found += [(side, f"{level}, played by the program") for side, level in wanted.plays.items()]
    for side, address, name, formations in wanted.seats:
        what = {"": "looks on", "gm": "second GM"}.get(side, f"shares {side}")
        found.append((what, f"{name} <{address}>{': ' + ', '.join(formations) if formations else ''}"))
    found.append(("GM", f"{wanted.gm_name} <{wanted.gm_address}>" if wanted.gm_name else wanted.gm_address))
    found.append(
        (
            "pace",
            f"{wanted.pace}; a phase runs {wanted.when_in if wanted.when_in != 'ready' else 'when its side is ready'}",
        )
    )
    hours = ", ".join(f"{kind} {count} h" for kind, count in wanted.hours.items())
    found.append(("hours", hours or "orders 72 h, question 24 h, set-up 168 h"))
    found += [("terms", line) for line in wanted.terms.said()]
    found.append(("options", ", ".join(wanted.options) or "none"))
    found.append(("dice", "sealed (a ladder that the first record fixes)"))
    found.append(("begins", "when all have accepted" if wanted.invites else "now"))
    return found
