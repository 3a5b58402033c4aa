"""Files that hold a key: from their first moment nobody but their owner can open them."""

import os
from pathlib import Path


def write_private(path: Path, content: bytes) -> None:
    """Write a new file that its owner alone can read, and wait for the disk.

    One that cannot be written whole is not left behind: half a key would be taken for one.  Raises FileExistsError.
    """
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            path.unlink()
            raise
