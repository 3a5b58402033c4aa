"""The game is in development and not offered to players yet: its tests install it by its entry point."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from pbem.systems import registry


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game as an installed one."""
    found = EntryPoints([EntryPoint("miniatures", "pbem.systems.miniatures.game:MINIATURES", registry.GROUP)])
    monkeypatch.setattr(registry, "entry_points", lambda group: found)
    for one in (registry._entries, registry.game):
        one.cache_clear()
    yield
    for one in (registry._entries, registry.game):
        one.cache_clear()
