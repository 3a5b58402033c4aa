"""What tests of several rooms share: one PostgreSQL cluster a session."""

from collections.abc import Iterator

import pytest

from tests.cluster import Cluster, why_not


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """An own PostgreSQL on loopback."""
    if reason := why_not():
        pytest.skip(reason)
    with Cluster() as found:
        yield found
