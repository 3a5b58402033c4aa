"""The games: each a package of rules and data, found by `pbem.systems.registry`."""
