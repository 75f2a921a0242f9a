"""Pollex's agent on the form: a process of its own with one open browser.

It reads one run a line (JSON: `url`, `task`, `keep`, `pictures`) and answers each with a line. A time is that of
`app.run`. With `keep` it is as a user gets it: a new window, and every step kept in the database; without, in a window
that is open, and nothing kept.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from tempfile import TemporaryDirectory
from typing import Any

import pollex
from pollex.page.live import LivePage


async def run(app: pollex.App, page: LivePage, asked: dict[str, Any]) -> dict[str, Any]:
    begun = time.perf_counter()
    where: dict[str, Any] = {} if asked["keep"] else {"page": page}
    model = f"openai:instant@{asked['url']}v1"
    done = await app.run(asked["task"], url=asked["url"], model=model, pictures=asked["pictures"], **where)
    ms = (time.perf_counter() - begun) * 1000
    assert done.result is not None
    return {"ms": ms, "ok": done.result.ok and done.result.data["proven"], "said": str(done.result.to_json())}


async def main() -> None:
    with TemporaryDirectory() as home:
        async with pollex.App(home=home, environ={}, approve="allow") as app, app.page("about:blank") as page:
            print(json.dumps({"ready": True}), flush=True)
            while line := await asyncio.to_thread(sys.stdin.readline):
                print(json.dumps(await run(app, page, json.loads(line))), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
