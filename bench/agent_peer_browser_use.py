"""browser-use's agent on the form: a process of its own, in the environment of the peers, with one open browser.

It reads one run a line (JSON: `url`, `task`, `vision`, and where need be the address of a `model` and the `most`
steps) and answers each with a line. A time is that of making the agent and running it. Switched off by whoever starts
it: telemetry, cloud and version checks; here the judge after the run, which would ask once more, highlights,
extensions and all fixed waits that have a setting.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import sys
import time
from importlib import import_module
from typing import Any

from playwright.async_api import async_playwright

from pollex.page.launch import chromium_arguments, find_chromium

SIZE = {"width": 1280, "height": 800}
CHATTY = ("browser_use", "bubus", "cdp_use", "BrowserSession", "service")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as held:
        return int(held.getsockname()[1])


async def run(library: Any, session: Any, asked: dict[str, Any]) -> dict[str, Any]:
    begun = time.perf_counter()
    agent = library.Agent(
        asked["task"],
        llm=library.ChatOpenAI(model="instant", api_key="none", base_url=f"{asked.get('model', asked['url'])}v1"),
        browser_session=session,
        initial_actions=[{"navigate": {"url": asked["url"], "new_tab": False}}],
        use_vision=asked["vision"],
        use_judge=False,
        enable_signal_handler=False,
    )
    history = await agent.run(max_steps=asked.get("most", 12))
    ms = (time.perf_counter() - begun) * 1000
    return {"ms": ms, "ok": bool(history.is_successful()), "said": str(history.errors())}


def profile(library: Any, endpoint: str) -> Any:
    return library.BrowserProfile(
        cdp_url=endpoint,
        viewport=SIZE,
        keep_alive=True,
        highlight_elements=False,
        enable_default_extensions=False,
        captcha_solver=False,
        minimum_wait_page_load_time=0,
        wait_for_network_idle_page_load_time=0,
        wait_between_actions=0,
    )


async def main() -> None:
    library = import_module("browser_use")
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    port = free_port()
    arguments = [*chromium_arguments(held=False), f"--remote-debugging-port={port}"]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=arguments)
        session = library.BrowserSession(browser_profile=profile(library, f"http://127.0.0.1:{port}"))
        await session.start()
        print(json.dumps({"ready": True}), flush=True)
        while line := await asyncio.to_thread(sys.stdin.readline):
            print(json.dumps(await run(library, session, json.loads(line))), flush=True)
        await session.stop()
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
