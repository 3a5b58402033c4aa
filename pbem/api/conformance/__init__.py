"""Conformance: the checks of ``pbem game check``, for the tests of a game too.

from pbem.api.conformance import CHECKS, assert_sound

@pytest.mark.parametrize("check", CHECKS)
def test_the_game_is_sound(check: str) -> None:
    assert_sound("three_crowns.game:GAME", check)
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from pbem.api.conformance.by_mail import Sitting, at_a_desk, mail
from pbem.api.conformance.course import Courses, trying, watched
from pbem.api.conformance.determined import cost, determinism, digest_of, purity
from pbem.api.conformance.hiding import secrecy
from pbem.api.conformance.pages import letters
from pbem.api.conformance.parts import cases, handlers, parts
from pbem.mail.checkup import Finding

Check = Callable[[Courses], Iterator[Finding]]

CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "parts": parts,
        "handlers": handlers,
        "purity": purity,
        "determinism": determinism,
        "secrecy": secrecy,
        "letters": letters,
        "mail": mail,
        "cases": cases,
        "cost": cost,
    }
)
"""The checks in their sequence, by name: each yields what it found of a game."""

__all__ = ["CHECKS", "Finding", "Sitting", "assert_sound", "at_a_desk", "digest_of", "examine"]


def examine(what: str, *names: str, seed: str = "1", phases: int = 60) -> Iterator[Finding]:
    """Check a game, by all checks or by those that are named, one finding after the other.

    `what` is the title of an installed game, or ``module:GAME`` of one that need not be.  Of a game at most `phases` phases
    are looked at one by one.  Raises UnknownTitle, BrokenGame.
    """
    with trying(what) as game:
        courses = Courses(game, what, seed, phases)
        for name in names or CHECKS:
            found = tuple(_carried_out(name, courses)) if name == "parts" else _carried_out(name, courses)
            yield from found
            if isinstance(found, tuple) and any(one.state == "bad" for one in found):
                return  # without its parts nothing else of it can be looked at


def _carried_out(name: str, courses: Courses) -> Iterator[Finding]:
    try:
        with watched():
            yield from CHECKS[name](courses)
    # Whatever the code of a game raises where no check expects it is a finding, and no other check falls with it.
    except (Exception, SystemExit) as fault:
        where = courses.where(fault)
        yield Finding(name, "bad", f"{type(fault).__name__}: {fault}", f"It was raised in {where}." if where else "")


def assert_sound(what: str, *names: str, seed: str = "1", phases: int = 60) -> None:
    """Raise AssertionError with all that is wrong with a game, for a test."""
    wrong = [one for one in examine(what, *names, seed=seed, phases=phases) if one.state == "bad"]
    assert not wrong, "\n".join(f"{one.step}: {one.result}  {one.todo}".rstrip() for one in wrong)
