"""Search the shop, and read the products that it finds."""

from typing import Any

import pollex

PRODUCTS = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"name": {"type": "string"}, "price": {"type": "number"}},
        "required": ["name", "price"],
    },
}


async def run(page: pollex.Page, inputs: dict[str, Any], credentials: dict[str, Any]) -> dict[str, Any]:
    await page.navigate("http://127.0.0.1:8766/shop/")
    await page.type("css=input[name=q]", inputs["query"])
    await page.keypress("Enter")
    return {"products": await page.extract("the products", schema=PRODUCTS)}
