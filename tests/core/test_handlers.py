"""Tables of handlers: one function for each type of event, and clear errors for none and for two."""

from dataclasses import dataclass

import pytest

from pbem.core.event import Event, Handlers


@dataclass(frozen=True, slots=True)
class Opened(Event):
    """An event of these tests."""

    door: str


@dataclass(frozen=True, slots=True)
class Shut(Event):
    """Another."""

    door: str


@dataclass(frozen=True, slots=True)
class Creaked(Event):
    """One that changes nothing."""


def table() -> Handlers[list[str]]:
    """What the events do to a list of doors."""
    made: Handlers[list[str]] = Handlers("applies")

    @made.on(Opened)
    def opened(doors: list[str], event: Opened) -> None:
        doors.append(event.door)

    made.nothing_for(Creaked)
    return made


def test_an_event_is_handled_by_its_type() -> None:
    doors: list[str] = []
    table()(doors, Opened("north"))
    table()(doors, Creaked())
    assert doors == ["north"]


def test_one_function_may_handle_two_types() -> None:
    made: Handlers[list[str]] = Handlers("applies")

    @made.on(Opened, Shut)
    def either(doors: list[str], event: Opened | Shut) -> None:
        doors.append(event.door)

    doors: list[str] = []
    made(doors, Opened("north"))
    made(doors, Shut("south"))
    assert doors == ["north", "south"]


def test_an_event_without_a_handler_is_named() -> None:
    with pytest.raises(TypeError, match="no handler applies the event tests/Shut"):
        table()([], Shut("north"))


def test_two_handlers_of_one_event_are_both_named_at_once() -> None:
    made = table()
    with pytest.raises(TypeError, match=r"two handlers for the event tests/Opened: .*opened and .*again"):

        @made.on(Opened)
        def again(doors: list[str], event: Opened) -> None:
            doors.append(event.door)


def test_tables_are_put_together_and_may_not_overlap() -> None:
    other: Handlers[list[str]] = Handlers("applies")
    other.nothing_for(Shut)
    whole = table().including(other)
    assert set(whole) == {Opened, Creaked, Shut}
    assert Shut not in table()
    with pytest.raises(TypeError, match="two handlers for the event tests/Opened"):
        table().including(table())
