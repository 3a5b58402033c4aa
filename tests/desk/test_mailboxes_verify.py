"""What the desk mails is what `pbem verify` finds right: from the players' own mailboxes."""

import mailbox
from pathlib import Path

from pbem.desk.games.open import secret_of
from pbem.desk.gm.incidents.deadlines import Extend
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.play.advance import advance
from pbem.seal.signing import Signer, public_text
from pbem.seal.verify import verify
from tests.desk.table import Table


def test_players_mailboxes_prove_the_campaign(table: Table, tmp_path: Path) -> None:
    game = table.open()
    own: dict[str, list[bytes]] = {"red": [], "blue": []}

    def say(side: str, words: str) -> None:
        raw = table.reply(game, side, words)
        own[side].append(raw)
        table.deliver(raw)
        advance(table.desk, game)

    say("blue", "policy cover: duck")
    say("red", "Red One fire at Blue One\nRed Two fire at Blue One\nnonce: plum\nready")
    say("red", "Red One march 2")
    say("red", "Red One march 3\nready")
    say("blue", "cancel order 1\nBlue One fire at Red One\nready")
    perform(table.desk, Extend(game, 24), "petra", "a power cut")
    say("red", "2")
    say("blue", "pass")
    for side in ("red", "blue"):
        box = mailbox.mbox(tmp_path / f"{side}.mbox")
        for raw in own[side]:
            box.add(raw)
        for letter in table.letters(game, side):
            box.add(letter.raw)
        box.close()
        verdict = verify([tmp_path / f"{side}.mbox"])
        assert verdict.status == 0, verdict
        root = tmp_path / "root.key"
        root.write_text(public_text("root", Signer("root", secret_of(b"a demo seed", game, "root key")).public))
        assert verify([tmp_path / f"{side}.mbox"], root).status == 0
