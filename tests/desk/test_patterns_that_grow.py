"""No pattern of the desk's or of the GM's screens takes longer by the square of what is written: it holds all letters up."""

import importlib
import pkgutil
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import pbem.desk
import pbem.gm
from pbem.desk.incoming.absence import LONGEST_DAYS, days_of

LONG = 6_000
"""Characters that a pattern is tried on: a square of them takes seconds, many times them some milliseconds."""
SECONDS = 0.1
CALLED = re.compile(r"(?<![\w.])(\w+)\.(search|match|fullmatch|finditer|findall|sub|split)\b")
BLANKS = (" ", "\t", "\n", " \n", ", ", "- ", "> ")
COMMON = (
    "a",
    "A",
    "1",
    "a ",
    "A ",
    "1 ",
    "a.",
    "a@",
    "a-",
    "1-",
    "1,",
    "-",
    "(",
    ")",
    "()",
    "[",
    "<",
    "'",
    '"',
    ":",
    ".",
    "|",
)


def patterns() -> Iterator[tuple[str, re.Pattern[str] | re.Pattern[bytes], str]]:
    """Each compiled pattern of a module with each of its methods that is called there, or where it is imported."""
    modules = [
        importlib.import_module(one.name)
        for package in (pbem.desk, pbem.gm)
        for one in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]
    called: dict[re.Pattern[str] | re.Pattern[bytes], set[str]] = {}
    for module in modules:
        for name, method in CALLED.findall(Path(str(module.__file__)).read_text(encoding="utf-8")):
            pattern = vars(module).get(name)
            if isinstance(pattern, re.Pattern):
                called.setdefault(pattern, set()).add(method)
    for module in modules:
        for name, value in vars(module).items():
            for n, pattern in enumerate(value if isinstance(value, tuple | list) else (value,)):
                if isinstance(pattern, re.Pattern):
                    for method in sorted(called.get(pattern) or {"fullmatch"}):
                        yield f"{module.__name__}.{name}{n or ''}.{method}", pattern, method


BOUNDED = {
    "pbem.desk.incoming.absence._BEHIND.sub": LONGEST_DAYS,
    "pbem.desk.incoming.absence._BETWEEN.finditer": LONGEST_DAYS,
}
"""Patterns that see so many characters at most."""


def texts(pattern: re.Pattern[str] | re.Pattern[bytes]) -> Iterator[str]:
    """Texts that make the same part of a pattern begin again and again, with what it begins with ahead of them."""
    source = pattern.pattern.decode("latin-1") if isinstance(pattern.pattern, bytes) else pattern.pattern
    words = sorted(set(re.findall(r"[A-Za-z]{2,12}", source)))[:20]
    signs = sorted({one for one in source if not one.isalnum() and one.isprintable()})
    first = next(iter(re.findall(r"(?<!\\)[a-z@:\"']{1,12}", source)), "")
    for atom in dict.fromkeys((*BLANKS, *COMMON, *signs, *(f"{one} " for one in words))):
        whole = (atom * (LONG // len(atom) + 1))[:LONG] + "\0"
        yield whole
        yield first + whole


@contextmanager
def limited(text: str) -> Iterator[None]:
    """Stop what takes too much of the processor: a square, or a cube, would take minutes."""

    def stop(*_: object) -> None:
        raise AssertionError(f"{text[:40]!r} and so on takes more than {SECONDS} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


KNOWN = {f"{name}": (pattern, method) for name, pattern, method in patterns()}


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_a_pattern_is_linear(name: str) -> None:
    pattern, method = KNOWN[name]
    for whole in texts(pattern):
        text = whole[: BOUNDED.get(name)]
        given = text.encode("latin-1", "replace") if isinstance(pattern.pattern, bytes) else text
        with limited(text):
            done = getattr(pattern, method)(*((given[:0],) if method == "sub" else ()), given)
            for _ in done if method == "finditer" else ():
                pass


def test_days_in_a_line_that_goes_on_for_ever() -> None:
    with limited("days"):
        for atom in ("to ", "- ", " ", "from ", "10 Apr to "):
            days_of(atom * 50_000)


@pytest.mark.slow
def test_the_test_finds_a_square() -> None:
    with pytest.raises(AssertionError), limited(" "):
        re.compile(r"\s*!").search(" " * LONG * 10)
