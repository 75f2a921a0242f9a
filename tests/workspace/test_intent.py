"""`uicp://intent`: details added to a request, the rules of the clarifier (003), and the form that it becomes."""

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.workspace.intent import check_intent, clarifier_batch, merge

EXAMPLE: Object = {
    "title": "Clarify Details",
    "textPrompt": "Please provide additional information:",
    "fields": [{"name": "answer", "label": "Answer", "type": "text", "placeholder": "Type here..."}],
    "submit": "Continue",
    "cancel": "Skip",
}
"""The example of 003."""


class Form(HTMLParser):
    """The elements of a form as a browser would find them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def words(self) -> list[str]:
        return [each.strip() for each in self.texts if each.strip()]

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def drawn(body: Object, window: str = "form-1") -> Form:
    return Form(clarifier_batch(check_intent(body), window)[1]["params"]["html"])


def commands(attributes: dict[str, str | None]) -> Any:
    return json.loads(attributes["data-command"] or "")


def mistakes(body: Any) -> list[tuple[str, str]]:
    with pytest.raises(Fault) as raised:
        check_intent(body)
    assert raised.value.code == "invalid_input"
    return [(issue.pointer, issue.message) for issue in raised.value.issues]


def test_details_are_added_to_the_last_request() -> None:
    assert merge("Show my orders", "of May") == "Show my orders\n\nAdditional details: of May"


@pytest.mark.parametrize("last", [None, "", "  \n"])
def test_without_a_request_the_text_stands_alone(last: str | None) -> None:
    assert merge(last, "of May") == "of May"


def test_a_text_may_name_its_window() -> None:
    assert check_intent({"text": "of May", "window_id": "w"}) == {"text": "of May", "windowId": "w"}


def test_a_body_may_be_json_text() -> None:
    assert check_intent('{"text": "of May"}') == {"text": "of May"}


def test_a_form_gets_its_defaults() -> None:
    assert check_intent({"fields": [{"name": "a", "label": "A"}]}) == {
        "fields": [{"name": "a", "label": "A", "type": "text"}],
        "title": "Clarify",
        "submit": "Submit",
        "cancel": "Cancel",
    }


def test_snake_case_is_read_too() -> None:
    checked = check_intent({"text_prompt": "Which?", "fields": [{"name": "a", "label": "A", "default_value": "x"}]})
    assert (checked["textPrompt"], checked["fields"][0]["defaultValue"]) == ("Which?", "x")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, [("", "The body neither says nor asks anything.")]),
        ({"title": "T", "fields": []}, [("", "The body neither says nor asks anything.")]),
        ({"textPrompt": "  "}, [("", "The body neither says nor asks anything.")]),
        (None, [("", "Expected object, received null.")]),
        ([], [("", "Expected object, received array.")]),
        ({"text": " "}, [("/text", "Expected text that matches \\S.")]),
        (
            {"text": "a", "textPrompt": "b"},
            [("/text", "A body has 'text' or asks by a form, and this one has 'text' and 'textPrompt'.")],
        ),
        (
            {"text": "a", "fields": []},
            [("/text", "A body has 'text' or asks by a form, and this one has 'text' and 'fields'.")],
        ),
        ({"textPrompt": "a", "width": 119}, [("/width", "Expected a number of at least 120.")]),
    ],
)
def test_a_body_says_or_asks(body: Any, expected: list[tuple[str, str]]) -> None:
    assert mistakes(body) == expected


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ({"type": "number"}, ("/type", "There is no field of type 'number'.")),
        ({"type": "password"}, ("/type", "There is no field of type 'password'.")),
        ({"type": "select"}, ("/options", "A select needs options.")),
        ({"type": "select", "options": []}, ("/options", "A select needs options.")),
        ({"type": "select", "options": ["x", "x"]}, ("/options", "An option is listed twice.")),
        (
            {"type": "select", "options": ["x"], "defaultValue": "y"},
            ("/defaultValue", "The default 'y' is not among the options."),
        ),
        ({"options": ["x"]}, ("/options", "A field of type 'text' has no options.")),
        ({"name": ""}, ("/name", "Expected text that matches ^[A-Za-z][A-Za-z0-9_-]{0,63}$.")),
        ({"name": "a}} {{secret.b"}, ("/name", "Expected text that matches ^[A-Za-z][A-Za-z0-9_-]{0,63}$.")),
        ({"label": ""}, ("/label", "Expected at least 1 characters.")),
    ],
)
def test_a_field_keeps_the_rules(field: Object, expected: tuple[str, str]) -> None:
    pointer, message = expected
    assert mistakes({"fields": [{"name": "a", "label": "A", **field}]}) == [(f"/fields/0{pointer}", message)]


def test_names_are_unique_and_all_mistakes_come_at_once() -> None:
    fields = [{"name": "a", "label": "A"}, {"name": "a", "label": "B", "type": "select"}]
    assert mistakes({"fields": fields}) == [
        ("/fields/1/name", "The name 'a' is that of field 0 too."),
        ("/fields/1/options", "A select needs options."),
    ]


def test_there_are_no_more_fields_than_a_command_may_have_tokens() -> None:
    fields = [{"name": f"a{n}", "label": "A"} for n in range(17)]
    assert [pointer for pointer, _ in mistakes({"fields": fields})] == ["/fields"]
    assert drawn({"fields": fields[:16]}).all("form")


def test_the_example_of_003_is_a_form_in_a_window() -> None:
    window, content = clarifier_batch(check_intent(EXAMPLE), "form-1")
    assert window == {
        "op": "window.create",
        "params": {"id": "form-1", "title": "Clarify Details", "size": "sm"},
    }
    assert (content["op"], content["params"]["windowId"], content["params"]["target"]) == ("dom.set", "form-1", "#root")
    form = Form(content["params"]["html"])
    assert form.words == ["Please provide additional information:", "Answer", "Continue", "Skip"]
    assert form.all("input") == [{"type": "text", "name": "answer", "placeholder": "Type here..."}]


def test_width_and_height_are_those_of_the_window() -> None:
    window, _ = clarifier_batch(check_intent({"textPrompt": "Which?", "width": 300, "height": 200}), "w")
    assert window["params"] == {"id": "w", "title": "Clarify", "width": 300, "height": 200}


def test_a_form_that_no_window_can_hold_is_a_fault() -> None:
    with pytest.raises(Fault, match="The form is too large") as raised:
        drawn({"fields": [{"name": "a", "label": "A", "defaultValue": "x" * 65_536}]})
    assert (raised.value.code, raised.value.pointer) == ("limit", "")


def test_submit_sends_the_data_to_the_chat_and_closes_the_window() -> None:
    fields = [{"name": "size", "label": "Size"}, {"name": "color", "label": "Color"}]
    assert commands(drawn({"fields": fields}).all("form")[0]) == [
        {"op": "state.set", "params": {"scope": "workspace", "key": "form-1", "value": "{{form}}"}},
        {
            "op": "api.call",
            "params": {
                "method": "POST",
                "url": "uicp://intent",
                "body": {"answers": "{{form}}", "labels": {"size": "Size", "color": "Color"}},
            },
        },
        {"op": "window.close", "params": {"id": "form-1"}},
    ]


def test_cancel_closes_the_window_and_says_so() -> None:
    submit, cancel = drawn(EXAMPLE).all("button")
    assert submit == {"type": "submit"}
    assert commands(cancel) == [
        {"op": "api.call", "params": {"method": "POST", "url": "uicp://intent", "body": {"text": "skipped"}}},
        {"op": "window.close", "params": {"id": "form-1"}},
    ]


def test_a_question_alone_is_answered_in_one_field() -> None:
    form = drawn({"textPrompt": "Which month?", "description": "For the report."})
    assert form.all("textarea") == [{"name": "answer"}]
    assert form.words == ["For the report.", "Which month?", "Answer", "Submit", "Cancel"]


def test_a_select_has_its_options_and_its_default() -> None:
    field = {"name": "c", "label": "C", "type": "select", "options": ["red", "blue"]}
    assert drawn({"fields": [{**field, "defaultValue": "blue"}]}).all("option") == [
        {"value": "red"},
        {"value": "blue", "selected": None},
    ]
    assert [each["value"] for each in drawn({"fields": [field]}).all("option")] == ["", "red", "blue"]


def test_defaults_of_texts_are_shown() -> None:
    fields = [
        {"name": "a", "label": "A", "defaultValue": 'say "hi"'},
        {"name": "b", "label": "B", "type": "textarea", "defaultValue": "\n<b>"},
    ]
    form = drawn({"fields": fields})
    assert form.all("input") == [{"type": "text", "name": "a", "value": 'say "hi"'}]
    assert "\n\n<b>" in "".join(form.texts)  # a browser drops the first line break of a textarea


words = st.text(min_size=1, max_size=30) | st.sampled_from(
    ['"><script>alert(1)</script>', "{{secret.x}}", "{{{value}}}", "</form>", "' onclick='x", "{{form.a}}", "&quot;"]
)


@given(label=words, prompt=words, option=words, title=words)
def test_no_text_becomes_markup_or_a_token(label: str, prompt: str, option: str, title: str) -> None:
    body = {
        "title": title,
        "textPrompt": f"?{prompt}",
        "submit": label,
        "cancel": label,
        "fields": [
            {"name": "a", "label": label, "placeholder": option, "defaultValue": option},
            {"name": "b", "label": label, "type": "select", "options": [option], "defaultValue": option},
        ],
    }
    form = drawn(body)
    assert [tag for tag, _ in form.tags] == [
        "p", "form", "p", "label", "input", "p", "label", "select", "option", "p", "button", "button",
    ]  # fmt: skip
    assert {name for _, attributes in form.tags for name in attributes} <= {
        "data-command", "type", "name", "placeholder", "value", "selected",
    }  # fmt: skip
    sent = json.dumps(commands(form.all("form")[0])[:2])
    assert re.findall(r"\{\{.*?\}\}", sent, re.DOTALL) == ["{{form}}", "{{form}}"]
