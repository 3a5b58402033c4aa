"""The reader of prose: it finds names first, then acts from a lexicon, then sentences; the rules decide between readings."""
