"""How the words of a task become orders."""

from __future__ import annotations

import pytest

from pollex.model.local.reader import read


@pytest.mark.parametrize("joint", ["; ", ";", ", "])
def test_the_orders_of_a_for_each_may_be_separated_on_one_line(joint: str) -> None:
    [loop, after] = read(f"For each row of Members: click Remove{joint}accept the dialog. Tell me Total.")
    assert [step.said for step in loop.body] == ["click Remove", "accept the dialog"]
    assert after.said == "Tell me Total"
