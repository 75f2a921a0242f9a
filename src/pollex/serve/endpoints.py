"""The table of everything that can be asked over HTTP."""

from __future__ import annotations

from typing import Final

from . import kept_files, page_files, pages, run_files, run_steps, runs, steer, tools
from .credentials import CREDENTIAL_ENDPOINTS
from .endpoint import ApiRequest, Endpoint
from .events import AFTER, stream_events
from .extension.endpoint import EXTENSION_ENDPOINTS
from .openapi import openapi
from .preferences import PREFERENCE_ENDPOINTS
from .run_body import START
from .schedules import SCHEDULE_ENDPOINTS
from .schemas import APPROVAL, COMPILED, KEPT_RUN, RUN_SUMMARY, STEERED, TEXT, TOOL_BRIEF, listed, ref, shape
from .workflows import WORKFLOW_ENDPOINTS
from .workspace_endpoints import WORKSPACE_ENDPOINTS

RUN: Final = "/api/runs/{id}"
TOOL: Final = "/api/tools/{name}"
HTML: Final = "text/html"
JPEG: Final = "image/jpeg"


async def show_openapi(asked: ApiRequest) -> object:
    return openapi(ENDPOINTS)


ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    Endpoint(
        "GET",
        "/api/tools",
        "List the tools, or search them",
        tools.list_tools,
        shape({"tools": listed(TOOL_BRIEF), "total": {"type": "integer"}}),
        query=tools.SEARCH,
    ),
    Endpoint("GET", TOOL, "Describe a tool", tools.describe_tool, ref("Tool")),
    Endpoint(
        "POST",
        TOOL,
        "Call a tool",
        tools.call_tool,
        ref("Result"),
        tools.CALL_BODY,
        also={202: "The call waits for approval; `data.run` is the run that waits."},
    ),
    Endpoint("POST", "/api/runs", "Start a run", runs.start_run, shape({"id": TEXT}), START, status=201),
    Endpoint("GET", "/api/runs", "List runs", runs.list_runs, shape({"runs": listed(RUN_SUMMARY)}), query=runs.LIST),
    Endpoint("GET", RUN, "Show a run: status, result, open questions", runs.show_run, ref("Run")),
    Endpoint(
        "GET",
        f"{RUN}/events",
        "Follow the events of a run",
        stream_events,
        ref("Event"),
        query=AFTER,
        media="text/event-stream",
        also={204: "The client knows the last event already."},
    ),
    Endpoint("GET", f"{RUN}/report", "Show a run as a page", runs.show_report, TEXT, media=HTML),
    Endpoint("GET", f"{RUN}/steps", "Tell a run step by step", run_steps.show_steps, run_steps.STORY),
    Endpoint("GET", f"{RUN}/pictures/{{name}}", "Show a picture of a run", run_steps.show_picture, TEXT, media=JPEG),
    Endpoint("POST", f"{RUN}/stop", "Stop a run", steer.stop_run, STEERED),
    Endpoint("POST", f"{RUN}/pause", "Let a run wait", steer.pause_run, STEERED),
    Endpoint("POST", f"{RUN}/resume", "Let a run go on", steer.resume_run, STEERED, steer.RESUME),
    Endpoint(
        "GET",
        f"{RUN}/move",
        "Say what a run would take into another browser",
        steer.look_at_move,
        steer.LUGGAGE,
        query=steer.GOAL,
    ),
    Endpoint("POST", f"{RUN}/move", "Move a run into another browser", steer.move_run, steer.MOVED, steer.MOVE),
    Endpoint("POST", f"{RUN}/fork", "Start a new run from a step of this one", steer.fork_run, STEERED, steer.FORK),
    Endpoint("POST", f"{RUN}/finish", "End a recording well", steer.finish_run, STEERED),
    Endpoint(
        "POST",
        f"{RUN}/files",
        "Give a file to the field or chooser that a person clicked",
        run_files.give_file,
        STEERED,
        run_files.FILE,
        takes=run_files.BINARY,
        raw=True,
        query=run_files.NAME,
    ),
    Endpoint(
        "GET",
        f"{RUN}/files/{{name}}",
        "Save a file of a run",
        kept_files.send_run_file,
        run_files.FILE,
        media=run_files.BINARY,
    ),
    Endpoint(
        "GET", "/api/files/{id}", "Save a kept file", kept_files.send_kept_file, run_files.FILE, media=run_files.BINARY
    ),
    Endpoint("POST", f"{RUN}/answer", "Answer a question", steer.answer_run, STEERED, steer.ANSWER),
    Endpoint("POST", f"{RUN}/approve", "Approve or refuse a call", steer.approve_run, STEERED, APPROVAL),
    Endpoint("POST", f"{RUN}/compile", "Make a workflow of a run", steer.compile_run, COMPILED, steer.COMPILE),
    *WORKFLOW_ENDPOINTS,
    Endpoint("POST", f"{RUN}/keep", "Keep a run as a workflow", steer.keep_run, KEPT_RUN, steer.COMPILE),
    *WORKSPACE_ENDPOINTS,
    *CREDENTIAL_ENDPOINTS,
    *PREFERENCE_ENDPOINTS,
    *EXTENSION_ENDPOINTS,
    *SCHEDULE_ENDPOINTS,
    Endpoint("GET", "/openapi.json", "Show this document", show_openapi, {"type": "object"}),
    Endpoint("GET", "/metrics", "Show numbers for Prometheus", pages.show_metrics, TEXT, media="text/plain"),
    Endpoint(
        "GET",
        "/healthz",
        "Say that the server answers",
        pages.show_health,
        shape({"ok": {"const": True}, "version": TEXT}),
        open=True,
    ),
    Endpoint(
        "POST",
        "/api/tickets",
        "Get an address that a browser reads without a header",
        pages.new_ticket,
        shape({"address": TEXT}),
        pages.TICKET,
    ),
    Endpoint("POST", "/api/entries", "Let one more browser in", pages.new_entry, shape({"enter": TEXT})),
    Endpoint("DELETE", "/api/sessions", "Let out all browsers", pages.forget_sessions, shape({"ok": {"const": True}})),
    Endpoint(
        "GET",
        "/static/{name}",
        "Load a file of the page",
        page_files.show_file,
        TEXT,
        media="text/javascript",
        open=True,
    ),
    Endpoint(
        "GET", "/", "Show the page for people", pages.show_start, TEXT, query=pages.WORKSPACE, media=HTML, open=True
    ),
    Endpoint(
        "GET",
        "/enter",
        "Let a browser in by a link",
        pages.enter,
        TEXT,
        query=pages.TOKEN,
        media=HTML,
        open=True,
        head=False,
    ),
    Endpoint(
        "POST",
        "/enter",
        "Let a browser in by a form",
        pages.enter_by_form,
        TEXT,
        raw=True,
        media=HTML,
        open=True,
    ),
)
