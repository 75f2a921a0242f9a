"""`pollex orders`: the forms that the model `local` understands."""

from __future__ import annotations

from ..core.result import Result
from .output import Json, answer


def orders(json: Json = False) -> int:
    """Print the table of orders: what can be said to the model `local`, with examples."""
    from ..model.local.table import reference, table

    if not json:
        print(reference())
        return 0
    rows = [{"name": each.name, "does": each.does, "forms": each.forms, "examples": each.examples} for each in table()[1]]
    return answer(Result.success(rows), json=json)
