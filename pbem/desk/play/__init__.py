"""Playing on: advance, deadlines, pace, dice locks, undo and redo.

Why it is built so:

- A phase yields *tuples* of asks, even for one. Several firers, or several units that may scatter, then share a letter
  without special code.
- A segment keeps its answers with the keys of their asks. If a phase is executed again and comes to another ask, or
  emits other events, it raises `Diverged` and the game is held. Nothing is guessed. A stop at which nobody answered and
  nothing was rolled is no segment.
- A waiting phase stays in memory where it stopped (`desk.play.cache`). It is executed again from its checkpoint only if
  the stored segments are not the ones it has played.
- In the dice modes `witness` and `beacon` the first roll of a segment raises `Unlocked`. `advance` then files what is
  finished and the lock, and nothing of that segment, so a crash in between changes nothing (`desk/play/locking.py`,
  docs/trust.md).
- Segments without a roll take no step of the seed ladder and carry no seed.
- Orders name the acting units in their first field. `Order.goes_with` marks an order that accompanies another (an
  advance and its melee), `Order.once` one that a unit can have only once. Corrections need no table of verbs.
- Practice players use `plan` and nothing else, as a person would.
"""
