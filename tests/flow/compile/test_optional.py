"""What need not come in the next run is done only where it is there."""

from collections.abc import Callable

from pollex.core.json import Object
from pollex.flow.compile import Compiled

Did = Callable[..., Object]
Compile = Callable[..., Compiled]
ACCEPT: Object = {"role": "button", "name": "Accept all", "neighbours": ["We use cookies."]}


def test_a_cookie_banner(did: Did, compiled: Compile) -> None:
    made = compiled("Look around.", did("page.click", {"selector": "act:Accept all"}, element=ACCEPT))
    selector = 'role=button[name="Accept all"]'
    assert [(node["type"], node["config"]) for node in made.document["nodes"][1:]] == [
        ("browser_query", {"method": "observe", "rules": [{"type": "exists", "selector": selector, "within": 500}]}),
        ("route", {"value": "banner.holds", "paths": {"true": [4]}}),
        ("browser_action", {"action": "click", "selector": selector, "fallback": "Accept all"}),
    ]
    assert made.did == ["Made clicking the button “Accept all” optional: it is done only where it is there."]


def test_a_button_of_the_same_name_elsewhere(did: Did, compiled: Compile) -> None:
    terms = {**ACCEPT, "neighbours": ["Terms of sale"]}
    made = compiled("Accept the terms.", did("page.click", {"selector": "act:Accept all"}, element=terms))
    assert [node["type"] for node in made.document["nodes"]] == ["browser_action", "browser_action"]


def test_what_the_task_makes_a_condition(did: Did, compiled: Compile) -> None:
    looked = did("page.query", {"selector": "act:unread messages"}, {"count": 2, "elements": []})
    mark = did("page.click", {"selector": "act:Mark all"}, element={"role": "button", "name": "Mark all"})
    made = compiled("If there are unread messages, press Mark all.", looked, mark)
    assert [node["type"] for node in made.document["nodes"][1:]] == ["browser_query", "route", "browser_action"]
