"""Custer's Last Stand as a game that is installed."""

from pbem.systems.game import Game

_PACKAGE = "pbem.systems.custer"

CUSTER = Game(
    title="custer",
    system_name="custer",
    rules=f"{_PACKAGE}.system:LAST_STAND",
    orders=f"{_PACKAGE}.dialect:DIALECT",
    tales=f"{_PACKAGE}.telling:TELLER",
    proofs=f"{_PACKAGE}.casework:CASES",
    files=f"{_PACKAGE}.lint:LINTER",
    alone=f"{_PACKAGE}.practice:CUSTER",
    phases=f"{_PACKAGE}.card:short_name",
)
