"""The first game of Our Moccasins Trickled Blood, letter by letter."""

from pbem.mechanisms.practice import FIRST_GAME, PROOF, READY, Lesson, Lessons

LESSONS = Lessons(
    FIRST_GAME,
    "american",
    (
        Lesson(
            "T01.AM.A",
            "How to move",
            (
                "You have two units on a table of 68 by 24 inches: First Company (A on the map) and the Riflemen (B).  Two "
                "Indian units, Bear (n) and Wolf (o), stand before a wood, which is drawn with colons; a third, Otter (p), "
                "waits in it.",
                "A killed figure is worth a point.  You also get 3 points for each of your units that is in good order beyond "
                "33 inches, the middle of the table, at the end.",
                "An order is a line in plain words: a unit's name, a colon, and what it does, step by step.  Reply to this "
                "letter and put these lines at the top:",
            ),
            (
                "The desk rolls a die for your side.  It says how many steps each of your units can take, from 1 to 5, so "
                "put first what matters most.  What the die leaves no time for isn't done.",
                "'ready' says that you're done.  The desk then carries out your orders, plays the Indians' turn, and writes "
                "to you again.  You may move somewhere else if you like.",
            ),
            word=": ahead ",
            lines=("First Company: ahead 5; fire", "Riflemen: ahead 3; fire", READY),
        ),
        Lesson(
            "T02.AM.A",
            "How to fire, and to read the log",
            (
                "A unit fires at the nearest enemy that it can see.  It rolls a die for each figure that can hit.  After "
                "that it has to load, which takes muskets one step and rifles two.  Reply with:",
            ),
            (
                "The next letter has the result under LOG: how many inches it was, the number to hit (that or less), each "
                "die, and the hits.  Each hit kills a figure, and a unit that is hit has to check morale: a high roll is bad, "
                "and may send the unit back in disorder.",
            ),
            word="fire",
            examples=2,
            lines=(READY,),
        ),
        Lesson(
            "T03.AM.A",
            "Make a mistake, and fix it",
            (
                "Everybody makes mistakes.  Nothing is lost when it happens to you, so let it happen now.  Only Indians "
                "fight in a mass; a company of the Legion can't form one.  Reply with:",
            ),
            (
                "The desk answers at once.  It says what is wrong and what to write instead.  Reply to that letter with a "
                "line that works.",
            ),
            word=": form ",
            lines=("First Company: form mass",),
            is_mistake=True,
        ),
        Lesson(
            "T04.AM.A",
            "A standing order",
            (
                "You can tell the desk beforehand what your units do in the Indians' turn, so that it doesn't have to ask "
                "you.  That's a standing order.  The first line below is for units that are charged: they fire only while "
                "there are enough of them.  The second asks for fewer letters: the desk then plays on by "
                "your standing orders where it can.  Reply with:",
            ),
            ("The desk now plays the game to its end.  The next letter is the last.",),
            word="when charged",
            lines=("all when charged: fire if figures 4 or more else hold", "pace policy", READY),
        ),
        PROOF,
    ),
)
