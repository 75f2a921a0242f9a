"""Creating and changing nodes: what folds back, what is open, what is refused."""

from typing import Any

import pytest

Make = Any
EXTRACT: dict[str, Any] = {
    "position": 1,
    "type": "browser_query",
    "alias": "inbox",
    "config": {
        "method": "extract",
        "instruction": "the mails",
        "schema": {"type": "object", "properties": {"mails": {"type": "array"}}},
    },
}


@pytest.mark.parametrize(
    ("kind", "sent", "written"),
    [
        ("browser_action", {"selectors": ["#a", "text=B"]}, {"selector": ["#a", "text=B"]}),
        ("browser_action", {"selector": ["#a", "text=B"]}, {"selector": ["#a", "text=B"]}),
        ("iterate", {"bodyPositions": [1]}, {"body": [1]}),
        ("iterate", {"body": [1]}, {"body": [1]}),
        ("group", {"rangeFrom": 1, "rangeTo": 2}, {"nodeRange": [1, 2]}),
        ("route", {"pathList": [{"when": "true", "positions": [1]}]}, {"paths": {"true": [1]}}),
        ("route", {"paths": {"true": 1}}, {"paths": {"true": 1}}),
        ("context", {"valueJson": '{"a": [1, null]}'}, {"value": {"a": [1, None]}}),
        ("context", {"value": {"a": 1}}, {"value": {"a": 1}}),
        ("context", {"valueJson": "{{inbox}}"}, {"value": "{{inbox}}"}),
        ("browser_query", {"schemaJson": '{"type": "object"}'}, {"schema": {"type": "object"}}),
        ("tool", {"argsJson": '{"a": 1}'}, {"args": {"a": 1}}),
        (
            "route_by_conditions",
            {"conditions": [{"path": "inbox.mails", "operator": "equals", "valueJson": "3", "branchPositions": [1]}]},
            {"conditions": [{"path": "inbox.mails", "operator": "equals", "value": 3, "branch": [1]}]},
        ),
    ],
)
async def test_flat_forms_fold_back(director: Make, kind: str, sent: dict[str, Any], written: dict[str, Any]) -> None:
    beside = {
        "browser_action": {"action": "click"},
        "iterate": {"over": "things", "variable": "thing"},
        "route": {"value": "things"},
        "context": {"operation": "set", "key": "kept"},
        "browser_query": {"method": "extract", "instruction": "the mails"},
        "tool": {"tool": "add"},
    }.get(kind, {})
    work = director(
        {"position": 1, "type": "browser_action", "config": {"action": "back"}},
        {"position": 2, "type": "browser_action", "config": {"action": "back"}},
        document={"inputs": [{"display_name": name, "type": "json"} for name in ("things", "inbox")]},
    )
    await work.do("create_node", type=kind.removesuffix("_by_conditions"), config={**beside, **sent})
    config = work.editor.node(3)["config"]
    assert {name: config[name] for name in written} == written


async def test_properties_beside_the_config_belong_into_it(director: Make) -> None:
    work = director()
    await work.do("create_node", type="browser_action", action="click", selectors=["#a"])
    assert work.editor.node(1)["config"] == {"action": "click", "selector": ["#a"]}


async def test_the_other_case_is_repaired(director: Make) -> None:
    work = director()
    args = {"type": "browser_action", "config": {"action": "switchTab", "tab_name": "help", "storeVariable": "tab"}}
    result = await work.call("create_node", args)
    assert [repair.pointer for repair in result.repairs] == ["/config/tab_name", "/config/storeVariable"]
    assert work.editor.node(1)["config"] == {"action": "switchTab", "tabName": "help", "store_variable": "tab"}


async def test_every_mistake_is_told_at_once_with_its_place_in_the_call(director: Make) -> None:
    fault = await director().refused(
        "create_node",
        nodes=[
            {"type": "browser_action", "config": {"action": "type", "tab_name": "x", "new_tab": True}},
            {"type": "iterate", "config": {"over": "nothing.here", "variable": "x", "bodyPositions": [1, "two"]}},
            {"type": "browser_query", "config": {"method": "extract", "instruction": "x", "schemaJson": "{type: 1}"}},
            {"type": "grup", "config": {}},
        ],
    )
    assert [(issue.pointer, issue.message) for issue in fault.issues] == [
        ("/nodes/0/config", "The action 'type' needs 'selector'."),
        ("/nodes/0/config", "The action 'type' needs 'text'."),
        ("/nodes/0/config/new_tab", "There is no key 'new_tab' here."),
        ("/nodes/0/config/tab_name", "The action 'type' takes no 'tabName'."),
        ("/nodes/1/config/bodyPositions/1", "Expected integer, received string."),
        ("/nodes/1/config/over", "Nothing is named 'nothing'."),
        ("/nodes/2/config/schemaJson", fault.issues[6].message),
        ("/nodes/3/type", "There is no type of node 'grup'."),
    ]
    assert "is not JSON" in fault.issues[6].message
    assert fault.issues[7].hint == "Did you mean 'group'?"


async def test_positions_that_do_not_exist_yet_are_open(director: Make) -> None:
    work = director(EXTRACT)
    data = await work.do(
        "create_node", type="iterate", config={"over": "inbox.mails", "variable": "mail", "bodyPositions": [5, 6]}
    )
    assert data == {
        "created": [{"position": 2, "type": "iterate", "alias": None, "owner": None}],
        "open": [
            {"position": 2, "pointer": "/config/body/0", "message": "There is no node at position 5.", "hint": None},
            {"position": 2, "pointer": "/config/body/1", "message": "There is no node at position 6.", "hint": None},
        ],
    }
    body = {"action": "click", "selector": "text={{mail.title}}"}
    made = [{"type": "browser_action", "position": at, "config": body} for at in (5, 6)]
    data = await work.do("create_node", nodes=made)
    assert [node["owner"] for node in data["created"]] == [2, 2]
    assert data["open"] == []


async def test_a_name_that_nothing_makes_is_a_fault(director: Make) -> None:
    fault = await director(EXTRACT).refused(
        "create_node", type="browser_action", config={"action": "click", "selector": "text={{inbux.mails}}"}
    )
    assert fault.pointer == "/config/selector"
    assert fault.hint == "Did you mean 'inbox'? A value from outside is set with manage_variable."


async def test_a_taken_position_is_a_fault(director: Make) -> None:
    fault = await director(EXTRACT).refused("create_node", type="browser_action", position=1, action="back")
    assert (fault.pointer, fault.message) == ("/position", "Position 1 is taken.")


async def test_nodes_without_a_position_go_to_the_end_past_what_others_want(director: Make) -> None:
    work = director()
    nodes = [{"type": "browser_action", "action": "back"}, {"type": "browser_action", "action": "back", "position": 1}]
    await work.do("create_node", nodes=nodes)
    assert [node["position"] for node in work.editor.nodes] == [1, 2]


async def test_both_forms_of_one_property_are_a_fault(director: Make) -> None:
    fault = await director().refused(
        "create_node", type="browser_action", config={"action": "click", "selector": "#a", "selectors": ["#b"]}
    )
    assert (fault.pointer, fault.message) == ("/config/selectors", "'selector' and 'selectors' say the same.")


async def test_the_fault_of_a_way_points_into_the_list_that_was_sent(director: Make) -> None:
    fault = await director(EXTRACT).refused(
        "create_node",
        nodes=[
            {"type": "iterate", "config": {"over": "inbox.mails", "variable": "mail", "body": 4}},
            {"type": "route", "config": {"value": "inbox.mails", "pathList": [{"when": "x", "positions": [4]}]}},
            {"type": "browser_action", "config": {"action": "back"}},
        ],
    )
    assert fault.pointer == "/nodes/1/config/pathList/0/positions/0"
    assert fault.message == "Node 4 belongs to node 2 (iterate) already."


async def test_a_reference_fits_where_a_number_is_wanted(director: Make) -> None:
    work = director(document={"inputs": [{"display_name": "ms", "type": "number"}]})
    await work.do("create_node", type="browser_action", config={"action": "wait", "duration": "{{ms}}"})
    assert work.editor.node(1)["config"]["duration"] == "{{ms}}"


async def test_an_update_changes_only_what_it_names(director: Make) -> None:
    work = director(EXTRACT)
    await work.do("update_node", position=1, config={"instruction": "the letters"}, remove=["schema"], timeoutMs=500)
    assert work.editor.node(1) == {
        "position": 1,
        "type": "browser_query",
        "alias": "inbox",
        "config": {"method": "extract", "instruction": "the letters"},
        "timeoutMs": 500,
    }


async def test_another_type_begins_with_an_empty_config(director: Make) -> None:
    work = director(EXTRACT)
    await work.do("update_node", position=1, type="browser_action", config={"action": "back"})
    assert work.editor.node(1)["config"] == {"action": "back"}


async def test_references_follow_a_new_alias(director: Make) -> None:
    work = director(
        EXTRACT,
        {"position": 2, "type": "iterate", "config": {"over": "inbox.mails", "variable": "mail", "body": 3}},
        {"position": 3, "type": "show", "config": {"value": "{{mail}} of {{ inbox.mails }} and {{inboxes}}"}},
        document={"inputs": [{"display_name": "inboxes", "type": "json"}]},
    )
    result = await work.call("update_node", {"position": 1, "alias": "letters"})
    assert result.notes == (
        "Node 2 now refers to the new alias of 'inbox'.",
        "Node 3 now refers to the new alias of 'inbox'.",
    )
    assert work.editor.node(2)["config"]["over"] == "letters.mails"
    assert work.editor.node(3)["config"]["value"] == "{{mail}} of {{ letters.mails }} and {{inboxes}}"


async def test_an_update_of_a_node_that_is_not_there_is_a_fault(director: Make) -> None:
    fault = await director(EXTRACT).refused("update_node", position=7, config={"instruction": "x"})
    assert (fault.pointer, fault.expected) == ("/position", "'1'")


async def test_what_a_node_does_not_have_cannot_be_removed(director: Make) -> None:
    fault = await director(EXTRACT).refused("update_node", position=1, remove=["schemaJson", "metod"])
    assert (fault.pointer, fault.hint) == ("/remove/1", "Did you mean 'method'?")


async def test_what_was_wrong_before_is_no_fault_of_a_later_call(director: Make) -> None:
    broken = {"position": 1, "type": "show", "config": {"value": "{{missing}}"}}
    data = await director(broken).do("create_node", type="browser_action", config={"action": "back"})
    assert [each["message"] for each in data["open"]] == ["Nothing is named 'missing'."]


def mails(*names: str) -> dict[str, Any]:
    """The schema of a list of mails that have these fields."""
    fields = {name: {"type": "string"} for name in names}
    return {"type": "object", "properties": {"mails": {"type": "array", "items": _object(fields)}}}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


READ = {**EXTRACT, "config": {**EXTRACT["config"], "schema": mails("title", "from")}}
EACH = {"position": 2, "type": "iterate", "config": {"over": "inbox.mails", "variable": "mail", "body": 3}}
SAID = {"position": 3, "type": "show", "alias": "said", "config": {"value": "{{mail.title}} by {{mail.from}}"}}
FIRST = {"outputs": [{"display_name": "first", "type": "string", "value": "{{inbox.mails[0].title}}"}]}


async def test_a_schema_changes_while_others_refer_to_it_and_what_breaks_is_told(director: Make) -> None:
    work = director(READ, EACH, SAID, document=FIRST)
    data = await work.do("update_node", position=1, config={"schema": mails("subject", "from")})
    assert data["breaks"] == [
        {
            "position": 3,
            "pointer": "/config/value",
            "reference": "{{mail.title}}",
            "message": "'mail' has no 'title'.",
            "expected": "one of 'subject', 'from'",
            "hint": "Refer to what the schema has now, or add to the schema what is missing.",
        },
        {
            "pointer": "/outputs/0/value",
            "reference": "{{inbox.mails[0].title}}",
            "message": "'inbox.mails[0]' has no 'title'.",
            "expected": "one of 'subject', 'from'",
            "hint": "Refer to what the schema has now, or add to the schema what is missing.",
        },
    ]
    assert [each["message"] for each in data["open"]] == [each["message"] for each in data["breaks"]]
    assert work.editor.node(1)["config"]["schema"] == mails("subject", "from")
    data = await work.do("update_node", position=3, config={"value": "{{mail.subject}}"})
    assert ([each["pointer"] for each in data["open"]], data["breaks"]) == (["/outputs/0/value"], [])


async def test_a_list_that_the_new_schema_does_not_have_breaks_its_loop(director: Make) -> None:
    work = director(READ, EACH, SAID)
    data = await work.do("update_node", position=1, config={"schemaJson": '{"type": "object", "properties": {}}'})
    assert [(each["position"], each["pointer"]) for each in data["breaks"]] == [(2, "/config/over")]


async def test_a_schema_that_breaks_nothing_says_so(director: Make) -> None:
    work = director(READ, EACH, SAID)
    data = await work.do("update_node", position=1, config={"schema": mails("title", "from", "date")})
    assert (data["breaks"], data["open"]) == ([], [])


async def test_what_else_a_change_breaks_in_other_nodes_is_refused(director: Make) -> None:
    fault = await director(READ, EACH, SAID).refused(
        "update_node", position=1, config={"schema": mails("subject")}, remove=["alias"]
    )
    assert fault.message.startswith("Node 2: Nothing is named 'inbox'.")
