"""What plain requests lead to: words, and commands that draw. Data comes through tools, into the state."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Any, Final

from ...core.json import Object
from ...core.suggest import nearest
from ..desk import Desk
from ..window import DeskWindow
from .local_arguments import read_arguments, unquoted

SCREEN: Final = (1280, 760)
"""The place that windows are arranged in, in pixels."""
GAP: Final = 16
LEAST: Final = 160
PRODUCT: Final = {
    "runs": "runs",
    "workflows": "workflow",
    "tools": "tools",
    "libraries": "tools",
    "modules": "modules",
    "credentials": "credentials",
    "settings": "settings",
}
"""Windows of the product by what a person calls them."""
AGENT_BEGAN: Final = "The agent has begun. Its window tells each step; *Live view* there shows its browser."
UNREAD: Final = 'I cannot read the arguments. Write them as name=value, other="two words", or as a JSON object.'


@dataclass(frozen=True, slots=True)
class LocalAnswer:
    """What a plain request leads to: words, commands, or both."""

    say: str = ""
    batch: tuple[Object, ...] = ()


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
    return _op("component.render", **params, props={**props, "bind": bind} if bind else props)


def _open(say: str, name: str, about: str | None = None) -> LocalAnswer:
    """Open a window of the product."""
    body = {"name": name} if about is None else {"name": name, "about": about}
    return LocalAnswer(say, (_op("api.call", method="POST", url="pollex://tool/windows.open", body=body),))


def _start(say: str, body: Object) -> LocalAnswer:
    """Start a run and open its window."""
    started = _op("api.call", method="POST", url="pollex://tool/runs.start", body={**body, "wait": False, "show": True})
    return LocalAnswer(say, (started,))


def product(found: re.Match[str], desk: Desk) -> LocalAnswer:
    """Open a window of the product by what it shows."""
    word = found["window"].lower()
    return _open(f"Here you see the {word}.", PRODUCT[word])


def workflow(found: re.Match[str], desk: Desk) -> LocalAnswer:
    """Open a workflow."""
    name = unquoted(found["name"])
    return _open(f"Opened the workflow {name}.", "workflow", name)


def run_workflow(found: re.Match[str], desk: Desk) -> LocalAnswer:
    """Start a workflow and show its run."""
    name = unquoted(found["name"])
    inputs = read_arguments(found["arguments"])
    if inputs is None:
        return LocalAnswer(UNREAD)
    return _start(f"Started the workflow {name}.", {"workflow": name, "inputs": inputs})


def task(found: re.Match[str], desk: Desk) -> LocalAnswer:
    """Start an agent and show its run."""
    url: Object = {} if found["url"] is None else {"url": found["url"]}
    return _start(AGENT_BEGAN, {"task": found["task"].strip(), **url})


def tool(found: re.Match[str], desk: Desk) -> LocalAnswer:
    """Call a tool and show its answer."""
    name, arguments = found["name"], read_arguments(found["arguments"])
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


def note(found: re.Match[str], desk: Desk) -> LocalAnswer:
    """Make a note that a person writes in."""
    title, text = unquoted(found["title"]), unquoted(found["text"] or "")
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


def close(found: re.Match[str], desk: Desk) -> LocalAnswer:
    """Close a window."""
    return _about_window(found["name"], desk, lambda window: (_op("window.close", id=window.id),), "Closed")


def front(found: re.Match[str], desk: Desk) -> LocalAnswer:
    """Put a window on top."""

    def raised(window: DeskWindow) -> tuple[Object, ...]:
        return (_op("window.update", id=window.id, zIndex=_top(desk)),)

    return _about_window(found["name"], desk, raised, "In front is")


def _about_window(name: str, desk: Desk, commands: Callable[[DeskWindow], tuple[Object, ...]], did: str) -> LocalAnswer:
    wanted = unquoted(name)
    windows = list(desk.windows.values())
    named = {window.id: window for window in windows} | {window.title: window for window in windows}
    found = [window for label, window in named.items() if label.casefold() == wanted.casefold()]
    if not found:
        near = nearest(wanted, named)
        known = ", ".join(f"{window.title} ({window.id})" for window in windows) or "none"
        mean = f" Did you mean {near[0]}?" if near else ""
        return LocalAnswer(f"There is no window {wanted}.{mean} Open windows: {known}. `help` lists what I can do.")
    return LocalAnswer(f"{did} {found[0].title}.", commands(found[0]))


def close_all(found: re.Match[str], desk: Desk) -> LocalAnswer:
    """Close all windows."""
    if not desk.windows:
        return LocalAnswer("No window is open.")
    batch = tuple(_op("window.close", id=id_) for id_ in list(desk.windows)[:64])
    return LocalAnswer(f"Closed {len(batch)} windows." if len(batch) > 1 else "Closed one window.", batch)


def arrange(found: re.Match[str], desk: Desk) -> LocalAnswer:
    """Put windows side by side."""
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
