"""Proof: the chain of records, the ladder of seeds, contributions, state hashes, seals, bundles, and their verification.

The scheme is docs/trust.md; section numbers in this package are its sections.

Why it is built so:

- A record of play contains the answers, so a mailbox alone is enough to play the game again
  (`desk.record.readjudication`). `pbem replay` reads the original letters again instead, in a store of its own.
- `pbem_verify.py` is one file of plain Python, at most 900 lines of code, so that someone who distrusts us can read it.
  A test counts them.
- Undo deletes nothing. Rows after the record move to a hidden game row, and the chain goes on as a new branch
  (`store.archive`, `desk.play.undo`). Redo refiles the orders and rolls new dice.
"""
