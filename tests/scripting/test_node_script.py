"""The process of a Node script, without a browser: what it is given, what it answers, and how its failures read."""

import asyncio
import time
from pathlib import Path

import pytest

from pollex.core.context import Context
from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.core.registry import Registry
from pollex.core.secret import Secret
from pollex.scripting import node_process
from pollex.scripting.node_script import run_script

from ..waits import until_async


def script(folder: Path, code: str, name: str = "tool.ts") -> Path:
    file = folder / name
    file.write_text(code)
    return file


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
        import { writeFileSync } from 'node:fs';
        const child = spawn('sleep', ['600']);
        writeFileSync('pids', `${process.pid} ${child.pid}`);
        for (;;);
    """
    fault = await fault_of(script(tmp_path, code), timeout=2)

    assert (fault.code, fault.uncertain) == ("timeout", True)
    assert fault.message == "tool.ts did not end within 2 s, and was killed with its browser."
    for pid in (tmp_path / "pids").read_text().split():
        await ended(int(pid))


async def test_what_a_script_has_started_ends_with_it(tmp_path: Path) -> None:
    code = """
        import { spawn } from 'node:child_process';
        const child = spawn('sleep', ['600'], { stdio: 'inherit' });
        child.unref();
        console.log(JSON.stringify({ pid: child.pid }));
    """
    answer = await run_script(script(tmp_path, code), {}, Context(Registry()), 30)

    await ended(answer["pid"])


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
