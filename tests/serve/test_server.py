"""The server's life: one for each home, ended by a signal, killed and started again without losing a run."""

import json
import signal
import stat
from pathlib import Path

import pytest

from ..processes import Nursery
from ..waits import until
from .served import Served
from .test_runs import ASKING


def test_the_file_is_for_its_owner_alone(served: Served) -> None:
    file = served.home / "serve.json"
    found = json.loads(file.read_text())
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert found == {"url": served.url, "token": served.token, "pid": served.process.pid}


def test_a_second_server_of_the_same_home_is_refused(served: Served, nursery: Nursery) -> None:
    environ = {"POLLEX_HOME": str(served.home)}
    with nursery.start("pollex", "serve", "--port", "0", "--json", environ=environ) as second:
        fault = second.end().fault
    assert (fault["code"], served.url in fault["message"]) == ("conflict", True)
    assert served.call("add", a=1, b=2)["data"] == 3


def test_a_port_that_is_taken_is_a_fault(served: Served, nursery: Nursery, tmp_path: Path) -> None:
    command = ["serve", "--port", str(served.port), "--json"]
    with nursery.start("pollex", *command, environ={"POLLEX_HOME": str(tmp_path)}) as second:
        fault = second.end().fault
    assert (fault["code"], "--port" in fault["hint"]) == ("unavailable", True)


@pytest.mark.parametrize(
    ("password", "names", "code"),
    [
        ("", [], "denied"),
        ("short", ["--name", "a.test"], "invalid_input"),
        ("long enough, surely", [], "invalid_input"),
    ],
)
def test_other_machines_need_a_password(
    nursery: Nursery, tmp_path: Path, password: str, names: list[str], code: str
) -> None:
    environ = {"POLLEX_HOME": str(tmp_path), "POLLEX_SERVE_PASSWORD": password}
    command = ["serve", "--host", "0.0.0.0", "--port", "0", "--json", *names]
    with nursery.start("pollex", *command, environ=environ) as process:
        assert process.end().fault["code"] == code


def test_with_a_password_it_answers_to_the_name_that_is_given(nursery: Nursery, tmp_path: Path) -> None:
    password = "long enough, surely"
    options = ["--host", "0.0.0.0", "--name", "pollex.example.org"]
    with Served(nursery, tmp_path, *options, environ={"POLLEX_SERVE_PASSWORD": password}) as served:
        named = {"Host": "pollex.example.org", "Authorization": f"Bearer {password}"}
        local = f"http://127.0.0.1:{served.port}"
        assert served.client.get(f"{local}/api/tools", headers=named).status_code == 200
        assert served.client.get(f"{local}/api/tools", headers={**named, "Host": "other.test"}).status_code == 403
        form = {"Host": "pollex.example.org", "Content-Type": "application/x-www-form-urlencoded"}
        body = "token=long+enough%2C+surely"
        entered = served.client.post(f"{local}/enter", headers=form, content=body)
        assert (entered.status_code, "data-session" in entered.text) == (200, True)


def test_it_ends_at_a_signal_and_leaves_its_runs(nursery: Nursery, tmp_path: Path) -> None:
    with Served(nursery, tmp_path) as served:
        run = served.start(workflow=ASKING, inputs={"who": "Ada"})
        served.asks(run)
        with served.client.stream("GET", f"/api/runs/{run}/events") as stream:
            lines = stream.iter_lines()
            next(lines)
            served.process.signal(signal.SIGINT)
            list(lines)  # ends as streams do, and is not cut off
        assert served.process.wait() == 0
    assert not (tmp_path / "serve.json").exists()
    with Served(nursery, tmp_path) as again:
        assert again.ready["recovered"] == [run]
        again.client.post(f"/api/runs/{run}/answer", json={"answer": "green"})
        assert again.ended(run)["result"]["data"]["outputs"] == {"colour": "green"}


def test_twenty_runs_survive_a_kill(nursery: Nursery, tmp_path: Path) -> None:
    file, approved = tmp_path / "there", 5
    with Served(nursery, tmp_path / "home") as served:
        asking = [served.start(workflow=ASKING, inputs={"who": f"number {number}"}) for number in range(8)]
        waiting = [served.start(tool="await_file", inputs={"file": str(file)}) for _ in range(7)]
        wiping = [served.start(tool="wipe", inputs={"what": f"{number}"}) for number in range(approved)]
        for run in (*asking, *wiping):
            served.asks(run)
        until("all are going", lambda: len(_running(served)) == 20)
        served.process.kill()
    file.touch()
    with Served(nursery, tmp_path / "home") as again:
        for run in asking:
            again.client.post(f"/api/runs/{run}/answer", json={"answer": "green"})
        for run in wiping:
            again.client.post(f"/api/runs/{run}/approve")
        ended = {run: again.ended(run) for run in (*asking, *waiting, *wiping)}
    assert sorted(again.ready["recovered"]) == sorted(ended)
    assert {each["status"] for each in ended.values()} == {"done"}
    assert [ended[run]["result"]["data"]["outputs"] for run in wiping] == [f"wiped {each}" for each in range(approved)]


def _running(served: Served) -> list[str]:
    listed = served.client.get("/api/runs", params={"status": "running", "limit": 100}).json()["runs"]
    return [run["id"] for run in listed]
