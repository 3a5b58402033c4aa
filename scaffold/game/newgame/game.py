"""What pbem gets to know of the game: where its parts are, each imported when it is first asked for."""

from pbem.api import Game

GAME = Game(
    title="newgame",
    system_name="newgame",
    rules="newgame.rules:RULES",
    orders="newgame.words:WORDS",
    teller_place="newgame.telling:TELLER",
    cases_place="newgame.casework:CASES",
    files="",
    practice_place="newgame.practice:PRACTICE",
    offers_place="newgame.offers:OFFERING",
    phases="newgame.telling:short_name",
    card_place="newgame.card:CARD",
    api=1,
)
