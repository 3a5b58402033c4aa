"""Every incident there is, by the word that calls it, and reading one from words."""

from collections.abc import Sequence

from pbem.core.numbers import whole_number
from pbem.desk.gm.incidents.act import Act
from pbem.desk.gm.incidents.address import Address
from pbem.desk.gm.incidents.announce import Announce
from pbem.desk.gm.incidents.ask import Ask
from pbem.desk.gm.incidents.ending import Close, Draw, Resign
from pbem.desk.gm.incidents.extend import Extend
from pbem.desk.gm.incidents.forget import Forget
from pbem.desk.gm.incidents.incident import CannotDo, Incident, Incidents
from pbem.desk.gm.incidents.letters import Drop, Hold, Release, Reread, Retry
from pbem.desk.gm.incidents.order_key import NewKey
from pbem.desk.gm.incidents.orders import LookAtOrders, Orders
from pbem.desk.gm.incidents.pause import Pause, Resume
from pbem.desk.gm.incidents.preview import Preview
from pbem.desk.gm.incidents.remind import Remind
from pbem.desk.gm.incidents.replace import Replace
from pbem.desk.gm.incidents.resend import Resend
from pbem.desk.gm.incidents.rule import Rule
from pbem.desk.gm.incidents.seat import SeatChange
from pbem.desk.gm.incidents.silence import Silence
from pbem.desk.gm.incidents.tray import Tray
from pbem.desk.gm.incidents.undo import Redo, Undo
from pbem.desk.gm.incidents.void import Void

_ALL: tuple[type[Incident], ...] = (
    Extend,
    Pause,
    Resume,
    Remind,
    Act,
    Ask,
    Tray,
    Announce,
    Preview,
    LookAtOrders,
    Orders,
    Replace,
    Silence,
    SeatChange,
    Address,
    NewKey,
    Resend,
    Hold,
    Release,
    Reread,
    Retry,
    Drop,
    Close,
    Draw,
    Resign,
    Forget,
    Rule,
    Undo,
    Redo,
    Void,
)
CATALOGUE: Incidents = {one.NAME: one for one in _ALL}
"""Every incident, in the sequence in which help lists them."""


def usage(kind: type[Incident]) -> str:
    """``extend GAME HOURS``."""
    return " ".join([kind.NAME, *(f"[{one.shown}]" if one.optional else one.shown for one in kind.WORDS)])


def made(kind: type[Incident], words: Sequence[str]) -> Incident:
    """The incident that these words ask for, without its name.  Raises CannotDo with the usage."""
    values: dict[str, object] = {}
    left = list(words)
    for one in kind.WORDS:
        if not left:
            if one.optional:
                continue
            raise CannotDo(f"{one.shown}: expected {one.about}; found nothing.  Usage:   {usage(kind)}")
        if one.kind == "rest":
            values[one.name], left = " ".join(left), []
        elif one.kind == "lines":
            values[one.name], left = tuple(left), []
        elif one.kind == "number":
            word = left.pop(0)
            number = whole_number(word)
            if number is None:
                raise CannotDo(
                    f"{one.shown}: expected a whole number ({one.about}); found {word!r}.  Usage:   {usage(kind)}"
                )
            values[one.name] = number
        else:
            values[one.name] = left.pop(0)
    if left:
        raise CannotDo(f"expected nothing more; found {' '.join(left)!r}.  Usage:   {usage(kind)}")
    return kind(**values)
