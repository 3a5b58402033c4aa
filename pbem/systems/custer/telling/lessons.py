"""The first game of Custer's Last Stand, letter by letter."""

from pbem.mechanisms.practice import FIRST_GAME, PROOF, READY, Lesson, Lessons

LESSONS = Lessons(
    FIRST_GAME,
    "us",
    (
        Lesson(
            "T01.US.A",
            "How to move",
            (
                "You are Major Reno, with three companies: A, G and M.  Your counters are in square brackets on the "
                "map, the Indian bands in angle brackets.  A hex's number is its column and its row: 1320 is column "
                "13, row 20.",
                "A marker with your name was drawn from a cup, so your companies may move now.  An order is a line "
                "in plain words.  Reply to this letter and put these lines at the top:",
            ),
            (
                "'ready' says that you're done.  The desk then carries out your orders, plays the Indians' marker, "
                "and writes to you again.  You may move somewhere else if you like.",
            ),
            word=" move ",
            lines=("Co. A + Co. M + Reno move 1320-1319", "Co. G move 1420-1419", READY),
        ),
        Lesson(
            "T02.US.A",
            "How to attack, and to read the log",
            (
                "A unit next to an enemy can attack.  Each side rolls a die and adds its strength; the lower "
                "total loses.  Reply with:",
            ),
            (
                "The next letter has the result under LOG: the strength of both sides, 'r1' and 'r2' for the two "
                "rolls, and the margin.  From a certain margin on the loser also loses steps: a counter with two "
                "steps is turned over first.",
            ),
            word=" attack ",
            examples=1,
            lines=(READY,),
        ),
        Lesson(
            "T03.US.A",
            "Make a mistake, and fix it",
            (
                "Everybody mistypes.  Nothing is lost when it happens to you, so let it happen now.  There is no hex "
                "9999 on this map.  Reply with:",
            ),
            (
                "The desk answers at once.  It says what is wrong and what to write instead.  Reply to that letter "
                "with a line that works.",
            ),
            word=" move ",
            lines=("Co. A move to 9999",),
            is_mistake=True,
        ),
        Lesson(
            "T04.US.A",
            "A standing order",
            (
                "You can tell the desk beforehand what to decide, so that it doesn't have to ask you.  That's a "
                "standing order.  The first line below lets your weakest counters take the losses of a combat.  The "
                "second asks for fewer letters: the desk then plays on by your standing orders where it can.  Reply "
                "with:",
            ),
            ("The desk now plays the game to its end.  The next letter is the last.",),
            word="policy",
            lines=("policy losses: weakest", "pace policy", READY),
        ),
        PROOF,
    ),
)
