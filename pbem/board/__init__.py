"""Where things stand: hexes, the hexmap, lines of sight, reach."""
