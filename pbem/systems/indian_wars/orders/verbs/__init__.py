"""The kinds of orders of the series, a record each: words, phases, plan, resolution and meaning."""
