"""List the orders of the account, the newest first."""

from typing import Any

import pollex

ORDERS = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "order": {"type": "string"},
            "date": {"type": "string"},
            "status": {"type": "string"},
            "total": {"type": "number"},
        },
        "required": ["order", "date", "status", "total"],
    },
}


async def run(page: pollex.Page, inputs: dict[str, Any], credentials: dict[str, Any]) -> dict[str, Any]:
    await page.navigate("http://127.0.0.1:8766/shop/account")
    return {"orders": await page.extract("the orders", schema=ORDERS)}
