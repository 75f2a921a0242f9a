"""Download the statement of a month as a spreadsheet."""

from typing import Any

import pollex


async def run(page: pollex.Page, inputs: dict[str, Any], credentials: dict[str, Any]) -> dict[str, Any]:
    await page.navigate(f"http://127.0.0.1:8766/bank/account/{inputs['account']}/statements")
    saved = await page.download(f"css=a[href$='{inputs['month']}.csv']")
    return {"file": saved["files"][0]}
