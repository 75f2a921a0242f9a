"""Payloads of events are checked before they are used."""

from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.workspace.components import check_event, component_type

FORM = {"schema": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}}


def mistakes(name: str, event: str, payload: Any, **props: Any) -> list[str]:
    return [issue.pointer for issue in check_event(component_type(name), props, event, payload).issues]


def test_a_payload_that_fits() -> None:
    assert check_event(component_type("tabs"), {}, "select", {"value": 2}).value == {"value": 2}


def test_a_payload_that_does_not_fit() -> None:
    assert mistakes("tabs", "select", {"value": "x"}) == ["/value"]
    assert mistakes("tabs", "select", {}) == ["/value"]
    assert mistakes("button", "press", {"more": 1}) == ["/more"]
    assert mistakes("button", "press", 3) == [""]


def test_the_values_of_a_form_fit_its_schema() -> None:
    checked = check_event(component_type("form"), FORM, "submit", {"form": {"n": "3"}})
    assert (checked.value, checked.issues) == ({"form": {"n": 3}}, ())
    assert mistakes("form", "submit", {"form": {"n": "three"}}, **FORM) == ["/form/n"]
    assert mistakes("form", "submit", {"form": {}}, **FORM) == ["/form/n"]


def test_an_unknown_event_is_refused() -> None:
    with pytest.raises(Fault, match="Did you mean 'select'"):
        check_event(component_type("tabs"), {}, "selects", {"value": 1})
