"""packaging/Dockerfile: what it copies and calls is there."""

import re
import subprocess
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


def test_what_is_no_part_of_the_program_stays_outside() -> None:
    """The checkout is copied whole into the first stage: a .venv of another machine would be, too."""
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {".git", ".venv", "**/__pycache__"} <= set(ignored)


def test_the_image_is_tried_by_a_script_that_follows_the_dockerfile() -> None:
    script = ROOT / "packaging" / "try-image"
    assert script.stat().st_mode & 0o111
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0
    [base] = set(re.findall(r"^FROM (\S+)", TEXT, re.M))
    assert base.startswith("python:3.13"), "trixie, which takes its place, has Python 3.13"


def test_the_compose_file_builds_this_image_and_gives_it_the_database_that_the_page_names() -> None:
    """It is no file of ours to parse: what stands in both must be the same."""
    compose = (ROOT / "packaging" / "compose.yaml").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "database.md").read_text(encoding="utf-8")
    [user] = re.findall(r"POSTGRES_USER: (\w+)", compose)
    [name] = re.findall(r"POSTGRES_DB: (\w+)", compose)
    assert page.count(f'database = "postgresql://{user}@database/{name}"') == 1
    assert re.search(r"^  database:$", compose, re.M), "the host in that address"
    assert "dockerfile: packaging/Dockerfile" in compose
    assert '"pbem:/var/lib/pbem"' in compose
    assert "VOLUME /var/lib/pbem" in TEXT
    assert all("DATABASE_PASSWORD" in one for one in (compose, page))
