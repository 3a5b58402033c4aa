"""From the words of a letter to orders, and back."""

import importlib.util
import sys
from typing import Any


def _open(name: str) -> None:
    """Let modules of a package be imported without all the others that it brings along.  Its own names are there too: who
    asks for one of them gets all.

    Plain ``import lark`` brings up what reads grammars, two more kinds of parsers and what those need: half of its time.
    """
    spec = None if name in sys.modules else importlib.util.find_spec(name)
    if spec is None or spec.loader is None:
        return
    package, loader = importlib.util.module_from_spec(spec), spec.loader

    def rest(wanted: str) -> Any:
        if vars(package).pop("__getattr__", None) is not None:
            loader.exec_module(package)
        return getattr(package, wanted)

    vars(package)["__getattr__"] = rest
    sys.modules[name] = package


_open("lark")
