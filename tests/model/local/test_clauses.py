"""Where a sentence is cut: at a new order or question, and nowhere else."""

import pytest

from pollex.model.local.reading.clauses import clauses


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("Which is cheaper, A or B, and by how much?", ["Which is cheaper, A or B", "by how much?"]),
        (
            "Where is it made, and how long is the guarantee on it?",
            ["Where is it made", "how long is the guarantee on it?"],
        ),
        ("Who wrote it, and when?", ["Who wrote it", "when?"]),
        ("What was it, and on what day was it?", ["What was it", "on what day was it?"]),
        ("How many are there, and which of those is newest?", ["How many are there", "which of those is newest?"]),
        ("Open it and list everything that was in it", ["Open it", "list everything that was in it"]),
        ("Sign in and find out: what was my largest payment", ["Sign in", "find out: what was my largest payment"]),
        ("Log in, open Profile and save", ["Log in", "open Profile", "save"]),
        ('Type "x" into Code and press Check', ['Type "x" into Code', "press Check"]),
        ("Click Delete, replace when the page asks, say no", ["Click Delete", "when the page asks, say no"]),
        ("Put salt and pepper on the list", ["Put salt and pepper on the list"]),
        ("Tick Red and Blue, then press Apply", ["Tick Red and Blue", "press Apply"]),
        ("Write to Ann with the subject Hi and send it", ["Write to Ann with the subject Hi", "send it"]),
        ("Open the order and tell me how heavy it is", ["Open the order", "tell me how heavy it is"]),
        ("Open Bed & Bath and sort by name", ["Open Bed & Bath", "sort by name"]),
    ],
)
def test_a_sentence_is_cut_at_its_orders_and_questions(said: str, parts: list[str]) -> None:
    assert clauses(said) == parts
