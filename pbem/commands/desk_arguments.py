"""What the commands that work on the desk have in common: --config, and the desk behind it."""

import argparse
import sys
from pathlib import Path

from pbem.campaign.desk import Desk
from pbem.config import DEFAULT, Config, open_desk, read_config
from pbem.core.tomlfile import Faults
from pbem.store.database import WrongVersion
from pbem.store.secrets import BadVault, Vault


def add_config(parser: argparse.ArgumentParser) -> None:
    """``--config FILE``."""
    parser.add_argument(
        "--config", type=Path, default=DEFAULT, metavar="FILE", help="the desk's configuration (config.toml)"
    )


def read(path: Path) -> Config | None:
    """The configuration, or None after its faults were told."""
    try:
        return read_config(path)
    except Faults as faults:
        print(faults, file=sys.stderr)
        return None


def desk_of(config: Config, *, makes_key: bool = False) -> Desk | None:
    """The desk, or None after it was told why not.  With `makes_key` a key file that is missing is made."""
    try:
        if makes_key and not config.key_file.exists() and not config.database.exists():
            vault = Vault.make_file(config.key_file)
            print(f"made the key file {config.key_file}: keep a copy of it, without it no secret can be read")
        else:
            vault = Vault.from_file(config.key_file)
        return open_desk(config, vault)
    except (BadVault, WrongVersion, OSError) as fault:
        print(fault, file=sys.stderr)
        return None
