"""Files for a person over HTTP: what a workspace wrote, and what a run has kept."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from .served import Served

TEXT = "<script>alert(1)</script> Grüße"


@pytest.fixture
def workspace(served: Served) -> str:
    """The path of a new workspace, with Full Control."""
    path = f"/api/workspace/{served.client.post('/api/workspaces').json()['id']}"
    served.client.post(f"{path}/gate", json={"fullControl": True}).raise_for_status()
    return path


def write(served: Served, workspace: str, name: str = "Übersicht 1.html", text: str = TEXT) -> dict[str, Any]:
    body = {"path": name, "contents": text, "directory": "Temp"}
    call = {"op": "api.call", "params": {"method": "POST", "url": "tauri://fs/writeTextFile", "body": body}}
    [answer] = served.client.post(f"{workspace}/batch", json=[call]).json()
    assert answer["ok"], answer
    written: dict[str, Any] = answer["data"]
    return written


@pytest.mark.document("003", "What `writeTextFile` wrote can be saved by the link in the chat, under its own name.")
def test_a_written_file_is_sent_to_be_saved(served: Served, workspace: str) -> None:
    address = write(served, workspace)["address"]
    said = served.client.get(workspace).json()["chat"][-1]
    assert said["file"] == {"src": address, "name": "Übersicht 1.html"}
    sent = served.client.get(address)
    assert (sent.status_code, sent.text) == (200, TEXT)
    assert sent.headers["content-disposition"] == "attachment; filename*=UTF-8''%C3%9Cbersicht%201.html"
    assert sent.headers["content-type"] == "application/octet-stream"
    assert sent.headers["x-content-type-options"] == "nosniff"


def test_a_browser_needs_a_ticket_of_that_file(served: Served, workspace: str) -> None:
    one, other = (write(served, workspace, name)["address"] for name in ("a.txt", "b.txt"))
    ticket = served.client.post("/api/tickets", json={"path": one}).json()["address"]
    with served.open_client(Accept="*/*") as stranger:
        answers = [stranger.get(each).status_code for each in (ticket, one, ticket.replace(one, other))]
    assert answers == [200, 401, 401]


@pytest.mark.parametrize("id_", ["0" * 32, "..", "..%2Fserve.json", "%00", ".", "x" * 300])
def test_what_is_not_kept_is_not_there(served: Served, id_: str) -> None:
    assert served.client.get(f"/api/files/{id_}").status_code == 404


def test_a_file_of_a_run_is_sent_and_nothing_outside(served: Served) -> None:
    run = served.start(tool="add", inputs={"a": 1, "b": 2})
    folder = served.home / "files" / run
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "invoice.html").write_text(TEXT)
    sent = served.client.get(f"/api/runs/{run}/files/invoice.html")
    assert (sent.text, sent.headers["content-disposition"]) == (TEXT, "attachment; filename*=UTF-8''invoice.html")
    for name in ("..%2F..%2Fserve.json", "%2Fetc%2Fpasswd", "%00", "none"):
        assert served.client.get(f"/api/runs/{run}/files/{name}").status_code == 404, name
    assert served.client.get(f"/api/runs/{uuid4()}/files/invoice.html").status_code == 404
