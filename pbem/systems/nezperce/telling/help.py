"""What the game adds to help pages."""

from collections.abc import Mapping

PAGES: Mapping[str, tuple[str, ...]] = {
    "orders": (
        "HELP ORDERS",
        "",
        "  | Howard + Perry move 0709 to 0708-0707",
        "  | Indian Village + Joseph fast 0811 to 0911",
        "  | Perry to Missoula            by the cheapest way, if the points suffice",
        "  | Perry toward Missoula        as far as the points go",
        "  | Ollokot + White Bird attack 0910",
        "  | search 0910",
        "  | Perry + Green + Mason draw supply Boise",
        "",
        "  Units in one hex that are joined by + go together.  A line knows its phase",
        "  by its verb.  Names may be shortened while one unit fits: village, hoot.",
        "  all in 0811  names every unit of yours there.",
        "  Help pages: move, rivers, supply, search, battles, canada.",
    ),
    "move": (
        "HELP MOVE",
        "",
        "  | Howard + Perry move 0709 to 0708-0707",
        "  | Joseph fast 0811 to 0911-1011",
        "",
        "  A unit moves at its normal rate or, in supply, at its fast one.  A hex costs",
        "  1 MP in open plains, 2 in rolling hills, 3 in wooded mountains, 4 in major",
        "  mountains; 2 more if enemies are in it.  After a fast move an Indian unit",
        "  moves at its normal rate for three turns.  There are no zones of control, no",
        "  limits of stacking.  An Indian unit that enters a town or fort stops and",
        "  has to fight.",
    ),
    "rivers": (
        "HELP RIVERS",
        "",
        "  | Joseph move 0911 to 1011-1111  a path over the river is an attempt",
        "",
        "  Crossing a major river costs 1 MP more and takes a roll a unit: Indian",
        "  units cross on a 1, from turn 12 on a 1 or 2; the Army from turn 12 on a 1.",
        "  Who fails goes no further this turn.  If units are ordered together and one",
        "  fails, all stay.  0509-0608 is crossed without a roll.",
    ),
    "supply": (
        "HELP SUPPLY",
        "",
        "  | Perry + Green + Mason + Hart + Hale draw supply Boise",
        "",
        "  Supply is judged once a turn and decides only whether a unit may move fast.",
        "  Indian units are in supply in a hex with a minor river or by a major one,",
        "  Army units in a town or fort.  A town supplies five captains, majors and",
        "  colonels; others are not counted.",
    ),
    "search": (
        "HELP SEARCH",
        "",
        "  | search 0910",
        "",
        "  Every hex with both sides is searched, and you say in which sequence.  The",
        "  Army's search values less the lowest evasion there, and a die with the",
        "  terrain's modifier: a contact if the sum is 9 or more, never below 0.",
        "  A contact is fought at once.",
    ),
    "battles": (
        "HELP BATTLES",
        "",
        "  | Ollokot + White Bird attack 0910",
        "",
        "  A contact by a search, a declaration in phase C or a town that Indian units",
        "  enter opens a battle on the map of its terrain.  Army units that fought",
        "  stay where they are next turn and are slow on the next; Indian units are",
        "  slow next turn.",
    ),
    "canada": (
        "HELP CANADA",
        "",
        "  Indian units stay in Idaho and its border to turn 9, out of Canada to turn",
        "  25.  At the end of turn 25 the village and two bands must be south of the",
        "  Yellowstone in columns 29 to 34; otherwise Canada stays closed till they are",
        "  at the end of a later turn.  The game ends once all Indian units are in",
        "  Canada.  The seven hexes are 1901, 2101, 2301, 2501, 2701, 2901 and 3101.",
    ),
    "defaults": (
        "movement           units without a line stay",
        "declarations       nobody declares combat",
        "supply             the first five in the order of battle",
        "search             hexes in ascending order",
    ),
    "help": (
        "move           rates, costs, towns",
        "rivers         crossings and their dice",
        "supply         what it allows, who has it",
        "search         superiority and the die",
        "battles        what opens one, what follows",
        "canada         Idaho, the rendezvous, the border",
    ),
}

ALSO: Mapping[str, str] = {
    "moves": "move", "movement": "move", "fast": "move", "river": "rivers", "crossing": "rivers",
    "searches": "search", "contact": "search", "battle": "battles", "attack": "battles", "declare": "battles",
    "rendezvous": "canada", "idaho": "canada",
}  # fmt: skip
"""Other words for the pages."""


def page(word: str) -> tuple[str, ...]:
    """The lines that the game has for a word; none for one that it does not know."""
    asked = " ".join(word.lower().split())
    return PAGES.get(ALSO.get(asked, asked), ())
