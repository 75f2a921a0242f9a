"""Plain requests that need no model: one table of patterns, each with an example and what it draws."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Any, Final

from ...core.json import Object, loads
from ...core.suggest import nearest
from ..desk import Desk
from ..window import DeskWindow

Answering = Callable[["re.Match[str]", Desk], "LocalAnswer"]
SCREEN: Final = (1280, 760)
"""The place that windows are arranged in, in pixels."""
GAP: Final = 16
LEAST: Final = 160
PAIR: Final = re.compile(
    r"""\s*(?:and\s+|,\s*)?([A-Za-z_][\w.-]*)\s*[=:]\s*("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,]+(?:\s+(?!and\b|[\w.-]+\s*[=:])[^\s,=:]+)*)"""
)


@dataclass(frozen=True, slots=True)
class LocalAnswer:
    """What a plain request leads to: words, commands, or both."""

    say: str = ""
    batch: tuple[Object, ...] = ()


@dataclass(frozen=True, slots=True)
class LocalRequest:
    """A row of the table."""

    pattern: re.Pattern[str]
    example: str
    about: str
    answer: Answering


def answer_locally(text: str, desk: Desk) -> LocalAnswer:
    """Answer a plain request from the table; say what can be asked if it is not there."""
    asked = re.sub(r"^(?:please|pls|could you|can you)\s+", "", text.strip(), flags=re.IGNORECASE).rstrip(" .!?")
    for row in LOCAL_REQUESTS:
        if found := row.pattern.fullmatch(asked):
            return row.answer(found, desk)
    return LocalAnswer(f"I do not understand this without a model. {possible()}")


def possible() -> str:
    """Return what can be asked, from the table."""
    return "\n".join(["I can do these:", *(f"- {row.example}: {row.about}" for row in LOCAL_REQUESTS)])


def _op(name: str, **params: Any) -> Object:
    return {"op": name, "params": params}


def _window(desk: Desk, id_: str, title: str, size: str = "md") -> Object:
    """Return the command that opens a window, or brings it to the front."""
    if id_ in desk.windows:
        return _op("window.update", id=id_, title=title, zIndex=_top(desk))
    return _op("window.create", id=id_, title=title, size=size)


def _top(desk: Desk) -> int:
    return max((window.z_index for window in desk.windows.values()), default=0) + 1


def _id(*words: str) -> str:
    """Return words as an id of a window."""
    return re.sub(r"[^a-z0-9_.:-]+", "-", "-".join(words).lower()).strip("-.:")[:100] or "window"


def _call(tool: str, body: Object, key: str) -> Object:
    into = {"scope": "workspace", "key": key}
    return _op("api.call", method="POST", url=f"pollex://tool/{tool}", body=body, into=into)


def _bound(window: str, type_: str, props: Object, **paths: tuple[str, str]) -> Object:
    """Return the command that draws a component whose props follow the state: name=(key, path)."""
    bind = {
        name: {"scope": "workspace", "key": key, **({"path": path} if path else {})}
        for name, (key, path) in paths.items()
    }
    params = {"id": f"{window}.{type_}", "windowId": window, "target": "#root", "type": type_}
    return _op("component.render", **params, props={**props, "bind": bind})


def _columns(*keys: str) -> list[Object]:
    return [{"key": key, "label": key.capitalize()} for key in keys]


def _help(found: re.Match[str], desk: Desk) -> LocalAnswer:
    return LocalAnswer(possible())


def _runs(found: re.Match[str], desk: Desk) -> LocalAnswer:
    run = [
        _op("window.update", id="run-{{value}}", title="Run"),
        _op(
            "component.render",
            id="run-{{value}}.run",
            windowId="run-{{value}}",
            target="#root",
            type="run",
            props={"run": "{{value}}"},
        ),
    ]
    table: Object = {
        "columns": _columns("name", "status", "started", "finished", "id"),
        "rowKey": "id",
        "filter": True,
        "command": run,
    }
    body = {"limit": int(found["count"] or 20)}
    return LocalAnswer(
        "Here are the last runs.",
        (
            _window(desk, "runs", "Runs", "lg"),
            _bound("runs", "table", table, rows=("runs", "/runs")),
            _call("runs.list", body, "runs"),
        ),
    )


def _workflows(found: re.Match[str], desk: Desk) -> LocalAnswer:
    table: Object = {"columns": _columns("name", "description", "id"), "rowKey": "id", "filter": True}
    return LocalAnswer(
        "Here are the workflows.",
        (
            _window(desk, "workflows", "Workflows", "lg"),
            _bound("workflows", "table", table, rows=("workflows", "/workflows")),
            _call("workflow.list", {}, "workflows"),
        ),
    )


def _workflow(found: re.Match[str], desk: Desk) -> LocalAnswer:
    name = _unquoted(found["name"])
    window = _id("workflow", name)
    return LocalAnswer(
        f"Opened the workflow {name}.",
        (
            _window(desk, window, f"Workflow {name}", "lg"),
            _bound(window, "workflow", {}, workflow=(window, "/id")),
            _call("workflow.show", {"workflow": name}, window),
        ),
    )


def _run_workflow(found: re.Match[str], desk: Desk) -> LocalAnswer:
    name = _unquoted(found["name"])
    inputs = _arguments(found["arguments"])
    if inputs is None:
        return LocalAnswer(UNREAD)
    window = _id("run", name)
    return LocalAnswer(
        f"Started the workflow {name}.",
        (
            _window(desk, window, f"Run of {name}", "lg"),
            _bound(window, "run", {}, run=(window, "/run")),
            _call("workflow.start", {"workflow": name, "inputs": inputs}, window),
        ),
    )


def _task(found: re.Match[str], desk: Desk) -> LocalAnswer:
    task = found["task"].strip()
    window = _id("agent", task)[:60].rstrip("-.:")
    return LocalAnswer(
        "Started an agent.",
        (
            _window(desk, window, task[:80], "lg"),
            _bound(window, "run", {}, run=(window, "/run")),
            _call("agent.start", {"task": task}, window),
        ),
    )


def _tool(found: re.Match[str], desk: Desk) -> LocalAnswer:
    name, arguments = found["name"], _arguments(found["arguments"])
    if arguments is None:
        return LocalAnswer(UNREAD)
    window = _id("tool", name)
    return LocalAnswer(
        f"Ran {name}.",
        (
            _window(desk, window, name),
            _bound(window, "json", {}, value=(window, "")),
            _call(name, arguments, window),
        ),
    )


UNREAD: Final = 'I cannot read the arguments. Write them as name=value, other="two words", or as a JSON object.'


def _arguments(text: str | None) -> Object | None:
    """Return arguments that are written as JSON or as `name=value` pairs; None if they cannot be read."""
    if text is None or not text.strip():
        return {}
    if text.lstrip().startswith("{"):
        try:
            value = loads(text)
        except ValueError:
            return None
        return value if isinstance(value, dict) else None
    found: Object = {}
    at = 0
    while at < len(text):
        pair = PAIR.match(text, at)
        if pair is None:
            return None
        found[pair[1]] = _value(pair[2])
        at = pair.end()
    return found


def _value(text: str) -> Any:
    """Return a value as JSON reads it, else the text itself."""
    if text[0] == "'":
        return text[1:-1]
    try:
        return loads(text)
    except ValueError:
        return text


def _unquoted(text: str) -> str:
    return text.strip().strip("\"'“”")


def _note(found: re.Match[str], desk: Desk) -> LocalAnswer:
    title, text = _unquoted(found["title"]), _unquoted(found["text"] or "")
    window = _id("note", title)
    html = (
        f"<textarea class='fill grow' rows='12' placeholder='Write here' data-state-scope='workspace' "
        f"data-state-key='{window}'></textarea>"
    )
    commands = [
        _window(desk, window, title, "sm"),
        _op("dom.set", windowId=window, target="#root", html=html),
        *([_op("state.set", scope="workspace", key=window, value=text)] if text else []),
    ]
    return LocalAnswer(f"Made the note {title}.", tuple(commands))


def _close(found: re.Match[str], desk: Desk) -> LocalAnswer:
    return _about_window(found["name"], desk, lambda window: (_op("window.close", id=window.id),), "Closed")


def _front(found: re.Match[str], desk: Desk) -> LocalAnswer:
    def raised(window: DeskWindow) -> tuple[Object, ...]:
        return (_op("window.update", id=window.id, zIndex=_top(desk)),)

    return _about_window(found["name"], desk, raised, "In front is")


def _about_window(name: str, desk: Desk, commands: Callable[[DeskWindow], tuple[Object, ...]], did: str) -> LocalAnswer:
    wanted = _unquoted(name)
    windows = list(desk.windows.values())
    named = {window.id: window for window in windows} | {window.title: window for window in windows}
    found = [window for label, window in named.items() if label.casefold() == wanted.casefold()]
    if not found:
        near = nearest(wanted, named)
        known = ", ".join(f"{window.title} ({window.id})" for window in windows) or "none"
        mean = f" Did you mean {near[0]}?" if near else ""
        return LocalAnswer(f"There is no window {wanted}.{mean} Open windows: {known}.")
    return LocalAnswer(f"{did} {found[0].title}.", commands(found[0]))


def _close_all(found: re.Match[str], desk: Desk) -> LocalAnswer:
    if not desk.windows:
        return LocalAnswer("No window is open.")
    batch = tuple(_op("window.close", id=id_) for id_ in list(desk.windows)[:64])
    return LocalAnswer(f"Closed {len(batch)} windows." if len(batch) > 1 else "Closed one window.", batch)


def _arrange(found: re.Match[str], desk: Desk) -> LocalAnswer:
    windows = list(desk.windows.values())[:64]
    if not windows:
        return LocalAnswer("No window is open.")
    return LocalAnswer("Arranged the windows.", tuple(_tiles(windows)))


def _tiles(windows: Sequence[DeskWindow]) -> list[Object]:
    """Return the commands that put windows side by side in rows of equal size."""
    columns = ceil(sqrt(len(windows)))
    rows = ceil(len(windows) / columns)
    width = max(LEAST, (SCREEN[0] - GAP) // columns - GAP)
    height = max(LEAST, (SCREEN[1] - GAP) // rows - GAP)
    return [
        _op(
            "window.update",
            id=window.id,
            x=GAP + index % columns * (width + GAP),
            y=GAP + index // columns * (height + GAP),
            width=width,
            height=height,
        )
        for index, window in enumerate(windows)
    ]


def _row(pattern: str, example: str, about: str, answer: Answering) -> LocalRequest:
    return LocalRequest(re.compile(pattern, re.IGNORECASE | re.DOTALL), example, about, answer)


WITH: Final = r"(?:\s+(?:with|using)\s+(?P<arguments>.+))?"
LOCAL_REQUESTS: Final = (
    _row(
        r"(?:show|list|open)(?: me)?(?: the| my)?(?: last| latest| recent)?(?: (?P<count>\d{1,3}))? runs",
        "show the last runs",
        "a table of runs",
        _runs,
    ),
    _row(
        r"(?:show|list|open)(?: me)?(?: the| my| all)* workflows", "show the workflows", "a table of them", _workflows
    ),
    _row(r"(?:open|show)(?: the)? workflow (?P<name>.+)", "open workflow Invoices", "its nodes", _workflow),
    _row(
        rf"(?:run|start)(?: the)? workflow (?P<name>.+?){WITH}",
        "run workflow Invoices with month=May",
        "starts it and shows the run",
        _run_workflow,
    ),
    _row(
        rf"(?:run|call|use)(?: the)?(?: tool)? (?P<name>[A-Za-z][\w.-]*\.[\w.-]+|(?<=tool )[A-Za-z][\w-]*){WITH}",
        'run tool page.open with url="https://example.org"',
        "calls it and shows the answer",
        _tool,
    ),
    _row(
        r"(?:start|ask)(?: an?| the)? agent(?: to| for|:)? (?P<task>.+)",
        "ask the agent to find the opening hours on example.org",
        "starts an agent run and shows it",
        _task,
    ),
    _row(
        r"(?:make|create|write|add|new)(?: me)?(?: an?)? note(?: titled| called| named)? "
        r"(?P<title>.+?)(?:(?: saying| with the text|:) (?P<text>.+))?",
        "make a note titled Shopping saying milk",
        "a window with a text to write in",
        _note,
    ),
    _row(r"close (?:all|everything)(?:(?: the| open)* windows)?", "close all", "closes all windows", _close_all),
    _row(r"close(?: the)?(?: window)? (?P<name>.+?)(?: window)?", "close Runs", "closes a window", _close),
    _row(
        r"(?:bring|focus|show)(?: the)?(?: window)? (?P<name>.+?)(?: window)?(?: to the front)?",
        "bring Runs to the front",
        "puts a window on top",
        _front,
    ),
    _row(
        r"(?:arrange|tile|tidy(?: up)?|order)(?:(?: all| the| my)* windows)?",
        "arrange the windows",
        "puts them side by side",
        _arrange,
    ),
    _row(r"help|what can (?:you|i) (?:do|say|ask)|\?", "help", "this list", _help),
)
