"""Values of a run: paths, references, secrets and size."""

from dataclasses import replace

import pytest

from pollex.core.fault import Fault
from pollex.core.limits import DEFAULT_LIMITS
from pollex.core.secret import SecretReference
from pollex.core.template import Scope
from pollex.flow.execution.values import filled, value_at, value_or_none

SCOPE = Scope(({"row": {"name": "Ada"}}, {"row": "hidden", "rows": [1, None]}), environ={"HOME": "/home"})


@pytest.mark.parametrize(
    ("path", "value"), [("row.name", "Ada"), ("{{ row.name }}", "Ada"), ("rows[0]", 1), ("rows", [1, None])]
)
def test_a_path_leads_to_a_value(path: str, value: object) -> None:
    assert value_at(path, SCOPE, "/over") == value_or_none(path, SCOPE) == value


@pytest.mark.parametrize("path", ["row.age", "nobody", "rows[7]"])
def test_a_path_that_leads_nowhere(path: str) -> None:
    assert value_or_none(path, SCOPE) is None
    with pytest.raises(Fault) as raised:
        value_at(path, SCOPE, "/over")
    assert raised.value.pointer == "/over"


def test_an_environment_variable_is_found() -> None:
    assert value_or_none("HOME", SCOPE) == "/home"


def test_references_are_resolved_with_their_types() -> None:
    assert filled({"all": "{{rows}}", "who": "Dr {{row.name}}"}, SCOPE, DEFAULT_LIMITS, "") == {
        "all": [1, None],
        "who": "Dr Ada",
    }


@pytest.mark.parametrize("reference", ["{{secret.bank}}", "{{password}}"])
def test_a_secret_does_not_become_a_value(reference: str) -> None:
    scope = replace(SCOPE, layers=(*SCOPE.layers, {"password": SecretReference("bank")}))
    with pytest.raises(Fault, match="A secret cannot become a value"):
        filled({"a": [reference]}, scope, DEFAULT_LIMITS, "/value")


def test_a_value_that_grows_too_large_is_refused() -> None:
    small = replace(DEFAULT_LIMITS, arguments_bytes=100)
    with pytest.raises(Fault, match="too large") as raised:
        filled("{{row.name}}" * 50, SCOPE, small, "/value")
    assert (raised.value.code, raised.value.pointer) == ("limit", "/value")
