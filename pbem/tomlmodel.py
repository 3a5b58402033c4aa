"""TOML files as pydantic models: each key is declared once, and every fault is reported with its file, line and key."""

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, ValidationError, ValidationInfo
from pydantic_core import ErrorDetails, PydanticCustomError

from pbem.core.tomlfile import MISSING, WORDS, TomlFile

M = TypeVar("M", bound=BaseModel)

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
    found: M | None = None
    try:
        found = model.model_validate(file.data, context={"file": file, "home": home or Path()})
    except ValidationError as wrong:
        for one in wrong.errors(include_url=False):
            _note_error(file, model, one)
    file.faults.sort(key=lambda one: one.line)
    file.ended()
    if found is None:
        raise AssertionError("a model that does not validate has a fault")
    return found


def note(info: ValidationInfo, key: str, expected: str, found: object) -> None:
    """Report a fault from a validator that looks at several keys, and go on with the others."""
    if info.context is not None:
        info.context["file"].fault(key, expected, found)


def expected(words: str, shown: str = "") -> PydanticCustomError:
    """The error of a validator: what was expected in place of the value, and how to show that (as it is, if not given)."""
    return PydanticCustomError(EXPECTED, "{words}", {"words": words, "shown": shown})


def between(low: int, high: int) -> AfterValidator:
    """Accepts whole numbers from `low` to `high`."""
    return such_that(lambda n: low <= n <= high, f"a whole number from {low} to {high}")


def such_that(holds: Callable[[Any], bool], words: str) -> AfterValidator:
    """Accepts values for which `holds`; `words` say what was expected."""

    def check(value: Any) -> Any:
        if not holds(value):
            raise expected(words)
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


def _note_error(file: TomlFile, model: type[BaseModel], one: ErrorDetails) -> None:
    """Note a fault for one of pydantic's errors, in our words."""
    kind, found, key = one["type"], one["input"], _key(one["loc"])
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


def _key(loc: tuple[int | str, ...]) -> str:
    """``("unit", 3, "side")`` as ``unit[3].side``."""
    found = ""
    for part in loc:
        found += f"[{part}]" if isinstance(part, int) else f".{part}" if found else part
    return found


def _choices(text: str) -> list[str]:
    return [one.strip().strip("'") for one in text.replace(" or ", ", ").split(", ")]


def _models(model: type[BaseModel], loc: tuple[int | str, ...]) -> Iterator[type[BaseModel]]:
    """The models along a path of keys."""
    yield model
    for part in loc:
        if isinstance(part, int):
            continue
        info = model.model_fields.get(part)
        inner = info.annotation if info is not None else None
        for one in (inner, *getattr(inner, "__args__", ())):
            if isinstance(one, type) and issubclass(one, BaseModel):
                model = one
                yield model


def _known(model: type[BaseModel], loc: tuple[int | str, ...]) -> tuple[str, ...]:
    return tuple(list(_models(model, loc))[-1].model_fields)


def _table_of(model: type[BaseModel], key: str) -> str:
    """The table of the file that has a key, "" if none or several have it."""
    homes = [table for table in model.model_fields if key in _known(model, (table,)) and key not in model.model_fields]
    return homes[0] if len(homes) == 1 else ""


def _kind_of(model: type[BaseModel], loc: tuple[int | str, ...]) -> type:
    info = list(_models(model, loc[:-1]))[-1].model_fields[str(loc[-1])]
    text = str(info.annotation)
    if isinstance(info.annotation, type) and issubclass(info.annotation, BaseModel):
        return dict
    if info.annotation in (int, bool):
        return int if info.annotation is int else bool
    return list if "tuple" in text else str
