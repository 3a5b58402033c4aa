"""The rules of a phase: what is measured, moved, fired, checked and fought."""
