"""The first game of the Nez Perce campaign, letter by letter: some bands take the stores at Cow Island."""

from pbem.mechanisms.practice import FIRST_FIGHT, FIRST_GAME, PROOF, READY, Lesson, Lessons

LESSONS = Lessons(
    FIRST_FIGHT,
    "indian",
    (
        Lesson(
            "T26.IN.B",
            "How to march",
            (
                "You lead some of the Nez Perce bands, late in September.  On the map V is the village, I a band, o a town or "
                "fort.  A hex's number is its column and its row: 2504 is column 25, row 4.",
                "The bands of White Bird and Ollokot stand next to the landing at Cow Island (2604), where the Army has "
                "stores, a few guards, and volunteers from Fort Benton.  An order is a line in plain words.  Reply to this "
                "letter and put these lines at the top:",
            ),
            (
                "'ready' says that you're done.  The desk then carries out your orders.  Whoever enters a town or fort has to "
                "fight for it, so a battle follows, on a map of its own.  Before it you're asked where your units stand; "
                "answer that letter with 'pass', and the program places them.",
            ),
            word=" move ",
            lines=("White Bird + Ollokot move 2504 to 2604", READY),
        ),
        Lesson(
            "T26.B1.G01.ALL.P",
            "How to fight by a plan, and to read the log",
            (
                "A battle has many short turns.  So you don't order every step: you write a plan, and the desk fights by it "
                "until something happens that you should see.  This plan has one line.  Your units come within 4 hexes of "
                "the enemy, and fire.  Reply with:",
            ),
            (
                "The next letter has the result under LOG, a line for each shot: K is a unit killed, M a roll for its "
                "morale, P1 and P2 that it's pinned.  If the battle stops before its end, answer with 'pass', and your plan "
                "goes on.",
            ),
            word="skirmish",
            lines=("plan", "all skirmish any at 4", "end plan", READY),
        ),
        Lesson(
            "T27.IN.B",
            "Make a mistake, and fix it",
            (
                "Everybody mistypes.  Nothing is lost when it happens to you, so let it happen now.  There is no hex 9999 on "
                "this map.  Reply with:",
            ),
            (
                "The desk answers at once.  It says what is wrong and what to write instead.  Reply to that letter with a "
                "line that works.",
            ),
            word=" move ",
            lines=("White Bird move to 9999",),
            is_mistake=True,
        ),
        Lesson(
            "T28.IN.B",
            "A standing order",
            (
                "You can tell the desk beforehand what to decide, so that it doesn't have to ask you.  That's a standing "
                "order.  The first line below says that your weakest units take the losses of a battle.  The second asks for "
                "fewer letters.  Reply with:",
            ),
            ("The desk now plays the game to its end.  The next letter is the last.",),
            word="policy",
            lines=("policy losses: weakest", "pace policy", READY),
        ),
        PROOF,
    ),
    earlier=(FIRST_GAME,),
)
