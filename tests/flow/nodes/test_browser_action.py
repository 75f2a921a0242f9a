"""`browser_action`: the fourteen actions, in real Chromium on the practice sites."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pollex import App
from pollex.browser.actions import ACTIONS
from pollex.core.json import Object
from pollex.core.result import Result

Run = Callable[..., Awaitable[Result]]
Mistakes = Callable[..., list[tuple[str, str]]]
browser = pytest.mark.asyncio(loop_scope="session")


def act(action: str, /, **config: Any) -> Object:
    alias = config.pop("alias", None)
    return {"type": "browser_action", "config": {"action": action, **config}, **({"alias": alias} if alias else {})}


def go(path: str) -> Object:
    return act("navigate", url="{{site}}" + path)


def said(text: str) -> Object:
    return {"type": "browser_query", "config": {"method": "validate", "rules": [{"type": "text", "text": text}]}}


def told(alias: str) -> list[Object]:
    return [{"display_name": "told", "type": "json", "value": "{{" + alias + "}}"}]


@browser
async def test_navigate_and_the_history(browse: Run) -> None:
    nodes = (
        go("/hard/keys"),
        go("/hard/tabs"),
        act("back"),
        act("getCurrentTab", alias="a"),
        act("forward"),
        act("refresh"),
    )
    outputs = [
        {"display_name": "back", "type": "string", "value": "{{a.url}}"},
        {"display_name": "now", "type": "string", "value": "{{b.url}}"},
    ]
    result = await browse(*nodes, act("getCurrentTab", alias="b"), outputs=outputs)
    assert [url.partition("/hard/")[2] for url in result.unwrap()["outputs"].values()] == ["keys", "tabs"]


@browser
async def test_typing_and_clicking_with_references(browse: Run) -> None:
    nodes = (
        go("/hard/validation-server"),
        act("type", selector="label=Name", text="{{who}}"),
        act("type", selector="#guests", text="{{guests}}"),
        act("type", selector="#day", text="01.12.2030"),
        act("click", selector="text=Book"),
        said("Your table is booked."),
    )
    inputs = [{"display_name": "who", "type": "string"}, {"display_name": "guests", "type": "string"}]
    result = await browse(*nodes, inputs=inputs, given={"who": "Ada", "guests": "4"})
    assert [node["ok"] for node in result.unwrap()["nodes"]] == [True] * 6
    assert [node["rung"] for node in result.data["nodes"]][1:5] == ["first"] * 4


@browser
@pytest.mark.parametrize(
    ("selector", "rung"),
    [
        (["#nowhere", ".not-here", "text=Save"], "later"),
        ("text:Save", "first"),
        ('role=button[name="Save"]', "first"),
        ("button:contains('Save')", "first"),
        ("input[type=submit], form button", "first"),
        ("act:the save button", "local"),
        ("{{button}}", "first"),
        (["#nowhere", "{{button}}"], "later"),
    ],
)
async def test_ways_to_name_an_element(browse: Run, selector: Any, rung: str) -> None:
    nodes = (
        go("/hard/select-native"),
        {"type": "tool", "config": {"tool": "page.select", "args": {"selector": "#country", "option": "Portugal"}}},
        act("click", selector=selector),
        said("country Portugal"),
    )
    inputs = [{"display_name": "button", "type": "string"}]
    result = await browse(*nodes, inputs=inputs, given={"button": "text=Save"})
    assert result.unwrap()["nodes"][2]["rung"] == rung


@browser
async def test_the_fallback_in_words(browse: Run) -> None:
    nodes = (go("/hard/late-timer"), act("click", selector=["#nope", ".nope"], fallback="the accept offer button"))
    result = await browse(*nodes, said("offer accepted"))
    assert result.unwrap()["nodes"][1]["rung"] == "local"


@browser
async def test_an_element_that_is_not_there(browse: Run) -> None:
    result = await browse(go("/hard/keys"), {**act("click", selector="#nowhere"), "timeoutMs": 500}, act("refresh"))
    assert result.fault is not None
    assert result.fault.code in ("not_found", "timeout")
    assert [node["ok"] for node in result.data["nodes"]] == [True, False]


@browser
async def test_keys(browse: Run) -> None:
    nodes = (go("/hard/keys"), act("keypress", key="Control+k"), act("type", selector="#command", text="dark"))
    assert (await browse(*nodes, act("keypress", key="Enter"), said("dark"))).ok


@browser
async def test_act_in_words(browse: Run) -> None:
    result = await browse(go("/hard/tabs"), act("act", instruction="click the Returns tab"), said("You have 30 days."))
    assert result.unwrap()["nodes"][1]["rung"] == "local"


@browser
async def test_tabs_by_name_with_suffixes(browse: Run) -> None:
    nodes = (
        go("/hard/keys"),
        act("openNewTab", url="{{site}}/hard/tabs", name="help"),
        act("openNewTab", url="{{site}}/hard/modal", name="help"),
        act("listTabs", alias="tabs", store_variable="listed"),
        act("switchTab", tabName="help"),
        act("getCurrentTab", alias="now"),
    )
    result = await browse(*nodes, outputs=told("now.url"))
    assert result.unwrap()["outputs"]["told"].endswith("/hard/tabs")
    assert [tab["name"] for tab in result.data["variables"]["listed"]][1:] == ["help", "help_2"]


@browser
async def test_a_tab_that_is_not_there(browse: Run) -> None:
    fault = (await browse(go("/hard/keys"), act("switchTab", tabName="nowhere"))).fault
    assert fault is not None
    assert fault.code == "not_found"


@browser
@pytest.mark.parametrize(
    ("config", "least"),
    [
        ({}, 1000),
        ({"duration": 100}, 100),
        ({"text": "Your offer is ready."}, 0),
        ({"selector": "text=Accept offer"}, 0),
    ],
)
async def test_waiting(browse: Run, config: Object, least: int) -> None:
    """A thousand milliseconds if nothing is said; what is waited for is there afterwards."""
    result = await browse(go("/hard/late-timer"), act("wait", alias="w", **config), outputs=told("w.ms"))
    assert result.unwrap()["outputs"]["told"] >= least


@browser
async def test_waiting_for_an_address(browse: Run) -> None:
    assert (await browse(go("/hard/keys"), act("wait", url="/hard/keys"))).ok


@browser
async def test_pictures(browse: Run, app: App) -> None:
    nodes = (
        act("navigate", url="data:text/html,<body style='height:3000px'>long"),
        act("screenshot", alias="all"),
        act("screenshot", alias="view", fullPage=False, path="view.png"),
    )
    outputs = [
        {"display_name": "all", "type": "json", "value": "{{all}}"},
        {"display_name": "view", "type": "json", "value": "{{view}}"},
    ]
    result = await browse(*nodes, outputs=outputs)
    files = sorted(
        (app.settings.home / "files" / result.unwrap()["run"]).rglob("*.png"), key=lambda file: file.stat().st_size
    )
    assert [len(files), Path(files[0]).name] == [2, "view.png"]
    heights = [int.from_bytes(file.read_bytes()[20:24], "big") for file in files]
    assert heights[0] < heights[1]


@browser
async def test_a_picture_of_an_element(browse: Run) -> None:
    assert (await browse(go("/hard/keys"), act("screenshot", selector="h1"))).ok


@browser
async def test_a_typed_secret_is_seen_by_the_site_only(browse: Run, app: App) -> None:
    app.vault.set("hard", "username_password", ["127.0.0.1"], {"username": "grace", "password": "hopper-1906"})
    nodes = (
        go("/hard/login"),
        act("type", selector="#user", text="{{secret.hard.username}}"),
        act("type", selector="#password", text="{{secret.hard.password}}", store_variable="typed"),
        act("click", selector="text=Sign in"),
        act("getCurrentTab", alias="now"),
    )
    result = await browse(*nodes, outputs=told("now"))
    events = await app.find_run(result.unwrap()["run"]).events()
    assert "hopper-1906" not in repr(result.to_json()) + repr([event.data for event in events])


@browser
async def test_a_secret_stays_on_its_domain(browse: Run, app: App) -> None:
    app.vault.set("elsewhere", "custom", ["bank.example"], {"value": "hopper-1952"})
    result = await browse(go("/hard/login"), act("type", selector="#user", text="{{secret.elsewhere}}"))
    assert result.fault is not None
    assert result.fault.code in ("denied", "blocked_domain")
    assert "hopper-1952" not in repr(result.to_json())


@browser
async def test_a_domain_that_is_not_allowed(browse: Run) -> None:
    result = await browse(go("/hard/keys"), allowedDomains=["example.org"])
    assert result.fault is not None
    assert result.fault.code == "blocked_domain"


NEEDS: list[tuple[str, tuple[str, ...]]] = [
    ("navigate", ("url",)),
    ("openNewTab", ("url",)),
    ("click", ("selector",)),
    ("type", ("selector", "text")),
    ("switchTab", ("tabName",)),
    ("keypress", ("key",)),
    ("act", ("instruction",)),
    *((name, ()) for name in ("wait", "back", "forward", "refresh", "screenshot", "listTabs", "getCurrentTab")),
]


@pytest.mark.parametrize(("action", "needs"), NEEDS)
def test_what_each_action_needs(mistakes: Mistakes, action: str, needs: tuple[str, ...]) -> None:
    expected = [("/nodes/0/config", f"The action {action!r} needs {need!r}.") for need in needs]
    assert mistakes(act(action)) == expected


def test_there_are_fourteen_actions() -> None:
    assert sorted(ACTIONS) == sorted(action for action, _ in NEEDS)


WRONG: list[tuple[Object, tuple[str, str]]] = [
    ({"action": "navigate", "url": "x", "selector": "#a"}, ("/selector", "The action 'navigate' takes no 'selector'.")),
    ({"action": "click", "selector": []}, ("/selector", "Expected at least 1 items.")),
    ({"action": "wait", "duration": -1}, ("/duration", "Expected a number of at least 0.")),
    ({"action": "screenshot", "fullPage": "perhaps"}, ("/fullPage", "Expected boolean, received string.")),
    ({"action": "back", "urll": "x"}, ("/urll", "There is no key 'urll' here.")),
    (
        {"action": "click", "selector": "index=4"},
        ("/selector", "An element's index cannot stand in a workflow: it is another one in the next run."),
    ),
    (
        {"action": "click", "selector": ["#a", "index=4"]},
        ("/selector/1", "An element's index cannot stand in a workflow: it is another one in the next run."),
    ),
]


@pytest.mark.parametrize(("config", "told"), WRONG)
def test_mistakes_are_told(mistakes: Mistakes, config: Object, told: tuple[str, str]) -> None:
    found = mistakes({"type": "browser_action", "config": config})
    assert (f"/nodes/0/config{told[0]}", told[1]) in found


def test_an_empty_selector(mistakes: Mistakes) -> None:
    assert [pointer for pointer, _ in mistakes(act("click", selector=""))] == ["/nodes/0/config/selector"]


@pytest.mark.parametrize("selector", ["   ", "role=", "text=", ["#a", ""], "li:contains(", 3, [3]])
def test_selectors_that_cannot_be_read(mistakes: Mistakes, selector: Any) -> None:
    found = mistakes(act("click", selector=selector))
    assert [pointer for pointer, _ in found] != []
    assert all(pointer.startswith("/nodes/0/config/selector") for pointer, _ in found)


def test_the_action_is_required(mistakes: Mistakes) -> None:
    assert mistakes({"type": "browser_action"}) == [("/nodes/0/config/action", "The key 'action' is missing.")]
