"""The rules, a file a procedure."""
