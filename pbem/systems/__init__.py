"""The games: each a package of rules and data, found by `pbem.systems.registry`.

Why it is built so:

- A battle inside a game turn is a value in the state of the campaign around it. `next_phase` gives the battle's next
  phase while
  one is on, and every event between its first and its last goes to the battle's own `apply`. Its phases have ids of their
  own (`T12.B2.G07.IN.H`), so letters, orders on file, dice, checkpoints, records, reports and undo work inside it as
  outside, and nothing outside the game knows that there is one. What comes out is one event of the campaign.
- Such a battle has many more turns than letters may be asked for. So what a side wants is filed once, as orders of a
  phase in
  which play stops, and carried out by the phases that follow, which ask nobody. A stop is a phase too: it comes only if
  the rules have noted whom it is for. What a side has filed, and what its plan keeps in mind, are hidden facts
  (`RuleSystem.hidden`), and only their side knows events about them. Each action is chosen as a single order
  and goes through plan and resolve like one from a letter.
- An ask for orders that has a `default` says that its owner has settled already how play goes on: the pace `policy` does
  not stop for it. Lines that belong together are a block (`Order.block`, `orders.dialect.InBlocks`): they are read
  with what
  precedes them, and a new block replaces the old one as a whole.
- A game's order language and its way of reporting belong to the game. The general packages never import one.
- A checkpoint names counters; what is printed on them comes from the roster.
- An event says who may know it (`Event.known_to`). In a game with hidden facts the record holds the public events and a
  commitment to the others.

No general code assumes:

- **When phases come** is asked of `core.sequence` alone: which phase takes a side's orders next, whether it is sure
  to come,
  which later ones the same letter may serve. A fixed sequence, a chit pull, orders of all at once and battles inside a turn
  differ in the answers (`InTurn`, `Drawn`, or a game's own `sequence`) and in nothing else.
- **The map of a report** is a `reports.maps.map_panel.MapPanel`, which the game's teller makes.
  `reports.maps.hex_panel.MapModel`, the
  map of hexes with its battle panels and ZOC, is one kind.
- **How many sit at the table** is never assumed: a card has any number of sides, `desk.people` has
  the words for two
  ("both", "your opponent") and for more ("all", "your opponents").
"""
