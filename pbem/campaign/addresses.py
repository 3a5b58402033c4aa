"""Addresses and people as they are written down: ``P. Brandt <gm@club.example>``."""

import re

ADDRESS = re.compile(r"[^\s@<>,;:\"()\[\]\\]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")


def person(text: str) -> tuple[str, str]:
    """The name and the address of ``P. Brandt <gm@club.example>``; the name is "" for an address alone."""
    # A console without UTF-8 hands over the bytes of a name in surrogates.
    text = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    name, bracket, rest = text.partition("<")
    if bracket:
        return name.strip().strip('"'), rest.strip().removesuffix(">").strip()
    return "", text.strip()
