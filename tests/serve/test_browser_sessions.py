"""Sessions of browsers: begun by an entry that holds once, ended with the server unless a person said otherwise."""

import os
import re
import stat
from pathlib import Path

import pytest

from pollex.serve.browser_sessions import ENTRY_SECONDS, MOST, NAME, TICKET_SECONDS, BrowserSessions
from pollex.serve.entry_file import write_entry_file
from pollex.serve.server_file import read_server_file, write_server_file

from ..processes import Nursery
from .page_socket import PageSocket
from .served import Served


class Clock:
    now = 5_000.0

    def __call__(self) -> float:
        return self.now


def test_an_entry_ends_after_a_minute() -> None:
    sessions = BrowserSessions(clock=(clock := Clock()))
    entry, other = sessions.new_entry(), sessions.new_entry()
    clock.now += ENTRY_SECONDS
    assert sessions.use_entry(entry)
    clock.now += 1
    assert not sessions.use_entry(other)


def test_a_ticket_opens_its_own_address_for_a_time() -> None:
    sessions = BrowserSessions(clock=(clock := Clock()))
    address, _, ticket = sessions.ticket("/api/runs/1/pictures/a b.png").partition("?ticket=")
    assert address == "/api/runs/1/pictures/a%20b.png"
    assert sessions.fits("/api/runs/1/pictures/a b.png", ticket)
    assert not sessions.fits("/api/runs/2/pictures/a b.png", ticket)
    assert not sessions.fits("/api/runs/1/pictures/a b.png", f"9{ticket}")
    assert not any(
        sessions.fits("/", each) for each in ("", ".", "x", "1.2", "9" * 400 + "." + "a" * 64, "\ud800.\ud800")
    )
    clock.now += 2 * TICKET_SECONDS + 1
    assert not sessions.fits("/api/runs/1/pictures/a b.png", ticket)


def test_sessions_end_with_the_server_unless_they_are_kept(tmp_path: Path) -> None:
    passing, kept = BrowserSessions(), BrowserSessions(tmp_path / NAME)
    assert passing.knows(passing.begin())
    session = kept.begin()
    assert session not in (tmp_path / NAME).read_text()
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600
    assert BrowserSessions(tmp_path / NAME).knows(session)
    kept.forget()
    assert not BrowserSessions(tmp_path / NAME).knows(session)


@pytest.mark.parametrize("content", ["{", "{}", "[1, null]", ""])
def test_a_broken_file_of_sessions_is_an_empty_one(tmp_path: Path, content: str) -> None:
    (tmp_path / NAME).write_text(content)
    (tmp_path / NAME).chmod(0o600)
    assert not BrowserSessions(tmp_path / NAME).knows("1")


def test_a_file_that_others_could_have_written_counts_for_nothing(tmp_path: Path) -> None:
    session = BrowserSessions(tmp_path / NAME).begin()
    (tmp_path / NAME).chmod(0o644)
    assert not BrowserSessions(tmp_path / NAME).knows(session)


def test_there_are_not_more_than_so_many() -> None:
    sessions = BrowserSessions()
    first, *_, last = [sessions.begin() for _ in range(MOST + 1)]
    assert (sessions.knows(first), sessions.knows(last)) == (False, True)


def let_in(served: Served) -> str:
    host = f"pollex.localhost:{served.port}"
    with served.open_client(Host=host) as client:
        page = client.get(served.entry().removeprefix(served.page_url)).text
    [session] = re.findall(r'data-session="([^"]+)"', page)
    return str(session)


def is_in(served: Served, session: str) -> bool:
    with served.open_client(Host=f"pollex.localhost:{served.port}", Authorization=f"Bearer {session}") as client:
        return client.get("/api/workspaces").status_code == 200


@pytest.mark.parametrize(("options", "stays"), [((), False), (("--stay",), True)])
def test_who_has_entered_stays_in_where_a_person_said_so(
    nursery: Nursery, tmp_path: Path, options: tuple[str, ...], stays: bool
) -> None:
    with Served(nursery, tmp_path / "home", *options) as served:
        session = let_in(served)
        assert is_in(served, session)
    with Served(nursery, tmp_path / "home", *options) as again:
        assert is_in(again, session) is stays
        with nursery.start("pollex", "serve", "--forget", environ={"POLLEX_HOME": str(tmp_path / "home")}) as forgets:
            assert forgets.wait() == 0
        assert not is_in(again, session)


def test_a_look_at_the_head_of_an_entry_does_not_use_it_up(nursery: Nursery, tmp_path: Path) -> None:
    with Served(nursery, tmp_path) as served, served.open_client(Host=f"pollex.localhost:{served.port}") as client:
        entry = served.entry().removeprefix(served.page_url)
        assert client.head(entry).status_code == 405
        assert [client.get(entry).status_code for _ in range(2)] == [200, 401]


def test_the_file_that_lets_in_is_its_owners_alone(tmp_path: Path) -> None:
    path = write_entry_file(tmp_path, "http://pollex.localhost:8765/enter?token=a-secret")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    page = path.read_text()
    assert 'action="http://pollex.localhost:8765/enter"' in page
    assert 'value="a-secret"' in page


def test_what_a_server_left_behind_stops_no_other(nursery: Nursery, tmp_path: Path) -> None:
    write_server_file(tmp_path, "http://127.0.0.1:9", "token")  # of this process, which is no server
    assert (tmp_path / "serve.json").read_text().count(str(os.getpid())) == 1
    assert read_server_file(tmp_path) is None
    with Served(nursery, tmp_path) as served:
        assert read_server_file(tmp_path) is not None
        assert served.url != "http://127.0.0.1:9"


def test_a_ticket_reads_one_address_of_a_run_and_nothing_else(served: Served) -> None:
    run = served.start(tool="add", inputs={"a": 1, "b": 2})
    served.ended(run)
    address = served.client.post("/api/tickets", json={"path": f"/api/runs/{run}/report"}).json()["address"]
    assert served.client.post("/api/tickets", json={"path": "/api/credentials"}).status_code == 422
    ticket = address.partition("?")[2]
    with served.open_client(Host=f"pollex.localhost:{served.port}") as browser:
        assert browser.get(address).status_code == 200
        assert [browser.get(f"/api/runs{rest}?{ticket}").status_code for rest in ("", f"/{run}/steps")] == [401, 401]
        assert browser.post(address).status_code == 401


def test_who_is_connected_is_let_out_too(nursery: Nursery, tmp_path: Path) -> None:
    with Served(nursery, tmp_path) as served:
        run = served.start(tool="add", inputs={"a": 1, "b": 2})
        served.ended(run)
        ticket = served.client.post("/api/tickets", json={"path": f"/api/runs/{run}/report"}).json()["address"]
        with PageSocket(served) as socket, served.open_client(Host=f"pollex.localhost:{served.port}") as browser:
            assert browser.get(ticket).status_code == 200
            assert served.client.delete("/api/sessions").status_code == 200
            assert socket.close_code() == 4401
            assert browser.get(ticket).status_code == 401
