"""Addresses in headers, read without recursion and without trust: `Ann <ann@club>` -> `ann@club`."""

import re

_ADDRESS = re.compile(r"[^\s<>()\[\],;:\"@]{1,128}@[^\s<>()\[\],;:\"@]{1,255}")
_MOST = 200
_LONGEST = 65_536
"""Characters of a header that are read."""


def addresses(value: str) -> tuple[str, ...]:
    """The addresses in a header's value, in lower case and in their sequence, at most 200.

    What stands in quotation marks or brackets of comment is a name and not looked at; where there is an address in
    `<...>`, a bare word with an `@` before it is a name too.  One behind it is none: whose letter is `<ann@club> eve@x`?
    """
    found: list[str] = []
    for mailbox in _mailboxes(value):
        for text in _claims(mailbox):
            match = _ADDRESS.search(text)
            if match and match[0].lower() not in found:
                found.append(match[0].lower())
        if len(found) >= _MOST:
            break
    return tuple(found[:_MOST])


def _claims(mailbox: str) -> list[str]:
    """All that one mailbox may be meant to say: each `<...>`, and what stands behind the last; without any, the whole."""
    in_angles = [one for one in re.findall(r"<([^<>]{1,400})>", mailbox) if _ADDRESS.fullmatch(one.strip())]
    if not in_angles:
        return [mailbox] if "<" not in mailbox else []
    return [*in_angles, mailbox.rpartition(">")[2]]


def _mailboxes(value: str) -> list[str]:
    """The value cut at its commas and semicolons, without comments and quoted names: one pass, no recursion.

    A comment or a quotation that never ends hides nothing: what stands in it is a piece of its own.
    """
    pieces: list[str] = []
    piece: list[str] = []
    hidden: list[str] = []
    depth = 0
    is_quoted = is_escaped = in_angles = False
    for character in value[:_LONGEST]:
        if is_quoted or depth:
            hidden.append(character)
        else:
            hidden.clear()
        if is_escaped:
            is_escaped = False
        elif character == "\\" and (is_quoted or depth):
            is_escaped = True
        elif is_quoted:
            is_quoted = character != '"'
        elif character == '"':
            is_quoted = True
        elif character == "(":
            depth += 1
        elif depth:
            depth -= character == ")"
        elif character in ",;" and not in_angles:
            pieces.append("".join(piece))
            piece = []
        else:
            in_angles = character == "<" or (in_angles and character != ">")
            piece.append(character)
    pieces.append("".join(piece))
    return [*pieces, "".join(hidden)] if is_quoted or depth else pieces
