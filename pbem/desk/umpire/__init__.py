"""Command by letter: dispatches between commanders, and the umpire's tray."""
