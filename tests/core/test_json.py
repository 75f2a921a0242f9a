"""JSON text is read in full, or not at all."""

import pytest

from pollex.core.json import loads

HUGE = "1" * 310


@pytest.mark.document("all", "JSON with a number that is infinite, such as `1e999`, is refused.")
@pytest.mark.parametrize("text", ["1e999", f"[-1e999, {HUGE}]", f"[{HUGE}, NaN]"])
def test_a_number_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"inf|too large|NaN"):
        loads(text)


def test_long_numbers_are_read_in_full() -> None:
    assert loads(f"[{HUGE}, 1.5]") == [int(HUGE), 1.5]
