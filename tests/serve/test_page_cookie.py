"""The cookie of the page survives a restart, and its key is its owner's."""

from http.cookies import SimpleCookie
from pathlib import Path

from pollex.serve.page_cookie import NAME, page_cookie

from ..processes import Nursery
from .served import Served


def test_the_key_is_kept_and_each_port_has_its_own_cookie(tmp_path: Path) -> None:
    first = page_cookie(tmp_path, 8765)
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600
    assert page_cookie(tmp_path, 8765) == first
    assert page_cookie(tmp_path, 8766) != first
    assert [file.name for file in tmp_path.iterdir()] == [NAME]


def test_a_key_that_others_could_read_or_that_is_cut_off_is_replaced(tmp_path: Path) -> None:
    first = page_cookie(tmp_path, 8765)
    (tmp_path / NAME).chmod(0o644)
    second = page_cookie(tmp_path, 8765)
    (tmp_path / NAME).write_bytes(b"short")
    third = page_cookie(tmp_path, 8765)
    assert len({first, second, third}) == 3
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600


def test_who_has_entered_stays_in_over_a_restart(nursery: Nursery, tmp_path: Path) -> None:
    with Served(nursery, tmp_path / "home") as served:
        host, port = f"pollex.localhost:{served.port}", str(served.port)
        with served.open_client(Host=host) as client:
            answer = client.get(f"/enter?token={served.token}")
        [(name, morsel)] = SimpleCookie(answer.headers["set-cookie"]).items()
    with Served(nursery, tmp_path / "home", "--port", port) as again:
        assert again.token != served.token
        with again.open_client(Host=host) as page:
            answers = [
                page.get("/api/workspaces", headers={"Cookie": f"{name}={value}"}) for value in (morsel.value, "no")
            ]
    assert [each.status_code for each in answers] == [200, 401]
