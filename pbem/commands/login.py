"""Log in at Microsoft's page for the mailbox in the configuration (`auth = "xoauth2"` with `microsoft_client`).

Exit statuses: 0 logged in; 1 it failed, or the configuration needs no such login; 2 the command line is wrong.
"""

import argparse
import sys

from pbem.commands.desk_arguments import add_config, microsoft_logins, read
from pbem.mail.tokens import NoToken


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``login --config FILE``."""
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    config = read(args.config)
    if config is None:
        return 1
    logins = microsoft_logins(config)
    if not logins:
        print(
            'no login to be made: expected `auth = "xoauth2"` with `microsoft_client` in the configuration',
            file=sys.stderr,
        )
        return 1
    for one in logins:
        try:
            one.log_in(lambda what: print(what, flush=True))
        except (NoToken, OSError) as fault:
            print(fault, file=sys.stderr)
            return 1
        print(f"the login is kept in {one.file}; the daemon renews it by itself")
    return 0
