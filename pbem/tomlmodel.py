"""TOML files as pydantic models: each key is declared once, and every fault is reported with its file, line and key."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar, get_origin

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Strict, ValidationError, ValidationInfo
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails, PydanticCustomError

from pbem.core.tomlfile import MISSING, WORDS, TomlFile

M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")

Listed = Annotated[tuple[T, ...], Strict(False)]
"""A list, as a tuple; what is in it is never converted either."""

EXPECTED: Final = "expected"
"""The type of errors that say in their message what was expected."""
KINDS: Final[Mapping[str, type]] = {
    "string_type": str,
    "int_type": int,
    "bool_type": bool,
    "list_type": list,
    "tuple_type": list,
    "model_type": dict,
    "model_attributes_type": dict,
    "dict_type": dict,
}


class TomlTable(BaseModel):
    """A TOML table.  Values are never converted (``"5"`` is no number), and unknown keys are faults."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def parse(file: TomlFile, model: type[M], home: Path | None = None) -> M:
    """The file's data as a model; relative paths are taken from `home`.

    Raises Faults with everything that is wrong, including what validators noted by `note`.
    """
    found = read_table(file, "", file.data, model, home=home or Path())
    file.faults.sort(key=lambda one: one.line)
    file.ended()
    if found is None:
        raise AssertionError("a model that does not validate has a fault")
    return found


def read_table(file: TomlFile, path: str, found: object, model: type[M], **context: Any) -> M | None:
    """A table of the file, which stands at a path ("": all of it), as a model; None if it is wrong, which is noted in the file.

    Validators find the file, the path and the rest of the context in `ValidationInfo.context`.
    """
    if found is None:
        file.fault(path, WORDS[dict], "nothing there")
        return None
    noted = len(file.faults)
    try:
        read = model.model_validate(found, context={"file": file, "path": path, **context})
        return read if len(file.faults) == noted else None
    except ValidationError as wrong:
        for one in wrong.errors(include_url=False):
            _note_error(file, model, one, path)
        return None


def read_tables(file: TomlFile, key: str, model: type[M], **context: Any) -> list[tuple[str, M]]:
    """The tables of an array that are right, each with its path; what is wrong with the others is noted in the file."""
    read = [(path, read_table(file, path, table, model, **context)) for path, table in file.tables(key)]
    return [(path, one) for path, one in read if one is not None]


def note(info: ValidationInfo, key: str, expected: str, found: object) -> None:
    """Report a fault from a validator that looks at several keys of a table, and go on with the others."""
    if info.context is not None:
        info.context["file"].fault(_below(info.context["path"], key), expected, found)


def given(info: ValidationInfo, name: str) -> Any:
    """The piece of the context that `read_table` was given under a name."""
    return info.context[name] if info.context is not None else ()


def expected(words: str, shown: str = "") -> PydanticCustomError:
    """The error of a validator: what was expected in place of the value, and how to show that (as it is, if not given)."""
    return PydanticCustomError(EXPECTED, "{words}", {"words": words, "shown": shown})


def between(low: int, high: int) -> AfterValidator:
    """Accepts whole numbers from `low` to `high`."""
    return such_that(lambda n: low <= n <= high, f"a whole number from {low} to {high}")


def at_least(low: int, words: str = "") -> AfterValidator:
    """Accepts whole numbers from `low` on."""
    return such_that(lambda n: n >= low, words or f"{low} or more")


def such_that(holds: Callable[[Any], bool], words: str) -> AfterValidator:
    """Accepts values for which `holds`; `words` say what was expected."""

    def check(value: Any) -> Any:
        if not holds(value):
            raise expected(words)
        return value

    return AfterValidator(check)


def one_of(names: Iterable[str], words: str = "one of") -> AfterValidator:
    """Accepts these texts."""
    known = tuple(names)
    return such_that(known.__contains__, f"{words} {', '.join(known)}")


def among(known: str, words: str = "one of {}") -> AfterValidator:
    """Accepts texts that are in `known` of the context; `words` say what was expected, with all of those for ``{}``."""

    def check(value: str, info: ValidationInfo) -> str:
        names = given(info, known)
        if value not in names:
            raise expected(words.replace("{}", ", ".join(names)))
        return value

    return AfterValidator(check)


def matching(pattern: str, words: str) -> AfterValidator:
    """Accepts texts that the pattern fits as a whole; `words` say what was expected."""
    compiled = re.compile(pattern)
    return such_that(lambda text: compiled.fullmatch(text) is not None, words)


def list_of_texts(holds: Callable[[str], bool], words: str) -> BeforeValidator:
    """Accepts a list of texts for each of which `holds`, as a tuple."""

    def check(value: Any) -> Any:
        if not isinstance(value, list | tuple):
            raise expected(WORDS[list])
        if not all(isinstance(one, str) and holds(one) for one in value):
            raise expected(words)
        return tuple(value)

    return BeforeValidator(check)


def _from_home(value: Any, info: ValidationInfo) -> Any:
    if not isinstance(value, str):
        raise expected(WORDS[str])
    if not value.isprintable():
        raise expected("a file's name in one line")
    home: Path = info.context["home"] if info.context else Path()
    return home / value if value else Path()


def _named(value: Any, info: ValidationInfo) -> Any:
    if value == "":
        raise expected("a file's name")
    return _from_home(value, info)


def _none_or_from_home(value: Any, info: ValidationInfo) -> Any:
    return None if value in ("", None) else _from_home(value, info)


HomePath = Annotated[Path, BeforeValidator(_from_home)]
"""A path that is relative to the folder of the file; ``""`` is the empty path."""
NamedPath = Annotated[Path, BeforeValidator(_named)]
"""Such a path that must not be empty."""
OptionalPath = Annotated[Path | None, BeforeValidator(_none_or_from_home)]
"""Such a path, or None if it is not given or ``""``."""


def _note_error(file: TomlFile, model: type[BaseModel], one: ErrorDetails, path: str) -> None:
    """Note a fault for one of pydantic's errors, in our words."""
    kind, found, key = one["type"], one["input"], _below(path, _key(one["loc"]))
    if kind == "extra_forbidden":
        known, name = _known(model, one["loc"][:-1]), str(one["loc"][-1])
        near = get_close_matches(name, known, n=1)
        home = _table_of(model, name)
        hint = f" (it belongs under [{home}])" if home else f" (did you mean {near[0]}?)" if near else ""
        file.fault(key, f"one of {', '.join(known)}", f"the key {name!r}{hint}")
    elif kind == "missing":
        file.fault(key, WORDS[_kind_of(model, one["loc"])], MISSING)
    elif kind == "literal_error":
        file.fault(key, f"one of {', '.join(_choices(one['ctx']['expected']))}", found)
    elif kind in KINDS:
        file.fault(key, WORDS[KINDS[kind]], found)
    else:
        file.fault(key, one["msg"], one.get("ctx", {}).get("shown") or found)


def _below(path: str, key: str) -> str:
    return f"{path}.{key}" if path and key else path or key


def _key(loc: tuple[int | str, ...]) -> str:
    """``("unit", 3, "side")`` as ``unit[3].side``."""
    found = ""
    for part in loc:
        if part != "[key]":  # pydantic's word for the key of an entry itself
            found += f"[{part}]" if isinstance(part, int) else f".{part}" if found else part
    return found


def _choices(text: str) -> list[str]:
    return [one.strip().strip("'") for one in text.replace(" or ", ", ").split(", ")]


def _fields(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """The fields of a model by their keys in the file."""
    return {info.alias or name: info for name, info in model.model_fields.items()}


def _models(model: type[BaseModel], loc: tuple[int | str, ...]) -> Iterator[type[BaseModel]]:
    """The models along a path of keys."""
    yield model
    for part in loc:
        if isinstance(part, int):
            continue
        info = _fields(model).get(part)
        inner = info.annotation if info is not None else None
        for one in (inner, *getattr(inner, "__args__", ())):
            if isinstance(one, type) and issubclass(one, BaseModel):
                model = one
                yield model


def _known(model: type[BaseModel], loc: tuple[int | str, ...]) -> tuple[str, ...]:
    return tuple(_fields(list(_models(model, loc))[-1]))


def _table_of(model: type[BaseModel], key: str) -> str:
    """The table of the file that has a key, "" if none or several have it."""
    homes = [table for table in model.model_fields if key in _known(model, (table,)) and key not in model.model_fields]
    return homes[0] if len(homes) == 1 else ""


def _kind_of(model: type[BaseModel], loc: tuple[int | str, ...]) -> type:
    """The kind of value that is expected at a path of keys."""
    kind: Any = _fields(list(_models(model, loc[:-1]))[-1])[str(loc[-1])].annotation
    if get_origin(kind) in (tuple, dict):
        return list if get_origin(kind) is tuple else dict
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return dict
    found: type = kind if kind in (int, bool) else str
    return found
