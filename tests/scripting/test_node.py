"""Node scripts with a real browser: held to their domains, logged in, credentials typed for them, nothing left."""

import asyncio
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from pollex.core.context import Context
from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.page.playwright_pipe import PipeChromium, launch_pipe_chromium
from pollex.page.tools import page_tools
from pollex.practice.bank.state import PASSWORD, USER
from pollex.practice.server import Server
from pollex.scripting.node import NOT_HELD, run_node
from pollex.scripting.script_browser import ScriptBrowser
from pollex.scripting.trust import ScriptHome
from pollex.testing import FakeSecrets

from ..waits import until

CONNECT = """
    import { chromium } from 'playwright-core';
    const input = JSON.parse(process.env.ANCHOR_TOOL_INPUT!);
    const browser = await chromium.connectOverCDP(process.env.POLLEX_CDP_URL!);
    const page = browser.contexts()[0].pages()[0];
    const answer = (data: object) => console.log(JSON.stringify(data));
    const fill = async (selector: string, credential: string) => {
      const body = JSON.stringify({ selector, credential });
      const said = await fetch(process.env.POLLEX_FILL_URL!, { method: 'POST', body });
      return { status: said.status, ...await said.json() };
    };
"""
CREDENTIALS = {"username_password": ("username", "password"), "authenticator": None}
SECRETS = {"username_password.username": USER, "username_password.password": PASSWORD}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


class Runs:
    """Runs scripts, and remembers the browsers that were started for them."""

    def __init__(self, folder: Path, server: Server) -> None:
        self.started: list[PipeChromium] = []
        self.launched = asyncio.Event()
        self.log = MemoryLog()
        self._folder = folder
        self._server = server
        tools = Registry()
        for tool in page_tools():
            tools.add(tool)
        self.context = Context(tools, log=self.log, secrets=FakeSecrets(SECRETS, domains=("127.0.0.1",)))

    async def launch(self, proxy: str) -> PipeChromium:
        self.started.append(await launch_pipe_chromium(proxy))
        self.launched.set()
        return self.started[-1]

    async def run(
        self, code: str, *, timeout: float = 60, snapshot: Object | None = None, **inputs: Any
    ) -> tuple[Result, Object | None]:
        file = self._folder / "tool.ts"
        file.write_text(CONNECT + code)
        return await run_node(
            file,
            {"base": self._server.url, **inputs},
            self.context,
            timeout=timeout,
            run=self.context.run,
            domains=(f"127.0.0.1:{self._server.port}", f"localhost:{self._server.port}"),
            credentials=CREDENTIALS,
            snapshot=snapshot,
            launch=self.launch,
            home=ScriptHome(self._folder),
        )

    def nothing_left(self) -> None:
        """Check that the profile is gone, and that all processes have been killed: a busy system takes a moment."""
        for chromium in self.started:
            assert not chromium.folder.exists()
            until("the browser's processes end", lambda pid=chromium.pid: members(pid) == [], 10)  # type: ignore[misc]


@pytest.fixture
def runs(tmp_path: Path, server: Server) -> Runs:
    return Runs(tmp_path, server)


def members(group: int) -> list[str]:
    """The running processes of a process group."""
    listed = subprocess.run(["ps", "-eo", "pgid=,stat=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    return [row[-1] for row in rows if row[0] == str(group) and not row[1].startswith("Z")]


class Counted:
    """A server that is no allowed domain, and counts who connects."""

    async def __aenter__(self) -> Self:
        self.connections = 0
        self._server = await asyncio.start_server(self._count, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    def _count(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        writer.close()


async def test_a_script_uses_its_browser_and_answers(runs: Runs) -> None:
    result, state = await runs.run("""
        await page.goto(`${input.base}/shop/`);
        const title = await page.title();
        await browser.close();
        answer({ title, session: process.env.ANCHOR_SESSION_ID, limit: process.env.ANCHOR_TIMEOUT_MS });
    """)

    assert result.fault is None
    assert result.data["session"] == runs.context.run
    assert result.data["limit"] == "60000"
    assert result.data["title"]
    assert result.notes == (NOT_HELD,)
    assert state is not None
    runs.nothing_left()


async def test_no_context_leaves_the_allowed_domains(runs: Runs) -> None:
    async with Counted() as outside:
        result, _ = await runs.run(
            """
            const tries: string[] = [];
            const attempt = async (work: () => Promise<unknown>) =>
              tries.push(await work().then(String, (error) => String(error).split('\\n')[0]));
            await attempt(() => page.goto(input.outside));
            await attempt(async () => (await (await browser.newContext()).newPage()).goto(input.outside));
            await attempt(() => browser.newContext({ proxy: { server: 'direct://' } }));
            const line = await browser.newBrowserCDPSession();
            const ask = (method: any, params: any) => attempt(() => line.send(method, params));
            await ask('Target.createBrowserContext', { proxyBypassList: '*' });
            await ask('Target.sendMessageToTarget', { message: '{}', sessionId: 'x' });
            await ask('Target.exposeDevToolsProtocol', { targetId: 'x' });
            await ask('Target.setRemoteLocations', { locations: [{ host: '127.0.0.1', port: input.port }] });
            await page.goto(`${input.base}/shop/`);
            await attempt(() => page.evaluate((url) => fetch(url, { mode: 'no-cors' }), input.outside));
            await browser.close();
            answer({ tries });
            """,
            outside=f"http://127.0.0.1:{outside.port}/",
            port=outside.port,
        )

        assert outside.connections == 0
    assert result.fault is None
    refused = [said for said in result.data["tries"] if "Pollex refuses" in said]
    assert [re.sub(r".*Pollex refuses ", "", said).split(":")[0] for said in refused] == [
        "'proxyServer' of a new context",
        "'proxyBypassList' of a new context",
        "Target.sendMessageToTarget",
        "Target.exposeDevToolsProtocol",
        "Target.setRemoteLocations",
    ]
    blocked = [event.data["host"] for event in await runs.log.read(runs.context.run) if event.kind == "page.blocked"]
    assert set(blocked) == {"127.0.0.1"}


@pytest.mark.document("000", "The browser of a script for Node opens, sends and writes no file of this machine.")
async def test_no_file_of_this_machine_is_reached_through_the_browser(runs: Runs, tmp_path_factory: Any) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "secret.txt").write_text("kestrel-7294")
    result, _ = await runs.run(
        """
        import { symlinkSync, readFileSync, writeFileSync } from 'node:fs';
        const tries: string[] = [];
        const attempt = async (work: () => Promise<unknown>) =>
          tries.push(await work().then(String, (error) => String(error)));
        const own = process.env.TMPDIR!;
        const secret = `${input.elsewhere}/secret.txt`;
        await page.goto(`${input.base}/shop/`);
        const line = await page.context().newCDPSession(page);
        const ask = (method: any, params: any) => attempt(() => line.send(method, params));
        for (const before of ['file://', 'FILE://', ' file://', 'view-source:file://', 'chrome://version'])
          await ask('Page.navigate', { url: before + secret });
        await ask('Network.loadNetworkResource', { url: `file://${secret}`, options: {} });
        await page.setContent('<input type=file>');
        writeFileSync(`${own}/mine.txt`, 'mine');
        symlinkSync(secret, `${own}/link`);
        await page.setInputFiles('input', `${own}/mine.txt`);
        const read = () => page.evaluate(() => (document.querySelector('input') as any).files[0].text());
        const mine = await read();
        for (const file of [secret, `${own}/link`]) {
          await ask('DOM.setFileInputFiles', { files: [file] });
          const data = { items: [], files: [file], dragOperationsMask: 1 };
          await ask('Input.dispatchDragEvent', { type: 'drop', x: 1, y: 1, data });
        }
        const save = async () => {
          const coming = page.waitForEvent('download');
          await page.evaluate(() => {
            Object.assign(document.createElement('a'), { href: 'data:text/plain,saved', download: 'a.txt' }).click();
          });
          return (await coming).path();
        };
        const saved = readFileSync(await save(), 'utf8');
        const whole = await browser.newBrowserCDPSession();
        symlinkSync(input.elsewhere, `${own}/out`);
        for (const downloadPath of [input.elsewhere, `${own}/out`, `${own}/../..${input.elsewhere}`]) {
          const how = { behavior: 'allowAndName', downloadPath, eventsEnabled: true } as const;
          await whole.send('Browser.setDownloadBehavior', how);
          await save();
        }
        await browser.close();
        answer({ tries, mine, saved });
        """,
        elsewhere=str(elsewhere),
    )

    assert result.fault is None
    assert [said for said in result.data["tries"] if "Pollex refuses" not in said] == []
    assert (result.data["mine"], result.data["saved"]) == ("mine", "saved")
    assert [each.name for each in elsewhere.iterdir()] == ["secret.txt"]


async def test_credentials_are_typed_by_pollex(runs: Runs) -> None:
    """What the script holds is told backwards, since its answer is redacted. In its browser it can read the value."""
    result, _ = await runs.run(
        """
        await page.goto(`${input.base}/bank/login`);
        const said = [
          await fill('#username', 'username_password.username'), await fill('#password', 'username_password.password'),
        ];
        const read = await page.locator('#password').inputValue();
        await page.getByRole('button').click();
        await page.waitForURL('**/bank/code**');
        await browser.close();
        const held = JSON.stringify({ held: [said, process.env, process.argv], read });
        answer({ said, read, backwards: [...held].reverse().join('') });
    """
    )

    assert result.fault is None
    assert result.data["said"] == [{"status": 200, "ok": True}] * 2
    assert result.data["read"] == "{{secret.username_password.password}}"
    written = json.loads(result.data["backwards"][::-1])
    assert written["read"] == PASSWORD
    assert PASSWORD not in json.dumps(written["held"])
    events = [event.to_json() for event in await runs.log.read(runs.context.run)]
    typed = [event["data"]["args"] for event in events if event["kind"] == "call.started"]
    assert [args["text"] for args in typed] == [
        "{{secret.username_password.username}}",
        "{{secret.username_password.password}}",
    ]
    assert PASSWORD not in json.dumps(events)


async def test_a_fill_that_is_refused_says_why(runs: Runs, server: Server) -> None:
    result, _ = await runs.run(
        """
        await page.goto(`${input.base}/bank/login`);
        const said = [
          await fill('#password', 'username_password.passwort'),
          await fill('#password', 'authenticator.code'),
          await fill('#password', 'custom.PIN'),
          await fill('#nowhere', 'username_password.password'),
        ];
        await page.goto(`${input.other}/bank/login`);
        said.push(await fill('#password', 'username_password.password'));
        const wrong = { method: 'POST', body: '{"selector": 1}' };
        said.push(await (await fetch(process.env.POLLEX_FILL_URL!, wrong)).json());
        const value = await page.inputValue('#password');
        await browser.close();
        answer({ said: said.map((each: any) => [each.status, each.code, each.message]), value });
        """,
        other=f"http://localhost:{server.port}",
    )

    assert result.fault is None
    assert result.data["value"] == ""
    assert [said[:2] for said in result.data["said"]] == [
        [404, "unknown_reference"],
        [404, "unknown_reference"],
        [404, "unknown_reference"],
        [404, "not_found"],
        [403, "blocked_domain"],
        [None, "invalid_input"],
    ]
    assert result.data["said"][1][2] == "There is no credential of the type 'authenticator'."


async def test_a_fill_goes_to_the_tab_that_the_script_used_last(runs: Runs) -> None:
    result, _ = await runs.run("""
        const other = await (await browser.newContext()).newPage();
        await page.goto(`${input.base}/bank/login`);
        await other.goto(`${input.base}/bank/login`);
        await page.inputValue('#username');
        const said = await fill('#username', 'username_password.username');
        const values = [await page.inputValue('#username'), await other.inputValue('#username')];
        await browser.close();
        answer({ said, filled: values.map((value) => value !== '') });
    """)

    assert result.fault is None
    assert result.data == {"said": {"status": 200, "ok": True}, "filled": [True, False]}


async def test_the_state_of_one_run_is_restored_in_the_next(runs: Runs) -> None:
    keep = """
        await page.goto(`${input.base}/shop/`);
        await page.evaluate(() => { document.cookie = 'kept=1; max-age=600'; localStorage.token = 'abc'; });
        await page.close();
        await browser.close();
        answer({});
    """
    look = """
        const open = browser.contexts()[0].pages().length;
        await page.goto(`${input.base}/shop/`);
        const found = await page.evaluate(() => ({ cookie: document.cookie, token: localStorage.token }));
        await browser.close();
        answer({ ...found, open });
    """
    _, state = await runs.run(keep)
    assert state is not None

    result, _ = await runs.run(look, snapshot={**state, "tabs": []})

    assert result.data == {"cookie": "kept=1", "token": "abc", "open": 1}
    assert result.notes == (NOT_HELD,)


async def test_a_failure_names_the_host_that_was_refused(runs: Runs) -> None:
    result, state = await runs.run("await page.goto('https://elsewhere.test/');")

    assert state is None
    assert result.fault is not None
    assert result.fault.code == "failed"
    assert "ERR_TUNNEL_CONNECTION_FAILED at https://elsewhere.test/" in result.fault.message
    assert "elsewhere.test:443 may not be reached" in (result.fault.hint or "")
    runs.nothing_left()


async def test_a_script_may_close_the_browser(runs: Runs) -> None:
    result, state = await runs.run("""
        const line = await browser.newBrowserCDPSession();
        await line.send('Browser.close').catch(() => {});
        answer({ closed: true });
        process.exit(0);
    """)

    assert (result.data, state) == ({"closed": True}, None)
    runs.nothing_left()


async def test_nothing_is_left_at_the_time_limit(runs: Runs) -> None:
    result, state = await runs.run("await page.goto(`${input.base}/shop/`); for (;;);", timeout=4)

    assert state is None
    assert result.fault is not None
    assert result.fault.code == "timeout"
    runs.nothing_left()


async def test_nothing_is_left_of_a_cancelled_run(runs: Runs) -> None:
    running = asyncio.ensure_future(runs.run("await page.goto(`${input.base}/shop/`); setInterval(() => {}, 1000);"))
    await runs.launched.wait()
    assert members(runs.started[0].pid)
    await asyncio.sleep(1)
    running.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running

    runs.nothing_left()


async def test_only_one_script_connects_and_no_page_does(runs: Runs) -> None:
    async with ScriptBrowser(runs.context, (), runs.launch) as browser:
        address = browser.cdp_url.replace("ws:", "http:")
        upgrade = {
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": "x",
            "Sec-WebSocket-Version": "13",
        }

        assert await status(address, {}) == 426
        assert await status(address, {**upgrade, "Origin": "http://127.0.0.1"}) == 403
        assert await status(address[:-1], upgrade) == 404
        first = await asyncio.open_connection(*address.split("/")[2].split(":"))
        lines = [
            f"GET /{address.rpartition('/')[2]} HTTP/1.1",
            *(f"{name}: {value}" for name, value in upgrade.items()),
        ]
        first[1].write("\r\n".join([*lines, "", ""]).encode())
        assert (await first[0].readline()).startswith(b"HTTP/1.1 101")
        assert await status(address, upgrade) == 409
        first[1].close()
    runs.nothing_left()


async def test_a_browser_that_does_not_start_is_a_fault(runs: Runs, tmp_path: Path) -> None:
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\necho no display >&2\nexit 1\n")
    program.chmod(0o755)

    with pytest.raises(Fault) as raised:
        await launch_pipe_chromium("http://127.0.0.1:1", executable=str(program))

    assert raised.value.code == "unavailable"


async def status(address: str, headers: dict[str, str]) -> int:
    def ask() -> int:
        try:
            with urlopen(Request(address, headers=headers), timeout=10) as answer:
                return int(answer.status)
        except HTTPError as error:
            with error:
                return error.code

    return await asyncio.to_thread(ask)
