"""I Will Fight No More Forever as a game that is installed."""

from pbem.systems.game import Game

_PACKAGE = "pbem.systems.nezperce"

NEZPERCE = Game(
    title="nezperce",
    system_name="nezperce",
    rules=f"{_PACKAGE}.system:RULES",
    orders=f"{_PACKAGE}.orders.dialect:DIALECT",
    teller_place=f"{_PACKAGE}.telling.teller:TELLER",
    cases_place=f"{_PACKAGE}.casework:CASES",
    files=f"{_PACKAGE}.data:LINTER",
    practice_place=f"{_PACKAGE}.practice.players:PLAYERS",
    phases=f"{_PACKAGE}.card:short_name",
    card_place=f"{_PACKAGE}.card:CARD",
    dice=f"{_PACKAGE}.battle.tally:CHANCES",
    first_game=f"{_PACKAGE}.telling.lessons:LESSONS",
    offers_place=f"{_PACKAGE}.orders.offers:OFFERING",
)
