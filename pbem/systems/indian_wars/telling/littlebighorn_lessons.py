"""The first game of The Battle of the Little Bighorn, letter by letter."""

from pbem.mechanisms.lessons import FIRST_GAME, PROOF, READY, Lesson, Lessons

LESSONS = Lessons(
    FIRST_GAME,
    "us",
    (
        Lesson(
            "T01.US.C",
            "How to move",
            (
                "You command two companies of infantry, A/7 and E/7, and a Gatling gun.  The companies stand together in "
                "hex 8006 on Reno Hill, marked [A] on the map, the gun beside them in 8106.  A hex's number is its column "
                "and its row: 8006 is column 80, row 06.  Two bands, <a>, are coming up from the river.",
                "An order is a line in plain words.  Reply to this letter and put these lines at the top:",
            ),
            (
                "'ready' says that you're done.  The desk then carries out your orders, plays the Indians' turn, and "
                "writes to you again.  You may move somewhere else if you like: a company has 6 movement points (MP) "
                "a turn.  The gun stays where it is; the hexes marked ) ) ) are those that it can fire at.",
                "In a hex of the map, the number on top is the hex.  [A 8D] below it is your stack A, of strength 8, "
                "dismounted; a number at the bottom is the height of the ground.",
            ),
            word=" move ",
            lines=("A/7 Inf + E/7 Inf move 8006-8007", READY),
        ),
        Lesson(
            "T01.IN.D",
            "How to fire, and to read the log",
            (
                "The Indians have come close.  It's their turn, but you fire before they attack.  A company fires by "
                "naming its target; 'full' means with all its rifles.  Reply with:",
            ),
            (
                "The next letter has the result under LOG.  A shot there begins with who fires at whom.  'r1 2d6' is "
                "the first roll, of two dice; what is added to it and the total follow, and then what the fire table "
                "says.  A number is a loss of strength.  MC is a Morale Check: the target keeps its nerve, or is "
                "pinned, disrupted or routed.",
            ),
            word=" fire ",
            examples=2,
            lines=(READY,),
        ),
        Lesson(
            "T02.US.B",
            "Make a mistake, and fix it",
            (
                "Everybody mistypes.  Nothing is lost when it happens to you, so let it happen now.  There is no "
                "company A/8 in this game.  Reply with:",
            ),
            (
                "The desk answers at once.  It says what is wrong and what to write instead.  Reply to that letter "
                "with the line that it gives you.",
            ),
            word=" fire ",
            lines=("A/8 Inf fire full at Crow King",),
            is_mistake=True,
        ),
        Lesson(
            "T02.US.C",
            "A standing order",
            (
                "You can tell your units beforehand what to do, so that nobody has to ask you.  That's a standing "
                "order.  The first line below lets all your units fire at anyone who moves in front of them.  "
                "The second asks for fewer letters: the desk then plays on by your standing orders where it can.  "
                "Reply with:",
            ),
            ("The desk now plays the game to its end.  The next letter is the last.",),
            word="policy",
            lines=("policy all opfire: any", "pace policy", READY),
        ),
        PROOF,
    ),
)
