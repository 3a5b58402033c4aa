"""The command line: ``pbem COMMAND ...``.

Exit statuses: 0 done, and nothing is wrong; 1 something is wrong; 2 the command line is
wrong (`pbem verify`, whose 2 says that something is missing, uses 3); 130 interrupted.  A command that has more of its own
tells them in its ``--help``.

``pbem --version`` and ``pbem --help`` import nothing but this module, and this module next to nothing: they are there at once.
"""

import sys
from collections.abc import Sequence

from pbem import __version__
from pbem.core.sanitize import guard

EXIT_RIGHT, EXIT_WRONG, EXIT_USAGE, EXIT_INTERRUPTED = 0, 1, 2, 130


class CommandRow:
    """A row of the table: the words that call it, its module under `pbem.commands`, one line of help.

    The module has ``add_arguments(parser)`` and ``run(args) -> int``, and ``EXIT_USAGE`` where its 2 means something else.
    It is imported when the command is called and not before.
    """

    def __init__(self, words: str, module: str, about: str) -> None:
        self.words, self.module, self.about = words, module, about


COMMANDS = (
    CommandRow("demo", "offline.demo", "play one game turn by real mail on this machine"),
    CommandRow("setup", "setup", "set up the desk's mailbox: asks, tries it, writes config.toml"),
    CommandRow("trial", "trial", "try out a desk: mail in folders, a clock that you move"),
    CommandRow("new", "new", "set up a campaign and mail its players their welcome"),
    CommandRow("serve", "serve", "run the daemon: read orders, adjudicate, send reports"),
    CommandRow("doctor", "doctor", "test the configuration against the real servers"),
    CommandRow("health", "health", "check whether the daemon is running and healthy"),
    CommandRow("login", "login", "log in to a Microsoft mailbox"),
    CommandRow("gm queue", "gm_desk.gm_queue", "list who each game is waiting for"),
    CommandRow("gm", "gm_desk.gm", "the GM's desk: look at games, and act on them"),
    CommandRow("backup", "backup", "back up the database while the daemon runs"),
    CommandRow("restore", "restore", "start from a backup; every game starts held"),
    CommandRow("move", "move", "move the desk into another database, such as PostgreSQL"),
    CommandRow("adopt", "adopt", "after a restore: recover newer records from mail"),
    CommandRow("archive", "archive", "move a finished game out of the database"),
    CommandRow("letter", "offline.letter", "show what the desk reads in a letter, and what it cuts"),
    CommandRow("orders check", "offline.orders_check", "check orders line by line, as a receipt would"),
    CommandRow("table draft", "offline.table_draft", "draft a sheet for a table from your own VASSAL module"),
    CommandRow("table show", "offline.table_show", "list the pieces of a saved VASSAL game by place"),
    CommandRow("table check", "offline.table_check", "check sheets for a table, the desk for any wargame"),
    CommandRow("orders unread", "gm_desk.orders_unread", "list what the desk could not read, or read as chat"),
    CommandRow("what-if", "offline.what_if", "try order lines 200 times, with their own dice"),
    CommandRow("luck", "luck", "compare the dice of a finished game with the average"),
    CommandRow("page", "offline.page", "write the page for clicking orders, to keep at home"),
    CommandRow("publish", "publish", "write web pages, feeds and calendars of all games"),
    CommandRow("map export", "offline.map_export", "write one of our maps for the editor Tiled"),
    CommandRow("map import", "offline.map_import", "convert a map that was drawn in Tiled"),
    CommandRow("map", "map", "draw the map of a campaign or scenario"),
    CommandRow("export", "export", "export a campaign as a web page, or as its events"),
    CommandRow("verify", "offline.verify", "check the proof in a mailbox: chain, seals, dice"),
    CommandRow("replay", "replay", "replay a game from its letters, and compare"),
    CommandRow("upgrade", "upgrade", "continue a game with the rules now installed"),
    CommandRow("dice", "dice", "change where the dice come from, if both agree"),
    CommandRow("witness", "witness", "be the witness for the dice of somebody else's game"),
    CommandRow("keys", "keys", "change or revoke the key that signs a game"),
    CommandRow("templates", "templates", "check your own letter templates"),
    CommandRow("scenario", "offline.scenario", "check your own scenario, map or charts"),
    CommandRow("case", "offline.case", "run or show adjudication cases"),
    CommandRow("clauses", "offline.clauses", "list a rulebook's clauses: played, proved, left out"),
    CommandRow("game new", "offline.game_new", "create a package for your own game, ready to play"),
    CommandRow("game check", "offline.game_check", "check your own game part by part, and by mail"),
    CommandRow("selfplay", "offline.selfplay", "let the program play and check whole games"),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out one command line; the exit status.  `argv` is without the program's name; None: this is the whole program."""
    # Whatever a command prints may quote a stranger: nothing reaches a terminal but characters that can be seen.
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = guard(sys.stdout), guard(sys.stderr)
    if argv is not None:
        try:
            return _main(argv)
        finally:
            sys.stdout, sys.stderr = streams
    return _main(sys.argv[1:])


def _main(words: Sequence[str]) -> int:
    try:
        status = _done(words)
        if sys.stdout is not None:
            sys.stdout.flush()  # a full disk behind it is told here, and not by the interpreter while it closes
        return status
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader (a pager, `head`) has seen enough; the interpreter would complain while it closes stdout.
        _drop_output()
        return EXIT_RIGHT
    except Exception as fault:
        trouble = _trouble_of_the_system(fault)
        if not trouble:
            raise  # a fault of ours
        print(f"{' '.join(['pbem', *words[:1]])}: {trouble}", file=sys.stderr)
        _drop_output()
        return EXIT_WRONG


def _done(words: Sequence[str]) -> int:
    if not words or words[0] in ("-h", "--help"):
        print(overview())
        return EXIT_RIGHT if words else EXIT_USAGE
    if words[0] == "--version":
        print(f"pbem {__version__}")
        return EXIT_RIGHT
    return _call(words)


def _trouble_of_the_system(fault: Exception) -> str:
    """The message of the disk, the database or a broken game package, in a sentence; "" for any other fault.

    Where the system is at fault nobody is helped by the lines of the program that met it.
    """
    if isinstance(fault, PermissionError) and fault.filename is not None:
        from pathlib import Path

        from pbem.machine import denied

        return f"{fault.filename}: {denied(Path(fault.filename))}"
    if isinstance(fault, OSError):
        return f"{fault.filename}: {fault.strerror}" if fault.filename is not None else fault.strerror or str(fault)
    games = sys.modules.get("pbem.core.system")
    if games is not None and isinstance(fault, games.BrokenGame | games.UnknownTitle):
        return str(fault.args[0])
    errors = sys.modules.get("sqlalchemy.exc")  # where it was not imported it has raised nothing
    if errors is not None and isinstance(fault, errors.DatabaseError):
        from pbem.store.database_errors import hint_for, is_the_databases, named

        if is_the_databases(fault) or type(fault) is errors.DatabaseError:
            return "\n".join(filter(None, (f"database: {named(fault)}", hint_for(fault))))
    return ""


def _drop_output() -> None:
    """Throw away output that still waits to be printed."""
    import os
    from contextlib import suppress

    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _call(words: Sequence[str]) -> int:
    import importlib

    from pbem.command_line import Parser, WrongCommandLine, plain, read

    try:
        if group := _help_of_a_group(words):
            print(group)
            return EXIT_RIGHT
        command = find(words)
    except WrongCommandLine as fault:
        print(fault, file=sys.stderr)
        return EXIT_USAGE
    prog = f"pbem {command.words}"
    rest = words[len(command.words.split()) :]
    module = importlib.import_module(f"pbem.commands.{command.module}")
    parser = Parser(prog=prog, description=plain(module.__doc__))
    module.add_arguments(parser)
    try:
        args = read(parser, rest)
    except SystemExit as left:  # argparse has printed its help
        return EXIT_RIGHT if left.code in (None, 0) else EXIT_USAGE
    except WrongCommandLine as fault:
        print(fault, file=sys.stderr)
        return int(getattr(module, "EXIT_USAGE", EXIT_USAGE))
    try:
        return int(module.run(args))
    except WrongCommandLine as fault:
        print(fault, file=sys.stderr)
        return EXIT_USAGE


def _help_of_a_group(words: Sequence[str]) -> str:
    """The help for the first word of commands of several words, such as ``pbem orders --help``; "" for other lines."""
    named = [command for command in COMMANDS if command.words.split()[0] == words[0]]
    if list(words[1:]) not in (["-h"], ["--help"]) or not named or any(one.words == words[0] for one in named):
        return ""
    rows = [f"  pbem {one.words}  {one.about}" for one in named]
    return "\n".join((f"usage: pbem {words[0]} COMMAND ...", "", *rows, "", f"see: pbem {named[0].words} --help"))


def find(words: Sequence[str]) -> CommandRow:
    """The command that a line begins with.  Raises WrongCommandLine."""
    from pbem.command_line import WrongCommandLine, usage_error

    for command in COMMANDS:
        called = command.words.split()
        if list(words[: len(called)]) == called:
            return command
    from difflib import get_close_matches

    below = [command.words for command in COMMANDS if command.words.split()[0] == words[0]]
    found = " ".join(words[:2]) if below else words[0]
    near = below or get_close_matches(words[0], [command.words for command in COMMANDS], n=1)
    expected = f"did you mean: pbem {near[0]}?" if near else f"expected one of {', '.join(c.words for c in COMMANDS)}"
    raise WrongCommandLine(usage_error("pbem", words, [f"no command {found!r}; {expected}"]))


def overview() -> str:
    """The text of ``pbem --help``."""
    width = max(len(command.words) for command in COMMANDS)
    rows = (f"  {command.words:<{width}}  {command.about}" for command in COMMANDS)
    return "\n".join(
        (
            "usage: pbem COMMAND ...     pbem --version     pbem COMMAND --help",
            "",
            "pbem adjudicates wargames played by e-mail.",
            "",
            *rows,
            "",
            "Exit statuses: 0 done and nothing is wrong, 1 something is wrong,",
            "2 the command line is wrong (pbem verify: 3), 130 interrupted.",
        )
    )
