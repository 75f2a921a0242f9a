"""What models send: commands of each kind, from short ones to HTML of 8 KB."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

Envelope = dict[str, Any]

WINDOW: Final = "bench"
FORM: Final = (
    '<form data-command=\'[{"op":"dom.append","params":{"windowId":"bench","target":"#list",'
    '"html":"<li>{{form.title}}</li>"}}]\'><label for="title">Title</label><input id="title" name="title" required>'
    '<button type="submit">Save</button></form>'
)


def command(op: str, **params: Any) -> Envelope:
    return {"op": op, "params": params}


def draw(op: str, target: str, html: str) -> Envelope:
    return command(op, windowId=WINDOW, target=target, html=html)


def table(rows: int) -> str:
    """Return HTML with about a hundred bytes a row."""
    body = "".join(
        f'<tr id="row-{number}"><td class="muted">{number}</td><td>Lamp, model <b>{number}</b></td>'
        f"<td>{number * 3},50 €</td></tr>"
        for number in range(rows)
    )
    return f'<table id="stock"><tbody>{body}</tbody></table>'


LARGE: Final = draw("dom.set", "#large", table(80))
FIRST: Final = [
    command("window.create", id=WINDOW, title="Bench"),
    draw("dom.set", "#root", '<p id="status"></p><ul id="list"></ul><div id="large"></div>'),
    command("component.render", id="total", windowId=WINDOW, target="#root", type="text", props={"text": "0"}),
]
"""What the others need."""
KINDS: Final[dict[str, Callable[[int], Envelope]]] = {
    "state.set": lambda n: command("state.set", scope="workspace", key=f"key {n % 100}", value={"count": n}),
    "window.update": lambda n: command("window.update", id=WINDOW, x=n % 500, y=n % 300),
    "component.update": lambda n: command("component.update", id="total", props={"text": str(n)}),
    "dom.set, 60 bytes": lambda n: draw("dom.set", "#status", f'<b class="muted">Saved: note {n}</b>, twelve thirty'),
    "dom.set, a form with a command": lambda n: draw("dom.set", "#status", FORM),
    "dom.append, 60 bytes": lambda n: draw("dom.append", "#list", f'<li id="item-{n}">Item {n}: buy <b>milk</b></li>'),
    "dom.set, 8 KB": lambda n: LARGE,
}


def batch(kind: str, start: int, size: int) -> list[Envelope]:
    return [KINDS[kind](number) for number in range(start, start + size)]
