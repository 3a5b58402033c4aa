"""The telling of the campaign: log, tables, maps."""
