import pytest

from pollex.core.dialect import render
from pollex.core.dialect.document import Document
from pollex.core.fault import Fault


@pytest.mark.parametrize(
    ("ref", "message"),
    [
        ("https://example.com/schema.json", "leads out of the schema, and nothing is fetched"),
        ("file:///etc/passwd", "leads out of the schema, and nothing is fetched"),
        ("other.json#/a", "leads out of the schema, and nothing is fetched"),
        ("#/$defs/missing", "leads to no schema"),
        ("#/$defs/list/enum/0", "leads to no schema"),
        ("#nowhere", "names an anchor that the schema does not have"),
    ],
)
def test_reference_that_cannot_be_followed_is_a_fault_with_its_place(ref: str, message: str) -> None:
    schema = {"type": "object", "properties": {"a/b": {"$ref": ref}}, "$defs": {"list": {"enum": ["x"]}}}
    with pytest.raises(Fault) as caught:
        render(schema, "openai")
    assert caught.value.code == "invalid_input"
    assert caught.value.pointer == "/properties/a~1b/$ref"
    assert caught.value.received == ref
    assert message in caught.value.message


def test_anchors_and_ids_lead_to_places_in_the_same_document() -> None:
    document = Document(
        {
            "$id": "https://example.com/tool",
            "properties": {"a": {"$ref": "#point"}, "b": {"$ref": "part"}, "c": {"$ref": "https://example.com/tool"}},
            "$defs": {
                "p": {"$anchor": "point", "type": "string"},
                "q": {"$id": "part", "properties": {"n": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"type": "integer"}}},
            },
        }
    )

    assert [document.root["properties"][name]["$ref"] for name in "abc"] == ["#/$defs/p", "#/$defs/q", "#"]
    assert document.root["$defs"]["q"]["properties"]["n"]["$ref"] == "#/$defs/q/$defs/n"


def test_percent_and_tilde_in_a_reference_are_read() -> None:
    document = Document({"properties": {"x": {"$ref": "#/$defs/a%20b~1c"}}, "$defs": {"a b/c": {"type": "null"}}})

    assert document.root["properties"]["x"]["$ref"] == "#/$defs/a b~1c"


def test_property_called_ref_and_values_that_look_like_references_are_no_references() -> None:
    schema = {
        "type": "object",
        "properties": {
            "$ref": {"type": "string"},
            "e": {"enum": [{"$ref": "nowhere"}], "default": {"$ref": "nowhere"}},
        },
    }

    assert render(schema, "openai").schema == schema


def test_reference_that_leads_only_to_itself_is_a_fault() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/a", "minLength": 1}},
        "$defs": {"a": {"$ref": "#/$defs/a"}},
    }
    with pytest.raises(Fault) as caught:
        render(schema, "openai", strict=True)
    assert (caught.value.code, caught.value.pointer) == ("invalid_input", "/$defs/a")


def test_dynamic_reference_with_one_meaning_is_followed() -> None:
    document = Document({"properties": {"a": {"$dynamicRef": "#node"}}, "$defs": {"n": {"$dynamicAnchor": "node"}}})

    assert document.root["properties"]["a"]["$ref"] == "#/$defs/n"


def test_dynamic_reference_with_several_meanings_is_refused() -> None:
    nodes = {"n": {"$dynamicAnchor": "node"}, "m": {"$id": "other", "$dynamicAnchor": "node"}}
    with pytest.raises(Fault) as caught:
        Document({"properties": {"a": {"$dynamicRef": "#node"}}, "$defs": nodes})
    assert caught.value.pointer == "/properties/a/$dynamicRef"
