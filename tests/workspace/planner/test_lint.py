"""Notes about batches that are valid and yet not meant so."""

import json

import pytest

from pollex.core.json import Object
from pollex.workspace.batch import draw_batch, read_batch
from pollex.workspace.desk import Desk
from pollex.workspace.lint import lint

from .scripts import CREATE, command


def drawn(*batch: Object, before: Desk | None = None) -> list[str]:
    before = before or Desk()
    return lint(batch, before, draw_batch(before, "b", read_batch(list(batch)), now=0).desk)


def html(text: str) -> Object:
    return command("dom.set", windowId="notes", target="#root", html=text)


def test_a_good_batch_has_no_notes() -> None:
    save = json.dumps([command("dom.set", windowId="notes", target="#status", html="Saved: {{form.title}}")])
    text = (
        f"<form data-command='{save}'><input name='title'><button>Save</button><button type='reset'>No</button></form>"
        f"<p id='status'></p><a href='https://example.org'>Click here</a><label>Click to choose<input></label>"
        f"<div class='clickable' data-command='{save}'><a>Inside</a> click here</div><button disabled>Later</button>"
    )
    assert drawn(CREATE, html(text)) == []


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("<button>Save</button>", '<button> "Save" does nothing: it has no data-command.'),
        ("<a id='more'>More</a>", "<a> #more looks clickable and is not: it has no href and no data-command."),
        ("<form><input name='a'></form>", "<form> does nothing when it is sent: it has no data-command."),
        ("<div class='card clickable'>A</div>", '<div> "A" looks clickable and is not: it has no data-command.'),
        (
            "<p>Please click here.</p>",
            'the text "click here" looks clickable and is not. Put it into a button with data-command.',
        ),
        (
            '<p data-command=\'[{"op":"dom.set","params":{"windowId":"notes","target":"#no","html":"x"}}]\'>x</p>',
            "a command draws into '#no', which nothing made.",
        ),
        (
            '<p data-command=\'[{"op":"dom.set","params":{"windowId":"gone","target":"#a","html":"x"}}]\'>x</p>',
            "a command draws into window 'gone', which nothing made.",
        ),
    ],
)
def test_what_looks_as_if_it_worked(text: str, note: str) -> None:
    assert drawn(CREATE, html(text)) == [f"Window 'notes': {note}"]


def test_nothing_that_can_be_seen() -> None:
    note = "Nothing that a person can see changed. Draw into a window, or bind a component to the state."
    state = command("state.set", scope="workspace", key="a", value=1)
    assert drawn(state) == [note]
    kept = command("api.call", url="https://example.org", into={"scope": "workspace", "key": "a"})
    assert drawn(kept) == [note]
    assert drawn(command("api.call", url="https://example.org")) == []
    bound = html("<input data-state-scope='workspace' data-state-key='a'>")
    before = draw_batch(Desk(), "a", read_batch([CREATE, bound]), now=0).desk
    assert drawn(state, before=before) == []


def test_windows_that_stay_empty_or_were_never_created() -> None:
    assert drawn(CREATE) == ["Window 'notes' is empty."]
    [note] = drawn(html("<p>x</p>"))
    assert note.startswith("Window 'notes' was never created")


def test_components_that_do_nothing_or_miss_a_child() -> None:
    def render(id_: str, type_: str, props: Object) -> Object:
        return command("component.render", id=id_, windowId="notes", target="#root", type=type_, props=props)

    draw = [command("dom.set", windowId="notes", target="#gone", html="x")]
    assert drawn(
        CREATE,
        render("b", "button", {"label": "Save"}),
        render("l", "layout", {"kind": "row", "children": ["b", "lost"]}),
        render("c", "button", {"label": "Go", "command": draw}),
    ) == [
        "Component 'b' looks as if it did something, and has no command.",
        "Component 'l' has the child 'lost', which nothing drew.",
        "Component 'c': a command draws into '#gone', which nothing made.",
    ]
