"""The titles of the series as games that are installed."""

from pbem.systems.game import Game

_SERIES = "pbem.systems.indian_wars"

ROSEBUD = Game(
    title="rosebud",
    system_name="indian_wars",
    rules=f"{_SERIES}.rosebud:ROSEBUD.system",
    orders=f"{_SERIES}.rosebud:ROSEBUD.dialect",
    teller_place=f"{_SERIES}.rosebud:ROSEBUD.teller",
    cases_place=f"{_SERIES}.rosebud:ROSEBUD.casework",
    files=f"{_SERIES}.rosebud:ROSEBUD.linter",
    practice_place=f"{_SERIES}.rosebud:ROSEBUD.practice",
    phases=f"{_SERIES}.rosebud_card:short_name",
    card_place=f"{_SERIES}.rosebud_card:CARD",
    first_game=f"{_SERIES}.telling.lessons:LESSONS",
    dice=f"{_SERIES}.telling.chances:CHANCES",
    offers_place=f"{_SERIES}.orders.offers:OFFERING",
    reads_unnamed=True,
)

LITTLEBIGHORN = Game(
    title="littlebighorn",
    system_name="indian_wars",
    rules=f"{_SERIES}.littlebighorn:LITTLEBIGHORN.system",
    orders=f"{_SERIES}.littlebighorn:LITTLEBIGHORN.dialect",
    teller_place=f"{_SERIES}.littlebighorn:LITTLEBIGHORN.teller",
    cases_place=f"{_SERIES}.littlebighorn:LITTLEBIGHORN.casework",
    files=f"{_SERIES}.littlebighorn:LITTLEBIGHORN.linter",
    practice_place=f"{_SERIES}.littlebighorn:LITTLEBIGHORN.practice",
    phases=f"{_SERIES}.littlebighorn_card:short_name",
    card_place=f"{_SERIES}.littlebighorn_card:CARD",
    first_game=f"{_SERIES}.telling.lessons:LITTLEBIGHORN",
    dice=f"{_SERIES}.telling.chances:CHANCES",
    offers_place=f"{_SERIES}.orders.offers:OFFERING",
)
