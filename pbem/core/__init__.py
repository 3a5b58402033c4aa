"""The foundation of every game: asks, events, dice by name, the umpire, the playing of a phase.  No I/O, no clock."""
