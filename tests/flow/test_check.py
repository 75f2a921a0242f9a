"""Checking while it is written: every mistake at once, each with its place in the file."""

import json
import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.flow.check import check
from pollex.flow.nodes import NODE_TYPES
from pollex.flow.workflow import Workflow

from ..growth import assert_even, counted_calls
from ..vectors import each_of

Mistakes = Callable[..., list[tuple[str, str]]]


def put(key: str, value: Any = 1, **node: Any) -> Object:
    return {"type": "context", "config": {"operation": "set", "key": key, "value": value}, **node}


def loop(body: Any, variable: str = "n", **node: Any) -> Object:
    return {"type": "iterate", "config": {"over": "list", "variable": variable, "body": body}, **node}


def group(first: int, last: int, **node: Any) -> Object:
    return {"type": "group", "config": {"nodeRange": [first, last]}, **node}


CLICK: Object = {"type": "browser_action", "config": {"action": "click", "selector": "#pay"}}


def pointers(document: Any) -> list[str]:
    return [issue.pointer for issue in check(document)[1]]


ACTION_EXPECTED = (
    'Expected one of "navigate", "click", "type", "wait", "openNewTab", "switchTab", "back", "forward", '
    '"refresh", "screenshot", "listTabs", "getCurrentTab" and 2 more.'
)


def test_everything_is_told_at_once_in_the_order_of_the_file() -> None:
    document = {
        "name": "",
        "inputs": [{"display_name": "who", "type": "txt"}],
        "nodes": [
            {"position": 1, "type": "brower_action", "config": {}},
            {"position": 2, "type": "browser_action", "config": {"action": "clik"}},
            {"position": 3, "type": "browser_action", "config": {"action": "type", "selector": "#a", "txt": "x"}},
            {"position": 3, "type": "context", "config": {"operation": "set", "key": "a", "value": "{{later}}"}},
            {"position": 5, "type": "context", "config": {"operation": "set", "key": "later", "value": 1}},
            {"position": 6, "type": "iterate", "config": {"over": "a", "variable": "n", "body": 60}},
        ],
        "outptus": [],
    }
    with pytest.raises(Fault) as caught:
        Workflow.from_json(document)
    told = [(issue.pointer, issue.message, issue.hint) for issue in caught.value.issues]
    assert [(pointer, message) for pointer, message, _ in told] == [
        ("/inputs/0/type", "This is no parameter type."),
        ("/name", "Expected at least 1 characters."),
        ("/nodes/0/type", "There is no type of node 'brower_action'."),
        (
            "/nodes/1/config/action",
            ACTION_EXPECTED,
        ),
        ("/nodes/2/config", "The action 'type' needs 'text'."),
        ("/nodes/2/config/txt", "There is no key 'txt' here."),
        ("/nodes/3/position", "Position 3 is taken by the node at /nodes/2."),
        ("/nodes/5/config/body", "There is no node at position 60."),
        ("/nodes/5/config/over", "Nothing is named 'a'."),
        ("/outptus", "There is no key 'outptus' here."),
    ]
    hints = {pointer: hint for pointer, _, hint in told}
    assert hints["/nodes/0/type"] == "Did you mean 'browser_action'?"
    assert hints["/nodes/1/config/action"] == "Did you mean 'click'?"
    assert hints["/nodes/2/config/txt"] == "Did you mean 'text'?"
    assert hints["/outptus"] == "Did you mean 'outputs'?"
    assert caught.value.code == "invalid_input"


def test_every_issue_says_what_was_expected_and_what_came() -> None:
    document = {"name": "x", "nodes": [{"position": 1, "type": "contxt"}, {"position": "no", "type": "context"}]}
    for issue in check(document)[1]:
        assert issue.expected
        assert issue.received


def test_a_right_document_is_left_as_it_is() -> None:
    document = {
        "name": "right",
        "version": 3,
        "description": "All there is.",
        "inputs": [{"display_name": "who", "type": "string", "description": "d"}],
        "outputs": [{"display_name": "a", "type": "json", "value": "{{a}}"}],
        "allowedDomains": ["example.org"],
        "limits": {"perMinute": {"example.org": 5}, "account": "{{who}}"},
        "changes": [{"at": "2026-11-15", "why": "first"}],
        "nodes": [
            {
                "position": 0,
                "type": "context",
                "alias": "one-2",
                "description": "Sets it.",
                "config": {"operation": "set", "key": "a", "value": "{{who}}"},
            },
            {
                "position": 7,
                "type": "browser_action",
                "config": {"action": "click", "selector": "#pay"},
                "evidence": {"text": "Pay"},
                "before": [{"type": "exists", "selector": "#pay"}],
                "verify": [{"type": "text", "text": "Paid"}],
                "timeoutMs": 1000,
                "retry": {"attempts": 3, "delayMs": 10},
                "onUncertain": "verify",
            },
        ],
    }
    before = json.dumps(document)
    checked, issues = check(document)
    assert issues == []
    assert json.dumps(checked) == before == json.dumps(document)


def test_the_document_that_was_given_is_never_changed() -> None:
    document = {
        "name": "x",
        "nodes": [{"position": "1", "type": "group", "config": {"nodeRange": "2-2"}}, {"position": 2, **put("a")}],
    }
    before = json.dumps(document)
    checked, issues = check(document)
    assert (issues, checked["nodes"][0]["position"]) == ([], 1)
    assert json.dumps(document) == before


ODD: list[Any] = [None, True, 0, 1.5, "", "x", [], {}, [[]], {"a": {}}, "\ud800", 10**40, float("nan"), float("inf")]


@each_of((repr(odd), odd) for odd in ODD)
def test_anything_may_stand_for_the_document(odd: Any) -> None:
    assert check(odd)[1] != []


NODE_FIELDS = [
    "position", "type", "alias", "config", "evidence", "before", "verify", "timeoutMs", "retry", "onUncertain", "zzz",
]  # fmt: skip


def odd_in(places: Iterable[str]) -> Iterator[tuple[str, tuple[str, Any]]]:
    """Yield each odd value in each of the places, by the name of both."""
    yield from ((f"{odd!r} in {place}", (place, odd)) for place in places for odd in ODD)


@each_of(
    odd_in(["name", "version", "description", "inputs", "outputs", "allowedDomains", "limits", "nodes", "changes"])
)
def test_anything_may_stand_in_a_field_of_the_document(vector: tuple[str, Any]) -> None:
    field, odd = vector
    check({"name": "x", "nodes": [put("a", position=1)], field: odd})
    check({"name": "x", "nodes": [put("a", position=1)], field: [odd]})


@each_of(odd_in(NODE_FIELDS))
def test_anything_may_stand_in_a_field_of_a_node(vector: tuple[str, Any]) -> None:
    field, odd = vector
    check({"name": "x", "nodes": [put("a", position=1), {**put("b", position=2), field: odd}, odd]})
    check({"name": "x", "nodes": [{**put("b", position=2), field: [odd]}]})


@each_of(odd_in(NODE_TYPES))
def test_anything_may_stand_in_a_config(vector: tuple[str, Any]) -> None:
    kind, odd = vector
    for field in NODE_TYPES[kind].properties:
        config = {**NODE_TYPES[kind].examples[0].config, field: odd}
        check({"name": "x", "nodes": [put("list", [1], position=1), {"position": 2, "type": kind, "config": config}]})
        check({"name": "x", "nodes": [{"position": 2, "type": kind, "config": {**config, field: [odd, {"x": odd}]}}]})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["{{a}}", "1-3"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
CONFIGS = st.dictionaries(
    st.sampled_from(sorted({name for kind in NODE_TYPES.values() for name in kind.properties})), JSON, max_size=5
)
NODES = st.fixed_dictionaries(
    {"position": st.integers(0, 5), "type": st.sampled_from(list(NODE_TYPES)), "config": CONFIGS},
    optional={"alias": st.sampled_from(["a", "b", ""])},
)


@given(st.lists(NODES, max_size=5))
@example([{"type": "browser_action", "config": {"action": {"¹": math.inf, "9" * 5_000: math.inf}}}])
def test_no_document_breaks_the_check(nodes: list[Object]) -> None:
    issues = check({"name": "x", "nodes": nodes})[1]
    assert all(issue.pointer.startswith(("/nodes", "/outputs", "/inputs")) for issue in issues)


def test_every_example_of_every_type_is_right_by_itself() -> None:
    for kind in NODE_TYPES.values():
        for each in kind.examples:
            checked = kind.schema.check(each.config, authoring="{{}}")
            assert (checked.issues, checked.repairs, kind.mistakes(each.config)) == ((), (), [])


@pytest.mark.parametrize("position", [True, 1.5, -1, None, "one", [1]])
def test_wrong_positions(position: Any) -> None:
    assert pointers({"name": "x", "nodes": [{**put("a"), "position": position}]}) == ["/nodes/0/position"]


def test_huge_positions() -> None:
    nodes = [group(10**30, 10**31, position=1), put("a", position=10**30), put("b", position=10**31)]
    checked, issues = check({"name": "x", "nodes": nodes})
    assert issues == []
    assert [node.position for node in Workflow(checked).nodes] == [1, 10**30, 10**31]


@pytest.mark.parametrize("position", [1.0, "1"])
def test_a_position_that_means_a_whole_number_is_one(position: Any) -> None:
    assert pointers({"name": "x", "nodes": [put("a", position=1), put("b", position=position)]}) == [
        "/nodes/1/position"
    ]


def test_a_body_that_means_a_whole_number_is_one() -> None:
    document = {"name": "x", "nodes": [put("list", [1], position=1), loop(3.0, position=2), put("a", position=3.0)]}
    checked, issues = check(document)
    assert issues == []
    assert Workflow(checked).nodes[2].position == 3


def test_lone_surrogates_are_no_accident(mistakes: Mistakes) -> None:
    found = mistakes(put("\ud800", "\udfff", alias="\ud800"), put("b", "{{\ud800}}"), description="\ud800")
    assert all(pointer.startswith("/nodes/") for pointer, _ in found)


@pytest.mark.parametrize("alias", ["x", "_", "a-b_9", "A"])
def test_aliases_that_can_be_used(mistakes: Mistakes, alias: str) -> None:
    assert mistakes(put("a", alias=alias), put("b", "{{" + alias + "}}")) == []


@pytest.mark.parametrize("alias", ["", "a b", "a.b", "9a", "a[0]", "{{x}}", "Größe", "名前", 3])
def test_aliases_that_cannot(mistakes: Mistakes, alias: Any) -> None:
    assert [pointer for pointer, _ in mistakes(put("a", alias=alias))] == ["/nodes/0/alias"]


def test_clashes_of_names(mistakes: Mistakes) -> None:
    inputs = [{"display_name": "who", "type": "string"}]
    assert mistakes(put("who"), inputs=inputs) == [
        ("/nodes/0", "'who' is declared in the inputs and in the variables.")
    ]
    assert mistakes(put("a", alias="who"), inputs=inputs) == [
        ("/nodes/0", "'who' is declared in the inputs and in the aliases.")
    ]
    assert mistakes(put("a"), put("b", alias="a")) == [
        ("/nodes/1", "'a' is declared in the variables and in the aliases.")
    ]
    assert mistakes(put("list", [1]), loop(3, variable="list"), put("x")) == [
        ("/nodes/1/config/variable", "'list' is declared in the variables and in the loops.")
    ]
    assert mistakes(put("secret")) == [("/nodes/0", "'secret' is declared in the stored secrets and in the variables.")]


def test_one_alias_for_two_nodes(mistakes: Mistakes) -> None:
    assert mistakes(put("a", alias="x"), put("b", alias="x")) == [
        ("/nodes/1/alias", "The alias 'x' is taken by node 1.")
    ]


def test_one_variable_set_twice_is_no_clash(mistakes: Mistakes) -> None:
    assert mistakes(put("a"), put("a", "{{a}}")) == []


def test_references_to_what_comes_later(mistakes: Mistakes) -> None:
    found = mistakes(put("a", "{{b}} {{second.x}}"), put("b", alias="second"), put("c", "{{third}}", alias="third"))
    assert found == [
        ("/nodes/0/config/value", "'b' is made by node 2, which runs later."),
        ("/nodes/0/config/value", "'second' is made by node 2, which runs later."),
        ("/nodes/2/config/value", "'third' is this node's own result."),
    ]


def test_later_means_in_the_run_not_in_the_file(mistakes: Mistakes) -> None:
    assert mistakes(put("b", "{{a}}", position=2), put("a", position=1)) == []
    assert mistakes(put("list", [1]), loop([4, 3]), put("b", "{{a}}"), put("a")) == []
    assert mistakes(put("list", [1]), loop([3, 4]), put("b", "{{a}}"), put("a")) == [
        ("/nodes/2/config/value", "'a' is made by node 4, which runs later.")
    ]


def test_references_into_a_known_shape(mistakes: Mistakes) -> None:
    schema = {"type": "object", "properties": {"rows": {"type": "array", "items": {"properties": {"n": {}}}}}}
    read = {
        "type": "browser_query",
        "alias": "got",
        "config": {"method": "extract", "instruction": "x", "schema": schema},
    }
    assert mistakes(read, put("a", ["{{got.rows[0].n}}", "{{got.row}}", "{{got.rows[0].m}}", "{{got.rows.n}}"])) == [
        ("/nodes/1/config/value/1", "'got' has no 'row'."),
        ("/nodes/1/config/value/2", "'got.rows[0]' has no 'm'."),
        ("/nodes/1/config/value/3", "'got.rows' is an array."),
    ]


def test_outputs(mistakes: Mistakes) -> None:
    outputs: list[Any] = [
        {"display_name": "a", "type": "number"},
        {"display_name": "b", "type": "number"},
        {"display_name": "c", "type": "json", "value": {"deep": ["{{nope}}"]}},
        {"display_name": "d", "type": "string", "value": "{{n}}"},
        {"display_name": "e", "type": "string", "value": "{{secret.x}}"},
    ]
    assert [pointer for pointer, _ in mistakes(put("a"), outputs=outputs)] == [
        "/outputs/1",
        "/outputs/2/value/deep/0",
        "/outputs/3/value",
        "/outputs/4/value",
    ]


def test_references_in_rules_of_a_node_and_in_limits(mistakes: Mistakes) -> None:
    node = {
        **CLICK,
        "before": [{"type": "data", "path": "nope", "operator": "exists"}],
        "verify": [{"type": "text", "text": "{{nope}}"}, {"type": "text", "text": "{{secret.x}}"}],
    }
    assert [pointer for pointer, _ in mistakes(node, limits={"account": "{{nope}}"})] == [
        "/limits/account",
        "/nodes/0/before/0/path",
        "/nodes/0/verify/0/text",
        "/nodes/0/verify/1/text",
    ]


def test_rules_of_a_node_are_checked(mistakes: Mistakes) -> None:
    node = {**CLICK, "before": [{"type": "exists"}], "verify": [{"type": "url"}, {"type": "existss", "x": 1}]}
    assert [pointer for pointer, _ in mistakes(node)] == [
        "/nodes/0/before/0",
        "/nodes/0/verify/0",
        "/nodes/0/verify/1/type",
        "/nodes/0/verify/1/x",
    ]


def test_verify_needs_rules(mistakes: Mistakes) -> None:
    assert mistakes({**CLICK, "onUncertain": "verify"}) == [("/nodes/0/onUncertain", "There is nothing to verify by.")]


@pytest.mark.parametrize(
    ("field", "value"),
    [("before", []), ("verify", []), ("retry", {"attempts": 2}), ("onUncertain", "retry"), ("timeoutMs", 5)],
)
def test_nodes_that_do_nothing_themselves_have_nothing_to_settle(mistakes: Mistakes, field: str, value: Any) -> None:
    assert mistakes({**put("a"), field: value}) == [
        (f"/nodes/0/{field}", f"A node of type 'context' has no {field!r}: it does nothing itself.")
    ]


def test_two_owners(mistakes: Mistakes) -> None:
    found = mistakes(put("list", [1]), loop([4]), loop([4], variable="m"), put("a"))
    assert found == [("/nodes/2/config/body/0", "Node 4 belongs to node 2 (iterate) already.")]


@pytest.mark.parametrize(
    ("nodes", "told"),
    [
        ([loop(2)], ["2 → 2"]),
        ([loop(3), loop(2, variable="m")], ["2 → 3 → 2"]),
        ([loop(3), loop(4, variable="m"), loop(2, variable="k")], ["2 → 4 → 3 → 2"]),
        ([{"type": "route", "config": {"value": "list", "paths": {"default": 2}}}], ["2 → 2"]),
        ([group(2, 4), put("a"), group(2, 4)], ["2 → 4 → 2", "Nothing reaches this node"]),
    ],
)
def test_circles(mistakes: Mistakes, nodes: list[Object], told: list[str]) -> None:
    found = mistakes(put("list", [1]), *nodes)
    assert [way for way, (_, message) in zip(told, found, strict=True) if way in message] == told


def test_a_circle_is_told_once_and_what_hangs_on_it_too(mistakes: Mistakes) -> None:
    found = mistakes(put("list", [1]), loop(3), loop([2, 4], variable="m"), put("a"))
    assert found == [
        ("/nodes/1", "These nodes run each other for ever, and nothing runs them: 2 → 3 → 2."),
        ("/nodes/3", "Nothing reaches this node: it belongs to nodes that run each other for ever."),
    ]


def test_groups_in_a_loop_in_a_route(mistakes: Mistakes) -> None:
    nodes = (
        put("list", [1]),
        {"type": "route", "config": {"value": "list", "paths": {"x": [3], "default": [3, 7]}}},
        loop(4),
        group(5, 6),
        put("a", "{{n}}"),
        put("b", "{{nIndex}} {{a}}"),
        put("c", "{{b}}"),
    )
    assert mistakes(*nodes) == []


def test_a_range_across_a_loops_body_from_outside(mistakes: Mistakes) -> None:
    """The loop is outside the range, its body inside: the body has two owners."""
    found = mistakes(put("list", [1]), loop([4]), group(4, 5), put("a"), put("b"))
    assert found == [("/nodes/2/config/nodeRange", "Node 4 belongs to node 2 (iterate) already.")]


TEMPLATES_REFUSED: list[tuple[str, Object]] = [
    ("/nodes/1/position", {**put("a"), "position": "{{n}}"}),
    ("/nodes/1/type", {**put("a"), "type": "{{n}}"}),
    ("/nodes/1/alias", put("a", alias="{{n}}")),
    ("/nodes/1/config", {"type": "context", "config": "{{n}}"}),
    ("/nodes/1/config/body", loop("{{n}}")),
    ("/nodes/1/config/variable", loop(3, variable="{{n}}")),
    ("/nodes/1/config/nodeRange", {"type": "group", "config": {"nodeRange": "{{n}}"}}),
    ("/nodes/1/config/paths", {"type": "route", "config": {"value": "n", "paths": "{{n}}"}}),
    ("/nodes/1/config/paths/a", {"type": "route", "config": {"value": "n", "paths": {"a": "{{n}}"}}}),
    ("/nodes/1/config/conditions", {"type": "route", "config": {"conditions": "{{n}}"}}),
    ("/nodes/1/config/action", {"type": "browser_action", "config": {"action": "{{n}}"}}),
    ("/nodes/1/config/method", {"type": "browser_query", "config": {"method": "{{n}}", "instruction": "x"}}),
    ("/nodes/1/config/rules", {"type": "browser_query", "config": {"method": "validate", "rules": "{{n}}"}}),
    ("/nodes/1/config/operation", {"type": "context", "config": {"operation": "{{n}}", "key": "a", "value": 1}}),
    (
        "/nodes/1/config/store_variable",
        {"type": "context", "config": {"operation": "clear", "store_variable": "{{n}}"}},
    ),
    ("/nodes/1/retry", {**CLICK, "retry": "{{n}}"}),
    ("/nodes/1/onUncertain", {**CLICK, "onUncertain": "{{n}}"}),
    ("/nodes/1/verify", {**CLICK, "verify": "{{n}}"}),
]


@pytest.mark.parametrize(("pointer", "node"), TEMPLATES_REFUSED)
def test_no_template_where_the_structure_must_be_known(mistakes: Mistakes, pointer: str, node: Object) -> None:
    inputs = [{"display_name": "n", "type": "string"}]
    assert pointer in [found for found, _ in mistakes(put("list", [1]), node, put("x"), inputs=inputs)]


def mistakes_of(nodes: list[Object]) -> list[Any]:
    found: list[Any] = check({"name": "x", "nodes": nodes})[1]
    return found


def assert_grows_evenly(nodes: Callable[[int], list[Object]], many: int) -> list[Any]:
    """The mistakes of so many nodes, with ten times the work of a tenth, and not a hundred times."""
    mistakes_of(nodes(10))  # loads what it needs
    with counted_calls() as tenth:
        mistakes_of(nodes(many // 10))
    with counted_calls() as whole:
        found = mistakes_of(nodes(many))
    assert_even(tenth, whole)
    return found


def test_two_thousand_nodes_take_ten_times_two_hundred() -> None:
    def chained(many: int) -> list[Object]:
        return [put("k0", position=0), *(put(f"k{at}", f"{{{{k{at - 1}}}}}", position=at) for at in range(1, many))]

    assert assert_grows_evenly(chained, 2_000) == []


def test_two_thousand_wrong_nodes_too() -> None:
    def wrong(many: int) -> list[Object]:
        return [{"position": at, "type": "grop"} for at in range(many)]

    assert len(assert_grows_evenly(wrong, 2_000)) > 50


def test_many_wrong_references_among_many_names() -> None:
    def unknown(many: int) -> list[Object]:
        return [put(f"a{at}", f"{{{{nope{at}}}}}", position=at) for at in range(many)]

    assert len(assert_grows_evenly(unknown, 2_000)) > 50


def test_deep_nesting_is_told_and_not_a_crash() -> None:
    nodes = [put("list", [1], position=0), *(loop(at + 1, variable=f"v{at}", position=at) for at in range(1, 1_500))]
    assert check({"name": "x", "nodes": [*nodes, put("z", position=1_500)]})[1] != []


def test_a_long_circle_is_found_quickly() -> None:
    def circle(many: int) -> list[Object]:
        loops = [loop(at % many + 1, variable=f"v{at}", position=at) for at in range(1, many + 1)]
        return [put("list", [1], position=0), *loops]

    [first, *_] = assert_grows_evenly(circle, 2_000)
    assert "for ever" in first.message
    assert len(first.message) < 1_000


def test_overlapping_ranges_are_told_quickly() -> None:
    def overlapping(many: int) -> list[Object]:
        return [group(0, 5_000, position=at) if at % 100 == 0 else put(f"k{at}", position=at) for at in range(many)]

    assert assert_grows_evenly(overlapping, 3_000) != []


def test_a_value_that_is_too_deep_is_told_with_the_rest() -> None:
    value: Any = 1
    for _ in range(600):
        value = [value]
    assert check({"name": "x", "nodes": [put("a", value, position=1)]})[1] != []


def test_names_in_capitals_are_checked_like_others(mistakes: Mistakes) -> None:
    assert mistakes(put("a", "{{TOTAL}}"), put("TOTAL")) == [
        ("/nodes/0/config/value", "'TOTAL' is made by node 2, which runs later.")
    ]


def test_what_looks_like_an_environment_variable_is_left_to_the_run(mistakes: Mistakes) -> None:
    assert mistakes(put("a", "{{HOME_TOWN}} {{env.HOME_TOWN}}")) == []
    assert mistakes(put("a", "{{env.town}}")) == [("/nodes/0/config/value", "Nothing is named 'town'.")]


def test_references_to_an_item_of_a_list_whose_shape_is_known(mistakes: Mistakes) -> None:
    mails = {"type": "array", "items": {"type": "object", "properties": {"title": {"type": "string"}}}}
    read = {"method": "extract", "instruction": "mails", "schema": {"type": "object", "properties": {"mails": mails}}}
    found = mistakes(
        {"type": "browser_query", "alias": "inbox", "config": read},
        {"type": "iterate", "config": {"over": "inbox.mails", "variable": "mail", "body": [3, 4]}},
        {"type": "show", "config": {"value": "{{mail.title}} {{mailIndex}} {{mail}}"}},
        {"type": "show", "config": {"value": "{{mail.subject}}"}},
    )
    assert found == [("/nodes/3/config/value", "'mail' has no 'subject'.")]


@pytest.mark.parametrize("field", ["inputs", "outputs"])
@pytest.mark.parametrize("schema", [[1], "list", {"type": "lst"}])
def test_the_schema_of_a_parameter_is_checked(mistakes: Mistakes, field: str, schema: Any) -> None:
    parameter = {"display_name": "rows", "type": "json", "schema": schema, "value": "x"}
    [(pointer, _)] = mistakes(**{field: [parameter]})
    assert pointer.startswith(f"/{field}/0/schema")


@pytest.mark.parametrize(
    ("evidence", "pointer"),
    [({"tag": 7}, "/nodes/0/evidence/tag"), ({"others": [5]}, "/nodes/0/evidence/others/0")],
)
def test_evidence_that_is_none(evidence: Object, pointer: str, mistakes: Mistakes) -> None:
    node = {"type": "browser_action", "config": {"action": "click", "selector": "#a"}, "evidence": evidence}
    assert [at for at, _ in mistakes(node)] == [pointer]
