"""The village: its alert, its camps, its people and its ponies (LB-18, LB-19)."""
