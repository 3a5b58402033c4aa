"""The table's arithmetic: lengths, angles and shapes in whole numbers."""
