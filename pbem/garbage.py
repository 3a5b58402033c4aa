"""How often the program looks for garbage: objects that refer to each other in a circle."""

import gc

NEW_OBJECTS = 20_000
"""So many more objects than were freed make Python look: those of some eight letters.  Its own 700 make it look four times in
a letter, which took an answer a tenth of its time."""


def look_rarely() -> None:
    """What is loaded by now stays, and is not looked through again; for new garbage Python looks less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
