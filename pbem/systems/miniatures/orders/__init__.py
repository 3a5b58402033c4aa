"""The order language: one line a unit, its operations in sequence."""
