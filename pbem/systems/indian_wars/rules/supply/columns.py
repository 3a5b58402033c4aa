"""Columns of units and trains: a gun has its shells with the trains of its own (LB-15.D.2, LB-16)."""

from pbem.systems.indian_wars.state.field import Battlefield

GATLING_PACK = "Gatling Pack"
"""The train that carries ammunition for Gatlings alone (LB-16)."""


def ways_on(field: Battlefield, name: str) -> frozenset[str]:
    """The zones by which a counter enters; none for one that is set up on the map."""
    entries = (entry for entry in field.sheet.scenario.entries if name in entry.units)
    return frozenset(edge.zone for entry in entries for edge in entry.edges)


def together(field: Battlefield, one: str, other: str) -> bool:
    """True if two counters come by the same edge, or both are set up on the map."""
    mine, theirs = ways_on(field, one), ways_on(field, other)
    return mine == theirs or not mine.isdisjoint(theirs)
