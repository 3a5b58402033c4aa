"""Dovecot and Postfix with the mailboxes of a desk and two players."""

import pytest

from tests.mail.realmail import RealMail


@pytest.fixture(scope="session")
def servers(realmail: RealMail) -> RealMail:
    realmail.add_users({"desk1": "s3cret", "gm1": "g", "red1": "r", "blue1": "b"})
    return realmail
