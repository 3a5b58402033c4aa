"""A way out that keeps a copy of each letter: in a Maildir, at an address, or both."""

import logging
import mailbox
from pathlib import Path

from pbem.mail.ports import MailSink, Outcome, Sent

log = logging.getLogger(__name__)


class CopiedSink:
    """Sends by another way out, and keeps a copy of what was taken there.

    A copy that cannot be kept stops no letter, which would be sent twice: the log says so.
    """

    def __init__(self, sink: MailSink, folder: Path | None, address: str) -> None:
        self._sink, self._folder, self._address = sink, folder, address

    async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
        """Send a letter; its outcome is that of the letter itself."""
        outcome = await self._sink.send(message, sender, recipient)
        if isinstance(outcome, Sent):
            if self._folder is not None:
                self._keep(self._folder, message)
            if self._address:
                await self._send_copy(message, sender)
        return outcome

    def _keep(self, folder: Path, message: bytes) -> None:
        try:
            folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            box = mailbox.Maildir(folder, create=True)
            box.add(message)
            box.close()
        except OSError as fault:
            log.warning("no copy of a letter was kept in %s: %s", folder, fault.strerror)

    async def _send_copy(self, message: bytes, sender: str) -> None:
        outcome = await self._sink.send(message, sender, self._address)
        if not isinstance(outcome, Sent):
            log.warning("no copy of a letter was taken for mail_out.copy_to: %s", outcome)

    async def close(self) -> None:
        """Close the way out."""
        await self._sink.close()
