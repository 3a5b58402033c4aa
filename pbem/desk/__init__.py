"""The desk: every use case of a game by mail, a room for each station of a letter. Time lives here."""
