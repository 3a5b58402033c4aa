"""The country and the night: grass fires, the night turn (LB-17.D, LB-17.E)."""
