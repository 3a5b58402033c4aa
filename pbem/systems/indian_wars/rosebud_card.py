"""The Battle of Rosebud Creek: its card, its sequence of play and its options.  It imports no rules.

The rest of the title is in `rosebud`; where its book has what, in `clauses-rosebud.toml`.
"""

from pbem.core.clause import read_rules
from pbem.core.options import Option
from pbem.core.system import Card
from pbem.systems.indian_wars import phases
from pbem.systems.indian_wars.phases import TitlePhase
from pbem.systems.indian_wars.say import SIDES

_RULES = "pbem.systems.indian_wars.rules"

SHOOTING = (
    "| G/9 Inf fire long at Crow King          at two hexes, on foot",
    "| C/3 Cav fire full at 3412 weakest       or strongest, mounted, leader",
)

CLAUSE_INDEX = "clauses-rosebud.toml"
CLAUSES = read_rules("pbem.systems.indian_wars", CLAUSE_INDEX)
"""The clause of its book for each rule that the code cites by its meaning."""

PHASES = (
    TitlePhase(
        letter="S",
        name="Set-up",
        clause="set-up",
        chapter="set-up",
        orders="phasing",
        short="Set-up",
        play=f"{_RULES}.turn.setup:set_up_phase",
        words=("setup",),
        pages=("set-up", "setup", "enter"),
        help=(
            "Each counter in a hex that the scenario gives it:",
            "",
            "| A/2 Cav, B/2 Cav set up 3310 mounted",
            "| Crow King enter 2500 mounted            where it enters later",
        ),
        prompt="Where holders and scouts set up",
        in_story="set-up",
        nothing="all stand where the scenario puts them",
        nothing_clause="set-up",
        silent="at the deadline everything stands in its first legal place, in hex order",
        nobody=("Leave it to us", "pass"),
    ),
    TitlePhase(
        letter="A",
        name="Rally",
        clause="rally phase",
        chapter="morale",
        orders="phasing",
        short="Rally",
        play=f"{_RULES}.morale.rally:rally_phase",
        words=("rally",),
        pages=("rally", "attach", "resupply"),
        help=(
            "All who are pinned or routed try to rally by themselves.",
            "",
            "| rally all                               as it is without orders",
            "| F/3 Cav no rally                        stays as it is",
            "| Capt Mills attach to E/3 Cav            a leader changes unit",
            "| A/3 Cav resupply                        low on ammunition",
            "| F/3 Cav rout to B/3 Cav                 by choice, instead of a rally",
        ),
        prompt="Who rallies, who resupplies, whom leaders join",
        policy="rally",
        fires_next="B",
        in_story="rally",
        nothing="nobody rallies, and nobody has to",
        nothing_clause="rally attempt",
        idle="they try by themselves",
        silent="all who are pinned or routed try to rally; nobody resupplies or routs by choice",
        nobody=("Nothing to add", "pass"),
        also="B, C, E and F too if you like",
    ),
    TitlePhase(
        letter="B",
        name="Offensive Fire",
        clause="offensive fire phase",
        chapter="fire combat",
        orders="phasing",
        short="Off. Fire",
        play=f"{_RULES}.fire.fire:fire_phase",
        words=("fire",),
        pages=("fire", "offensive"),
        help=(
            "After full fire a unit neither moves nor changes mode; after half it may.",
            "",
            "| C/3 Cav fire full at Crow King",
            "| Good Heart fire half at Big Road else He Dog",
            *SHOOTING,
        ),
        prompt="Offensive fire: who fires at whom",
        occasion="offensive",
        in_story="fire",
        nothing="nobody fires",
        nothing_clause="fire",
        idle="they do not fire",
        silent="nobody fires",
        nobody=("Nobody to fire", "pass"),
        also="C, E and F too if you like",
    ),
    TitlePhase(
        letter="C",
        name="Movement",
        clause="movement phase",
        chapter="movement",
        orders="phasing",
        short="Movement",
        play=f"{_RULES}.movement.movement_phase:movement_phase",
        words=("move", "movement"),
        pages=("move", "movement", "charge", "mount", "dismount", "prone", "recover", "rout", "exit"),
        help=(
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
        prompt="Movement and activities",
        fires_next="E",
        in_story="movement",
        nothing="nobody moves",
        nothing_clause="movement",
        idle="they stay",
        silent="nobody moves",
        nobody=("Nobody to move", "pass"),
        also="E and F too if you like",
    ),
    TitlePhase(
        letter="D",
        name="Defensive Fire",
        clause="defensive fire phase",
        chapter="fire combat",
        orders="other",
        short="Def. Fire",
        play=f"{_RULES}.fire.fire:fire_phase",
        words=("defence", "defense"),
        pages=("defence", "defensive"),
        help=("The side that is not moving fires.", "", "| C/3 Cav fire full at Crow King else Four Horns", *SHOOTING),
        prompt="Defensive fire",
        occasion="defensive",
        policy="deffire",
        in_story="defensive fire",
        nothing="nobody fires",
        nothing_clause="fire",
        idle="they fire only if a standing order says so",
        silent="your standing orders fire; without them nobody does",
        nobody=("Nobody to fire", "pass"),
    ),
    TitlePhase(
        letter="E",
        name="Advance Fire",
        clause="advance fire phase",
        chapter="fire combat",
        orders="phasing",
        short="Adv. Fire",
        play=f"{_RULES}.fire.fire:fire_phase",
        words=("advance",),
        pages=(),
        help=("Advance fire is always at half strength.", "", "| Rain in the Face fire half at A/3 Cav"),
        prompt="Advance fire, at half strength",
        occasion="advance",
        strength="half",
        policy="advfire",
        in_story="advance fire",
        nothing="nobody fires",
        nothing_clause="advance fire phase",
        idle="they do not fire",
        silent="nobody fires",
        nobody=("Nobody to fire", "pass"),
        also="F too if you like",
    ),
    TitlePhase(
        letter="F",
        name="Melee",
        clause="melee phase",
        chapter="melee",
        orders="phasing",
        short="Melee",
        play=f"{_RULES}.melee.melee:melee_phase",
        words=("melee",),
        pages=("advance", "melee", "attack", "pursue"),
        help=(
            "Units next to the enemy may attack; afterwards pursue or advance.",
            "",
            "| A/3 Cav, E/3 Cav melee 3511; pursue     or no pursuit",
            "| A/3 Cav advance 3511                    or no advance",
        ),
        prompt="Who attacks which hex",
        in_story="melee",
        nothing="no melee",
        nothing_clause="attack",
        idle="they attack nobody",
        silent="no melee, except charges that were declared",
        nobody=("No melee", "pass"),
    ),
)

CARD = Card(
    id="rosebud",
    title="The Battle of Rosebud Creek",
    system="indian_wars",
    clauses="RC",
    sides=SIDES,
    phases=phases.cards(PHASES, CLAUSES),
    options=(
        Option(
            "first shot",
            "A US unit's first fire in the game never depletes its ammunition.",
            "14.D",
            not_with=("ammunition roster",),
        ),
        Option("ammunition roster", "Ammunition is crossed off unit by unit on a roster.", "14.D"),
        Option("pony pickup", "An Indian unit may take ammunition from a melee in which the US lost a point.", "14.C"),
        Option("hit and run", "Indian units may strike, be fired on and ride away.", "16.G"),
        Option(
            "casualty limit", "From the 14th Indian strength point lost each counts 2 VPs; at 18 no more melee.", "16.F"
        ),
        Option(
            "nearest leader",
            "Of several leaders in reach the nearest helps a Morale Check, not the best rated (ruling A-076).",
            "3.G",
        ),
        Option(
            "free rout",
            "A routed US unit may run to any place of the kind it chooses, not to the nearest alone (ruling A-071).",
            "10.J",
        ),
        Option(
            "staff horses",
            "The Column HQ's holder is a counter on the map, which can lose its horses (ruling A-032).",
            "8.D.2",
        ),
        Option(
            "higher between",
            "Ground between blocks sight where it is higher than one end, not than both alone (ruling A-039).",
            "9.C",
        ),
        Option(
            "retreats by count",
            "A retreat of several hexes ends so many hexes on, not with so many between (ruling A-065).",
            "10.I",
        ),
        Option("no scatter", "Indian units do not scatter (ruling A-108).", "7.K"),
        Option("scatter unfired", "Nobody fires at units that scatter (ruling A-026).", "7.K"),
        Option(
            "late rally", "Who routs by choice in his Rally Phase does not try to rally in it (ruling A-069).", "10.J.1"
        ),
        Option(
            "several players",
            "Several people on a side play leaders: who loses theirs takes another, and the highest ranked commands.",
            "12.E.6-2",
        ),
    ),
    main_scenario="historical",
)


def short_name(phase: str) -> str:
    """A phase in a subject line: ``T3 US Off. Fire`` for ``T03.US.B``."""
    return phases.short_name(phase, PHASES)
