"""Where the time went."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from pollex.core.event import KINDS, Event, Kind
from pollex.report.spent import spent


def test_every_second_belongs_to_what_was_going_on(written: Callable[..., list[Event]]) -> None:
    call, look = {"call": "a", "effect": "act"}, {"call": "b", "effect": "read"}
    events = written(
        ("run.started", {}),  # else
        ("call.started", look),  # looking
        ("call.finished", look),  # else
        ("step.started", {"path": "/1"}),  # looking
        ("model.asked", {}),  # deciding
        ("model.answered", {}),  # looking
        ("approval.asked", {}),  # waiting
        ("approval.answered", {}),  # looking
        ("call.started", call),  # acting
        ("call.started", {"call": "inner", "effect": "read"}),  # acting
        ("call.finished", {"call": "inner"}),  # acting
        ("call.finished", call),  # looking
        ("step.finished", {"path": "/1"}),  # else
        ("run.finished", {}),
    )
    whole, parts = spent(events)
    assert whole == {"other": 3000, "looking": 5000, "deciding": 1000, "waiting": 1000, "acting": 3000}
    assert parts == {"/1": {"looking": 4000, "deciding": 1000, "waiting": 1000, "acting": 3000}}


def test_the_time_until_a_killed_run_goes_on_is_waiting(written: Callable[..., list[Event]]) -> None:
    call = {"call": "a", "effect": "act"}
    events = written(
        ("node.started", {"path": "/1"}),
        ("call.started", call),
        ("run.resumed", {}),
        ("call.started", call),
        ("call.finished", call),
        ("node.finished", {"path": "/1"}),
    )
    assert spent(events)[0] == {"other": 3000, "waiting": 1000, "acting": 1000}


KIND: st.SearchStrategy[Kind] = st.sampled_from(sorted(KINDS))


@given(st.lists(st.tuples(KIND, st.sampled_from(["/1", "/2", "/2/3"])), min_size=1, max_size=40))
def test_nothing_is_counted_twice_or_lost(told: list[tuple[Kind, str]]) -> None:
    events = [
        Event("r", seq, f"2026-11-15T10:00:{seq:02}Z", kind, {"path": path, "call": path, "effect": "act"})
        for seq, (kind, path) in enumerate(told)
    ]
    whole, parts = spent(events)
    assert sum(whole.values()) == 1000 * (len(events) - 1)
    assert sum(sum(each.values()) for each in parts.values()) <= sum(whole.values())
