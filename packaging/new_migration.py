"""Write the next migration: what `pbem/store/tables.py` has and the migrations so far do not.

    python packaging/new_migration.py "games remember their club"

Read what it wrote: a new column that must not be empty needs a `server_default`, and rows may have to be filled.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic.autogenerate.rewriter import Rewriter
from alembic.command import revision
from alembic.operations import ops
from sqlalchemy import create_engine

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pbem.store import migrations
from pbem.store.migrations import HEAD, REVISIONS
from pbem.store.schema import alembic

LONGEST = 32
"""Characters of a step's name: so much does Alembic's own table hold."""


writer = Rewriter()


@writer.rewrites(ops.AddColumnOp)
def fill(_context: Any, _revision: Any, op: ops.AddColumnOp) -> ops.AddColumnOp:
    """Give the rows that are there what a new row would get."""
    column = op.column
    default = column.default.arg if column.default is not None and column.default.is_scalar else None
    if not column.nullable and default is not None:
        text = str(default).lower() if isinstance(default, bool) else repr(default)
        op.column = sa.Column(column.name, column.type, nullable=False, server_default=sa.text(text))
    return op


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
            revision(config, words, autogenerate=True, rev_id=name, head=HEAD, process_revision_directives=writer)
    written = next((home / "versions").glob(f"{name}*.py"))
    written = written.rename(written.with_name(f"{name}.py"))
    lines = written.read_text(encoding="utf-8").splitlines(keepends=True)
    written.write_text("".join(line for line in lines if "###" not in line), encoding="utf-8")
    listed = home / "__init__.py"
    names = "".join(f'    "{one}",\n' for one in (*REVISIONS, name))
    listed.write_text(re.sub(r"REVISIONS = \([^)]*\)", f"REVISIONS = (\n{names})", listed.read_text(encoding="utf-8")))
    subprocess.run([sys.executable, "-m", "ruff", "check", "--fix", "--quiet", written], check=False)
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", written, listed], check=False)
    print(f"wrote {written}; read it, and correct what Alembic cannot know")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1]))
