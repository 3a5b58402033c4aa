"""Tables and small repositories, one a noun.

Why it is built so:

- A transaction has one session of SQLModel's (`store.session`) with a memo: a query is asked once until rows of its table come,
  change or go. Where it says which new rows it finds, it follows them, and they wait for the end of the transaction.
  Between transactions nothing in memory represents a game.
- Rows that nobody changes any more (records, events, lines, segments) go out as bulk inserts; a row whose number others need
  at once is stored by `INSERT ... RETURNING`. What is always wanted together is one query: a game with its players, a
  letter with those that said the same, a branch's beginning and its last record.
- The GM's queue is plain SQL (`store.overview`), one query a table, since a desk may have ten thousand games.
"""
