"""What comes back from a model may be anything: folding it never raises and changes nothing in place."""

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.dialect import Rendering, render

SCHEMA = {
    "type": "object",
    "properties": {
        "free": {},
        "map": {"type": "object"},
        "row": {"type": "array", "prefixItems": [{"type": "string"}, {}]},
        "first name": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "object"}}]},
        "shape": {
            "oneOf": [
                {"type": "object", "properties": {"kind": {"const": "a"}, "x": {}}, "required": ["kind"]},
                {
                    "type": "object",
                    "properties": {"kind": {"const": "b"}, "y": {"type": "number"}},
                    "required": ["kind"],
                },
            ]
        },
        "tree": {"$ref": "#/$defs/tree"},
    },
    "$defs": {
        "tree": {
            "type": "object",
            "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/tree"}}, "note": {"type": "string"}},
        }
    },
}
RENDERINGS = [
    render(SCHEMA, dialect, strict=strict)
    for dialect, strict in (("openai", True), ("openai", False), ("anthropic", True), ("google", False))
]
KEYS = st.sampled_from(
    ["free", "map", "row", "first name", "first_name", "first names", "shape", "kind", "tree", "kids", "x"]
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["{", "[1]", '{"a":null}', "\ud800"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize("rendering", RENDERINGS)
@given(value=VALUES)
def test_garbage_is_folded_without_a_word(rendering: Rendering, value: Any) -> None:
    before = deepcopy(value)

    rendering.decode(value)
    rendering.encode(value)

    assert repr(value) == repr(before)


@pytest.mark.parametrize("rendering", RENDERINGS)
def test_unknown_keys_are_handed_on(rendering: Rendering) -> None:
    assert rendering.decode({"colour": "red"}) == {"colour": "red"}


@pytest.mark.parametrize("rendering", RENDERINGS)
def test_value_of_the_wrong_type_is_handed_on(rendering: Rendering) -> None:
    assert rendering.decode({"row": 5, "shape": "x", "tree": [1]}) == {"row": 5, "shape": "x", "tree": [1]}


@pytest.mark.parametrize("rendering", RENDERINGS)
@pytest.mark.parametrize("levels", [90, 400, 100_000])
def test_deep_value_is_handed_on_or_folded(rendering: Rendering, levels: int) -> None:
    tree: dict[str, Any] = {}
    for _ in range(levels):
        tree = {"kids": [tree]}

    assert rendering.decode({"tree": tree})["tree"].keys() == {"kids"}
