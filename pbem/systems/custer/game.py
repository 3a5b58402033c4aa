"""Custer's Last Stand as a game that is installed."""

from pbem.systems.game import Game

_PACKAGE = "pbem.systems.custer"

CUSTER = Game(
    title="custer",
    system_name="custer",
    rules=f"{_PACKAGE}.system:LAST_STAND",
    orders=f"{_PACKAGE}.orders.dialect:DIALECT",
    teller_place=f"{_PACKAGE}.telling.teller:TELLER",
    cases_place=f"{_PACKAGE}.casework:CASES",
    files=f"{_PACKAGE}.data:LINTER",
    practice_place=f"{_PACKAGE}.practice:CUSTER",
    phases=f"{_PACKAGE}.card:short_name",
    card_place=f"{_PACKAGE}.card:CARD",
    first_game=f"{_PACKAGE}.telling.lessons:LESSONS",
    dice=f"{_PACKAGE}.telling.story:CHANCES",
    offers_place="pbem.systems.custer.orders.offers:OFFERING",
)
