"""``--config FILE``, for every command of a desk."""

import argparse
from pathlib import Path

CONFIG = Path("config.toml")
"""The configuration file unless a command is told otherwise."""


def add_config(parser: argparse.ArgumentParser) -> None:
    """``--config FILE``."""
    parser.add_argument(
        "--config", type=Path, default=CONFIG, metavar="FILE", help="the desk's configuration (config.toml)"
    )
