"""Databases in which one game has just been opened, by what was wanted: many tests begin with the same one."""

from typing import Any

OPENED: dict[tuple[Any, ...], bytes] = {}
KEEPS_OPENED: list[bool] = []
"""Whether they are used: not in a test that changes the program or watches its log."""
