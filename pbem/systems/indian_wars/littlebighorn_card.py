"""The Battle of the Little Bighorn: its card, its sequence of play and its options.  It imports no rules.

The rest of the title is in `littlebighorn`; where its book has what, in `clauses-littlebighorn.toml`.
"""

from dataclasses import replace

from pbem.core.clause import read_rules
from pbem.core.options import Option
from pbem.core.system import Card
from pbem.systems.indian_wars import phases, rosebud_card
from pbem.systems.indian_wars.say import SIDES

SHOOTING = (
    "| Crow Scouts fire long at Crow King      at two hexes, on foot",
    "| C/7 Cav fire full at 6415 weakest       or strongest, mounted, leader",
)
HELP = {
    "S": (
        "Each counter in a hex that the scenario gives it:",
        "",
        "| A/7 Cav, G/7 Cav set up 8912",
        "| Crow King 7017; Gall and Big Road in 6616",
        "| Hunkpapa camp 3 set up 7116             round the hex of its circle",
        "| D/7 Cav enter 8908 mounted              where it enters later",
    ),
    "A": (
        "All who are pinned or routed try to rally by themselves.",
        "",
        "| rally all                               as it is without orders",
        "| F/7 Cav no rally                        stays as it is",
        "| Maj Reno attach to A/7 Cav              a leader changes unit",
        "| A/7 Cav resupply                        low on ammunition",
        "| F/7 Cav rout to E/7 Cav                 by choice, instead of a rally",
        "| break down Oglala                       a circle packs its camps",
        "| gather herds 6619 6620                  which herds first",
    ),
    "B": (
        "After full fire a unit neither moves nor changes mode; after half it may.",
        "",
        "| C/7 Cav fire full at Crow King",
        "| Arikara Scouts fire half at Big Elk else He Dog",
        *SHOOTING,
    ),
    "C": (
        "Routed units run first.  Paths are hexes, or N NE 2S behind move.",
        "",
        "| G/7 Cav recover; move 7512-7412         from disruption, then on",
        "| E/7 and F/7 Cav move 8906-8806",
        "| C/7 Cav dismount                        mount, prone; crawl 7412",
        "| A/7 Cav, M/7 Cav charge 7113            and the melee in phase F",
        "| F/7 Cav rout to E/7 Cav                 where a routed unit runs",
        "| B/7 Cav exit south                      enter 8908 mounted",
        "| B/7 Cav build breastworks               load breastworks",
        "| C/7 Cav move 7117-7017; burn camp       capture villagers",
        "| Crow Scouts scatter herd                release villagers",
    ),
    "D": ("The side that is not moving fires.", "", "| C/7 Cav fire full at Crow King else Four Horns", *SHOOTING),
    "E": ("Advance fire is always at half strength.", "", "| Rain in the Face fire half at A/7 Cav"),
    "F": (
        "Units next to the enemy may attack; afterwards pursue or advance.",
        "",
        "| A/7 Cav, M/7 Cav melee 7113; pursue     or no pursuit",
        "| A/7 Cav advance 7113                    or no advance",
    ),
}
NIGHT = phases.TitlePhase(
    letter=phases.NIGHT,
    name="Night",
    clause="night turn",
    chapter="night turn",
    orders="phasing",
    short="Night",
    play="pbem.systems.indian_wars.rules.country.night:night_phase",
    words=("night",),
    pages=("night",),
    help=(
        "Between 25 and 26 June, once.  The US first: all are on foot, and the",
        "Indians off the map.  Headquarters and leaders go with a unit that walks.",
        "",
        "| A/7 Cav move 7810-7711                  then build breastworks",
        "| A/7 Cav restore strength                two VPs won by water for a point",
        "",
        "Then the Indian player: a roll says how many may lie near the cavalry.",
        "",
        "| Crow King set up 7712 mounted           uses up a herd; or on foot",
        "| Herd 3, Herd 4 set up 6619              within ten hexes of a camp",
        "",
        "They lie within three hexes of cavalry and next to no US unit.  A unit",
        "without an order goes to the camps of its circle.",
    ),
    prompt="The night: the US moves on foot and builds, the Indian player places units",
    in_story="night",
    nothing="nobody moves",
    nothing_clause="night turn",
    silent="US units stay where they are; Indian units go to their camps",
    nobody=("Nothing to order", "pass"),
    in_turn=False,
)
HUNT = phases.TitlePhase(
    letter=phases.HUNT,
    name="Hunting parties",
    clause="hunting parties",
    chapter="hunting parties",
    orders="phasing",
    short="Hunting",
    play="pbem.systems.indian_wars.rules.village.hunting:hunting_phase",
    words=("hunting", "hunt"),
    pages=("hunting", "parties"),
    help=(
        "Once both sides have set up, where the option `hunting parties` is played.",
        "",
        "| Turning Bear hunt 7404                 then Iron Bear, then one of three",
        "| dummies 4515 7802                      markers hide all of them",
        "| herds aside 2610 2711                  whose ponies they ride",
        "",
        "Nine hexes or more from US units and their entry; one party and one dummy",
        "at most on the North map.  Without dummies they go openly.",
    ),
    prompt="Which units hunt, and where dummies are",
    in_story="hunting parties",
    nothing="nobody hunts",
    nothing_clause="hunting parties",
    silent="nobody hunts",
    nobody=("Nobody hunts", "pass"),
    in_turn=False,
)
CLAUSE_INDEX = "clauses-littlebighorn.toml"
CLAUSES = read_rules("pbem.systems.indian_wars", CLAUSE_INDEX)
"""The clause of its book for each rule that the code cites by its meaning."""

PHASES = (*(replace(one, help=HELP[one.letter]) for one in rosebud_card.PHASES), NIGHT, HUNT)
OPTIONS = {
    "first shot": "15.D",
    "ammunition roster": "15.D",
    "nearest leader": "3.F",
    "free rout": "10.J",
    "higher between": "9.C",
    "retreats by count": "10.I",
    "late rally": "10.J.1",
    "several players": "13.D.8",
}
"""The options of the series that this title has too, and where its book has them."""

OWN_OPTIONS = (
    Option(
        "early infantry", "In scenario 5 the infantry comes at 13:00, without its trains and B company.", "21.5.A.3"
    ),
    Option(
        "hunting parties",
        "In scenarios 4 and 5 up to three Indian units are out hunting, among two dummies.",
        "21.5.B.1",
    ),
    Option("outpost", "In scenarios 1 to 3 up to two Indian units may begin mounted near 6608.", "21.1.H"),
    Option("howitzer", "In scenario 5 the 12-pounder takes the place of the third Gatling.", "21.5.B.3"),
)
"""Options of the book."""


def _options() -> tuple[Option, ...]:
    shared = tuple(replace(one, clause=OPTIONS[one.name]) for one in rosebud_card.CARD.options if one.name in OPTIONS)
    return (*shared, *OWN_OPTIONS)


CARD = Card(
    id="littlebighorn",
    title="The Battle of the Little Bighorn",
    system="indian_wars",
    clauses="LB",
    sides=SIDES,
    phases=phases.cards(PHASES, CLAUSES),
    options=_options(),
    main_scenario="scenario-1",
)


def short_name(phase: str) -> str:
    """A phase in a subject line: ``T3 US Off. Fire`` for ``T03.US.B``."""
    return phases.short_name(phase, PHASES)
