"""Tests of the reader of prose."""
