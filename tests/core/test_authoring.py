from typing import Any

import pytest

from pollex.core.authoring import check_references, clashes
from pollex.core.fault import Issue

ORDER: dict[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}},
        "gift": {"anyOf": [{"$ref": "#/$defs/Line"}, {"type": "null"}]},
        "extra": {"type": "object"},
        "prices": {"properties": {"EUR": {"type": "number"}}, "additionalProperties": {"type": "number"}},
        "pair": {"prefixItems": [{"type": "string"}, {"type": "object"}], "items": False, "type": "array"},
        "matched": {"properties": {"id": {}}, "patternProperties": {"^x-": {"type": "string"}}},
        "whatever": True,
        "typed": {"type": "any"},
        "both": {"allOf": [{"properties": {"left": {}}}, {"properties": {"right": {"type": "string"}}}]},
    },
    "$defs": {
        "Line": {
            "type": "object",
            "properties": {"name": {"type": ["string", "null"]}, "next": {"$ref": "#/$defs/Line"}},
        },
        "Loop": {"anyOf": [{"$ref": "#/$defs/Loop"}, {"$ref": "#/$defs/Line"}]},
    },
}


def check(reference: str) -> list[Issue]:
    return check_references("{{" + reference + "}}", {"order": ORDER, "free": None, "loop": LOOP}, optional=["note"])


LOOP = {"$ref": "#/$defs/Loop", "$defs": ORDER["$defs"]}


@pytest.mark.parametrize(
    "reference",
    [
        "order",
        "order.id",
        "order.lines",
        "order.lines[3].name",
        "order.lines[0].next.next.name",
        "order.gift.name",
        "order.extra.any.thing[0]",
        "order.prices.EUR",
        "order.prices.USD",
        "order.pair[1].x",
        "order.matched.x-note",
        "order.whatever.x",
        "order.typed[0].x",
        "order.both.left.x",
        "order.both.right",
        "free.any[0].thing",
        "note",
        "note.x",
        "loop.name",
    ],
)
def test_a_path_that_fits_the_schema_is_accepted(reference: str) -> None:
    assert check(reference) == []


@pytest.mark.parametrize(
    ("reference", "message", "expected", "hint"),
    [
        ("order.lnies", "'order' has no 'lnies'.", None, "Did you mean 'lines'?"),
        (
            "order.lines[0].nmae",
            "'order.lines[0]' has no 'nmae'.",
            "one of 'name', 'next'",
            "Did you mean 'name'?",
        ),
        ("order.lines.name", "'order.lines' is an array.", "an index such as [0]", None),
        ("order.id.x", "'order.id' has nothing below it.", "a path that ends there", None),
        ("order.gift.nam", "'order.gift' has no 'nam'.", "one of 'name', 'next'", "Did you mean 'name'?"),
        ("order.prices.USD.x", "'order.prices.USD' has nothing below it.", "a path that ends there", None),
        ("order.both[0]", "'order.both' has no '0'.", "one of 'left', 'right'", None),
        ("order.pair[2]", "'order.pair' is an array.", "an index such as [0]", None),
        ("order.both.rihgt", "'order.both' has no 'rihgt'.", "one of 'left', 'right'", "Did you mean 'right'?"),
        ("loop.nam", "'loop' has no 'nam'.", "one of 'name', 'next'", "Did you mean 'name'?"),
        ("ordr.id", "Nothing is named 'ordr'.", "one of 'note', 'order', 'free', 'loop'", "Did you mean 'order'?"),
    ],
)
def test_a_path_that_does_not_fit_is_an_issue(
    reference: str, message: str, expected: str | None, hint: str | None
) -> None:
    (issue,) = check(reference)
    assert (issue.message, issue.received, issue.hint) == (message, "{{" + reference + "}}", hint)
    assert expected is None or issue.expected == expected


def test_every_mistake_of_a_document_is_found_in_order() -> None:
    document = {"nodes": [{"text": "{{a}} {{b}}"}, {"text": "{{c"}, {"{{d}}": "{{1 2}}"}]}
    issues = check_references(document, {"a": None})
    assert [(issue.pointer, issue.received) for issue in issues] == [
        ("/nodes/0/text", "{{b}}"),
        ("/nodes/1/text", "{{c"),
        ("/nodes/2/{{d}}", "{{1 2}}"),
    ]


def test_environment_variables_must_be_on_the_allow_list() -> None:
    document = ["{{SHOP_URL}}", "{{env.SHOP_URL}}", "{{HOME}}", "{{env.HOME}}"]
    hint = "An environment variable can be read only if it is on the allow-list."
    assert check_references(document, {}, environ=["SHOP_URL"]) == [
        Issue("/2", "Nothing is named 'HOME'.", "'SHOP_URL'", "{{HOME}}", hint),
        Issue("/3", "Nothing is named 'HOME'.", "'SHOP_URL'", "{{env.HOME}}", hint),
    ]


def test_the_environment_as_a_whole_cannot_be_read() -> None:
    assert check_references("{{env}}", {}, environ=["SHOP_URL"]) == [
        Issue("", "Nothing is named 'env'.", "'SHOP_URL'", "{{env}}")
    ]


def test_secrets_are_checked_where_their_names_are_known() -> None:
    document = ["{{secret.shop.password}}", "{{secret.token}}", "{{secret.shpo}}", "{{secret}}"]
    assert check_references(document, {}, secrets=["shop", "token"]) == [
        Issue("/2", "There is no secret 'shpo'.", "one of 'shop', 'token'", "{{secret.shpo}}", "Did you mean 'shop'?"),
        Issue("/3", "'{{secret}}' does not name a secret.", "secret.NAME or secret.NAME.field", "{{secret}}"),
    ]
    assert [issue.pointer for issue in check_references(document, {"secret": None})] == ["/3"]


def test_the_other_style_is_checked_too() -> None:
    assert check_references("${apiKye} {{x}}", {"apiKey": {"type": "string"}}, "${}") == [
        Issue("", "Nothing is named 'apiKye'.", "'apiKey'", "${apiKye}", "Did you mean 'apiKey'?")
    ]


def test_a_schema_elsewhere_is_not_followed() -> None:
    known = {"a": {"$ref": "https://example.org/schema"}, "b": {"$ref": "#/$defs/none"}}
    assert check_references(["{{a.x.y}}", "{{b.x}}"], known) == []


def test_a_name_in_two_layers_is_a_clash() -> None:
    assert clashes({"the inputs": ["to", "item"], "the aliases": ["item", "rows"], "the loops": ["rows"]}) == [
        Issue("", "'item' is declared in the inputs and in the aliases.", "one meaning", "item", "Rename one of them."),
        Issue("", "'rows' is declared in the aliases and in the loops.", "one meaning", "rows", "Rename one of them."),
    ]


def test_nothing_may_be_called_secret() -> None:
    (issue,) = clashes({"the inputs": ["secret"]})
    assert issue.message == "'secret' is declared in the stored secrets and in the inputs."
