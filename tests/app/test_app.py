"""The App: everything wired together, with a real database and real processes."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import pollex
from pollex.core.schema import Schema

from ..waits import until_async

TOOLS = '''
import asyncio, ctypes, os, sys, time
from pathlib import Path
import pollex

@pollex.tool(effect="read", isolation="process")
def exit_hard() -> None:
    """Leave at once."""
    os._exit(3)

@pollex.tool(effect="read", isolation="process")
def crash() -> None:
    """Read where nothing is."""
    ctypes.string_at(0)

@pollex.tool(effect="read", isolation="process", timeout=0.3)
async def block() -> None:
    """Block the event loop."""
    time.sleep(60)

@pollex.tool(isolation="process", timeout=0.3)
def send() -> None:
    """Take too long with something that matters."""
    time.sleep(60)

@pollex.tool(isolation="process")
def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b

@pollex.tool
def pay(file: str, seconds: float) -> int:
    """Write a line, then take a while."""
    with Path(file).open("a") as out:
        out.write("paid\\n")
    time.sleep(seconds)
    return 1
'''


@pytest.fixture
def tools_file(tmp_path: Path) -> Path:
    file = tmp_path / "tools.py"
    file.write_text(TOOLS)
    return file


def make_app(tmp_path: Path, **options: Any) -> pollex.App:
    return pollex.App(home=tmp_path / "home", **options)


async def test_calls_are_recorded_and_can_be_read_again(tmp_path: Path) -> None:
    async with make_app(tmp_path) as app:
        result = await app.call("tools.list", {"containing": "doctor"})
        assert [tool["name"] for tool in result.data] == ["doctor"]
        session = app.session.id
    async with make_app(tmp_path) as later:
        events = await later.find_run(session).events()
        assert [event.kind for event in events] == ["call.started", "call.finished"]
        read = await later.call("runs.events", {"run": session})
        assert [event["seq"] for event in read.data] == [1, 2]


async def test_a_tool_describes_itself(tmp_path: Path) -> None:
    async with make_app(tmp_path) as app:
        described = (await app.call("tools.describe", {"name": "doctor"})).data
        assert (described["name"], described["effect"]) == ("doctor", "read")
        unknown = await app.call("tools.describe", {"name": "docter"})
        assert unknown.fault is not None
        assert (unknown.fault.code, unknown.fault.hint) == ("unknown_tool", "Did you mean 'doctor'?")


async def test_every_built_in_tool_explains_itself(tmp_path: Path) -> None:
    async with make_app(tmp_path) as app:
        for tool in app.tools:
            assert tool.description, tool.name
            assert tool.title, tool.name
            assert tool.examples, tool.name
            assert all(tool.input.check(example, repair=False).ok for example in tool.examples), tool.name
            document = tool.input.document
            assert isinstance(document, dict)
            assert all(schema.get("description") for schema in document["properties"].values()), tool.name


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("exit_hard", "failed", "exit code 3"),
        ("crash", "failed", "SIGSEGV"),
        ("block", "timeout", "within 0.3 s"),
        ("send", "timeout", "within 0.3 s"),
    ],
)
async def test_what_only_a_process_survives(tmp_path: Path, tools_file: Path, name: str, code: str, words: str) -> None:
    async with make_app(tmp_path) as app:
        app.add_tools(tools_file)
        result = await app.call(name)
        assert result.fault is not None
        assert result.fault.code == code
        assert words in result.fault.message
        assert result.fault.uncertain is (name == "send")
        assert (await app.call("add", {"a": 1, "b": "2"})).data == 3


async def test_secrets_and_variables_come_from_the_environment(tmp_path: Path) -> None:
    environ = {
        "POLLEX_SECRET_SHOP_PASSWORD": "hunter2!",
        "REGION": "south",
        "POLLEX_ENV_ALLOW": "REGION",
        "HIDDEN": "x",
    }
    settings = pollex.Settings.load(environ=environ, cwd=tmp_path, home=tmp_path / "home", env_allow=["REGION"])

    @pollex.tool(effect="read")
    async def greet(words: list[str]) -> list[str]:
        """Say the words."""
        return [f"<{word}>" for word in words]

    async with pollex.App(settings) as app:
        app.tools.add(greet)
        words = ["{{REGION}}", "{{secret.shop.password}}", "{{name}}"]
        result = await app.call("greet", {"words": words}, scope=app.scope({"name": "Ann"}))
        assert result.data == ["<south>", "<{{secret.shop.password}}>", "<Ann>"]
        hidden = await app.call("greet", {"words": ["{{HIDDEN}}"]}, scope=app.scope())
        assert hidden.fault is not None
        assert (hidden.fault.code, hidden.fault.pointer) == ("unknown_reference", "/words/0")
    database = b"".join(file.read_bytes() for file in (tmp_path / "home").glob("pollex.db*"))
    assert b"hunter2!" not in database
    assert b"secret.shop.password" in database


async def test_a_policy_from_the_settings(tmp_path: Path) -> None:
    @pollex.tool(effect="destroy")
    async def drop() -> str:
        """Drop it."""
        return "gone"

    for approve, ok in (("ask", False), ("allow", True), ("deny", False)):
        async with make_app(tmp_path, approve=approve) as app:
            app.tools.add(drop)
            assert (await app.call("drop")).ok is ok


async def test_limits_from_the_settings(tmp_path: Path) -> None:
    @pollex.tool(effect="read")
    async def wait() -> None:
        """Wait."""
        await asyncio.sleep(5)

    async with make_app(tmp_path, call_timeout=0.05) as app:
        app.tools.add(wait)
        result = await app.call("wait")
        assert result.fault is not None
        assert result.fault.code == "timeout"


async def test_cancel_stops_everything(tmp_path: Path) -> None:
    @pollex.tool
    async def wait() -> None:
        """Wait."""
        begun.append(1)
        if len(begun) == 10:
            app.cancel.cancel()
        await asyncio.sleep(60)

    begun: list[int] = []
    async with make_app(tmp_path) as app:
        app.tools.add(wait)
        results = await asyncio.gather(*(app.call("wait") for _ in range(10)))
        assert {result.fault.code for result in results if result.fault} == {"cancelled"}


PAYING = """
import asyncio, sys
import pollex

async def main():
    async with pollex.App(home=sys.argv[1]) as app:
        app.add_tools(sys.argv[2])
        result = await app.call("pay", {"file": sys.argv[3], "seconds": float(sys.argv[4])}, key="invoice 7")
        fault = result.fault
        print(result.ok, fault and fault.code, fault and fault.uncertain, flush=True)

asyncio.run(main())
"""


def paying(tmp_path: Path, tools_file: Path, seconds: float) -> subprocess.Popen[str]:
    arguments = [str(tmp_path / "home"), str(tools_file), str(tmp_path / "paid"), str(seconds)]
    return subprocess.Popen([sys.executable, "-c", PAYING, *arguments], stdout=subprocess.PIPE, text=True)


def test_a_killed_call_is_uncertain_and_not_run_again(tmp_path: Path, tools_file: Path) -> None:
    first = paying(tmp_path, tools_file, 30)
    paid = tmp_path / "paid"
    asyncio.run(until_async("it has paid", lambda: paid.exists() and paid.read_text()))
    os.kill(first.pid, signal.SIGKILL)
    first.communicate()
    output, _ = paying(tmp_path, tools_file, 30).communicate(timeout=60)
    assert output.split() == ["False", "conflict", "True"]
    assert paid.read_text() == "paid\n"


def test_three_processes_with_one_key_run_once(tmp_path: Path, tools_file: Path) -> None:
    running = [paying(tmp_path, tools_file, 0.5) for _ in range(3)]
    outputs = [process.communicate(timeout=60)[0].split() for process in running]
    assert outputs == [["True", "None", "None"]] * 3
    assert (tmp_path / "paid").read_text() == "paid\n"


def test_nothing_happens_until_the_first_call(tmp_path: Path) -> None:
    make_app(tmp_path)
    assert not (tmp_path / "home").exists()


async def test_a_tool_made_by_hand(tmp_path: Path) -> None:
    shout = pollex.Tool(
        name="shout",
        description="Say it loudly.",
        input=Schema({"properties": {"text": {"type": "string"}}, "required": ["text"]}),
        run=lambda args, context: args["text"].upper(),
        effect="read",
    )
    async with make_app(tmp_path) as app:
        app.tools.add(shout)
        assert (await app.call("shout", '{"text": "hi"}')).data == "HI"


async def test_modules_take_local_code_from_their_folder_and_from_those_that_a_setting_names(tmp_path: Path) -> None:
    for folder in ("own", "shared"):
        (tmp_path / folder).mkdir()
    (tmp_path / "shared" / "sums.py").write_text("def double(number: int) -> int:\n    return 2 * number\n")
    manifest = {
        "name": "sums", "version": "1.0.0", "description": "Sums.", "package": "../shared/sums.py", "type": "static",
        "tools": [{"name": "double", "description": "Double.", "function": "double", "parameters": {
            "type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"]}}],
    }  # fmt: skip
    (tmp_path / "own" / "module.json").write_text(json.dumps(manifest))
    async with make_app(tmp_path) as app:
        app.add_module(tmp_path / "own")
        refused = (await app.call("double", {"number": 4})).fault
        assert refused is not None
        assert (refused.code, refused.pointer) == ("denied", "/package")
        assert "module_folders" in (refused.hint or "")
    async with make_app(tmp_path, module_folders=[str(tmp_path / "shared")]) as app:
        app.add_module(tmp_path / "own")
        assert (await app.call("double", {"number": 4})).data == 8


async def test_a_call_sees_that_a_manifest_has_changed(tmp_path: Path) -> None:
    def write(name: str) -> None:
        tool = {"name": name, "description": "Join.", "function": "commonprefix", "parameters": {
            "type": "object", "properties": {"m": {"type": "array"}}, "required": ["m"]}}  # fmt: skip
        about = {"name": "paths", "version": "1.0.0", "description": "Paths.", "package": "os.path", "type": "static"}
        (tmp_path / "module.json").write_text(json.dumps(about | {"tools": [tool]}))

    write("begin")
    async with make_app(tmp_path) as app:
        app.add_module(tmp_path / "module.json")
        assert (await app.call("begin", {"m": ["ab", "ac"]})).data == "a"
        write("beginning")
        async with asyncio.timeout(60):
            while not (await app.call("beginning", {"m": ["ab", "ac"]})).ok:  # noqa: ASYNC110 - files send no events
                await asyncio.sleep(0.1)
        assert "begin" not in app.tools


async def test_tools_and_functions_can_be_given(tmp_path: Path) -> None:
    def double(number: int) -> int:
        """Double a whole number."""
        return 2 * number

    @pollex.tool(effect="read")
    def half(number: int) -> float:
        """Halve a whole number."""
        return number / 2

    async with make_app(tmp_path, tools=[double, half]) as app:
        assert app.added_tools == ["double", "half"]
        assert (await app.call("double", {"number": "4"})).data == 8


async def test_an_unknown_tool_is_named_before_a_task_begins(tmp_path: Path) -> None:
    async with make_app(tmp_path) as app:
        run = await app.run("Look", url="http://127.0.0.1:1/", tools=["doktor"])
        assert run.result is not None
        assert run.result.fault is not None
        assert (run.result.fault.code, run.result.fault.hint) == ("unknown_tool", "Did you mean 'doctor'?")
        assert await run.events() == []
