from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pollex.browser.evidence import LIKE, WEIGHTS, Evidence, contradicts, likeness, score

texts = st.none() | st.text(max_size=20)
evidence = st.builds(
    Evidence,
    tag=texts,
    test_id=texts,
    role=texts,
    name=texts,
    label=texts,
    text=texts,
    placeholder=texts,
    id=texts,
    css=texts,
    xpath=texts,
    href=texts,
    frame=texts,
    position=st.none() | st.integers(0, 50),
    likes=st.none() | st.integers(1, 50),
    type=texts,
    field=texts,
    form=texts,
    part=texts,
    neighbours=st.lists(st.text(max_size=10), max_size=4).map(tuple),
    others=st.lists(st.text(max_size=10), max_size=4).map(tuple),
    options=st.lists(st.text(max_size=10), max_size=4).map(tuple),
)
save = Evidence(tag="button", role="button", name="Save", id="save-17", neighbours=("Cancel", "Delete"))


def knows_something(record: Evidence) -> bool:
    return bool(record.neighbours or record.options) or any(getattr(record, name) is not None for name in WEIGHTS)


@given(evidence, evidence)
def test_a_score_lies_between_0_and_1(record: Evidence, candidate: Evidence) -> None:
    assert 0.0 <= score(record, candidate) <= 1.0


@given(evidence.filter(knows_something))
def test_the_same_element_fits_wholly(record: Evidence) -> None:
    assert score(record, record) == 1.0


@given(evidence.filter(knows_something))
def test_an_element_of_which_nothing_is_known_does_not_fit(record: Evidence) -> None:
    assert score(record, Evidence()) == 0.0


@given(evidence, evidence)
def test_what_the_record_does_not_know_is_not_weighed(record: Evidence, candidate: Evidence) -> None:
    known: Any = {name: getattr(candidate, name) for name in WEIGHTS if getattr(record, name) is not None}
    known["name"] = candidate.name if record.name is not None else None
    assert score(record, candidate) == score(
        record, Evidence(**known, neighbours=candidate.neighbours, options=candidate.options)
    )


@given(evidence)
def test_evidence_survives_json(record: Evidence) -> None:
    assert Evidence.from_json(record.to_json()) == record


def test_json_has_only_what_is_known_and_ignores_what_it_does_not_know() -> None:
    assert Evidence(role="link", position=0).to_json() == {"role": "link", "position": 0}
    assert Evidence.from_json({"role": "link", "colour": "red"}) == Evidence(role="link")


def test_an_empty_record_fits_nothing() -> None:
    assert score(Evidence(), save) == 0.0


def test_likeness_ignores_case_and_spacing() -> None:
    assert likeness("  Add to\nbasket ", "ADD TO BASKET") == 1.0
    assert likeness("Save", "xyz") == 0.0
    assert 0.0 < likeness("Save", "Save all") < 1.0


def test_a_changed_id_costs_less_than_a_changed_name() -> None:
    other_id = score(save, replace(save, id="x"))
    other_name = score(save, replace(save, name="x"))
    assert other_name < other_id < 1.0


def test_roles_fit_wholly_or_not_at_all() -> None:
    assert score(Evidence(role="button"), Evidence(role="buttons")) == 0.0


def test_the_true_element_wins_on_a_changed_page() -> None:
    renamed = replace(save, id="btn-9", name="Save changes")
    cancel = Evidence(tag="button", role="button", name="Cancel", id="cancel-17", neighbours=("Save", "Delete"))
    assert score(save, renamed) > score(save, cancel)


def test_neighbours_count_by_how_many_are_still_there() -> None:
    record = Evidence(neighbours=("Cancel", "Delete"))
    fits = [score(record, Evidence(neighbours=near)) for near in ((), ("cancel", "Print"), ("cancel", "delete"))]
    assert fits == [0.0, 2 / 3, 1.0]


def test_of_several_alike_only_neighbours_tell_which() -> None:
    record = replace(save, likes=3)
    elsewhere = replace(save, neighbours=("Print", "Share"))
    assert score(record, elsewhere) < score(save, elsewhere)


def test_an_id_that_was_renamed_costs_less_than_the_same_id_gains() -> None:
    other = Evidence(role="button", name="Save", id="x")
    assert 1 - score(replace(other, id="save"), other) < score(Evidence(id="x", name="Keep"), other)


def test_what_stood_beside_it_is_another() -> None:
    record = Evidence(role="button", name="Mark read", others=("Mark unread", "Delete"))
    beside, renamed = Evidence(role="button", name="Mark unread"), Evidence(role="button", name="Mark as read")
    assert score(record, beside) < 0.4 < LIKE < score(record, renamed)


def test_roles_of_one_kind_fit_in_part() -> None:
    record = Evidence(role="searchbox", field="q")
    fits = [score(record, Evidence(role=role, field="q")) for role in ("searchbox", "textbox", "button")]
    assert fits[0] == 1.0 > fits[1] > fits[2]


def test_words_that_mean_the_same_fit_by_whoever_knows_that() -> None:
    record, other = Evidence(name="Basket"), Evidence(name="Cart")
    assert score(record, other) == 0.0
    assert score(record, other, lambda one, two: 1.0) == 1.0


def test_only_another_role_contradicts() -> None:
    record = Evidence(role="link", name="Hello", href="/m/1")
    assert not contradicts(record, Evidence(role="link", name="Invoice", href="/m/3"))
    assert contradicts(record, Evidence(role="button", name="Delete"))
    assert not contradicts(record, Evidence(role="button", name="Hello", href="/m/1"))


def test_a_list_is_known_by_what_it_offers_whatever_it_is_called() -> None:
    states = ("Backlog", "To do", "In review", "Done")
    record = Evidence(tag="select", role="combobox", name="Filter by status", part="main", options=states)
    renamed = Evidence(tag="select", role="combobox", name="State", part="main", options=("Any", *states))
    another = replace(renamed, name="Filter by owner", options=("Any", "Greta Lindqvist", "Hugo Martin"))
    assert score(record, renamed) > LIKE > score(record, another)
