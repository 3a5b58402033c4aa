"""Several processes at one desk, on one PostgreSQL: readers, adjudicators, senders."""
