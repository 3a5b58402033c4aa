"""The first game of The Battle of the Little Bighorn, letter by letter."""

from pbem.systems.indian_wars.telling.lessons import LessonWords, first_game

LESSONS = first_game(
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
