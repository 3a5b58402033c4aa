"""What letters say of the series."""
