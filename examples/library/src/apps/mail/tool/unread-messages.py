"""List the newest unread messages of a folder."""

from typing import Any

import pollex

MESSAGES = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"from": {"type": "string"}, "subject": {"type": "string"}, "time": {"type": "string"}},
        "required": ["from", "subject", "time"],
    },
}


async def run(page: pollex.Page, inputs: dict[str, Any], credentials: dict[str, Any]) -> dict[str, Any]:
    await page.navigate(f"http://127.0.0.1:8766/mail/folder/{inputs['folder']}?unread=1")
    messages = await page.extract("the messages", schema=MESSAGES)
    return {"messages": messages[: int(inputs["most"])], "count": len(messages)}
