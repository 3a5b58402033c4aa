"""Cases: adjudication cases, by which rules are proved clause by clause (docs/cases.md)."""

from pbem.casebook.case import Casework, Note, run
from pbem.casebook.case_files import read_cases
from pbem.mechanisms.case_maps import small_map
from pbem.systems.starter_cases import StarterCases

__all__ = ["Casework", "Note", "StarterCases", "read_cases", "run", "small_map"]
