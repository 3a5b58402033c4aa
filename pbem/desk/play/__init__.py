"""Playing on: advance, deadlines, pace, dice locks, undo and redo."""
