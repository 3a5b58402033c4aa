"""The Battle of Rosebud Creek as a game that is installed."""

from pbem.systems.game import Game

_SERIES = "pbem.systems.indian_wars"

ROSEBUD = Game(
    title="rosebud",
    system_name="indian_wars",
    rules=f"{_SERIES}.system:ROSEBUD",
    orders=f"{_SERIES}.orders.dialect:DIALECT",
    tales=f"{_SERIES}.telling.teller:TELLER",
    proofs=f"{_SERIES}.casework:ROSEBUD",
    files=f"{_SERIES}.files.lint:LINTER",
    alone=f"{_SERIES}.practice.players:ROSEBUD",
    phases=f"{_SERIES}.orders.phase_names:short_name",
    reads_unnamed=True,
)
