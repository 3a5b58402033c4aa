"""Published pages: everything that everybody may know, nothing else, each file whole at every moment."""

import os
import re
import threading
import urllib.error
import urllib.request
from pathlib import Path
from xml.etree import ElementTree as Xml

import icalendar
import pytest

from pbem.cli import main
from pbem.core.system import Outcome
from pbem.desk.desk import Desk
from pbem.desk.play.undo import undo
from pbem.publish import publisher as files
from pbem.publish.publisher import PublicGame, Publisher, Site, shown
from pbem.publish.web import serve_pages, token_of
from pbem.store.database import Books
from pbem.store.tables import GameRow
from pbem.systems import registry
from tests.commands.desk import PLAYERS, laid, opened
from tests.desk.leaks import GAME, World
from tests.desk.table import Table
from tests.desk.test_undo import BOTH_FIRE, play_out
from tests.desk.valley import Valley
from tests.offered import many

ATOM = "{http://www.w3.org/2005/Atom}"
BASE = "https://games.example/pbem/"
SEALED = "Lone Bull recover"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    table, _ = laid(tmp_path, monkeypatch)
    opened(table, "rosebud-7", "rosebud", "in-contact")
    return table


def published(desk: Table, folder: Path) -> Publisher:
    publisher = Publisher(desk.desk, Site(folder, BASE))
    publisher.publish()
    return publisher


def all_text(folder: Path) -> str:
    return "\n".join(one.read_text("utf-8") for one in sorted(folder.rglob("*")) if one.is_file())


def on(desk: Table, words: str = "pass") -> None:
    side = desk.asked("rosebud-7")
    desk.say("rosebud-7", side, words, to=desk.last("rosebud-7", side, "report"))


@pytest.mark.slow
def test_a_game_s_page_shows_the_present_map_and_its_record_lists_turn_and_phase(desk: Table, tmp_path: Path) -> None:
    published(desk, tmp_path / "www")
    before = (tmp_path / "www" / "rosebud-7" / "index.html").read_text("ascii")
    assert "<svg" in before
    for _ in range(4):
        on(desk)
    published(desk, tmp_path / "www")
    page = (tmp_path / "www" / "rosebud-7" / "index.html").read_text("ascii")
    assert page[page.index("<svg") : page.index("</svg>")] != before[before.index("<svg") : before.index("</svg>")]
    record = (tmp_path / "www" / "rosebud-7" / "record.html").read_text("ascii")
    options = re.findall(r"<option[^>]*>([^<]*)</option>", record)
    assert all(re.match(r"Turn \d+ of |Opening|.*: ", one) for one in options)
    assert any("Turn 3 of 19" in one and "OFFENSIVE FIRE" in one for one in options)


def test_a_game_has_a_page_a_record_a_feed_and_a_calendar(desk: Table, tmp_path: Path) -> None:
    published(desk, tmp_path / "www")
    names = sorted(str(one.relative_to(tmp_path / "www")) for one in (tmp_path / "www").rglob("*") if one.is_file())
    game = ["calendar.ics", "feed.xml", "index.html", "record.html"]
    assert names == ["feed.xml", "index.html", "play/rosebud.html", *(f"rosebud-7/{one}" for one in game)]
    page = (tmp_path / "www/rosebud-7/index.html").read_text("utf-8")
    assert "<b>Indian</b> to act" in page
    assert "by Sunday 15 March 2026 18:00 UTC" in page
    assert "M. Ortiz &lt;&amp;&gt;" in page
    assert 'href="rosebud-7/"' in (tmp_path / "www/index.html").read_text("utf-8")


@pytest.mark.slow
def test_after_each_stop_the_pages_go_on_and_the_feed_has_one_entry_more(desk: Table, tmp_path: Path) -> None:
    publisher = published(desk, tmp_path / "www")
    seen = []
    for _ in range(4):
        on(desk)
        assert publisher.publish() == 1
        entries = Xml.fromstring((tmp_path / "www/rosebud-7/feed.xml").read_bytes()).findall(f"{ATOM}entry")
        seen.append([one.findtext(f"{ATOM}id") for one in entries])
    assert [len(one) for one in seen] == [1, 2, 3, 4]
    assert seen[3][1:] == seen[2], "an entry keeps its id"
    assert "Phase" in (tmp_path / "www/rosebud-7/index.html").read_text("utf-8") or "phase" in all_text(
        tmp_path / "www"
    )
    assert publisher.publish() == 0, "nothing has changed since"


def test_no_address_and_nothing_that_is_on_file_is_shown(desk: Table, tmp_path: Path) -> None:
    on(desk, "pass")
    on(desk, "pass")
    desk.say("rosebud-7", "indian", f"{SEALED}\npolicy all opfire: none\nwait", to=desk.last("rosebud-7", "indian"))
    desk.say("rosebud-7", "indian", "press gm: the pass is unguarded", to=desk.last("rosebud-7", "indian"))
    published(desk, tmp_path / "www")
    text = all_text(tmp_path / "www")
    for _, address, _ in PLAYERS:
        assert address not in text
    assert "gm@club.example" not in text
    assert SEALED not in text
    assert "opfire" not in text
    assert "unguarded" not in text


@pytest.mark.slow
def test_a_game_that_hides_facts_shows_who_plays_and_until_when_and_all_of_it_after_its_end(tmp_path: Path) -> None:
    world = World.of(tmp_path / "world", Valley())
    world.say(GAME, "blue", "policy cover: stand")
    world.say(GAME, "red", BOTH_FIRE)
    publisher = published(world, tmp_path / "www")
    assert not (tmp_path / "www" / GAME / "record.html").exists()
    page = (tmp_path / "www" / GAME / "index.html").read_text("utf-8")
    assert "This game hides facts" in page
    assert "to act" in page
    text = all_text(tmp_path / "www")
    assert "ford" not in text
    assert "fire" not in text.lower().replace("fire phase", "")
    play_out(world, GAME)
    publisher.publish()
    assert (tmp_path / "www" / GAME / "record.html").is_file()


def test_the_calendar_follows_the_deadline_and_is_cancelled_when_orders_are_in(desk: Table, tmp_path: Path) -> None:
    publisher = published(desk, tmp_path / "www")

    def events() -> dict[str, icalendar.Event]:
        made = icalendar.Calendar.from_ical((tmp_path / "www/rosebud-7/calendar.ics").read_bytes())
        assert made["METHOD"] == "PUBLISH"
        assert not any("ATTENDEE" in one or "ORGANIZER" in one for one in made.walk("VEVENT"))
        return {str(one["UID"]): one for one in made.walk("VEVENT")}

    first = events()
    (uid,) = first
    assert first[uid]["STATUS"] == "CONFIRMED"
    on(desk)
    publisher.publish()
    then = events()
    assert then[uid]["STATUS"] == "CANCELLED"
    assert then[uid]["SEQUENCE"] > first[uid]["SEQUENCE"]
    assert len(then) == 2


@pytest.mark.slow
def test_an_undone_phase_is_gone_from_the_pages(desk: Table, tmp_path: Path) -> None:
    publisher = published(desk, tmp_path / "www")
    on(desk)
    on(desk)
    publisher.publish()
    before = len(Xml.fromstring((tmp_path / "www/rosebud-7/feed.xml").read_bytes()).findall(f"{ATOM}entry"))
    undo(desk.desk, "rosebud-7", 1, "wrong hex", ("US", "IN"))
    publisher.publish()
    after = Xml.fromstring((tmp_path / "www/rosebud-7/feed.xml").read_bytes()).findall(f"{ATOM}entry")
    assert len(after) < before


def test_a_game_that_is_gone_takes_its_pages_with_it_and_other_files_stay(desk: Table, tmp_path: Path) -> None:
    published(desk, tmp_path)
    (tmp_path / "old-game").mkdir()
    for name in ("feed.xml", "calendar.ics", "index.html", "record.html"):
        (tmp_path / "old-game" / name).write_text("x", encoding="ascii")
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "index.html").write_text("mine", encoding="ascii")
    (tmp_path / ".pbem-left").write_text("half", encoding="ascii")
    published(desk, tmp_path)
    assert not (tmp_path / "old-game").exists()
    assert not (tmp_path / ".pbem-left").exists()
    assert (tmp_path / "photos" / "index.html").read_text("ascii") == "mine"


def test_a_reader_never_finds_half_a_file(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    contents = [bytes([letter]) * 400_000 for letter in b"ab"]
    files.write(file, contents[0])
    stop = threading.Event()
    halves: list[int] = []

    def read() -> None:
        while not stop.is_set():
            if file.read_bytes() not in contents:
                halves.append(1)

    reader = threading.Thread(target=read)
    reader.start()
    for n in range(100):
        files.write(file, contents[n % 2])
    stop.set()
    reader.join()
    assert halves == []


def test_a_web_server_of_another_user_can_read_them(desk: Table, tmp_path: Path) -> None:
    """The unit of systemd has the daemon make files for its owner alone."""
    before = os.umask(0o077)
    try:
        published(desk, tmp_path / "www")
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "www").rglob("*") if path.is_file()} == {0o644}
    folders = [tmp_path / "www", *(path for path in (tmp_path / "www").rglob("*") if path.is_dir())]
    assert {path.stat().st_mode & 0o777 for path in folders} == {0o755}


def test_files_that_did_not_change_are_not_touched(desk: Table, tmp_path: Path) -> None:
    published(desk, tmp_path)
    stamps = {one: one.stat().st_mtime_ns for one in tmp_path.rglob("*.html")}
    published(desk, tmp_path)
    assert stamps == {one: one.stat().st_mtime_ns for one in tmp_path.rglob("*.html")}


def test_the_command_writes_the_pages_and_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table, config = laid(tmp_path, monkeypatch)
    opened(table, "rosebud-7", "rosebud", "in-contact")
    assert main(["publish", "--config", str(config)]) == 1
    assert "docs/publishing.md" in capsys.readouterr().err
    config.write_text(config.read_text("utf-8") + '[publish]\nfolder = "www"\n', encoding="utf-8")
    assert main(["publish", "--config", str(config)]) == 0
    assert "pages of 1 game" in capsys.readouterr().out
    assert (tmp_path / "www/index.html").is_file()


def resigned(desk: Table) -> None:
    on(desk, "pass")
    side = desk.asked("rosebud-7")
    code = re.search(r"\| confirm (\S+)", desk.say("rosebud-7", side, "resign", to=desk.last("rosebud-7", side)).text)
    assert code is not None
    desk.say("rosebud-7", side, f"confirm {code[1]}", to=desk.last("rosebud-7", side))


def test_how_a_game_was_ended_stands_on_its_pages(desk: Table, tmp_path: Path) -> None:
    resigned(desk)
    published(desk, tmp_path)
    for name in ("index.html", "rosebud-7/index.html", "rosebud-7/record.html"):
        page = (tmp_path / name).read_text("ascii")
        assert "US wins: IN resigns." in page
        assert "You have" not in page


@pytest.mark.parametrize("title", ["rosebud", "custer", "littlebighorn", "miniatures", "nezperce"])
def test_the_result_is_told_to_everybody_and_not_to_one_of_the_players(title: str) -> None:
    game = registry.game(title)
    sides = [one.id for one in game.system.card.sides]
    state = next(many(title, 1)).state
    outcome = Outcome(sides[0], "decisive", tuple((side, 3) for side in sides), "the fight is over")
    assert "You have" not in " ".join(game.teller.final(state, outcome, ""))


@pytest.mark.slow
def test_a_game_that_hides_facts_has_its_scenario_by_title_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = laid(tmp_path, monkeypatch)
    opened(table, "lbh-2", "littlebighorn", "scenario-1")
    published(table, tmp_path / "www")
    assert not (tmp_path / "www/lbh-2/record.html").exists()
    for name in ("index.html", "lbh-2/index.html"):
        page = (tmp_path / "www" / name).read_text("ascii")
        assert "scenario-1" not in page
        assert "The Battle of the Little Bighorn: " in page


@pytest.mark.parametrize(("state", "words"), [("held", "The game is held by the GM."), ("paused", "has paused")])
def test_a_game_that_stands_still_says_so_on_both_pages(desk: Table, tmp_path: Path, state: str, words: str) -> None:
    on(desk)
    with desk.desk.store.begin() as books:
        books.games.get("rosebud-7").state = state
    published(desk, tmp_path)
    for name in ("index.html", "rosebud-7/index.html"):
        assert words in (tmp_path / name).read_text("ascii")


def test_pages_on_loopback_and_the_queue_behind_its_token(desk: Table, tmp_path: Path) -> None:
    published(desk, tmp_path / "www")
    token = token_of(tmp_path / "web.token")
    assert token_of(tmp_path / "web.token") == token
    assert (tmp_path / "web.token").stat().st_mode & 0o077 == 0
    server = serve_pages(0, tmp_path / "www", token, lambda: "rosebud-7 <waits>")
    try:
        host, port = server.server_address[:2]
        assert host == "127.0.0.1"

        def answer(path: str) -> tuple[int, str, str]:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as found:
                    return found.status, found.read().decode("utf-8"), found.headers["Cache-Control"]
            except urllib.error.HTTPError as refused:
                return refused.code, refused.read().decode("utf-8"), refused.headers["Cache-Control"]

        def get(path: str) -> tuple[int, str]:
            return answer(path)[:2]

        assert "rosebud-7" in get("/")[1]
        assert get("/rosebud-7/")[0] == 200
        assert get("/gm")[0] == 403
        assert get("/gm?token=wrong")[0] == 403
        assert "rosebud-7 &lt;waits&gt;" in get(f"/gm?token={token}")[1]
        assert get("/../web.token")[0] == 404
        assert get("/%2e%2e/web.token")[0] == 404
        assert "/gm?token=..." in get("/gm")[1]
        assert '<a href="/">All games</a>' in get("/nobody-7/")[1]
        assert answer("/rosebud-7/")[2] == "no-cache", "a browser asks whether the page is still the newest"
        assert answer(f"/gm?token={token}")[2] == "no-store"
        assert answer("/gm?token=wrong")[2] == "no-store"
    finally:
        server.shutdown()
        server.server_close()


def test_an_empty_token_file_lets_nobody_in(tmp_path: Path) -> None:
    (tmp_path / "web.token").touch()
    with pytest.raises(OSError, match="the file is empty"):
        token_of(tmp_path / "web.token")


def test_no_page_fetches_anything_from_elsewhere(desk: Table, tmp_path: Path) -> None:
    published(desk, tmp_path)
    for page in tmp_path.rglob("*.html"):
        assert not re.search(r'(?:src|href)="https?://', page.read_text("utf-8")), page


def test_no_page_makes_a_browser_ask_for_an_icon(desk: Table, tmp_path: Path) -> None:
    """It would ask for /favicon.ico otherwise, and the web server's log would fill with 404s."""
    published(desk, tmp_path)
    pages = [page.read_text("utf-8") for page in tmp_path.rglob("*.html")]
    assert len(pages) > 3
    for page in pages:
        head = page.partition("</head>")[0]
        assert '<link rel="icon" href="data:,">' in head
        assert "Content-Security-Policy" not in head or "img-src data:" in head


def test_a_game_that_cannot_be_told_keeps_no_other_from_its_pages(
    desk: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The daemon publishes after each round: what a game's own code raises must not end it."""
    opened(desk, "rosebud-8", "rosebud", "in-contact")

    def fails(desk: Desk, books: Books, game: GameRow) -> PublicGame:
        if game.name == "rosebud-7":
            raise ZeroDivisionError("no such creek")
        return shown(desk, books, game)

    monkeypatch.setattr("pbem.publish.publisher.shown", fails)
    publisher = published(desk, tmp_path / "www")
    assert (tmp_path / "www/rosebud-8/index.html").is_file()
    assert not (tmp_path / "www/rosebud-7").exists()
    monkeypatch.undo()
    on(desk)
    publisher.publish()
    assert (tmp_path / "www/rosebud-7/index.html").is_file()
