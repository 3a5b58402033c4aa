"""Write the next migration: what `pbem/store/tables.py` has and the migrations so far do not.

    python packaging/new_migration.py "games remember their club"

Read what it wrote: a new column that must not be empty needs a `server_default`, and rows may have to be filled.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from alembic.command import revision
from sqlalchemy import create_engine

from pbem.store import migrations
from pbem.store.migrations import HEAD, REVISIONS
from pbem.store.schema import alembic

LONGEST = 32
"""Characters of a step's name: so much does Alembic's own table hold."""


def main(words: str) -> int:
    """Write the module and put its name at the end of `REVISIONS`."""
    name = f"m{len(REVISIONS) + 1:02}_" + re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")
    if len(name) > LONGEST:
        print(f"expected words that make a name of at most {LONGEST} characters, found {name!r}", file=sys.stderr)
        return 2
    home = Path(migrations.__file__).parent
    with tempfile.TemporaryDirectory() as folder:
        db = create_engine(f"sqlite:///{folder}/scratch.db")
        with db.begin() as connection, alembic(connection) as (command, config):
            command.upgrade(config, HEAD)
            revision(config, words, autogenerate=True, rev_id=name, head=HEAD)
    written = next((home / "versions").glob(f"{name}*.py"))
    written = written.rename(written.with_name(f"{name}.py"))
    listed = home / "__init__.py"
    names = "".join(f'    "{one}",\n' for one in (*REVISIONS, name))
    listed.write_text(re.sub(r"REVISIONS = \([^)]*\)", f"REVISIONS = (\n{names})", listed.read_text(encoding="utf-8")))
    subprocess.run([sys.executable, "-m", "ruff", "check", "--fix", "--quiet", written], check=False)
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", written, listed], check=False)
    print(f"wrote {written}; read it, and mend what Alembic cannot know")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1]))
