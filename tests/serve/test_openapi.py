"""The OpenAPI document: made from the table, true of every answer, and no request makes the server fail."""

import json
import os
import sys
from pathlib import Path
from subprocess import run
from typing import Any
from uuid import uuid4

import pytest

from pollex.core.schema import Schema
from pollex.serve.endpoints import ENDPOINTS
from pollex.serve.openapi import openapi
from pollex.serve.schemas import SCHEMAS

from ..processes import Nursery
from .served import Served

DOCUMENT = openapi(ENDPOINTS)
KEPT = ("/credentials", "/logins", "/keys", "/settings")
"""Paths of what a server keeps for all its clients."""
SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")


def schema(name: str) -> Schema:
    return Schema({"$ref": f"#/components/schemas/{name}", "components": {"schemas": SCHEMAS}})


def test_the_server_answers_with_the_document(served: Served) -> None:
    assert served.client.get("/openapi.json").json() == DOCUMENT


def test_every_endpoint_is_in_it_and_says_what_it_does() -> None:
    described = {(method.upper(), path) for path, found in DOCUMENT["paths"].items() for method in found}
    assert described == {(each.method, each.path) for each in ENDPOINTS}
    names = [each["operationId"] for found in DOCUMENT["paths"].values() for each in found.values()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda each: f"{each.method} {each.path}")
def test_every_property_of_a_body_is_described(endpoint: object) -> None:
    properties = (getattr(endpoint, "body", None) or {}).get("properties", {})
    assert [name for name, each in properties.items() if not each.get("description")] == []


def test_what_is_answered_fits_its_schema(served: Served) -> None:
    started = served.start(tool="add", inputs={"a": 1, "b": 2})
    shown = served.ended(started)
    waiting = served.client.post("/api/tools/wipe", json={"args": {"what": "it"}}).json()
    asking = served.show(waiting["data"]["run"])
    served.client.post(f"/api/runs/{asking['id']}/approve", json={"approved": False})
    assert schema("Result").issues(waiting) == ()
    assert schema("Result").issues(served.call("add", a=1)) == ()
    assert schema("Run").issues(shown) == ()
    assert schema("Run").issues(asking) == ()
    assert schema("Tool").issues(served.client.get("/api/tools/add").json()) == ()


def test_no_request_makes_the_server_fail(served: Served, tmp_path: Path) -> None:
    document = served.client.get("/openapi.json").json()
    apart = ("/workspace", *KEPT)
    document["paths"] = {
        path: each for path, each in document["paths"].items() if not any(name in path for name in apart)
    }
    _choose(
        document, "name", ["add", "wipe", "explode", "excerpt", "aggregate", "tools.list", "runs.events", "nothing"]
    )
    _choose(document, "id", [_ended(served), _ended(served), str(uuid4())])
    _fuzz(served, document, tmp_path, examples=10)


def test_no_request_about_what_is_kept_makes_the_server_fail(nursery: Nursery, tmp_path: Path) -> None:
    """On a server of its own: a stored key or another default model would change what others see."""
    with Served(nursery, tmp_path / "home") as own:
        document = own.client.get("/openapi.json").json()
        document["paths"] = {
            path: each for path, each in document["paths"].items() if any(name in path for name in KEPT)
        }
        del document["paths"]["/api/keys/{provider}/check"]
        _choose(document, "provider", ["openai", "nothing"])
        _choose(document, "credential", ["bank", "no name", "custom"])
        _fuzz(own, document, tmp_path, examples=3)


def test_no_request_to_a_workspace_makes_the_server_fail(served: Served, tmp_path: Path) -> None:
    """Each handler once: by id, where there is one; the stream of AG-UI has no end."""
    document = served.client.get("/openapi.json").json()
    paths = {path for path in document["paths"] if "/workspace" in path}
    twins = {path.replace("/{workspace}", "") for path in paths if "{workspace}" in path} - {"/api/workspace/file"}
    document["paths"] = {path: document["paths"][path] for path in sorted(paths - twins) if not path.endswith("/agui")}
    _choose(document, "workspace", [served.client.post("/api/workspaces").json()["id"], str(uuid4())])
    _fuzz(served, document, tmp_path, examples=5)


def _fuzz(served: Served, document: Any, folder: Path, *, examples: int) -> None:
    file = folder / "openapi.json"
    file.write_text(json.dumps(document))
    command = [str(SCHEMATHESIS), "run", str(file), "--url", served.url]
    command += ["--header", f"Authorization: Bearer {served.token}", "--checks", "not_a_server_error"]
    command += ["--phases", "examples,coverage,fuzzing", "--max-examples", str(examples), "--generation-deterministic"]
    command += ["--request-timeout", "30", "--no-color"]
    environ = {**os.environ, "NO_PROXY": "127.0.0.1"}
    done = run(command, capture_output=True, text=True, check=False, cwd=folder, env=environ)
    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr[-2_000:]
    assert "Traceback" not in served.process.errors()


def _choose(document: Any, parameter: str, values: list[str]) -> None:
    """Have requests use tools and runs that are there."""
    operations = [each for found in document["paths"].values() for each in found.values()]
    for each in (each for operation in operations for each in operation["parameters"]):
        if each["name"] == parameter:
            each["schema"] = {"enum": values}


def _ended(served: Served) -> str:
    made = served.start(tool="add", inputs={"a": 1, "b": 2})
    served.ended(made)
    return made
