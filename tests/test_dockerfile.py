"""packaging/Dockerfile: what it copies and calls is there."""

import re
from pathlib import Path

from pbem import cli

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "packaging" / "Dockerfile").read_text(encoding="utf-8")


def test_it_installs_what_the_lock_pins_and_nothing_else() -> None:
    assert "--require-hashes -r requirements.lock" in TEXT
    assert "--no-deps --no-build-isolation ." in TEXT


def test_it_calls_commands_that_are_there_and_runs_as_nobody_in_particular() -> None:
    words = {command.words for command in cli.COMMANDS}
    assert set(re.findall(r'"pbem", "(\w+)"', TEXT)) <= words
    assert re.search(r"^USER pbem$", TEXT, re.M)
    assert TEXT.index("USER pbem") < TEXT.index("CMD [")
