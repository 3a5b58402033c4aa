"""Proof: the chain of records, the ladder of seeds, contributions, state hashes, seals, bundles, and their verification.

The scheme is docs/trust.md; section numbers in this package are its sections.
"""
