"""The letters of the demo's first game turn, written for one scenario a game: two people, their habits, their mistakes.

With another seed the dice differ, and some lines may be overtaken; then the desk says so, as it would to anybody.
"""

from collections.abc import Mapping

from pbem.demo.correspondent import HTML, QUOTED, Reply

Script = Mapping[tuple[str, str], tuple[Reply, ...]]
"""The letters of a side in a phase, one by one."""

ROSEBUD: Script = {
    ("T03.IN.A", "indian"): (
        Reply(
            (
                "rally all",
                "policy opfire all: any",
                "policy scatter all: none",
                "when Crow King is meleed then stand",
                "press: The ridge is ours, general.",
                "end press",
                "ready",
            )
        ),
    ),
    ("T03.IN.B", "indian"): (
        Reply(
            (
                "Crow King fire full at C/3",
                "Four Horns: 1/2 fire G3",
                "Hedog half fire at Old Crow",
                "Lame White Man fire full at F/3 Cav",
                "Black Eagle fire full at B/3",
            ),
            HTML,
        ),
        Reply(("Black Eagle stay", "ready")),
    ),
    ("T03.IN.C", "indian"): (
        Reply(
            (
                "Lone Bull recover",
                "Big Road recover",
                "Black Moon move 2608-2707",
                "Low Dog, Gall move 3708-3709-3710",
                "White Bull - 4309 - 4310 - 4311 please",
                "Young Two Moon move 2710>2810",
            ),
            QUOTED,
        ),
        Reply(("Black Moon move 2608-2708-2707", "Young Two Moon stay", "ready")),
    ),
    ("T03.IN.D", "us"): (
        Reply(
            (
                "C/3, G/3 each fire at 3412 weakest",
                "A/3 fire at Rain",
                "E/3 fire at Rain in the Face",
                "Good Heart fire at Big Road",
                "G/9 Inf long range at Crow King",
                "ready",
            )
        ),
    ),
    ("T03.IN.E", "indian"): (Reply(("Little Wolf fire at F/3", "ready")),),
    ("T03.IN.F", "indian"): (Reply(("Rain and Lone Bull attack 3512, pursue", "ready")),),
    ("T03.US.A", "us"): (Reply(("rally all", "ready"), QUOTED),),
    ("T03.US.B", "us"): (
        Reply(("C/3 fire full at Crow King", "Good Heart fire half at Big Road", "Old Crow fire at Low Dog"), HTML),
        Reply(("Old Crow fire half at He Dog", "ready")),
    ),
    ("T03.US.C", "us"): (
        Reply(
            (
                "A/2, B/2 and D/2 Cav dismount",
                "Mils move 3611-3610",
                "I/3, M/3 move 3712 to 3711",
                "D/3 move 2911-2813",
                "B/3 stay  # watch the ridge",
                "Good luck, Miguel, and mind the cliffs this time!",
            ),
            QUOTED,
        ),
        Reply(("Capt Mills stay", "D/3 Cav move 2911-2912-2813", "ready")),
    ),
    ("T03.US.F", "us"): (Reply(("A/3, E/3 melee 3511; no pursuit", "ready")),),
}

CREEK_FORD: Script = {
    ("T01.AM.A", "american"): (
        Reply(
            (
                "1st Company go forward 6in, then load if not loaded",
                "Second Company: ahead 6 x2; fire if within 8",
                "Third Company along the track 9; along the track 9",
                "Riflemen toward windfall within 8; fire if within 14",
                "Light Horse: to (20, 8); to (24, 10)",
                "Gun fire",
                "Colonel join Second Company",
                "Mind the timber, Miguel!",
            ),
            QUOTED,
        ),
        Reply(("Gun: along track 7; unlimber; fire", "ready")),
    ),
    ("T01.IN.A", "indian"): (
        Reply(
            (
                "Bear, Wolf and Turtle each: fire if within 8, load if not loaded",
                "Deer to windfall; face west; fire",
                "Hawk form line",
                "Raccoon: toward windfall; fire",
                "policy reaction fire: fire",
            ),
            HTML,
        ),
        Reply(("Hawk: toward track within 3; face west", "ready")),
    ),
}

IN_THE_VILLAGE: Script = {
    ("T05.US.A", "us"): (Reply(("pass",)),),
    ("T05.US.B", "us"): (
        Reply(
            (
                "Gatling 1 fire full at Iron Hawk",
                "policy losses all: holders, strongest",
                "G/7 hold; halt never",
                "The dust hides us, Miguel.",
                "ready",
            ),
            HTML,
        ),
    ),
    ("T05.US.C", "us"): (
        Reply(
            (
                "A/7 move 7217-7117; capture villagers",
                "M/7 Cav move 7218-7118, burn camp",
                "Army Scouts move 7318-7219-7119",
                "Gatling 1 limbr",
                "Pack Train stay",
            ),
            QUOTED,
        ),
        Reply(("Gatling 1 stay", "ready")),
    ),
    ("T05.IN.B", "indian"): (
        Reply(("policy opfire all: any", "press: You will not keep them, major.", "end press", "pass")),
    ),
    ("T05.IN.C", "indian"): (
        Reply(
            (
                "Rain in the Face move 6815-6915-7015",
                "Inkpaduta stay",
                "Hunkpapa villagers 3 move 7017-6916",
                "Crow King mov 7017-7018",
                "ready",
            ),
            QUOTED,
        ),
    ),
    ("T05.IN.F", "indian"): (Reply(("Crow King attack 7019; no pursuit", "ready")),),
}

SCRIPTS: Mapping[tuple[str, str], Script] = {
    ("rosebud", "in-contact"): ROSEBUD,
    ("miniatures", "creek-ford"): CREEK_FORD,
    ("littlebighorn", "in-the-village"): IN_THE_VILLAGE,
}
"""The scripts, by title and scenario; elsewhere practice players write."""
