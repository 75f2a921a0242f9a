"""The process of a Node script, without a browser: what it is given, what it answers, and how its failures read."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from pollex.core.context import Context
from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.core.json import Object, dumps
from pollex.core.registry import Registry
from pollex.core.secret import Secret
from pollex.scripting import node_process, node_script
from pollex.scripting.confinement import Strength
from pollex.scripting.loopback import HttpRequest, LoopbackServer, respond
from pollex.scripting.trust import ScriptHome

from ..waits import until_async
from .test_confinement import namespaces
from .test_endings import sleeping


def script(folder: Path, code: str, name: str = "tool.ts") -> Path:
    file = folder / name
    file.write_text(code)
    return file


async def run_script(file: Path, given: dict[str, str], context: Context, timeout: float, **more: Any) -> Object:
    trusted, strength = more.pop("trusted", False), more.pop("strength", "namespaces")
    home = ScriptHome(file.parent, (), lambda: trusted, strength)
    server = LoopbackServer()
    try:
        return await node_script.run_script(file, given, context, timeout, home=home, server=server, **more)
    finally:
        await server.close()


async def fault_of(file: Path, timeout: float = 30.0) -> Fault:
    with pytest.raises(Fault) as raised:
        await run_script(file, {}, Context(Registry()), timeout)
    return raised.value


async def test_the_last_line_of_json_is_the_result(tmp_path: Path) -> None:
    code = """
        interface Input { name: string }
        const input: Input = JSON.parse(process.env.ANCHOR_TOOL_INPUT!);
        console.log('{"progress": 1}');
        console.log(JSON.stringify({ greeting: `Hello ${input.name}` }));
        console.log('bye');
    """
    given = {"ANCHOR_TOOL_INPUT": '{"name": "Ada"}'}

    assert await run_script(script(tmp_path, code), given, Context(Registry()), 30) == {"greeting": "Hello Ada"}


async def test_the_file_of_the_result_comes_before_what_is_printed(tmp_path: Path) -> None:
    code = """
        const { writeFileSync } = require('node:fs');
        writeFileSync(process.env.ANCHOR_TOOL_OUTPUT, JSON.stringify({ text: 'x'.repeat(100_000) }));
        console.log('{"not": "this"}');
    """
    answer = await run_script(script(tmp_path, code, "tool.js"), {}, Context(Registry()), 30)

    assert answer == {"text": "x" * 100_000}


async def test_the_environment_is_a_list_of_allowed_variables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
    monkeypatch.setenv("POLLEX_SECRET_SHOP", "s3cret")
    monkeypatch.setenv("NODE_OPTIONS", "--no-warnings")
    code = "console.log(JSON.stringify({ names: Object.keys(process.env) }));"

    answer = await run_script(script(tmp_path, code), {"ANCHOR_SESSION_ID": "1"}, Context(Registry()), 30)

    assert set(answer["names"]) - {"PATH", "LANG", "LC_ALL", "LC_CTYPE", "LANGUAGE", "TZ"} == {
        "ANCHOR_SESSION_ID",
        "ANCHOR_TOOL_OUTPUT",
        "HOME",
        "TMPDIR",
    }


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("tool.ts", "import { chromium } from 'playwright-core'; import * as all from 'playwright';"),
        (
            "tool.mjs",
            "import pw from 'playwright-core'; const { chromium } = pw; const all = await import('playwright');",
        ),
        ("tool.cjs", "const { chromium } = require('playwright-core'); const all = require('playwright');"),
    ],
)
async def test_playwright_core_is_there_without_being_installed(tmp_path: Path, name: str, code: str) -> None:
    code += "\nconsole.log(JSON.stringify({ names: [chromium.name(), all.chromium.name()] }));"

    answer = await run_script(script(tmp_path, code, name), {}, Context(Registry()), 30)

    assert answer == {"names": ["chromium", "chromium"]}


async def test_an_installed_package_of_the_library_is_found(tmp_path: Path) -> None:
    package = tmp_path / "node_modules" / "playwright"
    package.mkdir(parents=True)
    (package / "index.js").write_text("exports.own = true;")
    code = "import { own } from 'playwright'; console.log(JSON.stringify({ own }));"

    assert await run_script(script(tmp_path, code), {}, Context(Registry()), 30) == {"own": True}


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("\nthrow new Error('no such user');", "tool.ts, line 2: Error: no such user"),
        ("\n\nawait Promise.reject(new TypeError('late'));", "tool.ts, line 3: TypeError: late"),
        ("let a = ;", "tool.ts, line 1: SyntaxError [ERR_INVALID_TYPESCRIPT_SYNTAX]: Expression expected"),
        ("\nlet a = 1; let a = 2;", "tool.ts, line 2: SyntaxError: Identifier 'a' has already been declared"),
        ("process.exit(3);", "tool.ts ended with exit code 3."),
        ("process.kill(process.pid, 'SIGKILL');", "tool.ts was ended by SIGKILL."),
    ],
)
async def test_a_script_that_fails_is_named_with_its_line(tmp_path: Path, code: str, message: str) -> None:
    fault = await fault_of(script(tmp_path, code))

    assert (fault.code, fault.message, fault.retry, fault.uncertain) == ("failed", message, False, True)


async def test_types_that_cannot_be_stripped_have_a_hint(tmp_path: Path) -> None:
    fault = await fault_of(script(tmp_path, "\nenum Colour { Red }"))

    assert fault.code == "invalid_input"
    assert fault.message.startswith("tool.ts, line 2: SyntaxError [ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX]: TypeScript enum")
    assert "const object instead of an enum" in (fault.hint or "")


@pytest.mark.document("000", "Imports without an ending run.")
async def test_files_beside_a_script_may_be_imported_without_their_ending(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    script(tmp_path / "shared", "import { b } from '../b.js';\nexport const a: string = b;", "index.ts")
    script(tmp_path, "export const b: string = 'found';", "b.ts")
    code = "import { a } from './shared';\nconsole.log(JSON.stringify({ a }));"

    assert await run_script(script(tmp_path, code), {}, Context(Registry()), 30) == {"a": "found"}


async def test_a_package_that_is_missing_has_a_hint(tmp_path: Path) -> None:
    fault = await fault_of(script(tmp_path, "import 'left-pad';"))

    assert "Cannot find package 'left-pad'" in fault.message
    assert "beside the script" in (fault.hint or "")


@pytest.mark.parametrize(
    ("code", "message", "received"),
    [
        ("", "tool.ts ended without a result.", "no output"),
        ("console.log('done');", "tool.ts ended without a result.", '"done" (string)'),
        ("console.log('[1, 2]');", "The result of tool.ts is no object.", "[1,2] (array)"),
        ("console.log('{a: 1}');", "The result of tool.ts is not JSON", '"{a: 1}" (string)'),
    ],
)
async def test_an_answer_of_the_wrong_shape(tmp_path: Path, code: str, message: str, received: str) -> None:
    fault = await fault_of(script(tmp_path, code))

    assert (fault.code, fault.received, fault.retry) == ("invalid_output", received, False)
    assert fault.message.startswith(message)
    assert "console.log(JSON.stringify(" in (fault.hint or "")


async def test_a_script_that_does_not_end_is_killed_with_what_it_started(tmp_path: Path) -> None:
    code = """
        import { spawn } from 'node:child_process';
        spawn('sleep', ['600'], { env: { MARK: import.meta.dirname } });
        for (;;);
    """
    fault = await fault_of(script(tmp_path, code), timeout=2)

    assert (fault.code, fault.uncertain) == ("timeout", True)
    assert fault.message == "tool.ts did not end within 2 s, and was killed with its browser."
    assert sleeping(tmp_path) == []


@pytest.mark.parametrize("strength", ["namespaces", "none"])
async def test_what_a_script_has_started_ends_with_it(tmp_path: Path, strength: Strength) -> None:
    code = """
        import { spawn } from 'node:child_process';
        for (const detached of [true, false]) {
          spawn('sleep', ['600'], { stdio: 'inherit', env: { MARK: import.meta.dirname }, detached }).unref();
        }
        console.log(JSON.stringify({ started: 2 }));
    """
    answer = await run_script(script(tmp_path, code), {}, Context(Registry()), 30, trusted=True, strength=strength)

    assert answer == {"started": 2}
    assert sleeping(tmp_path) == []


async def test_output_without_end_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node_process, "MOST", 1_000_000)
    code = "const line = 'x'.repeat(10_000); const go = () => process.stdout.write(line, go); go();"

    fault = await fault_of(script(tmp_path, code))

    assert (fault.code, fault.message) == ("limit", "tool.ts printed without end, and was killed.")


async def test_what_is_printed_is_kept_to_a_limit_and_without_secrets(tmp_path: Path) -> None:
    log = MemoryLog()
    context = Context(Registry(), log=log)
    context.redactor.learn(Secret("shop.password", "correct-horse"))
    code = """
        console.error('password correct-horse');
        console.log('x'.repeat(200_000));
        console.log('{"a": 1}');
    """
    assert await run_script(script(tmp_path, code), {}, context, 30) == {"a": 1}

    said = [event.data["data"] for event in await log.read(context.run)]
    [errors, printed] = sorted(said, key=lambda each: len(each["printed"]))
    assert errors == {"script": "tool.ts", "printed": "password {{secret.shop.password}}"}
    assert len(printed["printed"]) == 64 * 1024 - 1


async def test_a_cancelled_run_kills_the_script(tmp_path: Path) -> None:
    context = Context(Registry())
    running = asyncio.ensure_future(run_script(script(tmp_path, "setInterval(() => {}, 1000);"), {}, context, 60))
    await asyncio.sleep(0.5)
    begun = time.monotonic()
    context.cancel.cancel("no longer wanted")

    with pytest.raises(Fault) as raised:
        await running

    assert (raised.value.code, raised.value.message) == ("cancelled", "tool.ts was stopped: no longer wanted.")
    assert time.monotonic() - begun < 10


async def ended(pid: int) -> None:
    await until_async(f"the end of process {pid}", lambda: not is_running(pid), 5)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


async def test_what_is_printed_is_reported_while_the_script_runs(tmp_path: Path) -> None:
    """The script prints the second part once the first has arrived here, and ends without a line's end."""
    log = MemoryLog()
    context = Context(Registry(), log=log)
    code = """
        import { existsSync } from 'node:fs';
        console.log('one\\ntwo');
        while (!existsSync('go'));
        process.stdout.write('{"a": 1}');
    """
    running = asyncio.create_task(run_script(script(tmp_path, code), {}, context, 30))

    async def said() -> list[str]:
        return [event.data["data"]["printed"] for event in await log.read(context.run)]

    await until_async("the first lines arrive", said)
    (tmp_path / "go").touch()
    assert await running == {"a": 1}
    assert await said() == ["one\ntwo", '{"a": 1}']


REACH = """
    import fs from 'node:fs';
    import net from 'node:net';
    import { spawnSync } from 'node:child_process';
    const given = JSON.parse(process.env.ANCHOR_TOOL_INPUT);
    const reached = [];
    const reaches = async (what, work) => { try { await work(); reached.push(what); } catch { /* held */ } };
    const connect = (where) => new Promise((resolve, reject) => {
      const socket = net.connect(where, () => { socket.destroy(); resolve(); });
      socket.on('error', reject);
    });
    await reaches('a file of the home', () => fs.readFileSync(given.secret));
    await reaches('a file beside the library', () => fs.writeFileSync(given.beside, 'x'));
    await reaches('its library', () => fs.writeFileSync(import.meta.filename + 'x', 'x'));
    await reaches('the network', () => connect({ host: '127.0.0.1', port: given.port }));
    await reaches('a socket', () => connect({ path: given.socket }));
    await reaches('an abstract socket', () => connect({ path: '\\0' + given.abstract }));
    await reaches('another process', () => process.kill(given.process, 0));
    await reaches('the variables of another process', () => fs.readFileSync(`/proc/${given.process}/environ`));
    await reaches('its folder', () => fs.writeFileSync(`${process.env.TMPDIR}/x`, 'x'));
    await reaches('a program', () => { if (spawnSync('true').status !== 0) throw new Error(); });
    await reaches('its door', async () => { await fetch(given.door); });
    console.log(JSON.stringify({ reached }));
"""


async def reached(folder: Path, machine: Object, **more: Any) -> set[str]:
    """What a script reaches of a machine, and the door that it may knock at."""
    (folder / "library").mkdir()
    server = LoopbackServer()
    await server.open()

    async def answer(request: HttpRequest) -> None:
        respond(request, 200, {})

    given = {"ANCHOR_TOOL_INPUT": dumps({**machine, "door": f"http://{server.add(answer)}"})}
    file = script(folder / "library", REACH)
    home = ScriptHome(folder / "library", (Path(machine["home"]),), lambda: more["trusted"], more["strength"])
    try:
        context = Context(Registry())
        said = await node_script.run_script(file, given, context, 30, home=home, server=server, note=more["note"])
    finally:
        await server.close()
    return set(said["reached"])


@pytest.mark.document("000", "Scripts for Node reach nothing on the machine but their folder and their browser.")
@namespaces
async def test_a_script_reaches_its_folder_and_its_door(machine: Object, tmp_path: Path) -> None:
    notes: list[str] = []
    found = await reached(tmp_path, machine, trusted=False, strength="namespaces", note=notes.append)

    assert found == {"its folder", "a program", "its door"}
    assert not [note for note in notes if "held" in note]


async def test_a_trusted_script_that_nothing_holds_reaches_the_rest(machine: Object, tmp_path: Path) -> None:
    notes: list[str] = []
    found = await reached(tmp_path, machine, trusted=True, strength="none", note=notes.append)

    assert found >= {"a file of the home", "the network", "a socket", "another process", "its door"}
    assert notes[0] == "Nothing held the script 'tool.ts', which you trust: namespaces are switched off."


@pytest.mark.parametrize("strength", ["landlock", "none"])
async def test_a_script_that_no_namespaces_hold_needs_trust(tmp_path: Path, strength: str) -> None:
    code = "require('node:fs').writeFileSync('ran', ''); console.log('{}');"
    with pytest.raises(Fault) as raised:
        await run_script(script(tmp_path, code, "tool.js"), {}, Context(Registry()), 30, strength=strength)

    assert raised.value.code == "denied"
    assert raised.value.message.startswith("The script 'tool.js' was not started, for nothing would hold it here: ")
    assert raised.value.hint == f"Read its code. If you trust it, as it is now: pollex library trust {tmp_path}"
    assert not (tmp_path / "ran").exists()
