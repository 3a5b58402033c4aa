"""The telling of fords and written entries: the log, and the lines of the village's panel (LB-21.1.I, LB-21.1.K)."""

from collections.abc import Iterator

from pbem.core.handlers import Handlers
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.secrets import EntryWritten, FordsChosen, FordShown
from pbem.systems.indian_wars.telling.log import Log
from pbem.systems.indian_wars.telling.words import joined

TELL: Handlers[Log] = Handlers("tells")


@TELL.on(FordsChosen)
def _chosen(log: Log, event: FordsChosen) -> None:
    real = [place for place, is_real in zip(event.places, event.real, strict=True) if is_real]
    log.head(f"Secret: of the fords {joined(event.places)} only {joined(real)} can be used", log.rule("hidden fords"))


@TELL.on(EntryWritten)
def _written(log: Log, event: EntryWritten) -> None:
    verb = "enters" if len(event.units) == 1 else "enter"
    log.head(f"Secret: {joined(event.units)} later {verb} at {event.at}", log.rule("written entry"))


@TELL.on(FordShown)
def _shown(log: Log, event: FordShown) -> None:
    found = "there is a ford" if event.real else "there is no ford, only the river"
    log.step(None, f"{event.unit} comes to the crossing at {event.place}: {found}", "", log.rule("hidden fords"))
    log.brief.append(f"At {event.place} {found}.")


def fords(field: Battlefield) -> list[str]:
    """The known facts of the possible fords, each."""
    found = []
    for group in field.sheet.scenario.fords:
        for place in group.places:
            if place in field.notes.fords:
                found.append(f"{place} {'real' if field.notes.fords[place] else 'none'}")
            elif place in field.secrets.fords:
                found.append(f"{place} {'real' if field.secrets.fords[place] else 'none'} (only you know)")
            else:
                found.append(f"{place} unknown")
    return found


def entries(field: Battlefield) -> Iterator[str]:
    """The hexes where units will enter, for the side that has written it down."""
    by_hex: dict[str, list[str]] = {}
    for name, at in field.secrets.entries.items():
        by_hex.setdefault(at, []).append(name)
    return (f"{joined(names)} at {at}" for at, names in by_hex.items())
