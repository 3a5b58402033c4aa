"""Addresses and people in writing: ``P. Brandt <gm@club.example>``."""

import re

from pbem.core.sanitize import visible_line

ADDRESS = re.compile(r"[^\s@<>,;:\"()\[\]\\]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")


def person(text: str) -> tuple[str, str]:
    """The name and the address of ``P. Brandt <gm@club.example>``; the name is "" for an address alone."""
    # A console without UTF-8 hands over the bytes of a name in surrogates.
    text = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    name, bracket, rest = text.partition("<")
    if bracket:
        return name.strip().strip('"'), rest.strip().removesuffix(">").strip()
    return "", text.strip()


_FORM_BEHIND = re.compile(r"([^@]*@[^@\s:=,(]+)\s*(?:[:=,(]\s*|\s)\s*(?:reports?\s+)?([a-z]+)\s*\)?\s*", re.I)


def person_and_form(text: str) -> tuple[str, str, str]:
    """The name, the address and the form of reports of ``Olga <olga@mail.example>:png``; the form is "" where none stands."""
    found = _FORM_BEHIND.fullmatch(text)
    return (*person(found[1]), found[2].lower()) if found is not None else (*person(text), "")


LONGEST_NAME, LONGEST_ADDRESS = 60, 254
"""Characters: a name stands in subjects and columns; RFC 5321 has no room for more of an address."""


def wrong_name(name: str) -> str:
    """The right form of a person's name, "" if it can stand in letters and headers."""
    if len(name) > LONGEST_NAME:
        return f"a name of at most {LONGEST_NAME} characters"
    if visible_line(name) != name.replace("\xa0", " ") or "\ufffd" in name:
        return "a name without line breaks and control characters"
    return ""


def wrong_address(address: str) -> str:
    """The right form of an address, "" if mail can be sent to it."""
    if len(address) <= LONGEST_ADDRESS and ADDRESS.fullmatch(address) and visible_line(address) == address:
        return ""
    return "an address such as kate@mail.example"


def shown_in_fault(text: str) -> str:
    """The text as found, quoted for an error message; only its beginning if it is long."""
    return repr(text) if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]!r}... ({len(text)} characters)"
