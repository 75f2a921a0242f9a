"""What a run did and the workflow does not: failures, what was made again, ways there and back."""

from collections.abc import Callable
from typing import Any

from pollex.core.json import Object
from pollex.flow.compile import Compiled

Did = Callable[..., Object]
Compile = Callable[..., Compiled]
HOME = "https://example.org/"
AWAY = "https://example.org/help"


def element(name: str, role: str = "button") -> Object:
    return {"role": role, "name": name, "xpath": f"//{name}"}


def steps(made: Compiled) -> list[str]:
    """What the nodes do after the first page, in short."""
    found = []
    for node in made.document["nodes"][1:]:
        config: dict[str, Any] = {**node["config"], **node["config"].get("args", {})}
        selector = config.get("selector", "")
        first = selector if isinstance(selector, str) else selector[0]
        name = first.partition('name="')[2].rstrip('"]')
        found.append(f"{config.get('action') or config.get('tool') or config['method']} {name}".strip())
    return found


def going(did: Did, name: str, to: str, role: str = "link", **told: Any) -> Object:
    data = {"url": to, "from": HOME if to == AWAY else AWAY, **told}
    return did("page.click", {"index": 1}, data, element=element(name, role))


def test_failures_are_left_out(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Save it.",
        did("page.click", {"selector": "act:Keep"}, ok=False),
        did("page.click", {"index": 3}, element=element("Save")),
    )
    assert steps(made) == ["click Save"]
    assert made.did == ["Left out what failed: clicking “Keep”."]


def test_of_two_texts_in_a_field_the_last_counts(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Call it Ada.",
        did("page.type", {"index": 1, "text": "Adda"}, element=element("Name", "textbox")),
        did("page.type", {"index": 2, "text": "x"}, element=element("Town", "textbox")),
        did("page.type", {"index": 1, "text": "Ada"}, element=element("Name", "textbox")),
    )
    assert steps(made) == ["type Town", "type Name"]


def test_a_text_that_was_sent_before_counts_too(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Add Ada and Grace.",
        did("page.type", {"index": 1, "text": "Ada"}, element=element("Name", "textbox")),
        did("page.click", {"index": 2}, {"url": HOME, "sent": 1}, element=element("Add")),
        did("page.type", {"index": 1, "text": "Grace"}, element=element("Name", "textbox")),
        did("page.click", {"index": 2}, {"url": HOME, "sent": 1}, element=element("Add")),
    )
    assert steps(made) == ["type Name", "click Add", "type Name", "click Add"]


def test_an_attempt_that_the_site_refused(did: Did, compiled: Compile) -> None:
    refused = {"url": HOME, "sent": 1, "failed": [{"method": "POST", "url": HOME, "status": 422}]}
    made = compiled(
        "Use the code SAVE.",
        did("page.type", {"index": 1, "text": "SAFE"}, element=element("Code", "textbox")),
        did("page.click", {"index": 2}, refused, element=element("Apply")),
        did("page.type", {"index": 1, "text": "SAVE"}, element=element("Code", "textbox")),
        did("page.click", {"index": 2}, {"url": HOME, "sent": 1}, element=element("Apply")),
    )
    assert steps(made) == ["type Code", "click Apply"]
    assert [each["default_value"] for each in made.document["inputs"]] == ["SAVE"]


def posted(act: str, path: str, before: str, after: str) -> Object:
    changed = {"path": path, "kind": "changed", "record": [], "before": before, "after": after}
    return {"act": act, "method": "POST", "url": HOME, "changes": [changed], "status": 200}


def test_a_form_that_the_page_showed_again_was_not_taken(did: Did, compiled: Compile) -> None:
    made = compiled(
        "A table on 20.12.2026.",
        did("page.type", {"index": 1, "text": "2026-12-20"}, element=element("Day", "textbox")),
        did("page.click", {"index": 2}, {"url": HOME, "sent": 1}, element=element("Book")),
        did("page.type", {"index": 1, "text": "20.12.2026"}, element=element("Day", "textbox")),
        did("page.click", {"index": 2}, {"url": HOME, "sent": 1}, element=element("Book")),
        effects=[posted("/2/1", "/day", "", "2026-12-20"), posted("/4/1", "/day", "2026-12-20", "20.12.2026")],
    )
    assert steps(made) == ["type Day", "click Book"]
    assert [each["default_value"] for each in made.document["inputs"]] == ["20.12.2026"]


def test_a_form_that_was_empty_again_was_taken(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Add Ada and Grace.",
        did("page.type", {"index": 1, "text": "Ada"}, element=element("Name", "textbox")),
        did("page.click", {"index": 2}, {"url": HOME, "sent": 1}, element=element("Add")),
        did("page.type", {"index": 1, "text": "Grace"}, element=element("Name", "textbox")),
        did("page.click", {"index": 2}, {"url": HOME, "sent": 1}, element=element("Add")),
        effects=[posted("/2/1", "/name", "", "Ada"), posted("/4/1", "/name", "", "Grace")],
    )
    assert steps(made) == ["type Name", "click Add", "type Name", "click Add"]


def test_a_search_that_was_corrected(did: Did, compiled: Compile) -> None:
    made = compiled(
        "What did Rail Nord get?",
        did("page.type", {"index": 1, "text": "Rail Nrod"}, element=element("Name", "textbox")),
        going(did, "Filter", AWAY, "button"),
        did("page.type", {"index": 1, "text": "Rail Nord"}, element=element("Name", "textbox")),
        going(did, "Filter", HOME, "button"),
    )
    assert steps(made)[:2] == ["type Name", "click Filter"]
    assert [each["default_value"] for each in made.document["inputs"]] == ["Rail Nord"]


def test_of_two_radio_buttons_the_last_counts(did: Did, compiled: Compile) -> None:
    def chosen(name: str) -> Object:
        radio = {**element(name, "radio"), "field": f"priority={name}", "form": "/issues"}
        return did("page.check", {"index": 1}, element=radio)

    assert steps(compiled("Low priority.", chosen("High"), chosen("Low"))) == ["page.check Low"]


def test_a_switch_that_was_turned_back(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Save it.",
        did("page.click", {"index": 1}, element=element("News", "checkbox")),
        did("page.click", {"index": 1}, element=element("News", "checkbox")),
        did("page.click", {"index": 2}, element=element("Save")),
    )
    assert steps(made) == ["click Save"]


def test_a_button_that_was_pressed_twice_is_no_switch(did: Did, compiled: Compile) -> None:
    more = did("page.click", {"index": 1}, element=element("More"))
    assert steps(compiled("Two more.", more, more)) == ["click More", "click More"]


def test_there_and_back(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Save it.",
        going(did, "Help", AWAY),
        did("page.back", {}, {"url": HOME}),
        did("page.click", {"index": 2}, element=element("Save")),
    )
    assert steps(made) == ["click Save"]
    assert made.did == ["Left out a detour that led back: clicking the link “Help”."]


def test_there_and_back_with_something_done_there(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Like the help.",
        going(did, "Help", AWAY),
        did("page.click", {"index": 5}, {"url": AWAY, "sent": 1}, element=element("Like")),
        did("page.back", {}, {"url": HOME}),
    )
    assert steps(made) == ["click Help", "click Like", "back"]


def test_a_link_that_sends_something_is_no_detour(did: Did, compiled: Compile) -> None:
    made = compiled("Vote.", going(did, "Vote", AWAY, sent=1), did("page.back", {}, {"url": HOME}))
    assert steps(made) == ["click Vote", "validate", "back"]


def test_there_and_back_for_something_that_was_read(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Enter the code from the help.",
        going(did, "Help", AWAY),
        did("page.extract", {"instruction": "the code", "schema": {"type": "object"}}, {"code": "MX-443-9"}),
        did("page.back", {}, {"url": HOME}),
        did("page.type", {"index": 1, "text": "MX-443-9"}, element=element("Code", "textbox")),
    )
    assert steps(made) == ["click Help", "extract", "back", "type Code"]
    assert made.document["nodes"][4]["config"]["text"] == "{{code.code}}"
    assert "inputs" not in made.document


def test_back_to_the_beginning_by_its_address(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Save it.",
        going(did, "Help", AWAY),
        did("page.navigate", {"url": HOME}),
        did("page.click", {"index": 2}, element=element("Save")),
    )
    assert steps(made) == ["click Save"]


def test_a_page_that_was_only_passed_through(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Go to help.", did("page.navigate", {"url": HOME}), did("page.navigate", {"url": AWAY}, {"url": AWAY})
    )
    assert [node["config"].get("url") for node in made.document["nodes"]] == [AWAY]


def test_scrolling_counts_only_where_it_brings_more(did: Did, compiled: Compile) -> None:
    still = [did("page.scroll", {}, {"url": HOME, "scrollHeight": 3000}) for _ in range(2)]
    grows = [did("page.scroll", {}, {"url": HOME, "scrollHeight": height}) for height in (3000, 6000)]
    save = did("page.click", {"index": 2}, element=element("Save"))
    assert steps(compiled("Save it.", *still, save)) == ["click Save"]
    made = compiled("Save it.", *grows, save)
    assert steps(made) == ["page.scroll", "click Save"]
    assert made.document["nodes"][-2]["config"]["args"] == {"until": ['role=button[name="Save"]']}


def test_a_wait_after_typing_is_for_what_is_loaded_then(did: Did, compiled: Compile) -> None:
    """A list that is filtered late would close the menu that the next act opens."""
    made = compiled(
        "Save Ada.",
        did("page.type", {"index": 1, "text": "Ada"}, element=element("Search")),
        did("page.wait", {"duration": 600}, {"url": HOME}),
        did("page.click", {"index": 2}, element=element("Actions")),
        did("page.wait", {"duration": 600}, {"url": HOME}),
        did("page.click", {"index": 3}, element=element("Save")),
    )
    assert steps(made) == ["type Search", "page.wait", "click Actions", "click Save"]
    assert made.document["nodes"][2]["config"]["args"] == {"quiet": True, "duration": 1000}


def test_waiting_goes_by_what_is_waited_for(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Save it.",
        did("page.wait", {"duration": 3000}, {"url": HOME}),
        did("page.wait", {"text": "Ready", "timeout": 10000}, {"url": HOME}),
        did("page.click", {"index": 2}, element=element("Save")),
    )
    assert [node["config"] for node in made.document["nodes"][1:2]] == [
        {"tool": "page.wait", "args": {"text": "Ready", "timeout": 10000}}
    ]
    assert steps(made) == ["page.wait", "click Save"]


def test_waiting_goes_by_what_an_element_says(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Save it.",
        did("page.wait", {"index": 7, "says": ">= 80"}, {"url": HOME}, element=element("Level")),
        did("page.click", {"index": 2}, element=element("Save")),
    )
    args = made.document["nodes"][1]["config"]["args"]
    assert (args["selector"][0], args["says"]) == ('role=button[name="Level"]', ">= 80")


def test_pictures_only_where_the_task_wants_them(did: Did, compiled: Compile) -> None:
    picture = did("page.screenshot", {"path": "a.png"})
    save = did("page.click", {"index": 2}, element=element("Save"))
    assert steps(compiled("Save it.", picture, save)) == ["click Save"]
    assert steps(compiled("Take a screenshot and save it.", picture, save)) == ["screenshot", "click Save"]


def sent(act: str, **more: Any) -> Object:
    return {"effect": act, "act": act, "method": "POST", "url": HOME, "changes": [], "refused": None, **more}


def mail(did: Did, compiled: Compile, *effects: Object, first: Object | None = None) -> list[str]:
    made = compiled(
        "Send it to ada@example.org.",
        did("page.type", {"index": 1, "text": "ada"}, element=element("To", "textbox")),
        did("page.click", {"index": 2}, first or {"url": HOME, "sent": 1}, element=element("Send")),
        did("page.wait", {"text": "is not an e-mail address"}),
        did("page.type", {"index": 1, "text": "ada@example.org"}, element=element("To", "textbox")),
        did("page.click", {"index": 2}, {"url": HOME, "sent": 1}, element=element("Send")),
        effects=effects,
    )
    return steps(made)


def test_what_the_server_did_not_take_is_left_out_with_what_waited_for_it(did: Did, compiled: Compile) -> None:
    taken, refused = sent("/5/1", status=200), sent("/2/1", status=422)
    assert mail(did, compiled, refused, taken) == ["type To", "click Send"]
    assert len(mail(did, compiled, sent("/2/1", status=200), taken)) == 5


def test_what_the_page_did_not_send_until_a_field_was_mended_is_left_out(did: Did, compiled: Compile) -> None:
    assert mail(did, compiled, first={"url": HOME, "appeared": ["Not an address"]}) == ["type To", "click Send"]


def test_what_was_stopped_before_it_left_is_left_out(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Save it.",
        did("page.click", {"index": 1}, {"url": HOME, "sent": 1}, element=element("Pay")),
        did("page.click", {"index": 2}, {"url": HOME, "sent": 1}, element=element("Save")),
        effects=[sent("/1/1", refused="It moves money.", status=None), sent("/2/1", status=201)],
    )
    assert steps(made) == ["click Save"]
    assert "Left out what was stopped before it was sent: clicking the button “Pay”." in made.did


def test_of_a_form_that_was_filled_in_part_that_part_is_kept(did: Did, compiled: Compile) -> None:
    form = did(
        "page.fill",
        {"fields": {"Text": "Good morning", "Colour": "green"}},
        {"filled": {"Text": {"tool": "page.type"}}},
        ok=False,
    )
    form["result"]["proof"] = {"/fields/Text": {"likes": 1, **element("Text", "textbox")}}
    save = did("page.click", {"index": 2}, element=element("Save"))
    made = compiled("Write Good morning and save it.", form, save)
    assert steps(made) == ["type Text", "click Save"]


def test_what_was_taken_back(did: Did, compiled: Compile) -> None:
    opened = did("page.click", {"index": 1}, element=element("Actions"))
    assigned = {"url": HOME, "sent": 1, "appeared": ["KES-391 is yours Undo"]}
    made = compiled(
        "KES-391 is due later.",
        *(opened, did("page.click", {"index": 2}, assigned, element=element("Assign", "menuitem"))),
        did("page.click", {"index": 3}, {"url": HOME, "sent": 1}, element=element("Undo")),
        *(opened, did("page.click", {"index": 4}, element=element("Edit", "menuitem"))),
    )
    assert steps(made) == ["click Actions", "click Edit"]
    assert "Left out what was taken back: clicking the menu item “Assign”." in made.did


def test_a_button_that_was_pressed_and_released(did: Did, compiled: Compile) -> None:
    def pressed(*, on: bool) -> Object:
        return did("page.click", {"index": 1}, {"url": HOME, "sent": 1}, element={**element("Wish"), "on": on})

    made = compiled(
        "Buy it.", pressed(on=False), pressed(on=True), did("page.click", {"index": 2}, element=element("Buy"))
    )
    assert steps(made) == ["click Buy"]


def test_a_wrong_row_that_was_left_by_a_link(did: Did, compiled: Compile) -> None:
    made = compiled(
        "A note on KES-393.",
        did("page.navigate", {"url": HOME}, {"url": HOME}),
        going(did, "Umlauts", AWAY),
        going(did, "Issues", HOME),
        did("page.click", {"index": 2}, element=element("Right")),
    )
    assert steps(made) == ["click Right"]
