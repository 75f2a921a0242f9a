"""What the run opened and acted on, and what a page without a server said at last: outputs with names."""

from collections.abc import Callable

from pollex.core.json import Object
from pollex.flow.compile import Compiled

Did = Callable[..., Object]
Compile = Callable[..., Compiled]
HOME, LAMP = "https://example.org/", "https://example.org/lamp"


def opening(did: Did, name: str = "Oak Lamp") -> Object:
    link = {"role": "link", "name": name, "xpath": "//ul/li[2]/a", "likes": 1}
    return did("page.click", {"index": 3}, {"url": LAMP, "from": HOME, "hit": f"link {name}"}, element=link)


def buying(did: Did) -> Object:
    button = {"role": "button", "name": "Buy", "xpath": "//form/button", "likes": 4, "neighbours": ["Oak Lamp"]}
    return did("page.click", {"index": 5}, {"url": LAMP, "sent": 1}, element=button)


EFFECT: Object = {"act": "/2/1", "method": "POST", "url": f"{HOME}buy", "changes": [], "status": 200}


def told(made: Compiled) -> dict[str, object]:
    return {each["display_name"]: each["value"] for each in made.document.get("outputs", [])}


def test_what_the_answer_names_is_the_link_that_was_opened(did: Did, compiled: Compile) -> None:
    values = {"name": "Oak Lamp"}
    made = compiled("Buy some lamp.", opening(did), buying(did), values=values, effects=[EFFECT])
    assert told(made)["name"] == "{{opened_name.value}}"
    click, excerpt = made.document["nodes"][1], made.document["nodes"][-1]
    assert click["alias"] == "opened"
    assert excerpt["config"]["args"] == {"text": "{{opened.hit}}", "before": "link "}
    assert not any("its answer from is not known" in each for each in made.unsure)


def test_without_an_answer_it_is_what_the_change_was_made_to(did: Did, compiled: Compile) -> None:
    made = compiled("Buy some lamp.", opening(did), buying(did), effects=[EFFECT])
    assert told(made)["item"] == "{{opened_item.value}}"
    other = compiled("Buy some lamp.", opening(did, "All lamps"), buying(did), effects=[EFFECT])
    assert "item" not in told(other)


def test_what_a_page_without_a_server_said_is_the_confirmation(did: Did, compiled: Compile) -> None:
    button = {"role": "button", "name": "Add", "xpath": "//button", "likes": 1}
    added = did("page.click", {"index": 1}, {"url": HOME, "appeared": ["Done: it is in the basket"]}, element=button)
    assert told(compiled("Add it.", added)) == {"confirmation": "{{add.appeared}}"}
    assert told(compiled("What is there?", added, readOnly=True)) == {}
