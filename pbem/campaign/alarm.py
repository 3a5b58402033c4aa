"""Alert the GM to what only a person can fix: a refused login, an unreadable mailbox."""

from pbem.campaign import outgoing
from pbem.campaign.desk import Desk
from pbem.campaign.outgoing import Draft
from pbem.reports import times
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.moments import time_text

MEANING = {
    "mailbox": "No letter is read until this is fixed.  No deadline is enforced meanwhile.",
    "way out": "No letter goes out until this is fixed; this one went out after it, or by another hand.",
}


def ring(desk: Desk, what: str, why: str) -> None:
    """Put a letter to the house's GM in the outbox; `what` is ``mailbox`` or ``way out``."""
    now = desk.clock.now()
    paragraphs = [
        f"At {times.stamp(now)} the desk gave something up that it cannot fix by itself.",
        ascii_text(why),
        MEANING[what],
        "What to do: `pbem doctor` tries every step and says what is wrong; then start the daemon again.",
    ]
    text = "\n\n".join("\n".join(wrap(one, WIDTH)) for one in paragraphs) + "\n"
    with desk.store.begin() as books:
        draft = Draft("alarm", f"{what}.{time_text(now)}", f"THE DESK NEEDS YOU: {what}", text)
        outgoing.to_gm(desk, books, None, draft)
