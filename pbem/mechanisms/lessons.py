"""A first game that teaches: what each letter of it says, and the lines that it asks for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson: the phase whose orders it asks for ("" for the last letter), its title, and what stands above and below
    the lines to copy.

    `word` is the verb that the lesson wants (`` move ``); so many `examples` with it are taken from those that the game
    itself gives for the position, so that they are legal.  `lines` are copied as they stand, after those.
    """

    phase: str
    title: str
    above: tuple[str, ...]
    below: tuple[str, ...] = ()
    word: str = ""
    examples: int = 0
    lines: tuple[str, ...] = ()
    is_mistake: bool = False


@dataclass(frozen=True, slots=True)
class Lessons:
    """The first game of a title: its scenario, the side that learns, and the lessons in their sequence.

    `earlier` are scenarios that taught before: games of theirs go on with the same lessons, and old ones replay.
    """

    scenario: str
    side: str
    lessons: tuple[Lesson, ...]
    earlier: tuple[str, ...] = ()

    def at(self, phase: str) -> tuple[int, Lesson] | None:
        """The lesson of a phase and its number from 1; "" is the last letter."""
        return next(((n, one) for n, one in enumerate(self.lessons, 1) if one.phase == phase), None)


READY = "ready"
"""The word by which a letter says that its orders are all there."""
FIRST_GAME = "first-game"
"""The scenario in which a title teaches."""
FIRST_FIGHT = "first-fight"
"""The first fight of a title whose bands must stand so near that shots tell.  In `FIRST_GAME` they stood far off: nothing came
of any."""
PROOF = Lesson(
    "",
    "The proof",
    (
        "You don't have to trust the desk.  Its dice come from secret numbers that were fixed before the game began, and each "
        "report ends with a seal.  Anybody with your letters can roll every die again and check every order.",
        "To do it, save the letters of this game in a folder.  Answer this one with   help proof   and save pbem_verify.txt, "
        "which comes back, as pbem_verify.py.  You need Python, and nothing else:",
    ),
    (
        "It lists what it checked, and says so if anything is false.  Keep your letters in a real game too.",
        "That was your first game.  In a real one your letters have more in them, above all a list of what each unit can do; "
        "you know now how to read them.  Write   help   to any letter, whenever you're stuck.",
    ),
    lines=("python3 pbem_verify.py FOLDER",),
)
"""The lesson of the seal, which every game has."""
