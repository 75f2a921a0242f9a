"""The routes of schedules, and the commands about them."""

import json
from pathlib import Path

from ..cli.terminal import Terminal
from ..processes import Nursery
from .served import Served

FLOW = {
    "name": "Note",
    "nodes": [{"position": 1, "type": "context", "config": {"operation": "set", "key": "a", "value": 1}}],
}


def test_a_schedule_is_listed_and_ended_by_command_and_over_http(nursery: Nursery, tmp_path: Path) -> None:
    (tmp_path / "note.workflow.json").write_text(json.dumps(FLOW))
    pollex = Terminal(nursery, tmp_path)
    for name in ("new year", "mid/year"):
        cron = f"0 7 1 {'1' if name == 'new year' else '7'} *"
        assert pollex("flow", "schedule", "note.workflow.json", "--cron", cron, "--name", name).returncode == 0
    with Served(nursery, pollex.home) as server:
        listed = server.client.get("/api/schedules").json()["schedules"]
        assert {each["name"]: (each["runs"], each["cron"]) for each in listed} == {
            "new year": ("Note", "0 7 1 1 *"),
            "mid/year": ("Note", "0 7 1 7 *"),
        }
        assert server.client.delete("/api/schedules").json()["fault"]["pointer"] == "/name"
        assert server.client.delete("/api/schedules", params={"name": "mid/year"}).json() == {"name": "mid/year"}
        assert server.client.delete("/api/schedules", params={"name": "mid/year"}).status_code == 404
    told = pollex("flow", "schedules").stdout
    assert "new year" in told
    assert "mid/year" not in told
    assert pollex("flow", "unschedule", "new year").returncode == 0
    assert pollex("flow", "schedules").stdout == "Nothing is scheduled.\n"
    pollex.close()
