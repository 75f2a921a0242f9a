"""Questions in people's own forms."""

import pytest

from pollex.model.local.program import Question, Records, Test
from pollex.model.local.reading.reader import read

Test.__test__ = False  # type: ignore[attr-defined]  # it is no test, though it is called so


@pytest.mark.parametrize(
    ("said", "what", "fields", "of", "by"),
    [
        ("How heavy is the Red Lamp?", "value", ("weight",), Records("Red Lamp"), None),
        ("Tell me how heavy it is.", "value", ("weight",), Records("it"), None),
        ("How tall is it?", "value", ("height",), Records("it"), None),
        ("How much does it weigh?", "value", ("weight",), Records("it"), None),
        ("How long is the guarantee on it?", "value", ("guarantee",), Records("it"), None),
        ("How long is the warranty of the Red Lamp?", "value", ("warranty",), Records("Red Lamp"), None),
        ("What do those lamps cost altogether?", "sum", (), Records("lamps"), "price"),
        ("How much are they in total?", "sum", (), Records("them"), "price"),
        ("What do these cost?", "sum", (), Records("them"), "price"),
        ("Let me know what the basket comes to.", "value", ("total",), Records("basket"), None),
        ("What does the basket come to?", "value", ("total",), Records("basket"), None),
        ("How much money do I have in all my accounts together?", "sum", (), Records("accounts"), "balance"),
        ("How much is in the Savings account?", "value", ("balance",), Records("Savings account"), None),
        ("Tell me the total of the prices.", "sum", (), Records("them"), "price"),
        ("Add up the amounts.", "sum", (), Records("them"), "amount"),
        ("What is the average of these prices?", "average", (), Records("them"), "price"),
        ("Which of those is rated best?", "most", ("name",), Records("them"), "rating"),
        ("Which of them is the cheapest?", "least", ("name",), Records("them"), "price"),
        ("Which of these is due first?", "least", ("name",), Records("them"), "due"),
        ("What remains in the basket?", "list", ("name",), Records("things", place="the basket"), None),
        ("What is left in the basket?", "list", ("name",), Records("things", place="the basket"), None),
        ("List everything that was in it.", "list", ("name",), Records("things"), None),
        ("What's the total after that?", "value", ("total",), Records("page"), None),
        ("How many orders do I have?", "count", (), Records("orders"), None),
        ("Tell me how many orders I have.", "count", (), Records("orders"), None),
        ("Which of Ann Bell's open tickets is due first?", "least", ("name",),
         Records("open tickets", (Test(None, "contains", "Ann Bell"),)), "due"),
        ("How much did I spend at Corner Shop in May 2026?", "sum", (),
         Records("transactions", (Test(None, "contains", "Corner Shop"), Test("date", "ge", "2026-05-01"),
                                  Test("date", "le", "2026-05-31"))), "amount"),
    ],
)  # fmt: skip
def test_a_question_is_read(said: str, what: str, fields: tuple[str, ...], of: Records, by: str | None) -> None:
    [asked] = read(said).steps
    assert isinstance(asked, Question)
    assert (asked.what, asked.fields, asked.of, asked.by) == (what, fields, of, by)
