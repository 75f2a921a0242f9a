"""`pollex orders`: the forms that the model `local` understands."""

from __future__ import annotations

from dataclasses import asdict

from ..core.result import Result
from .output import Json, answer


def orders(json: Json = False) -> int:
    """Print the table of orders: what can be said to the model `local`, with examples."""
    from ..model.local.table import reference, table

    if not json:
        print(reference())
        return 0
    return answer(Result.success([asdict(each) for each in table()[1]]), json=json)
