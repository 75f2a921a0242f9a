"""A small site whose pages a test writes and rewrites, and which counts what is sent to it."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
import pytest_asyncio

from pollex import App
from pollex.core.environment import RunEnvironment
from pollex.core.event import Event, MemoryLog
from pollex.core.json import Object
from pollex.core.protocols import Model
from pollex.core.result import Result
from pollex.core.steps import MemorySteps
from pollex.flow.run import run_workflow
from pollex.flow.workflow import Workflow

from ...servers import serving

Recorded = Callable[[str, Object], Awaitable[Object]]
Ran = Callable[..., Awaitable[tuple[Result, list[Event]]]]


@dataclass
class Site:
    """What it shows, and what came: the paths that were posted to."""

    url: str
    html: str = ""
    sent: list[str] = field(default_factory=list)


@pytest.fixture(scope="session")
def running() -> Iterator[Site]:
    shown = Site("")

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.answer(shown.html)

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            shown.sent.append(self.path)
            self.answer("<h1>Thank you</h1>")

        def answer(self, html: str) -> None:
            body = f"<!doctype html><title>Site</title><main>{html}</main>".encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
            pass

    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as server:
        shown.url = f"http://127.0.0.1:{server.server_address[1]}/"
        yield shown


@pytest.fixture
def site(running: Site) -> Site:
    running.html, running.sent = "", []
    return running


@pytest_asyncio.fixture(loop_scope="session")
async def ran(app: App, site: Site) -> Ran:
    """Runs nodes on the site, after going there; the result and the run's events. `answer` is a person's, at node 1."""

    async def run(
        *nodes: Object, html: str, model: Model | None = None, answer: Any = None, **fields: Any
    ) -> tuple[Result, list[Event]]:
        site.html = html
        go = {"type": "browser_action", "config": {"action": "navigate", "url": site.url}}
        placed = [{"position": at, **node} for at, node in enumerate((go, *nodes))]
        workflow = Workflow.from_json({"name": "test", "nodes": placed, **fields}, tools=app.tools)
        log, steps = MemoryLog(), MemorySteps()
        if answer is not None:
            steps.send("/1", answer)
        async with app.page() as page:
            page.options = replace(page.options, patience=1.0)
            context = replace(app.context, run=steps.run, page=page, log=log, model=model)
            result = await run_workflow(workflow, None, RunEnvironment(context, steps, asks=answer is not None))
        return result, log.events

    return run


@pytest_asyncio.fixture(loop_scope="session")
async def recorded(ran: Ran, site: Site) -> Recorded:
    """A node that was done on a page, with what was known of its element then. What it sent is forgotten."""

    async def record(html: str, node: Object) -> Object:
        result, events = await ran(node, html=html)
        result.unwrap()
        site.sent.clear()
        proofs = [event.data["result"].get("proof", {}) for event in events if event.kind == "call.finished"]
        return {**node, "evidence": proofs[-1]["/selector"]}

    return record
