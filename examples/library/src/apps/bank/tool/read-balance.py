"""Read what is on an account."""

from typing import Any

import pollex

ACCOUNT = {"type": "object", "properties": {"balance": {"type": "string"}}, "required": ["balance"]}


async def run(page: pollex.Page, inputs: dict[str, Any], credentials: dict[str, Any]) -> dict[str, Any]:
    await page.navigate(f"http://127.0.0.1:8766/bank/account/{inputs['account']}")
    return dict(await page.extract("the account", schema=ACCOUNT))
