"""${message}.

A column that must not be empty needs a `server_default` for the rows that are there already.
"""

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    ${upgrades if upgrades else "pass"}
