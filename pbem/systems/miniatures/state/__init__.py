"""The state of a table: units, leaders, and the events that change them."""
