"""The phases and rules of the strategic level."""
