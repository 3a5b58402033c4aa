"""Players of the program."""
