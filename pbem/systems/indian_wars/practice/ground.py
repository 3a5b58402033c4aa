"""The captain's objects: the field alone, or a village on it."""

from pbem.systems.indian_wars.state.field import Battlefield


def is_open(view: Battlefield) -> bool:
    """True if no village is fought for.

    What he does only then has been measured only there: how he holds his fire and aims it, attacks, pursues, and looks for
    other hexes.  Where a village stands he fights as his games there have shown to be good.
    """
    return not view.sheet.scenario.circles
