"""The rules of the series by the chapters of its book."""
