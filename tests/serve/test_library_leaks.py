"""Secrets of a library run with login and second factor: looked for in every HTTP and MCP answer, and found there once
redaction is off."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from tests.app.leaks import PASSWORD, SECRETS, SEED, ScriptedServer, found, known, write_library

from pollex import App
from pollex.practice.server import Server

from ..processes import Nursery
from ..servers import serving
from .served import Served

TOOL = "bank.show"
UNREDACTED = """
import sys
from pollex.cli import main
from pollex.core.pipeline.redact import Redactor

Redactor.learn = lambda self, secret: None
main(sys.argv[1:])
"""


@pytest.fixture(scope="module")
def sites() -> Iterator[Server]:
    with Server() as running:
        yield running


def store(home: Path, url: str) -> None:
    """Write down the credentials that the tool and its login need."""
    app, hosts = App(home=home, environ={}), [urlsplit(url).hostname or ""]
    app.vault.set("my-bank", "username_password", hosts, {"username": "ada", "password": PASSWORD})
    app.vault.set("my-bank-code", "authenticator", hosts, {"secret": SEED})
    app.vault.set("my-note", "custom", hosts, {"NOTE": SEED})


def by_http(served: Served) -> tuple[str, dict[str, str]]:
    """Run the tool in both ways; return the run, and all that HTTP answers about it."""
    run = served.start(tool=TOOL, credentials=SECRETS)
    served.ended(run)
    asked = ["/api/runs", "/api/tools", f"/api/tools/{TOOL}", "/metrics", "/openapi.json"]
    asked += [f"/api/runs/{run}{path}" for path in ("", "/events", "/report")]
    answers = {path.replace(run, "ID"): served.client.get(path) for path in asked}
    answers["call"] = served.client.post(f"/api/tools/{TOOL}", json={"args": {}})
    answers["events by tool"] = served.client.post("/api/tools/runs.events", json={"args": {"run": run}})
    answers["compile"] = served.client.post(f"/api/runs/{run}/compile")
    shown = {place: "\n".join([str(each.headers), each.text]) for place, each in answers.items()}
    return run, shown


async def by_mcp(served: Served, run: str) -> dict[str, str]:
    """Call the tool and read everything about a run."""
    headers = {"Authorization": f"Bearer {served.token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=120, trust_env=False) as http,
        Client(streamable_http_client(f"{served.url}/mcp", http_client=http), mode="legacy") as client,
    ):
        name = next(each.name for each in (await client.list_prompts()).prompts if each.name.endswith("show"))
        answers = {
            "tools/list": await client.list_tools(),
            "tools/call": await client.call_tool(name, {}),
            "prompts/list": await client.list_prompts(),
            "prompts/get": await client.get_prompt(name, {}),
            "resources/list": await client.list_resources(),
        }
        for path in ("", f"/{run}", f"/{run}/events", f"/{run}/report"):
            answers[f"runs{path.replace(run, 'ID')}"] = await client.read_resource(f"pollex://runs{path}")
    return {place: each.model_dump_json() for place, each in answers.items()}


@pytest.mark.parametrize("redacted", [True, False])
async def test_no_answer_has_a_secret(nursery: Nursery, tmp_path: Path, sites: Server, redacted: bool) -> None:
    home, program = tmp_path / "home", tmp_path / "unredacted.py"
    program.write_text(UNREDACTED)
    secrets = known()
    store(home, sites.url)
    with serving(ScriptedServer()) as repeating:
        library = write_library(tmp_path / "library", sites.url, repeating.url)
        with Served(nursery, home, tools=library, program="pollex" if redacted else program) as served:
            run, http = by_http(served)
            answers = http | await by_mcp(served, run)
            assert served.show(run)["status"] == "done", served.show(run)
    leaks = {place: names for place, text in answers.items() if (names := found(text, secrets))}
    if redacted:
        assert leaks == {}
    else:
        assert {"/api/runs/ID", "/api/runs/ID/events", "/api/runs/ID/report", "call", "tools/call"} <= leaks.keys()
        assert leaks["runs/ID/events"] == leaks["/api/runs/ID/events"] == {"password", "code", "seed"}
