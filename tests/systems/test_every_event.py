"""Every event that a game declares is applied and told by a handler of its own."""

import importlib

import pytest

from pbem.core import event as core
from pbem.core.event import Event, Handlers
from pbem.core.record import Record
from pbem.systems.indian_wars.littlebighorn import LITTLEBIGHORN
from pbem.systems.indian_wars.state.counter import CombatEvent


def events_of(package: str) -> list[type[Event]]:
    """The events that the modules of a game declare."""
    return [
        cls for name, cls in Record.record_classes.items() if name.startswith(f"{package}/") and issubclass(cls, Event)
    ]


@pytest.mark.parametrize("package", ["indian_wars", "custer"])
def test_every_event_of_a_game_has_its_handlers(package: str) -> None:
    where = "system" if package == "custer" else "state.events"
    apply: Handlers[object] = importlib.import_module(f"pbem.systems.{package}.{where}").APPLY
    if package == "indian_wars":
        apply = apply.including(*LITTLEBIGHORN.events)
    telling = "log" if package == "custer" else "teller"
    tell: Handlers[object] = importlib.import_module(f"pbem.systems.{package}.telling.{telling}").TELL
    events = [cls for cls in events_of(package) if cls is not CombatEvent]
    assert len(events) > 10
    assert [cls.__name__ for cls in events if cls not in apply] == []
    assert [cls.__name__ for cls in events if cls not in tell] == []


def test_what_changes_no_state_is_known_to_every_game() -> None:
    told = {core.ActBegan, core.ActEnded, core.Decided, core.OrderMoot}
    secret = {core.SecretActBegan, core.SecretActEnded, core.SecretDecided, core.SecretOrderMoot}
    assert set(core.CHANGE_NOTHING) == told | secret
