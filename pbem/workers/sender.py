"""The sender: claims what is to be sent, in batches, and sends it."""

import asyncio

from pbem.desk.desk import Desk
from pbem.desk.outgoing.mail_lines import WayOut
from pbem.desk.outgoing.outbox import send_claimed
from pbem.mail.ports import MailSink
from pbem.workers.worker import Worker


class Sender(Worker):
    """See the module."""

    role = "sender"

    def __init__(self, desk: Desk, sink: MailSink, poll: float, *, once: bool = False) -> None:
        super().__init__(desk, poll)
        self._sink = sink
        self.way_out = WayOut(desk, once=once)

    async def turn(self) -> bool:
        """Send a batch; whether there may be more."""
        if not self.way_out.is_open:
            return False
        done = await send_claimed(self.desk, self._sink)
        self.way_out.went(done, self.pulse)
        return done.more

    async def wait(self, seconds: float, stop: asyncio.Event) -> None:
        """Wait for news; after trouble, for the next try."""
        if self.way_out.is_shut:
            seconds = min(seconds, self.way_out.left() + 0.01)
        await super().wait(seconds, stop)

    async def leave(self) -> None:
        """Let the line go."""
        await self._sink.close()
        await super().leave()
