"""The command line: quick help, the table of commands, wrong command lines."""

import argparse
import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem import __version__
from pbem.cli import COMMANDS, EXIT_USAGE, CommandRow, find, main
from pbem.command_line import Parser, WrongCommandLine, read

HEAVY = ("lark", "lxml", "sqlmodel", "sqlalchemy", "rich", "jinja2", "cryptography", "aioimaplib", "pbem.systems")
ROOT = Path(__file__).resolve().parents[1]


def test_version_and_help_import_nothing_heavy() -> None:
    program = (
        "import sys; from pbem.cli import main; main(['--version']); main(['--help'])\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told.splitlines()[0] == f"pbem {__version__}"
    assert told.splitlines()[-1] == "[]"


def test_help_fits_the_screen_and_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(len(line) for line in lines) <= 78
    for command in COMMANDS:
        assert any(line.startswith(f"  {command.words} ") for line in lines)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.words)
def test_every_command_has_its_module_and_its_help(command: CommandRow, capsys: pytest.CaptureFixture[str]) -> None:
    module = importlib.import_module(f"pbem.commands.{command.module}")
    assert module.__doc__
    parser = Parser(prog=f"pbem {command.words}")
    module.add_arguments(parser)
    assert callable(module.run)
    assert main([*command.words.split(), "--help"]) == 0
    assert f"pbem {command.words}" in capsys.readouterr().out


def test_no_words_at_all_show_the_help_and_are_a_wrong_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == EXIT_USAGE
    assert "usage: pbem" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["cse", "run"], "no command 'cse'; did you mean: pbem case?"),
        (["orders", "chekc"], "no command 'orders chekc'; did you mean: pbem orders check?"),
        (["zzz"], "no command 'zzz'; expected one of demo, "),
    ],
)
def test_an_unknown_command_is_told_with_the_nearest(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == EXIT_USAGE
    told = capsys.readouterr().err
    assert says in told
    assert told.splitlines()[1].lstrip().startswith("^")


def test_verify_keeps_2_for_something_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify"]) == 3
    assert "the following arguments are required: PATH" in capsys.readouterr().err


def test_two_words_call_a_command() -> None:
    assert find(["orders", "check", "--game", "rosebud"]).module == "offline.orders_check"


@pytest.fixture
def parser() -> Parser:
    parser = Parser(prog="pbem try")
    parser.add_argument("path", type=Path)
    parser.add_argument("--hours", type=int)
    parser.add_argument("--pace", choices=("ask", "mixed"))
    return parser


def test_all_faults_of_a_command_line_are_told_at_once(parser: Parser) -> None:
    with pytest.raises(WrongCommandLine) as wrong:
        read(parser, ["here", "--hours", "two", "--pace", "fast", "--colour"])
    told = str(wrong.value).replace("choose from ask, mixed", "choose from 'ask', 'mixed'")  # as Python 3.12 has it
    assert told.splitlines() == [
        "  pbem try here --hours two --pace fast --colour",
        "                        ^^^        ^^^^ ^^^^^^^^",
        "pbem try: argument --hours: expected a whole number, found 'two'",
        "pbem try: argument --pace: invalid choice: 'fast' (choose from 'ask', 'mixed')",
        "pbem try: --colour: nothing here takes this",
        "see: pbem try --help",
    ]


def test_what_is_missing_is_told_by_name(parser: Parser) -> None:
    with pytest.raises(WrongCommandLine, match="the following arguments are required: path"):
        read(parser, [])


def test_a_right_command_line_is_read(parser: Parser) -> None:
    assert read(parser, ["here", "--hours", "2"]) == argparse.Namespace(path=Path("here"), hours=2, pace=None)


@pytest.mark.slow
@pytest.mark.parametrize("unbuffered", ["", "1"])  # in one write at the end, or in one for each line
@pytest.mark.parametrize("words", [[], ["--help"], ["clauses", "custer"], ["gm", "--help"]])
def test_a_full_disk_behind_the_output_is_told_in_a_line(words: list[str], unbuffered: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pbem", *words],
            check=False,
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert (done.returncode, done.stderr) == (1, f"{' '.join(['pbem', *words[:1]])}: No space left on device\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["gm", "trace", "9" * 30], "argument LETTER: expected a whole number, found"),
        (["gm", "drop", "\u00b2"], "expected a whole number, found '\u00b2'"),
        (["selfplay", "rosebud", "--games", "\u00b2"], "expected a number from 1 on, found"),
        (["archive"], "expected a game that is over, or --sent DAYS"),
        (["archive", "--sent", "999999999"], "--sent: expected a whole number of days"),
    ],
)
def test_a_number_that_is_none_is_a_wrong_command_line(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    err = capsys.readouterr().err
    assert err.count(says) == 1


@pytest.mark.parametrize("columns", ["", "0", "60", "wide", "200"])
def test_help_is_as_wide_as_the_terminal(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    parser, argparses = Parser(prog="pbem"), argparse.ArgumentParser(prog="pbem")
    for one in (parser, argparses):
        one.add_argument(
            "--game", help="a few words about the title, which go on for more than one line of a narrow screen"
        )
    assert parser.format_help() == argparses.format_help()


@pytest.mark.parametrize("group", ["orders", "gm", "case", "templates", "scenario"])
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_the_first_word_of_commands_has_a_help_of_its_own(
    group: str, flag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([group, flag]) == 0
    out = capsys.readouterr().out
    assert f"pbem {group}" in out
    assert "``" not in out
