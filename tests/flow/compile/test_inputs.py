"""What may be another in the next run becomes an input; the same value elsewhere becomes a reference to it."""

from collections.abc import Callable
from typing import Any

from pollex.core.json import Object, dumps
from pollex.flow.compile import Compiled

Did = Callable[..., Object]
Compile = Callable[..., Compiled]


def field(name: str, role: str = "textbox") -> Object:
    return {"role": role, "name": name, "label": name, "xpath": f"//{name}"}


def inputs(made: Compiled) -> list[tuple[str, str, str]]:
    return [(each["display_name"], each["type"], each["default_value"]) for each in made.document.get("inputs", [])]


def configs(made: Compiled) -> list[dict[str, Any]]:
    return [node["config"] for node in made.document["nodes"][1:]]


def test_what_is_typed_becomes_an_input_with_its_type(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Book for Ada Byron, 3 persons, on 2026-12-24.",
        did("page.type", {"index": 1, "text": "Ada Byron"}, element=field("Full name *")),
        did("page.type", {"index": 2, "text": "3"}, element=field("Persons", "spinbutton")),
        did("page.type", {"index": 3, "text": "2026-12-24"}, element=field("Day of arrival")),
    )
    assert inputs(made) == [
        ("full_name", "string", "Ada Byron"),
        ("persons", "string", "3"),
        ("day_arrival", "date", "2026-12-24"),
    ]
    assert made.document["inputs"][1]["schema"] == {"pattern": "^-?[0-9]+([.,][0-9]+)?$"}
    assert [config["text"] for config in configs(made)] == ["{{full_name}}", "{{persons}}", "{{day_arrival}}"]


def test_a_value_in_two_fields_is_one_input(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Send it to Ada Byron, who pays.",
        did("page.type", {"index": 1, "text": "Ada Byron"}, element=field("Name")),
        did("page.type", {"index": 2, "text": "Ada Byron"}, element=field("Card holder")),
    )
    assert inputs(made) == [("name", "string", "Ada Byron")]
    assert [config["text"] for config in configs(made)] == ["{{name}}", "{{name}}"]


def test_short_values_may_be_equal_by_chance(did: Did, compiled: Compile) -> None:
    made = compiled(
        "2 adults, 2 children.",
        did("page.type", {"index": 1, "text": "2"}, element=field("Adults")),
        did("page.type", {"index": 2, "text": "2"}, element=field("Children")),
    )
    assert inputs(made) == [("adults", "string", "2"), ("children", "string", "2")]
    assert [config["text"] for config in configs(made)] == ["{{adults}}", "{{children}}"]


def test_secrets_stay_references(did: Did, compiled: Compile) -> None:
    typing = did("page.type", {"index": 1, "text": "{{secret.bank.password}}"}, element=field("Password"))
    made = compiled("Log in.", typing)
    assert inputs(made) == []
    assert configs(made)[0]["text"] == "{{secret.bank.password}}"


def test_a_code_is_also_typed_where_a_page_asks_for_one(did: Did, compiled: Compile) -> None:
    field: Object = {"role": "textbox", "name": "Security code", "css": "#code", "likes": 1}
    made = compiled("Log in.", did("page.type", {"index": 1, "text": "{{secret.phone.code}}"}, element=field))
    assert configs(made)[0]["selector"][-1] == '[autocomplete="one-time-code"]'
    made = compiled("Log in.", did("page.type", {"index": 1, "text": "{{secret.bank.password}}"}, element=field))
    assert '[autocomplete="one-time-code"]' not in configs(made)[0]["selector"]


def test_braces_that_were_typed_stay_braces(did: Did, compiled: Compile) -> None:
    waiting = did("page.wait", {"text": "{{name}}"})
    assert configs(compiled("Wait.", waiting))[0]["text"] == "\\{{name}}"


def test_an_option_that_the_task_names(did: Did, compiled: Compile) -> None:
    sort = did("page.select", {"index": 1, "option": "Price"}, element=field("Sort by", "combobox"))
    assert inputs(compiled("Sort by price.", sort)) == [("sort_by", "string", "Price")]
    assert inputs(compiled("Show the cheapest.", sort)) == []


def test_what_the_task_does_not_say_is_told(did: Did, compiled: Compile) -> None:
    made = compiled("Write to Ada.", did("page.type", {"index": 1, "text": "Hello!"}, element=field("Message")))
    assert made.unsure == ["The task does not say 'Hello!'; it is the default of the input “message”."]


def test_a_search_in_an_address(did: Did, compiled: Compile) -> None:
    going = did(
        "page.navigate", {"url": "https://example.org/find?q=desk+lamp&page=1"}, {"url": "https://example.org/find"}
    )
    made = compiled("Find a desk lamp.", going)
    assert inputs(made) == [("query", "string", "desk lamp")]
    assert made.document["nodes"][0]["config"]["url"] == "https://example.org/find?q={{query}}&page=1"


def test_the_element_is_called_by_the_input(did: Did, compiled: Compile) -> None:
    made = compiled(
        'Search for "Oak Lamp" and open it.',
        did("page.type", {"index": 1, "text": "Oak Lamp"}, element=field("Search", "searchbox")),
        did("page.click", {"selector": "act:Oak Lamp"}, element={**field("Oak Lamp", "link"), "css": "a[href='/7']"}),
    )
    assert configs(made)[1] == {
        "action": "click",
        "selector": ['role=link[name="{{query}}"]', "text={{query}}"],
        "fallback": "{{query}}",
    }
    assert made.document["nodes"][2]["evidence"] == {"role": "link"}


def test_the_row_is_told_by_the_input(did: Did, compiled: Compile) -> None:
    button: Object = {
        "tag": "button",
        "role": "button",
        "name": "Remove",
        "text": "Remove",
        "css": "tr:nth-of-type(2) button",
        "xpath": "/html/body/table/tbody/tr[2]/td[3]/button",
        "likes": 5,
        "neighbours": ["Ada Byron", "Editor"],
    }
    made = compiled(
        'Remove "Ada Byron".', did("page.click", {"selector": "act:Remove beside Ada Byron"}, element=button)
    )
    assert inputs(made) == [("item", "string", "Ada Byron")]
    assert configs(made)[0] == {
        "action": "click",
        "selector": [
            'tr:has-text("{{item}}") button:has-text("Remove")',
            '/html/body/table/tbody/tr[contains(normalize-space(.), "{{item}}")]/td[3]/button',
        ],
        "fallback": "Remove beside {{item}}",
    }
    known = made.document["nodes"][1]["evidence"]
    assert (known["neighbours"], known["likes"]) == (["{{item}}"], 5)


def test_files_to_upload(did: Did, compiled: Compile) -> None:
    one = did("page.upload", {"index": 1, "files": ["photo.jpg"]}, element=field("Photo"))
    two = did("page.upload", {"index": 1, "files": ["a.pdf", "b.pdf"]}, element=field("Papers"))
    made = compiled("Send photo.jpg.", one, two)
    assert inputs(made) == [("file", "string", "photo.jpg"), ("files", "json", '["a.pdf","b.pdf"]')]
    assert [config["args"]["files"] for config in configs(made)] == [["{{file}}"], "{{files}}"]


def test_what_stands_beside_a_field_is_not_typed_into_it(did: Did, compiled: Compile) -> None:
    count = {**field("Count", "spinbutton"), "neighbours": ["Steel kettle"]}
    made = compiled(
        'Search for "kettle" and take 3.',
        did("page.type", {"index": 1, "text": "kettle"}, element=field("Search", "searchbox")),
        did("page.type", {"index": 2, "text": "3"}, element=count),
    )
    assert [config["text"] for config in configs(made)] == ["{{query}}", "{{count}}"]


def test_a_row_that_somebody_chose_is_no_reference(did: Did, compiled: Compile) -> None:
    """Why it was this row is not known, so its number means nothing in the next run."""
    rows = did(
        "page.extract", {"instruction": "codes", "schema": {"type": "array"}}, [{"code": "AX-1"}, {"code": "BX-22"}]
    )
    made = compiled(
        "Enter the right code.", rows, did("page.type", {"index": 1, "text": "BX-22"}, element=field("Code"))
    )
    assert inputs(made) == [("code", "string", "BX-22")]
    assert configs(made)[0]["text"] == "{{code}}"
    read = "'BX-22' stood in a row that was read before; it is an input now."
    assert made.unsure[0] == f"Typing into the field “Code”: {read}"


def test_what_was_only_looked_for_is_not_said_to_be_an_input(did: Did, compiled: Compile) -> None:
    schema = {"type": "array"}
    rows = did("page.extract", {"instruction": "codes", "schema": schema}, [{"code": "AX-1"}, {"code": "BX-22"}])
    looked = did("page.find", {"text": "BX-22"}, {"found": []})
    chosen = did("page.select", {"index": 2, "option": "AX-1"}, element=field("Kind", "combobox"))
    made = compiled("Choose the right code.", rows, looked, chosen)
    assert inputs(made) == []
    assert [line for line in made.unsure if "BX-22" in line] == []
    assert made.unsure[0].endswith("'AX-1' stood in a row that was read before; it is chosen again as it is.")


def test_a_field_called_base(did: Did, compiled: Compile) -> None:
    typing = did("page.type", {"index": 1, "text": "Oslo"}, element=field("Base"))
    made = compiled("My base is Oslo.", typing, url="http://127.0.0.1:81/")
    assert [name for name, _, _ in inputs(made)] == ["base_2", "base"]


def test_inputs_are_called_after_their_fields(did: Did, compiled: Compile) -> None:
    made = compiled(
        "What came in from the first of July 2026 until 30 September 2026?",
        did("page.type", {"index": 1, "text": "2026-07-01"}, element=field("From", "date")),
        did("page.type", {"index": 2, "text": "2026-09-30"}, element=field("To", "date")),
    )
    assert inputs(made) == [("from", "date", "2026-07-01"), ("to", "date", "2026-09-30")]
    assert made.unsure == []  # the task says both, in words


def test_an_option_is_known_by_what_does_not_change(did: Did, compiled: Compile) -> None:
    chosen = {"index": 1, "option": "Everyday Account (€9,311.55)"}
    made = compiled(
        "Pay it from my everyday account.", did("page.select", chosen, element=field("Account", "combobox"))
    )
    assert inputs(made) == [("account", "string", "Everyday Account")]
    assert configs(made)[0]["args"]["option"] == "{{account}}"


BRAND: Object = {"role": "checkbox", "name": "Fernhill (43)", "neighbours": ["Brand", "Garden"], "others": ["Tarn (6)"]}


def test_a_choice_that_the_task_calls_by_its_name(did: Did, compiled: Compile) -> None:
    made = compiled("What do the Fernhill things cost?", did("page.check", {"index": 1}, element=BRAND))
    assert inputs(made) == [("brand", "string", "Fernhill")]
    assert configs(made)[0]["args"]["selector"][-1] == 'role=checkbox[name="{{brand}}"]'


def test_a_word_of_the_task_is_no_choice(did: Did, compiled: Compile) -> None:
    stock = {**BRAND, "name": "In stock"}
    made = compiled("In stock only: what is in stock?", did("page.check", {"index": 1}, element=stock))
    assert inputs(made) == []


def test_a_link_is_called_by_the_input_whatever_its_count(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Move it to Family and open that.",
        did("page.select", {"index": 1, "option": "Family"}, element=field("Move to", "combobox")),
        did("page.click", {"index": 2}, element={"role": "link", "name": "Family 5 unread", "xpath": "//li[2]/a"}),
    )
    assert configs(made)[-1]["selector"][-1] == 'role=link[name="{{move}}"]'


def test_a_value_is_one_input_wherever_it_occurs(did: Did, compiled: Compile) -> None:
    rows = [{"to": "Rail Nord", "amount": "€12.00"}, {"to": "City Gym", "amount": "€30.00"}]
    where = [{"field": "to", "is": "eq", "value": "Rail Nord"}]
    made = compiled(
        "What did I pay to rail nord?",
        did("page.type", {"text": "rail nord"}, element={"role": "searchbox", "name": "Search"}),
        did("page.collect", {"instruction": "payments to Rail Nord", "schema": {"type": "array"}}, {"rows": rows}),
        did("aggregate", {"rows": rows, "what": "sum", "by": "amount", "where": where}, {"value": 12, "text": "€12"}),
        values={"sum": 12},
    )
    written = dumps(made.document["nodes"])
    assert "ail Nord" not in written
    assert written.count("{{query}}") == 3
    assert not any("compared" in each for each in made.unsure)


def test_a_limit_that_the_task_does_not_say_is_told(did: Did, compiled: Compile) -> None:
    rows = [{"name": "Mug", "price": "€4.00"}, {"name": "Pot", "price": "€36.95"}]
    where = [{"field": "price", "is": "le", "value": 4.5}]
    made = compiled(
        "Which are the cheapest?",
        did("page.extract", {"instruction": "goods", "schema": {"type": "array"}}, rows),
        did(
            "aggregate",
            {"rows": rows, "what": "list", "where": where},
            {"value": rows[:1], "text": "", "rows": rows[:1]},
        ),
        values={"cheapest": rows[:1]},
    )
    assert any("“4.5”" in each for each in made.unsure), made.unsure


def test_what_was_chosen_in_a_form_that_was_sent_is_an_input(did: Did, compiled: Compile) -> None:
    field = {"role": "combobox", "name": "Sign me out", "xpath": "//select"}
    chosen = did("page.select", {"index": 1, "option": "30 minutes"}, element=field)
    save = did(
        "page.click",
        {"index": 2},
        {"url": "https://example.org/", "sent": 1},
        element={"role": "button", "name": "Save"},
    )
    effect = {"act": "/2/1", "method": "POST", "url": "https://example.org/", "changes": [], "status": 200}
    made = compiled("Leave me signed in for half an hour.", chosen, save, effects=[effect])
    assert [each["default_value"] for each in made.document["inputs"]] == ["30 minutes"]
    assert "inputs" not in compiled("Leave me signed in for half an hour.", chosen, save).document
