"""One game of Rosebud Creek played by the program, with every order written and read; prints its last state's hash."""

import contextlib
import io
import json

from pbem.cli import main

printed = io.StringIO()
with contextlib.redirect_stdout(printed):
    status = main(["selfplay", "rosebud", "--games", "1", "--seed", "newest", "--json"])
found = json.loads(printed.getvalue())
assert (status, found["fault"], found["refused"]) == (0, None, 0), found
print(found["state"])
