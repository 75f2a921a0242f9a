"""Where a reference inside a schema leads."""

from typing import Any

import pytest

from pollex.core.schema.walk import local_target

ROOT = {"anyOf": [{"type": "string"}, {"type": "null"}]}


@pytest.mark.parametrize(
    ("reference", "target"),
    [
        ("#", ROOT),
        ("#/anyOf/1", {"type": "null"}),
        ("#/anyOf/2", None),
        ("#/anyOf/²", None),
        (f"#/anyOf/{'9' * 5_000}", None),
        ("#/anyOf/0/type/0", None),
    ],
)
def test_a_reference_leads_to_a_part_or_nowhere(reference: str, target: Any) -> None:
    assert local_target(ROOT, reference) == target
