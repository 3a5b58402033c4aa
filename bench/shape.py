"""The shape of the code: ``python -m bench.shape [--lines N] [--parameters N] [FOLDER ...]``.

Counts files and lines of code (no blank lines, comments or docstrings) in each package, and lists functions longer than
`--lines` lines and those with more than `--parameters` parameters, the worst first.
"""

import argparse
import ast
import io
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

SHORT = 50
"""A file with fewer lines is counted as short."""
BESIDE_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


@dataclass(frozen=True)
class Function:
    """A function, its lines without its docstring, and its parameters without ``self`` and ``cls``."""

    place: str
    lines: int
    parameters: int


def functions(file: Path, tree: ast.Module) -> Iterator[Function]:
    """The functions and methods of a file, inner ones too."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        doc = _docstring(node)
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        lines -= (doc.end_lineno or doc.lineno) - doc.lineno + 1 if doc is not None else 0
        given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        count = sum(one.arg not in ("self", "cls") for one in given)
        yield Function(f"{file}:{node.lineno} {node.name}", lines, count)


def code_lines(text: str, tree: ast.Module) -> int:
    """Lines that hold code."""
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in BESIDE_CODE:
            found.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            found.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(found)


def _docstring(node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.stmt | None:
    return node.body[0] if ast.get_docstring(node, clean=False) is not None else None


def main(words: Sequence[str]) -> int:
    """Print the counts and both lists."""
    parser = argparse.ArgumentParser(prog="python -m bench.shape")
    parser.add_argument("folders", nargs="*", default=["pbem"])
    parser.add_argument("--lines", type=int, default=50)
    parser.add_argument("--parameters", type=int, default=7)
    given = parser.parse_args(words)
    files, short, code, found = Counter[str](), Counter[str](), Counter[str](), list[Function]()
    for folder in given.folders:
        for file in sorted(Path(folder).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            tree = ast.parse(text)
            package = "/".join(file.parts[:2])
            files[package] += 1
            short[package] += len(text.splitlines()) < SHORT
            code[package] += code_lines(text, tree)
            found += functions(file, tree)
    for package in sorted(files):
        print(f"{package:<24} {files[package]:>4} files, {short[package]:>3} short, {code[package]:>6} lines of code")
    print(f"{'all':<24} {files.total():>4} files, {short.total():>3} short, {code.total():>6} lines of code")
    print(f"\nFunctions of more than {given.lines} lines, docstring apart:")
    for one in sorted(found, key=lambda one: (-one.lines, one.place)):
        if one.lines > given.lines:
            print(f"  {one.lines:>4}  {one.place}")
    print(f"\nFunctions of more than {given.parameters} parameters:")
    for one in sorted(found, key=lambda one: (-one.parameters, one.place)):
        if one.parameters > given.parameters:
            print(f"  {one.parameters:>4}  {one.place}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
