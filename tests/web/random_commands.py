"""Commands without end: all operations that draw, on a few windows, slots and components, so that they meet."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from pollex.core.json import Object
from pollex.workspace.components import CATALOGUE

WINDOWS: Final = [f"w{number}" for number in range(6)]
KEYS: Final = ["a", "b", "c"]
SCOPES: Final = ["workspace", "window"]
UNSUITED: Final = {"image", "file", "player", "live", "run", "workflow", "credential", "approval", "plan", "chat"}
"""Types that ask the server for more than the commands say."""
TYPES: Final = [name for name in CATALOGUE if name not in UNSUITED]
WORDS: Final = ["Milk", "Lamp & chair", "größer", "<b>", "42", "", "ten words that go on until the end of a line"]
HTML: Final = [
    "<p id='status' class='muted'>{word}</p><div id='slot'>{number}</div>",
    "<ul><li>{word}<li>{number}</ul><div id='slot'></div><p id='status'></p>",
    "<form><input name='n' value='{number}'><select name='s'><option>{word}<option>b</select></form><p id='slot'></p>",
    "<table><tr><th>{word}<td>{number}</table><details open><summary>{word}</summary>{number}</details>",
    "<div id='slot'><h2>{word}</h2><textarea data-state-scope='workspace' data-state-key='a'>{number}</textarea></div>",
    "<input data-state-scope='window' data-state-key='b'><div id='status'>{word}</div><hr>",
]


def random_commands(random: Random) -> Iterator[tuple[str, Object]]:
    """Yield commands, most of which a workspace accepts."""
    makers = [window, window, dom, dom, dom, render, render, update, state, state, state, remove]
    while True:
        yield random.choice(makers)(random)


def window(random: Random) -> tuple[str, Object]:
    place = {name: random.randint(0, 500) for name in ("x", "y")}
    size = {name: random.randint(120, 600) for name in ("width", "height")}
    named = {"id": random.choice(WINDOWS), "title": random.choice(WORDS) or "T"}
    op = random.choice(["window.create", "window.update"])
    layer = {"zIndex": random.randint(1, 20)} if random.random() < 0.3 else {}
    return op, {**named, **(place if random.random() < 0.7 else {}), **size, **layer}


def dom(random: Random) -> tuple[str, Object]:
    html = random.choice(HTML).format(word=random.choice(WORDS).replace("<", "&lt;"), number=random.randint(0, 99))
    op = random.choice(["dom.set", "dom.replace", "dom.append"])
    target = random.choice(["#root", "#root", "#slot", "#status"])
    if target == "#status" or (op == "dom.append" and target == "#root"):
        html = f"<i>{random.randint(0, 99)}</i> "
    return op, {"windowId": random.choice(WINDOWS), "target": target, "html": html}


def render(random: Random) -> tuple[str, Object]:
    name = random.choice(TYPES)
    props = dict(CATALOGUE[name].example)
    if "children" in props:
        props["children"] = random.sample([f"c{number}" for number in range(12)], 2)
    if name == "tabs":
        props["tabs"] = [{"label": "A", "children": [f"c{random.randint(0, 11)}"]}, {"label": "B", "children": []}]
    place = {"windowId": random.choice(WINDOWS), "target": random.choice(["#root", "#slot"])}
    return "component.render", {"id": f"c{random.randint(0, 11)}", **place, "type": name, "props": props}


def update(random: Random) -> tuple[str, Object]:
    changes: list[Object] = [
        {"label": random.choice(WORDS) or "L"},
        {"title": random.choice(WORDS) or None},
        {"text": random.choice(WORDS)},
        {"bind": {"text": {"scope": "workspace", "key": "c"}}},
        {"rows": [{"order": str(number), "total": number} for number in range(random.randint(0, 40))]},
        {"items": [{"title": word, "label": word, "key": word, "value": word} for word in WORDS[:2]]},
        {"value": random.randint(0, 100)},
    ]
    return "component.update", {"id": f"c{random.randint(0, 11)}", "props": random.choice(changes)}


def state(random: Random) -> tuple[str, Object]:
    scope = random.choice(SCOPES)
    at: Object = {"scope": scope, "key": random.choice(KEYS)}
    if scope == "window":
        at["windowId"] = random.choice(WINDOWS)
    op = random.choice(["state.set", "state.set", "state.set", "state.get", "state.watch", "state.unwatch"])
    value = random.choice([*WORDS, 7, True, None, ["x"], {"k": 1}])
    return op, {**at, "value": value} if op == "state.set" else at


def remove(random: Random) -> tuple[str, Object]:
    ways: list[tuple[str, Object]] = [
        ("window.close", {"id": random.choice(WINDOWS)}),
        ("component.destroy", {"id": f"c{random.randint(0, 11)}"}),
        ("txn.cancel", {}),
        ("api.call", {"url": "uicp://nothing", "into": {"scope": "workspace", "key": random.choice(KEYS)}}),
    ]
    return random.choice(ways)
