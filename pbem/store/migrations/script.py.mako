"""${message[:1].upper() + message[1:]}.

Rows that are there already get what the `server_default` of a new column says; fill them here where that is not enough.
"""

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    ${upgrades if upgrades else "pass"}
