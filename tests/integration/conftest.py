"""Dovecot and Postfix with the mailboxes of a desk and two players."""

from collections.abc import Iterator

import pytest

from tests.mail.realmail import RealMail, why_not


@pytest.fixture(scope="session")
def servers() -> Iterator[RealMail]:
    if reason := why_not():
        pytest.skip(reason)
    with RealMail({"gm": "s3cret", "red": "r", "blue": "b"}) as mail:
        yield mail
