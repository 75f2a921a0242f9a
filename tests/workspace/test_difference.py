"""The difference between two desks: what was added, removed and changed, line by line."""

from pollex.workspace.difference import difference

from .desks import OPEN, html, op, opened

TEXT = op("component.render", id="t", windowId="w", target="#root", type="text", props={"text": "a"})


async def test_the_same_desk_has_no_difference() -> None:
    workspace = await opened(OPEN, html("<p>Hi</p>"), TEXT)
    assert difference(workspace.desk, workspace.desk) == []


async def test_windows_components_and_state_are_told_apart() -> None:
    workspace = await opened(OPEN, html("<p>Hi</p>"), TEXT, op("state.set", scope="workspace", key="k", value=1))
    before = workspace.desk
    await workspace.apply(
        [
            html("<p>Ho</p>"),
            op("window.create", id="new", title="New"),
            op("state.set", scope="workspace", key="k", value=2),
        ]
    )
    found = {(each["kind"], each["id"]): (each["change"], each["lines"]) for each in difference(before, workspace.desk)}
    assert found[("window", "w")] == ("changed", [" <p>", "-  Hi", "-[t]", "+  Ho"])
    assert found[("window", "new")][0] == "added"
    assert found[("component", "t")][0] == "removed"
    assert found[("state", "workspace/k")] == ("changed", ["-1", "+2"])


async def test_a_changed_prop_is_one_line() -> None:
    workspace = await opened(OPEN, TEXT)
    before = workspace.desk
    await workspace.apply([op("component.update", id="t", props={"text": "b"})])
    [change] = difference(before, workspace.desk)
    assert [line.strip() for line in change["lines"] if line[0] in "+-"] == ['-    "text": "a",', '+    "text": "b",']


async def test_a_changed_command_is_a_difference() -> None:
    button = '<button data-command=\'[{"op":"window.close","params":{"id":"%s"}}]\'>x</button>'
    workspace = await opened(OPEN, html(button % "w"))
    before = workspace.desk
    await workspace.apply([html(button % "v")])
    [change] = difference(before, workspace.desk)
    assert [line[0] for line in change["lines"] if "data-command" in line] == ["-", "+"]
