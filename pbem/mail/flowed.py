"""format=flowed (RFC 3676): lines that a program wrapped are joined before anything else looks at them."""


def join_flowed(text: str, deletes_space: bool) -> str:
    """Join soft-broken lines; quoted lines come out with their marks (`>> text`).

    `deletes_space` is the parameter DelSp=yes: the blank that marks a soft break is not part of the text.  A signature
    line `-- ` is never joined (4.3); a change of quoting depth ends a paragraph, whatever the line before it said (4.5).
    """
    joined: list[str] = []
    pieces: list[str] = []
    depth = 0
    for line in text.split("\n"):
        marks = len(line) - len(line.lstrip(">"))
        words = line[marks:].removeprefix(" ")
        is_signature = words == "-- "
        if pieces and (marks != depth or is_signature):
            joined.append(_marked(depth, pieces))
            pieces = []
        depth = marks
        is_soft = words.endswith(" ") and not is_signature
        pieces.append(words[:-1] if is_soft and deletes_space else words)
        if not is_soft:
            joined.append(_marked(depth, pieces))
            pieces = []
    if pieces:
        joined.append(_marked(depth, pieces))
    return "\n".join(joined)


def _marked(depth: int, pieces: list[str]) -> str:
    words = "".join(pieces)
    if depth:
        return f"{'>' * depth} {words}"
    return words if not words.startswith(">") else f" {words}"  # unstuffed: this `>` is the writer's own; see quotes
