"""Files of other programs: modules and saved games of VASSAL, maps of Tiled."""
