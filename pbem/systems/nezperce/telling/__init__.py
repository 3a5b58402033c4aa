"""How the campaign is told: log, tables, maps."""
