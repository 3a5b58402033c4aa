"""The GM's screens.

Why it is built so:

- An incident is a value: a frozen dataclass with an effect and a text (`desk/gm/incidents/`). The command line, the
  live console and a GM's letter find it, show it and carry it out by the same three calls.
- `gm` answers a GM's letter, because the screens live there; the daemon calls both.
"""
