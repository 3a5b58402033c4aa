"""The campaign's maps, tables and units, read from its files."""
