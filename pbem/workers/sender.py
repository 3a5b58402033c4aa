"""The sender: claims what is to be sent, in batches, and sends it."""

from pbem.campaign.desk import Desk
from pbem.campaign.outbox import reply_text, send_claimed
from pbem.mail.ports import MailSink
from pbem.workers.worker import Worker


class Sender(Worker):
    """See the module."""

    role = "sender"

    def __init__(self, desk: Desk, sink: MailSink, poll: float) -> None:
        super().__init__(desk, poll)
        self._sink = sink

    async def turn(self) -> bool:
        """Send a batch; whether there may be more."""
        done = await send_claimed(self.desk, self._sink)
        self.pulse.way_out = reply_text(done.trouble.code, done.trouble.reply) if done.trouble is not None else ""
        return done.more

    async def leave(self) -> None:
        """Let the line go."""
        await self._sink.close()
        await super().leave()
