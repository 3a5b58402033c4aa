"""The log of Reno's panic (LB-13.F)."""

from pbem.core.handlers import Handlers
from pbem.systems.indian_wars.state.panic_events import PanicBroke, PanicPassed, PanicRolled
from pbem.systems.indian_wars.telling.log import Log

TELL: Handlers[Log] = Handlers("tells")

RESULTS = {
    "none": "nothing comes of it",
    "disrupt": "the cavalry that was near him is disrupted",
    "r1/disrupt": "the cavalry that was near him retreats a hex and is disrupted",
    "r2/disrupt": "the cavalry that was near him retreats two hexes and is disrupted",
    "rout": "the cavalry that was near him routs",
}


@TELL.on(PanicBroke)
def _broke(log: Log, event: PanicBroke) -> None:
    text = f"PANIC: {event.indians} Indian units near {event.leader} in {event.at}, cavalry in his radius {len(event.units)}"
    log.step(None, text, "", log.rule("panic trigger"))
    log.brief.append(f"{event.leader} panics; the next US Rally Phase shows what comes of it.")


@TELL.on(PanicRolled)
def _rolled(log: Log, event: PanicRolled) -> None:
    log.head(f"{event.leader} panics: {log.sum_of(event.roll)}", log.rule("panic roll"))
    if event.alone:
        log.step(None, "he is alone in his hex: every result is a rout", "", log.rule("Reno alone"))
    log.step(None, RESULTS[event.result], "", log.rule("panic effects"))
    log.step(None, f"his rating is {event.rating:+d} from now on", "", log.rule("new rating of Reno"))
    log.brief.append(f"Reno's panic: {RESULTS[event.result]}.")


@TELL.on(PanicPassed)
def _passed(log: Log, event: PanicPassed) -> None:
    log.head(f"{event.leader} is gone: nothing comes of his panic", log.rule("panic roll"))
