"""Chromium looks up no name itself: else a page could send data out in the names of servers."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import async_playwright

from pollex.page.policy.browser import LAUNCH_ARGUMENTS, context_options
from pollex.page.policy.proxy import Proxy
from pollex.page.policy.rule import NetworkPolicy

PAGE = b"""<script>const given_up = new Set();</script>
<link rel=dns-prefetch href='//prefetch.pollex.test'>
<link rel=preconnect href='https://preconnect.pollex.test'>
<img src='http://image.pollex.test/' onerror='given_up.add("image")'>
<script>
new WebSocket('ws://socket.pollex.test').onclose = () => given_up.add("socket");
new WebTransport('https://transport.pollex.test/').ready.catch(() => given_up.add("transport"));
const servers = [{urls: 'stun:stun.pollex.test'}, {urls: 'turn:turn.pollex.test', username: 'u', credential: 'c'}];
const peer = new RTCPeerConnection({iceServers: servers});
peer.createDataChannel('d');
peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && given_up.add("peer");
peer.createOffer().then(offer => peer.setLocalDescription(offer));
</script>"""


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    if await reader.read(65536):
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
        writer.write(head % len(PAGE) + PAGE)
        await writer.drain()
    writer.close()


def names_in(log: Path) -> set[str]:
    """The names in the resolver's entries of Chromium's own log of its network."""
    record = json.loads(log.read_text())
    kinds = {number: name for name, number in record["constants"]["logEventTypes"].items()}
    asked = [event for event in record["events"] if re.match("HOST_RESOLVER|DNS_", kinds[event["type"]])]
    return set(re.findall(r"([a-z]+)\.pollex\.test", json.dumps(asked)))


async def visit(folder: Path, browser: dict[str, Any], options: dict[str, Any], port: int) -> set[str]:
    log = folder / "net.json"
    arguments = {**browser, "args": [*browser["args"], f"--log-net-log={log}"]}
    async with async_playwright() as playwright:
        launch = playwright.chromium.launch_persistent_context
        async with await launch(folder / "profile", **arguments, **options) as context:
            page = await context.new_page()
            await page.goto(f"http://127.0.0.1:{port}/")
            await page.wait_for_function("given_up.size === 4", timeout=60_000)
    return names_in(log)


@pytest.mark.parametrize("launch_options", ["whole"], indirect=True)
async def test_no_name_is_looked_up_by_the_browser(launch_options: dict[str, Any], tmp_path: Path) -> None:
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    direct = await visit(tmp_path / "direct", launch_options, {}, port)
    guarded = {**launch_options, "args": [*launch_options["args"], *LAUNCH_ARGUMENTS]}
    async with Proxy(NetworkPolicy((f"127.0.0.1:{port}",))) as proxy:
        through = await visit(tmp_path / "proxy", guarded, context_options(proxy.address), port)
        refused = {refusal.host for refusal in proxy.refusals}
    server.close()
    assert direct == {"prefetch", "preconnect", "image", "socket", "transport", "stun", "turn"}
    assert through == set()
    assert {"preconnect.pollex.test", "image.pollex.test", "socket.pollex.test"} <= refused
