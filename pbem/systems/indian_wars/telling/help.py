"""What the series adds to help pages: its defaults, the lines of each phase, how units are named."""

from pbem.reports.wrap import heading
from pbem.systems.indian_wars.telling.words import PHASES

DEFAULTS = (
    "set-up             asked again; at the deadline the first legal place",
    "A rally            all who are pinned or routed try; nobody resupplies",
    "B, D, E fire       nobody fires, unless a standing order says so",
    "C movement         routed units run to the nearest lawful place; others stay",
    "F melee            none, except charges that were declared",
    "opportunity fire   yes, at the first unit that triggers it",
    "retreat fire       yes",
    "before a melee     units stand (routed ones must try to retreat)",
    "losses             holders that can replace them, then the strongest unit",
    "                   idle holders make up for a loss of their hex (phase A)",
    "retreats           the shortest lawful way, US toward the Column HQ,",
    "                   Indians toward the north edge",
    "driven back        a unit on its way stops there",
    "pursuit, advance   no (after a charge pursuit is automatic)",
    "scatter            no; leaders stay with their unit",
)

SHOOTING = (
    "| G/9 Inf fire long at Crow King          at two hexes, on foot",
    "| C/3 Cav fire full at 3412 weakest       or strongest, mounted, leader",
)
HELP = {
    "s": (
        "Each counter in a hex that the scenario gives it:",
        "",
        "| A/2 Cav, B/2 Cav set up 3310 mounted",
        "| Crow King enter 2500 mounted            where it enters later",
    ),
    "a": (
        "All who are pinned or routed try to rally by themselves.",
        "",
        "| rally all                               as it is without orders",
        "| F/3 Cav no rally                        stays as it is",
        "| Capt Mills attach to E/3 Cav            a leader changes unit",
        "| A/3 Cav resupply                        low on ammunition",
        "| F/3 Cav rout to B/3 Cav                 by choice, instead of a rally",
    ),
    "b": (
        "At full strength a unit then neither moves nor changes mode; at half it may.",
        "",
        "| C/3 Cav fire full at Crow King",
        "| Good Heart fire half at Big Road else He Dog",
        *SHOOTING,
    ),
    "c": (
        "Routed units run first.  Paths are hexes, or N NE 2S behind move.",
        "",
        "| G/3 Cav recover; move 3512-3513         from disruption, then on",
        "| A/2, B/2 and D/2 Cav move 3310-3410",
        "| C/3 Cav dismount                        mount, prone; crawl 3413",
        "| A/3 Cav, E/3 Cav charge 3511            and the melee in phase F",
        "| F/3 Cav rout to B/3 Cav                 where a routed unit runs",
        "| Lone Bull hit and run at G/3 Cav from 3511 then move 3510",
        "| Crow King exit north                    enter 2500 mounted",
        "| B/3 Cav build breastworks               load breastworks",
        "| BG Crook look for village               at the north edge",
    ),
    "d": (
        "The side that is not moving fires.",
        "",
        "| C/3 Cav fire full at Crow King else Four Horns",
        *SHOOTING,
    ),
    "e": (
        "Advance fire is always at half strength.",
        "",
        "| Rain in the Face fire half at A/3 Cav",
    ),
    "f": (
        "Who stands next to the enemy may attack; afterwards pursue or advance.",
        "",
        "| A/3 Cav, E/3 Cav melee 3511; pursue     or no pursuit",
        "| A/3 Cav advance 3511                    or no advance",
    ),
}
"""A page for each phase, by its letter: what is done in it, and lines to copy."""

GENERAL = {
    "default": DEFAULTS,
    "defaults": DEFAULTS,
    "orders": (
        "  | C/3 Cav dismount; move 3413-3414",
        "  | A/2, B/2 and D/2 Cav move 3310-3410-3510",
        "  | each of A/3, E/3: dismount",
        "  | all in 2911 move 2912",
        "",
        "  Units     as you would say them: C/3, c3, Luettwitz, Crow King, Four.  A",
        "            name that fits two units is asked back, never guessed.  stack K is",
        "            the stack with that letter in the report that you answer.",
        "  Phases    a line counts for the phase that is asked for;  in F: ...  writes",
        "            for a later phase of the same player turn.",
        "  Order     lines are carried out from top to bottom; routed units go first.",
    ),
    "standing": (
        "  | policy all opfire: any",
        "  | policy all losses: holders, strongest",
        "  | when G/3 is meleed and odds 3:2 or worse then retreat before melee to 3513",
        "  | when Crow King moves within 2 of C/3 Cav then C/3 Cav fire half",
    ),
}
"""What the series adds to the pages that every game has."""

PAGES = {
    "set-up": "s",
    "setup": "s",
    "rally": "a",
    "attach": "a",
    "resupply": "a",
    "fire": "b",
    "move": "c",
    "movement": "c",
    "charge": "c",
    "mount": "c",
    "dismount": "c",
    "prone": "c",
    "recover": "c",
    "rout": "c",
    "enter": "s",
    "exit": "c",
    "defence": "d",
    "defensive": "d",
    "offensive": "b",
    "advance": "f",
    "melee": "f",
    "attack": "f",
    "pursue": "f",
}
"""Words that lead to a phase's page."""


def page(word: str) -> tuple[str, ...]:
    """What stands on the page of a word: its defaults, the verbs of a phase; nothing for any other word."""
    asked = word.strip().lower()
    if asked in GENERAL:
        return GENERAL[asked]
    letter = PAGES.get(asked, asked)
    lines = HELP.get(letter)
    if lines is None:
        return ()
    name, rule, _ = PHASES[letter.upper()]
    head = f"PHASE {letter.upper()} {name}" if letter != "s" else name
    return heading(f"HELP {head} (rule {rule})"), *(f"  {line}".rstrip() for line in lines)
