"""Which answers of a model count as errors in a row: those in which everything failed, and that nobody forbade."""

import pytest

from pollex.agent.history import History, PastCall, Turn
from pollex.agent.look import Look
from pollex.core.fault import Code, Fault
from pollex.core.result import Result


def turn(*codes: Code | None) -> Turn:
    """An answer with a call for each code: None went well."""
    results = [Result.success({}) if code is None else Result.failure(Fault(code, "No.")) for code in codes]
    done = [PastCall(f"/1/{at}", str(at), "page.click", {}, result, 1.0) for at, result in enumerate(results, 1)]
    return Turn("/1", Look("http://shop.example/", "Shop", ""), actions=done)


@pytest.mark.parametrize(
    ("turns", "errors"),
    [
        ([turn("not_found"), turn("timeout"), turn("ambiguous")], 3),
        ([turn("not_found"), turn(None, "timeout"), turn("ambiguous")], 1),
        ([turn("not_found"), turn("timeout", None)], 0),
        ([turn("not_found"), turn("denied"), turn("ambiguous")], 2),
        ([turn("blocked_domain"), turn("denied", "denied")], 0),
        ([turn("denied", "timeout")], 1),
        ([turn("cancelled")], 0),
    ],
)
def test_what_succeeded_in_part_or_was_forbidden_is_no_error(turns: list[Turn], errors: int) -> None:
    assert History(turns).errors == errors
