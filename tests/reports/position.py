"""The position of the model report: the in-contact scenario after the fire that the report tells."""

from pbem.core.options import Options
from pbem.systems.indian_wars.files import data
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield


def opened(scenario: str = "in-contact") -> Battlefield:
    """The in-contact scenario at its US fire phase, nobody having fired."""
    sheet = data.load(TITLE, scenario)
    opening = sheet.scenario.opening
    assert opening is not None
    field = Battlefield(
        sheet, Options(), turn=3, phasing="us", phase="B", points=dict(opening.points), lost=dict(opening.lost)
    )
    for name, changes in opening.units:
        field.put(Counter(sheet.roster[name]).but(**dict(changes)))
    return field


def before_the_fire() -> Battlefield:
    """The same with Crow King and Big Road as they are before B1 and B2."""
    field = opened()
    field.put(field["Crow King"].but(casualties=0))
    field.put(field["Big Road"].but(disrupted=False))
    field.put(field["Good Heart"].but(fired="", low_ammo=False))
    field.put(field["C/3 Cav"].but(fired=""))
    return field


def after_the_fire() -> Battlefield:
    """The position that the model report draws."""
    field = before_the_fire()
    field.put(field["Crow King"].but(casualties=1))
    field.put(field["Big Road"].but(disrupted=True))
    field.put(field["Good Heart"].but(fired="half", low_ammo=True))
    field.put(field["C/3 Cav"].but(fired="full"))
    return field
