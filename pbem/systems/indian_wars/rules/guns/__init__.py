"""Guns and their crews (LB-11): how they stand, move, fire, are left and manned again."""
