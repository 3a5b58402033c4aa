"""Updates the messages of the program: ``locale/pbem.pot``, and from it each ``locale/<language>/LC_MESSAGES/pbem.po``.

``make messages`` runs it.  A message that is new or was changed comes in untranslated; one that is gone stays at
the end of the file, set out with ``#~``, for its translation may serve the changed one.  ``--check`` says what is
out of date and writes nothing.
"""

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

sys.path.insert(0, str(Path(__file__).parent))
import extract as messages

ROOT = Path(__file__).resolve().parents[2]
LOCALE = ROOT / "locale"
NOT_TOLD = Path(__file__).with_name("not-told.txt")
PUT_TOGETHER = Path(__file__).with_name("put-together.txt")


DATES = tuple(
    f'"{one}'
    for one in ("POT-Creation", "PO-Revision", "Generated-By", "Report-Msgid", "Last-Tr", "Language-T", "Project")
)
"""Lines of a header that say nothing of its messages."""
GRAMMAR = "\n%extend "
"""Begins a piece of grammar that stands beside its verb: nobody reads it as words."""
HEADER = "# What pbem says in its letters.  docs/translating.md says how to translate it."


def template() -> Catalog:
    """All messages of the program, in the sequence of its files."""
    found = Catalog(project="pbem", charset="utf-8", fuzzy=False, header_comment=HEADER)
    silent = set(NOT_TOLD.read_text(encoding="utf-8").splitlines())
    for path in sorted((ROOT / "pbem").rglob("*.py")):
        with path.open("rb") as source:
            for _, message, comments, _ in extract(messages.extract, source):
                if isinstance(message, str) and (message.replace("\n", "\\n") in silent or GRAMMAR in message):
                    continue
                where = path.relative_to(ROOT).as_posix()
                known = found.get(message[0] if isinstance(message, tuple) else message)
                if known is not None and any(place == where for place, _ in known.locations):
                    continue
                # Files without lines: a line that moved is no change to a translator.
                found.add(message, locations=[(where, None)], auto_comments=comments)
    for line in PUT_TOGETHER.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#") and line not in found:
            found.add(line, locations=[(PUT_TOGETHER.relative_to(ROOT).as_posix(), None)])
    for path in sorted((ROOT / "templates").glob("*.*")):
        for word in messages.words_of_template(path.read_text(encoding="utf-8")):
            found.add(word, locations=[(path.relative_to(ROOT).as_posix(), None)])
    return found


def written(catalog: Catalog) -> bytes:
    """A catalogue as it lies in its file."""
    out = io.BytesIO()
    write_po(out, catalog, width=120, omit_header=False, include_lineno=False)
    # No clock: the same messages are the same bytes.
    lines = out.getvalue().decode().splitlines(keepends=True)
    kept = (line for line in lines if not line.startswith(DATES))
    return "".join(kept).encode()


def updated(path: Path, pot: Catalog) -> Catalog:
    """A language's catalogue with the messages of the program as they are now."""
    code = path.parent.parent.name
    with path.open("rb") as source:
        found = read_po(source, locale=code)
    found.update(pot, no_fuzzy_matching=True)
    found.fuzzy, found.header_comment = False, HEADER
    return found


def main(args: list[str]) -> int:
    """Write, or check, all catalogues."""
    pot = template()
    files = {LOCALE / "pbem.pot": written(pot)}
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/pbem.po")):
        files[path] = written(updated(path, pot))
    stale = [path for path, made in files.items() if not path.is_file() or path.read_bytes() != made]
    for path in stale:
        print(f"{path.relative_to(ROOT)} is {'out of date: make messages' if '--check' in args else 'written'}")
        if "--check" not in args:
            path.write_bytes(files[path])
    return 1 if stale and "--check" in args else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
