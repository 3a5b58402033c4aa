"""What every game stands on: asks, events, dice by name, the umpire, the playing of a phase.  No I/O, no clock."""
