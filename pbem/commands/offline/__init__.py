"""Commands that need no desk: for players, and for whoever tries a game or writes one."""
