"""Props are checked, follow the state, and reach the page without commands."""

from typing import Any

from pollex.core.json import Object
from pollex.core.path import MISSING, ValuePath
from pollex.workspace.components import BoundProps, check_props, component_type, for_page, resolve, update_props

TABLE = component_type("table")
TEXT = component_type("text")
FROM_STATE = {"scope": "workspace", "key": "orders"}


def state(**values: Any) -> Any:
    return lambda scope, key: values.get(key, MISSING)


def mistakes(name: str, props: Any) -> dict[str, str]:
    return {issue.pointer: issue.message for issue in check_props(component_type(name), props).issues}


def hint(name: str, props: Any) -> str | None:
    return check_props(component_type(name), props).issues[0].hint


def test_defaults_are_filled_in() -> None:
    assert check_props(TEXT, {"text": "Hello"}).value == {"text": "Hello", "variant": "body"}


def test_a_missing_prop_is_named() -> None:
    assert mistakes("text", {}) == {"/text": "The key 'text' is missing."}


def test_an_unknown_prop_is_refused_with_the_nearest_name() -> None:
    assert mistakes("text", {"text": "", "variants": "h1"}) == {"/variants": "There is no key 'variants' here."}
    assert hint("text", {"text": "", "variants": "h1"}) == "Did you mean 'variant'?"


def test_snake_case_and_numbers_as_text_are_repaired() -> None:
    checked = check_props(TABLE, {"rows": [], "row_key": "id", "page_size": "50"})
    assert checked.issues == ()
    assert (checked.value["rowKey"], checked.value["pageSize"]) == ("id", 50)
    assert sorted(repair.pointer for repair in checked.repairs) == ["/page_size", "/page_size", "/row_key"]


def test_a_command_as_json_text_is_read() -> None:
    checked = check_props(component_type("button"), {"label": "Go", "command": '[{"op": "txn.cancel", "params": {}}]'})
    assert checked.value["command"] == [{"op": "txn.cancel", "params": {}}]
    assert [repair.pointer for repair in checked.repairs] == ["/command"]


def test_a_command_that_is_no_json_is_refused() -> None:
    assert list(mistakes("button", {"label": "Go", "command": "alert(1)"})) == ["/command"]


def test_a_single_envelope_becomes_a_batch() -> None:
    checked = check_props(component_type("button"), {"label": "Go", "command": {"op": "txn.cancel"}})
    assert checked.value["command"] == [{"op": "txn.cancel"}]


def test_ten_thousand_rows_are_taken_and_one_more_is_not() -> None:
    assert mistakes("table", {"rows": [{}] * 10_000}) == {}
    assert mistakes("table", {"rows": [{}] * 10_001}) == {"/rows": "Expected at most 10000 items."}


def test_a_bound_prop_is_not_required() -> None:
    assert mistakes("table", {"bind": {"rows": FROM_STATE}}) == {}


def test_a_binding_as_json_text_is_read() -> None:
    checked = check_props(TABLE, {"bind": '{"rows": {"scope": "workspace", "key": "orders"}}'})
    assert checked.issues == ()
    assert checked.value["bind"] == {"rows": FROM_STATE}


def test_only_data_props_can_be_bound() -> None:
    assert list(mistakes("table", {"rows": [], "bind": {"command": FROM_STATE}})) == ["/bind/command"]
    assert list(mistakes("layout", {"kind": "row", "children": [], "bind": {"children": FROM_STATE}})) == [
        "/bind/children"
    ]


def test_a_binding_needs_a_known_scope() -> None:
    assert list(mistakes("table", {"bind": {"rows": {"scope": "global", "key": "orders"}}})) == ["/bind/rows/scope"]


def test_a_bound_prop_takes_the_value_of_the_state() -> None:
    props = check_props(TEXT, {"bind": {"text": {"scope": "window", "key": "note"}}}).value
    asked = []

    def lookup(scope: str, key: str) -> str:
        asked.append((scope, key))
        return "Saved"

    assert resolve(TEXT, props, lookup) == BoundProps({**props, "text": "Saved"})
    assert asked == [("window", "note")]


def test_a_bound_prop_stays_as_given_where_the_state_has_no_value() -> None:
    props = check_props(TEXT, {"text": "Nothing yet", "bind": {"text": FROM_STATE}}).value
    assert resolve(TEXT, props, state()) == BoundProps(props)


def test_a_required_prop_without_a_value_waits() -> None:
    props = check_props(TABLE, {"bind": {"rows": FROM_STATE, "selected": FROM_STATE}}).value
    assert resolve(TABLE, props, state()) == BoundProps(props, waiting=("rows",))


def test_a_value_that_does_not_fit_is_left_out_and_named() -> None:
    props = check_props(TABLE, {"rows": [], "bind": {"rows": FROM_STATE, "pageSize": {"scope": "user", "key": "n"}}})
    found = resolve(TABLE, props.value, state(orders="none", n=10))
    assert found.props == {**props.value, "pageSize": 10}
    assert [issue.pointer for issue in found.issues] == ["/rows"]


def test_a_link_out_of_the_state_is_judged() -> None:
    links = component_type("links")
    props = check_props(links, {"items": [], "bind": {"items": FROM_STATE}}).value
    found = resolve(links, props, state(orders=[{"label": "x", "href": "javascript:alert(1)"}]))
    assert found.props == props
    assert [issue.pointer for issue in found.issues] == ["/items/0/href"]


def test_values_that_do_not_fit_together_are_left_out_together() -> None:
    chart = component_type("chart")
    given = {"kind": "bar", "x": ["Mon"], "series": [{"y": [1]}], "bind": {"x": FROM_STATE}}
    props = check_props(chart, given).value
    found = resolve(chart, props, state(orders=["Mon", "Tue"]))
    assert found.props == props
    assert [issue.pointer for issue in found.issues] == ["/series/0/y"]


def test_the_page_gets_ids_of_commands_and_nothing_about_the_state() -> None:
    props = check_props(
        TABLE,
        {
            "rows": [{"id": 1}],
            "command": [{"op": "state.set"}],
            "actions": [{"label": "Open", "command": [{"op": "window.create"}]}],
            "bind": {"selected": FROM_STATE},
        },
    ).value
    kept: list[tuple[ValuePath, list[Object]]] = []

    def keep(path: ValuePath, batch: list[Object]) -> str:
        kept.append((path, batch))
        return f"c{len(kept)}"

    shown = for_page(TABLE, props, keep)
    assert kept == [(("command",), [{"op": "state.set"}]), (("actions", 0, "command"), [{"op": "window.create"}])]
    assert shown == {
        "rows": [{"id": 1}],
        "command": "c1",
        "actions": [{"label": "Open", "command": "c2"}],
        "filter": True,
        "pageSize": 25,
        "export": True,
        "empty": "No rows.",
    }
    assert props["command"] == [{"op": "state.set"}]


def test_the_page_gets_markdown_as_nodes() -> None:
    chat = component_type("chat")
    shown = for_page(chat, {"messages": [{"role": "user", "text": "*Hi*"}]}, lambda path, batch: "")
    nodes = [{"tag": "p", "children": [{"tag": "em", "children": ["Hi"]}]}]
    assert shown == {"messages": [{"role": "user", "text": nodes}]}


def test_links_in_markdown_that_are_not_allowed_are_reported() -> None:
    checked = check_props(component_type("markdown"), {"text": "[a](javascript:x)"})
    assert [repair.to_json() for repair in checked.repairs] == [
        {"pointer": "/text", "did": "the link to 'javascript:x' became text"}
    ]


def test_an_update_is_merged_and_checked_as_a_whole() -> None:
    before = check_props(component_type("progress"), {"value": 1, "label": "Reading"}).value
    assert update_props(component_type("progress"), before, {"value": 2, "label": None}).value == {
        "value": 2,
        "maximum": 100,
    }
    assert [issue.pointer for issue in update_props(TEXT, {"text": "x"}, {"text": None}).issues] == ["/text"]
    assert [issue.pointer for issue in update_props(TEXT, {"text": "x"}, {"txet": "y"}).issues] == ["/txet"]


def test_an_update_may_be_in_snake_case() -> None:
    checked = update_props(TABLE, {"rows": [], "pageSize": 25}, {"page_size": 50})
    assert checked.value["pageSize"] == 50
    assert [repair.pointer for repair in checked.repairs] == ["/page_size"]


def test_an_update_that_is_no_object_is_refused() -> None:
    assert not update_props(TEXT, {"text": "x"}, ["y"]).ok
