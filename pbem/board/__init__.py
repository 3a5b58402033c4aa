"""The map: hexes, the hexmap, lines of sight, reach."""
