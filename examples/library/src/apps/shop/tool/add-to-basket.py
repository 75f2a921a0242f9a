"""Put a product into the basket, and read from the basket that it is there."""

from typing import Any

import pollex

SHOP = "http://127.0.0.1:8766/shop"
SUMS = {"type": "object", "properties": {"total": {"type": "number"}}, "required": ["total"]}


async def run(page: pollex.Page, inputs: dict[str, Any], credentials: dict[str, Any]) -> dict[str, Any]:
    await page.navigate(f"{SHOP}/item/{inputs['product']}")
    await page.type("css=.buy input[name=quantity]", str(int(inputs["quantity"])))
    await page.click("css=.buy > button")
    await page.navigate(f"{SHOP}/basket")
    line = f"tr:has(a[href*='/item/{inputs['product']}-'])"
    return {
        "name": await _text(page, f"css={line} a"),
        "quantity": float(await _text(page, f"css={line} input[name=quantity]")),
        "total": (await page.extract("the sums", schema=SUMS))["total"],
    }


async def _text(page: pollex.Page, selector: str) -> str:
    found = (await page.query(selector, most=1))["elements"][0]
    return str(found.get("value") or found["text"])
