"""Procedures that two or more games share; each takes its rules as a value."""
