"""What is reckoned with is what the page gave: a compiled run looks for exactly these rows."""

from pollex.model.local.doing.reckoning import reckon
from pollex.model.local.doing.script import Memory
from pollex.model.local.doing.tables import WHOLE

ROW = {"name": "Lamp", "price": "€3"}


def test_a_column_of_ones_own_is_left_out() -> None:
    asked = next(reckon(Memory(), "the cheapest", rows=[{**ROW, WHOLE: "Lamp €3 Add"}], what="least", field="price"))
    assert asked.args == {"rows": [ROW], "what": "least", "field": "price"}


def test_it_stays_where_it_is_asked_for() -> None:
    rows = [{**ROW, WHOLE: "Lamp €3 Sold out"}]
    asked = next(reckon(Memory(), "sold out", rows=rows, what="count", where=[{"field": WHOLE, "value": "Sold out"}]))
    assert asked.args["rows"] == rows
