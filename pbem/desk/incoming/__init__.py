"""Letters in: read, checked at the gate, answered, or held."""
