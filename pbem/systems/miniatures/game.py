"""Our Moccasins Trickled Blood as a game that is installed."""

from pbem.systems.game import Game

_PACKAGE = "pbem.systems.miniatures"

MINIATURES = Game(
    title="miniatures",
    system_name="miniatures",
    rules=f"{_PACKAGE}.system:RULES",
    orders=f"{_PACKAGE}.orders.dialect:DIALECT",
    teller_place=f"{_PACKAGE}.telling.teller:TELLER",
    cases_place=f"{_PACKAGE}.casework:CASES",
    files=f"{_PACKAGE}.scenario_file:LINTER",
    practice_place=f"{_PACKAGE}.practice.players:PLAYERS",
    offers_place=f"{_PACKAGE}.orders.offers:OFFERING",
    dice=f"{_PACKAGE}.telling.chances:CHANCES",
    first_game=f"{_PACKAGE}.telling.lessons:LESSONS",
    phases=f"{_PACKAGE}.card:short_name",
    card_place=f"{_PACKAGE}.card:CARD",
)
