"""Plans of library tools."""

import pytest

from pollex.core.fault import Fault
from pollex.library.plan import ToolPlan


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_a_time_limit_that_is_none(seconds: float) -> None:
    with pytest.raises(Fault) as caught:
        ToolPlan(None, "shop", ("shop.example",), timeout=seconds)

    assert (caught.value.code, caught.value.pointer, caught.value.received) == (
        "invalid_input",
        "/timeout",
        repr(seconds),
    )
