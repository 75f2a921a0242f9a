"""`pollex orders`: the forms that the model `local` understands."""

from __future__ import annotations

from ..core.json import Object
from ..core.result import Result
from .output import Json, answer


def orders(json: Json = False) -> int:
    """List the orders that the model `local` does: their forms, what must be seen for them to be done, examples.

    CAPITALS are what you put in, (a|b) is one of several words, [a] may be left out. The first form that fits is taken.
    """
    from ..app.models import orders as table

    found = table()
    if json:
        return answer(Result.success(found), json=json)
    print("\n\n".join(_told(each) for each in found if "name" in each))
    print("\n" + "\n".join(f"{each['slot']:<11} {each['means']}" for each in found if "slot" in each))
    return 0


def _told(order: Object) -> str:
    forms = "\n".join(f"    {form}" for form in order["forms"])
    examples = "\n".join(f"  * {example}" for example in order["examples"])
    return f"{order['name']}: {order['does']}\n{forms}\n{examples}\n  Done when {order['done']}."
