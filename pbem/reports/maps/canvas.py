"""Lines that are written over: a map as it is drawn."""

from collections.abc import Iterable, Sequence

LINE_END = b"\n"


class Canvas:
    """Lines of one width, each with its end, one behind the other: a place is `width` times its line, and its column.

    A character is a byte of `data`.  What is not plain ASCII (in a place's name) is kept aside until the lines are read.
    """

    __slots__ = ("_odd", "data", "width")

    def __init__(self, lines: Sequence[str], width: int) -> None:
        self.width = width + len(LINE_END)
        self.data = bytearray(LINE_END.join([b" " * width] * len(lines)) + LINE_END)
        self._odd: dict[int, str] = {}
        for n, line in enumerate(lines):
            self.write(n * self.width, line)

    def copy(self) -> "Canvas":
        """Another one that reads the same."""
        made = Canvas((), 0)
        made.width, made.data, made._odd = self.width, self.data.copy(), self._odd.copy()
        return made

    def write(self, place: int, text: str) -> None:
        """Write from a place on; it must fit into the line."""
        for n in range(place, place + len(text)) if self._odd else ():
            self._odd.pop(n, None)
        if text.isascii():
            self.data[place : place + len(text)] = text.encode()
        else:
            self.data[place : place + len(text)] = text.encode("ascii", "replace")
            self._odd.update((n, character) for n, character in enumerate(text, place) if not character.isascii())

    def write_all(self, texts: Iterable[tuple[int, str]]) -> None:
        """Write several texts, each from its place on."""
        data = self.data
        for place, text in texts:
            if self._odd or not text.isascii():
                self.write(place, text)
            else:
                data[place : place + len(text)] = text.encode()

    def lines(self) -> list[str]:
        """The lines without blanks at their ends."""
        text = self.data.decode()
        for place, character in self._odd.items():
            text = f"{text[:place]}{character}{text[place + 1 :]}"
        return [line.rstrip() for line in text[:-1].split("\n")]
