"""The first games of the titles of the series, letter by letter."""

from dataclasses import dataclass

from pbem.mechanisms.practice import FIRST_FIGHT, FIRST_GAME, PROOF, READY, Lesson, Lessons


@dataclass(frozen=True)
class LessonWords:
    """The own words of a title's lessons: who stands where, and the lines to send."""

    position: str
    choices: str
    mistake: str
    standing_order: str
    move: str
    wrong_line: str


def first_game(own: LessonWords) -> Lessons:
    """The lessons of a first game as the US side: move, fire, a mistake, a standing order, the proof."""
    lessons = (_to_move(own), _to_fire(), _to_fix_a_mistake(own), _to_leave_a_standing_order(own), PROOF)
    return Lessons(FIRST_FIGHT, "us", lessons, earlier=(FIRST_GAME,))


def _to_move(own: LessonWords) -> Lesson:
    return Lesson(
        "T01.US.C",
        "How to move",
        (own.position, "An order is a line in plain words.  Reply to this letter and put these lines at the top:"),
        (
            own.choices,
            "In a hex of the map, the number on top is the hex.  [A 8D] below it is your stack A, of strength 8, "
            "dismounted; a number at the bottom is the height of the ground.",
        ),
        word=" move ",
        lines=(own.move, READY),
    )


def _to_fire() -> Lesson:
    return Lesson(
        "T01.IN.D",
        "How to fire, and to read the log",
        (
            "The Indians have come close.  It's their turn, but you fire before they attack.  A company fires by "
            "naming its target.  'full' means with all its rifles; it may reach 'long' at a target two hexes off, if it is "
            "dismounted.  Reply with:",
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
    )


def _to_fix_a_mistake(own: LessonWords) -> Lesson:
    return Lesson(
        "T02.US.B",
        "Make a mistake, and fix it",
        (own.mistake,),
        (
            "The desk answers at once.  It says what is wrong and what to write instead.  Reply to that letter "
            "with the line that it gives you.",
        ),
        word=" fire ",
        lines=(own.wrong_line,),
        is_mistake=True,
    )


def _to_leave_a_standing_order(own: LessonWords) -> Lesson:
    return Lesson(
        "T02.US.C",
        "A standing order",
        (own.standing_order,),
        ("The desk now plays the game to its end.  The next letter is the last.",),
        word="policy",
        lines=("policy all opfire: any", "pace policy", READY),
    )


LESSONS = first_game(
    LessonWords(
        position="You command two companies of infantry, C/9 and G/9.  They stand together in hex 3213, marked [A] on "
        "the map.  A hex's number is its column and its row: 3213 is column 32, row 13.  Two Indian bands, "
        "<a>, are close by.",
        choices="'ready' says that you're done.  The desk then carries out your orders, plays the Indians' turn, and "
        "writes to you again.  You may move somewhere else if you like: a company has 6 movement points (MP) "
        "a turn.",
        mistake="Everybody mistypes.  Nothing is lost when it happens to you, so let it happen now.  There is no "
        "company C/8 in this game.  Reply with:",
        standing_order="You can tell your units beforehand what to do, so that nobody has to ask you.  That's a standing "
        "order.  The first line below lets all your companies fire at anyone who moves in front of them.  "
        "The second asks for fewer letters: the desk then plays on by your standing orders where it can.  "
        "Reply with:",
        move="C/9 Inf + G/9 Inf move 3213-3312-3311",
        wrong_line="C/8 Inf fire full at Crow King",
    )
)


# The first game of The Battle of the Little Bighorn, letter by letter.

LITTLEBIGHORN = first_game(
    LessonWords(
        position="You command two companies of infantry, A/7 and E/7, and a Gatling gun.  The companies stand together in "
        "hex 8006 on Reno Hill, marked [A] on the map, the gun beside them in 8106.  A hex's number is its column "
        "and its row: 8006 is column 80, row 06.  Two bands, <a>, are coming up from the river.",
        choices="'ready' says that you're done.  The desk then carries out your orders, plays the Indians' turn, and "
        "writes to you again.  You may move somewhere else if you like: a company has 6 movement points (MP) "
        "a turn.  The gun stays where it is; the hexes marked ) ) ) are those that it can fire at.",
        mistake="Everybody mistypes.  Nothing is lost when it happens to you, so let it happen now.  There is no "
        "company A/8 in this game.  Reply with:",
        standing_order="You can tell your units beforehand what to do, so that nobody has to ask you.  That's a standing "
        "order.  The first line below lets all your units fire at anyone who moves in front of them.  "
        "The second asks for fewer letters: the desk then plays on by your standing orders where it can.  "
        "Reply with:",
        move="A/7 Inf + E/7 Inf move 8006-8007",
        wrong_line="A/8 Inf fire full at Crow King",
    )
)
