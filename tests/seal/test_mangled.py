"""The head block and the bundle survive what mail programs do to them, alone and together, in both checkers."""

from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.seal import block, bundle, mailbox
from pbem.seal.verify import verify
from tests.seal.campaign import Campaign
from tests.seal.manglers import MANGLERS, Mangler
from tests.seal.test_standalone import both


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    return Campaign()


def bare(campaign: Campaign) -> EmailMessage:
    """A report whose bundle has no seal: what is proved of it hangs on the block in the text."""
    letter = campaign.report("US", 0, 19)
    (attached,) = letter.iter_attachments()
    attached.set_payload(bundle.write(campaign.records, None, campaign.opened_to("US", 0, 19)))
    del attached["Content-Transfer-Encoding"]
    attached["Content-Transfer-Encoding"] = "8bit"
    return letter


@pytest.mark.parametrize("mangle", MANGLERS, ids=lambda one: one.__name__)
def test_block_and_bundle_survive(campaign: Campaign, tmp_path: Path, mangle: Mangler) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(mangle(campaign.report("US", 0, 19)))
    assert both(path) == (0, set())
    (letter,) = mailbox.read([path])
    assert [one for text in letter.texts for one in block.find(text)] == [campaign.seal(19)]
    branch = verify([path]).games[0].branches[0]
    assert (branch.head, branch.seals) == (campaign.seal(19).fields.head, 2)


@pytest.mark.parametrize("mangle", MANGLERS, ids=lambda one: one.__name__)
def test_the_block_alone_proves_the_records(campaign: Campaign, tmp_path: Path, mangle: Mangler) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(mangle(bare(campaign)))
    assert both(path) == (0, set())


@pytest.mark.parametrize("first", MANGLERS, ids=lambda one: one.__name__)
def test_forwarded_again_by_another_program(campaign: Campaign, tmp_path: Path, first: Mangler) -> None:
    """What one program made of it, quoted by a second as it stands."""
    once = first(campaign.report("US", 0, 19))
    (tmp_path / "once.eml").write_bytes(once)
    (letter,) = mailbox.read([tmp_path / "once.eml"])
    text = "\n".join(f"> {line}" for line in "\n".join(letter.texts).splitlines())
    again = EmailMessage()
    again["Subject"] = "Fwd: Fwd: report"
    again.set_content(text, cte="quoted-printable")
    again.add_attachment(letter.bundles[0], maintype="text", subtype="x-unknown", filename="ROSEBUD-7-0019.PBEM")
    (tmp_path / "twice.eml").write_bytes(again.as_bytes())
    assert both(tmp_path / "twice.eml") == (0, set())
