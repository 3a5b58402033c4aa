"""Every incident there is, by the word that calls it, and reading one from words."""

from collections.abc import Sequence

from pbem.campaign.incidents.act import Act
from pbem.campaign.incidents.address import Address
from pbem.campaign.incidents.announce import Announce
from pbem.campaign.incidents.ask import Ask
from pbem.campaign.incidents.ending import Close, Draw, Resign
from pbem.campaign.incidents.extend import Extend
from pbem.campaign.incidents.forget import Forget
from pbem.campaign.incidents.incident import CannotDo, Incident, Incidents
from pbem.campaign.incidents.letters import Drop, Hold, Release, Reread, Retry
from pbem.campaign.incidents.order_key import NewKey
from pbem.campaign.incidents.orders import LookAtOrders, Orders
from pbem.campaign.incidents.pause import Pause, Resume
from pbem.campaign.incidents.preview import Preview
from pbem.campaign.incidents.remind import Remind
from pbem.campaign.incidents.replace import Replace
from pbem.campaign.incidents.resend import Resend
from pbem.campaign.incidents.rule import Rule
from pbem.campaign.incidents.undo import Redo, Undo
from pbem.campaign.incidents.void import Void
from pbem.core.numbers import whole_number

_ALL: tuple[type[Incident], ...] = (
    Extend,
    Pause,
    Resume,
    Remind,
    Act,
    Ask,
    Announce,
    Preview,
    LookAtOrders,
    Orders,
    Replace,
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
