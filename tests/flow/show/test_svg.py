"""A workflow as SVG: well made, safe, and with everything in its place."""

from collections.abc import Callable
from itertools import combinations
from typing import Any
from xml.etree import ElementTree as ET

from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.async_api import async_playwright

from pollex.flow.show.palette import CARD
from pollex.flow.workflow import Workflow
from pollex.page.launch import chromium_arguments, find_chromium

NAME = "{http://www.w3.org/2000/svg}"
Shape = tuple[str, Any]
Box = tuple[float, float, float, float]

OUTSIDE = """() => {
  const cards = [...document.querySelectorAll(`rect[fill="#ffffff"]`)].map((each) => each.getBBox());
  const page = document.querySelector("svg").viewBox.baseVal;
  return [...document.querySelectorAll("svg text")].filter((text) => {
    const moved = text.parentNode.transform.baseVal.consolidate()?.matrix.f ?? 0;
    const { x, y, width } = text.getBBox();
    const on = (card) => x >= card.x && x <= card.x + card.width && y >= card.y && y <= card.y + card.height;
    const card = cards.find(on);
    const within = moved === 0 && card ? card : page;
    return x < within.x || x + width > within.x + within.width;
  }).map((text) => text.textContent);
}"""


def boxes(drawn: str) -> tuple[Box, list[Box]]:
    """The whole drawing, and the cards on it."""
    root = ET.fromstring(drawn)
    cards = [each for each in root.iter(f"{NAME}rect") if each.get("fill") == CARD]
    sides = ("x", "y", "width", "height")
    whole = (0.0, 0.0, float(root.attrib["width"]), float(root.attrib["height"]))
    found = [tuple(float(card.attrib[side]) for side in sides) for card in cards]
    return whole, [(x, y, x + width, y + height) for x, y, width, height in found]


def test_it_says_what_it_is(workflows: dict[str, Workflow]) -> None:
    root = ET.fromstring(workflows["loop"].show("svg"))
    title, about = root[0], root[1]
    assert (title.tag, title.text) == (f"{NAME}title", "Archive mail")
    assert (about.text or "").startswith("Archives what is old. 9 nodes. 1 inbox: go to {{base}}/inbox. 2 each: for")
    assert root.get("role") == "img"
    assert root.attrib["aria-labelledby"].split() == [title.get("id"), about.get("id")]


def test_every_node_is_drawn(workflows: dict[str, Workflow]) -> None:
    texts = [each.text for each in ET.fromstring(workflows["loop"].show("svg")).iter(f"{NAME}text")]
    assert {str(position) for position in range(1, 10)} <= set(texts)
    assert {"true", "false", "otherwise", "next mail", "→ done", "inputs", "example.org", "version 3"} <= set(texts)


def test_nothing_runs_and_nothing_is_fetched(workflows: dict[str, Workflow]) -> None:
    for workflow in workflows.values():
        drawn = workflow.show("svg")
        root = ET.fromstring(drawn)
        assert {each.tag.removeprefix(NAME) for each in root.iter()} <= {
            "svg", "title", "desc", "g", "rect", "path", "text", "circle",
        }  # fmt: skip
        assert not [name for each in root.iter() for name in each.attrib if name.startswith("on") or "href" in name]
        assert "url(" not in drawn


def test_the_same_workflow_gives_the_same_picture(workflows: dict[str, Workflow]) -> None:
    assert workflows["loop"].show("svg") == workflows["loop"].show("svg")


def document(shapes: list[Shape]) -> dict[str, Any]:
    """A workflow of shapes: leaves, loops, groups and routes with others in them."""
    nodes: list[dict[str, Any]] = []

    def add(shape: Shape) -> int:
        kind, inside = shape
        position = len(nodes) + 1
        made: dict[str, Any] = {"position": position, "type": kind}
        nodes.append(made)
        made["config"] = CONFIGS[kind](inside, add, position, nodes)
        return position

    for shape in shapes:
        add(shape)
    return {"name": "made up", "nodes": nodes}


CONFIGS: dict[str, Callable[..., dict[str, Any]]] = {
    "browser_action": lambda words, add, position, nodes: {"action": "act", "instruction": words},
    "iterate": lambda inside, add, position, nodes: {"over": "x", "variable": "x", "body": [*map(add, inside)]},
    "group": lambda inside, add, position, nodes: {
        "nodeRange": [min([*map(add, inside)]), len(nodes)],
    },
    "route": lambda ways, add, position, nodes: {
        "value": "x",
        "paths": {str(at): [*map(add, inside)] for at, inside in enumerate(ways)},
    },
}
LEAVES = st.tuples(st.just("browser_action"), st.text(min_size=1, max_size=80))
SHAPES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["iterate", "group"]), st.lists(inner, min_size=1, max_size=3)),
        st.tuples(st.just("route"), st.lists(st.lists(inner, min_size=1, max_size=2), min_size=1, max_size=3)),
    ),
    max_leaves=10,
)


@settings(max_examples=60)
@given(st.lists(SHAPES, max_size=4))
def test_cards_lie_on_the_drawing_and_never_on_each_other(shapes: list[Shape]) -> None:
    whole, cards = boxes(Workflow(document(shapes)).show("svg"))
    for left, top, right, bottom in cards:
        assert whole[0] < left < right < whole[2]
        assert whole[1] < top < bottom < whole[3]
    for one, other in combinations(cards, 2):
        beside = one[2] <= other[0] or other[2] <= one[0]
        assert beside or one[3] <= other[1] or other[3] <= one[1]


async def test_no_words_run_out_of_their_card_in_a_real_browser(workflows: dict[str, Workflow]) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=chromium_arguments(held=False))
        page = await browser.new_page()
        outside = {}
        for name, workflow in workflows.items():
            await page.set_content(workflow.show("svg"))
            outside[name] = await page.evaluate(OUTSIDE)
        await browser.close()
    assert outside == {name: [] for name in workflows}
