"""What a call of JavaScript can do wrong, and what it gives back, seen from here."""

import asyncio
import gc
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pollex.core.context import Context
from pollex.core.fault import Fault
from pollex.core.limits import DEFAULT_LIMITS
from pollex.core.registry import Registry
from pollex.modules.node import NodeRuntime
from pollex.modules.runtime import LibraryFailure

from ...waits import until_async

SLOW = "exports.slow = () => new Promise(() => { begun += 1; }); exports.fast = () => 1; let begun = 0;"


def is_gone(pid: int) -> bool:
    """Whether a process has ended, though nobody may have asked for its exit code yet."""
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().split()[2] == "Z"


async def test_killing_the_process_answers_a_hundred_calls_and_the_next_one_works(load_alone: Any) -> None:
    module = await load_alone.code(f"{SLOW} exports.begun = () => begun;", "slow", "fast", "begun")
    assert await module.call("t1", {}) == 1
    calls = [asyncio.ensure_future(module.call("t0", {})) for _ in range(100)]
    while await module.call("t2", {}) < 100:
        pass

    os.kill((await load_alone.runtime.process()).pid, signal.SIGKILL)
    answers = await asyncio.gather(*calls, return_exceptions=True)

    told = {(fault.code, fault.message, fault.retry, fault.uncertain) for fault in answers if isinstance(fault, Fault)}
    assert len(answers) == 100
    assert told == {("unavailable", "The Node process of the modules was ended by SIGKILL.", False, True)}
    assert await asyncio.gather(*(module.call("t1", {}) for _ in range(100))) == [1] * 100


async def test_instances_are_gone_with_the_process(load_alone: Any) -> None:
    code = "exports.make = () => new Date(0); exports.getTime = () => 1;"
    module = await load_alone.code(code, "make", "getTime", tool={"resultMapping": {"transform": "instance"}})
    kept = await module.call("t0", {})
    process = await load_alone.runtime.process()
    os.kill(process.pid, signal.SIGKILL)
    await until_async("the end of the process was noticed", lambda: not process.usable)

    with pytest.raises(Fault) as raised:
        await module.call("t1", {}, kept.id)

    assert (raised.value.code, raised.value.pointer, raised.value.received) == ("not_found", "/instance", kept.id)


async def test_what_a_library_prints_disturbs_nothing(load_alone: Any, capfd: pytest.CaptureFixture[str]) -> None:
    code = """exports.print = () => {
        console.log("said by log"); process.stdout.write("said by write\\n");
        require("node:fs").writeSync(1, "said to descriptor 1\\n");
        require("node:child_process").execSync("echo said by a child", { stdio: "inherit" });
        return "done";
    };"""
    module = await load_alone.code(code, "print")

    assert await module.call("t0", {}) == "done"
    printed = capfd.readouterr()
    assert printed.out == ""
    assert {*printed.err.splitlines()} == {
        "said by log",
        "said by write",
        "said to descriptor 1",
        "said by a child",
    }


async def test_a_library_that_exits_fails_alone(load_alone: Any) -> None:
    module = await load_alone.code(f"{SLOW} exports.leave = () => process.exit(3);", "leave", "fast")
    process = await load_alone.runtime.process()

    with pytest.raises(LibraryFailure, match=r"process\.exit\(3\) was called"):
        await module.call("t0", {})

    assert await module.call("t1", {}) == 1
    assert await load_alone.runtime.process() is process


async def test_an_abort_is_answered_and_the_next_call_works(load_alone: Any) -> None:
    module = await load_alone.code(f"{SLOW} exports.crash = () => process.kill(process.pid, 9);", "crash", "fast")

    with pytest.raises(Fault) as raised:
        await module.call("t0", {})

    assert (raised.value.code, raised.value.uncertain) == ("unavailable", True)
    assert await module.call("t1", {}) == 1


async def test_an_error_outside_of_a_call_ends_nothing(load_alone: Any, capfd: pytest.CaptureFixture[str]) -> None:
    code = """exports.later = () => { setTimeout(() => { throw new Error("too late"); }, 1); Promise.reject("lost"); };
    exports.wait = () => new Promise((done) => setTimeout(done, 50));"""
    module = await load_alone.code(code, "later", "wait")
    await module.call("t0", {})

    assert await module.call("t1", {}) is None
    assert "too late" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("thrown", "type_", "message", "properties"),
    [
        ("new TypeError('no')", "TypeError", "no", {}),
        ("Object.assign(new Error('no'), {code: 'E1', status: 418})", "Error", "no", {"code": "E1", "status": 418}),
        ("Object.assign(new Error('no'), {response: {status: 503}})", "Error", "no",
         {"response": {"status": 503}, "status": 503}),
        ("new (class Odd extends Error {})('no')", "Odd", "no", {}),
        ("'text'", "string", "text", {}),
        ("null", "null", "null", {}),
        ("undefined", "undefined", "undefined", {}),
        ("({code: 7})", "Object", '{"code":7}', {"code": 7}),
        ("new Proxy({}, {get() { throw 1 }})", "object", "What was thrown could not be read.", {}),
    ],
)  # fmt: skip
async def test_whatever_is_thrown_is_a_failure(
    load: Any, thrown: str, type_: str, message: str, properties: dict[str, Any]
) -> None:
    module = await load.code(f"exports.fail = async () => {{ throw {thrown}; }};", "fail")

    with pytest.raises(LibraryFailure) as raised:
        await module.call("t0", {})

    failure = raised.value
    assert (failure.function, failure.error_type, failure.message) == ("fail", type_, message)
    assert failure.properties == properties


async def test_giving_up_a_call_ends_only_that_call(load_alone: Any) -> None:
    module = await load_alone.code(
        "exports.never = () => new Promise(() => {}); exports.one = () => 1;", "never", "one"
    )
    process = await load_alone.runtime.process()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(module.call("t0", {}), 0.1)

    await process.settled()

    assert await module.call("t1", {}) == 1
    assert await load_alone.runtime.process() is process


async def test_a_busy_loop_that_was_given_up_is_killed_and_takes_no_later_call_with_it(load_alone: Any) -> None:
    module = await load_alone.code("exports.busy = () => { for (;;); }; exports.one = () => 1;", "busy", "one")
    await module.plan("t1")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(module.call("t0", {}), 0.1)

    assert await asyncio.gather(*(module.call("t1", {}) for _ in range(3))) == [1, 1, 1]


async def test_a_busy_loop_while_loading_is_killed_too(load_alone: Any) -> None:
    process = await load_alone.runtime.process()
    await process.ask({"do": "ping"})
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(load_alone.code("for (;;);", "x"), 0.5)
    await process.settled()

    module = await load_alone.code("exports.one = () => 1;", "one", name="other.js")
    assert await module.call("t0", {}) == 1


async def test_what_is_no_json_is_refused_before_it_is_sent(load: Any) -> None:
    module = await load.code("exports.same = (x) => x;", "same", parameters={"x": {}})

    with pytest.raises(Fault) as raised:
        await module.call("t0", {"x": object()})

    assert (raised.value.code, raised.value.expected) == ("invalid_input", "plain JSON")


async def test_large_arguments_and_results_pass(load: Any) -> None:
    module = await load.code("exports.same = (x) => x;", "same", parameters={"x": {}})
    large = ["é" * 1000] * 5000

    assert await module.call("t0", {"x": large}) == large


async def test_many_large_calls_at_a_time_are_not_mixed_up(load: Any) -> None:
    module = await load.code("exports.same = async (x) => x;", "same", parameters={"x": {}})
    values = [str(number) * 50_000 for number in range(50)]

    assert await asyncio.gather(*(module.call("t0", {"x": value}) for value in values)) == values


async def test_a_lone_surrogate_passes_both_ways(load: Any) -> None:
    module = await load.code("exports.same = (x) => x;", "same", parameters={"x": {}})

    assert await module.call("t0", {"x": "\ud800"}) == "\ud800"


@pytest.mark.parametrize(
    ("value", "json_"),
    [
        ("undefined", None),
        ("NaN", None),
        ("10n ** 20n", "100000000000000000000"),
        ("new Date(0)", "1970-01-01T00:00:00.000Z"),
        ("new Date(NaN)", None),
        ("(function* () { yield 1; yield [2]; })()", [1, [2]]),
        ("(async function* () { yield 1; yield [2]; })()", [1, [2]]),
        ("new Map([['a', new Set([1])], [2, 'b']])", {"a": [1], "2": "b"}),
        ("Buffer.from('hi')", "aGk="),
        ("new Uint8Array([104, 105])", "aGk="),
        ("({f() {}, s: Symbol('s'), u: undefined, n: null})", {"u": None, "n": None}),
        ("[() => 1, undefined]", [None, None]),
        ("new (class P { constructor() { this.x = 1; } get y() { return 2; } })()", {"x": 1}),
        ("new (require('node:events'))()", {"$type": "EventEmitter"}),
        ("new Error('no')", {"$type": "Error", "message": "no"}),
        ("new URL('http://a/b')", "http://a/b"),
        ("({get bad() { throw new Error('no') }})", {"$type": "Object", "error": "no"}),
        ('JSON.parse(\'{"__proto__": {"a": 1}}\')', {"__proto__": {"a": 1}}),
    ],
)
async def test_results_become_json(load: Any, value: str, json_: Any) -> None:
    module = await load.code(f"exports.give = () => ({value});", "give")

    assert await module.call("t0", {}) == json_


async def test_a_value_inside_itself_is_a_reference(load: Any) -> None:
    code = (
        "exports.give = () => { const a = {n: [1]}; a['x/y'] = {up: a}; a.same = a.n; a.n.push(a['x/y']); return a; }"
    )
    module = await load.code(code, "give")

    inner = {"up": {"$ref": "#"}}
    assert await module.call("t0", {}) == {"n": [1, inner], "x/y": inner, "same": [1, inner]}


async def test_what_is_nested_too_deep_is_cut(load: Any) -> None:
    module = await load.code(
        "exports.give = () => { let a = 1; for (let i = 0; i < 9999; i++) a = [a]; return a; }", "give"
    )

    assert json.dumps(await module.call("t0", {})).count("[") == 500


async def test_what_is_too_large_is_cut(load: Any) -> None:
    module = await load.code("exports.give = () => 'x'.repeat(30_000_000);", "give")

    assert len(await module.call("t0", {})) == 15_999_992


async def test_calls_from_one_loop_after_another_use_the_same_process(tmp_path: Path) -> None:
    script = f"""
import asyncio
from pathlib import Path
from pollex.modules.node import NodeRuntime
runtime = NodeRuntime()
async def ping():
    process = await runtime.process()
    await process.ask({{"do": "ping"}})
    return process.pid
pids = {{asyncio.run(ping()) for _ in range(3)}}
Path({str(tmp_path / "pids")!r}).write_text(" ".join(map(str, pids)))
"""
    await asyncio.to_thread(subprocess.run, [sys.executable, "-c", script], check=True)

    [pid] = (tmp_path / "pids").read_text().split()
    await until_async("the process has ended", lambda: is_gone(int(pid)))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a busy process with its parent")
async def test_a_busy_process_ends_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    busy = tmp_path / "busy"
    (tmp_path / "it.js").write_text(f"require('node:fs').writeFileSync({str(busy)!r}, ''); for (;;);")
    script = f"""
import asyncio, os, signal
from pathlib import Path
from pollex.modules.node import NodeRuntime
from pollex.modules.runtime import Manifest
async def main():
    runtime = NodeRuntime()
    process = await runtime.process()
    await process.ask({{"do": "ping"}})
    document = {{"name": "it", "package": "./it.js", "type": "static", "tools": []}}
    asyncio.ensure_future(runtime.load(Manifest(document, Path({str(tmp_path)!r}, "module.json")), None))
    while not Path({str(busy)!r}).exists():
        await asyncio.sleep(0.01)
    print(process.pid, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(main())
"""
    command = [sys.executable, "-c", script]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)

    await until_async("the process has ended", lambda: is_gone(int(done.stdout)))


async def test_a_closed_runtime_says_so() -> None:
    runtime = NodeRuntime()
    await runtime.close()

    with pytest.raises(Fault, match="The Node runtime is closed"):
        await runtime.process()


async def test_each_function_that_an_argument_chooses_is_called(load: Any) -> None:
    module = await load.code("exports.up = (s) => s.toUpperCase(); exports.twice = (s) => s + s;", "up")
    parameters = {"type": "object", "properties": {"s": {"type": "string"}}}
    chosen = [{"name": "t0", "function": name, "parameters": parameters} for name in ("up", "twice", "up")]
    context = Context(tools=Registry())

    made = [await module.library.call(tool, {"s": "ab"}, instance=None, context=context) for tool in chosen]

    assert made == ["AB", "abab", "AB"]


@pytest.mark.parametrize(
    ("value", "data", "notes"),
    [
        ("NaN", None, ["the value: NaN is no JSON; null"]),
        ("({a: [1, -Infinity]})", {"a": [1, None]}, ["/a/1: -Infinity is no JSON; null"]),
        ("() => 1", None, ["the value: a function is no JSON; null"]),
        ("[Symbol('a')]", [None], ["/0: a symbol is no JSON; null"]),
        ("({f() {}, a: 1})", {"a": 1}, []),
    ],
)
async def test_what_json_cannot_say_is_null_with_a_note(load: Any, value: str, data: Any, notes: list[str]) -> None:
    module = await load.code(f"exports.give = () => ({value});", "give")

    result = await module.result("t0", {})

    assert (result.data, list(result.notes)) == (data, notes)


@pytest.mark.parametrize("kind", ["function*", "async function*"])
async def test_an_endless_generator_is_cut_with_a_note(load: Any, kind: str) -> None:
    module = await load.code(f"exports.give = {kind} () {{ for (let i = 0; ; i++) yield i; }};", "give")
    most = DEFAULT_LIMITS.result_items

    result = await module.result("t0", {})

    assert (result.data, result.notes) == ([*range(most)], (f"the value: more than {most} items; cut",))


async def test_what_is_cut_is_noted(load: Any) -> None:
    module = await load.code("exports.give = () => 'x'.repeat(30_000_000);", "give")

    assert (await module.result("t0", {})).notes == ("the value: larger than 16000000 characters; cut",)


async def test_a_property_that_never_ends_is_killed_too(load_alone: Any) -> None:
    code = "exports.one = () => 1; Object.defineProperty(exports, 'bad', {get() { for (;;); }});"
    module = await load_alone.code(code, "bad", "one")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(module.call("t0", {}), 0.1)

    assert await module.call("t1", {}) == 1


@pytest.mark.parametrize("line", ["garbage", "[1]", '{"id": null}', '{"ok": 1}', '"', "[" * 100_000])
async def test_a_line_that_is_no_answer_ends_the_process_with_a_fault(load_alone: Any, line: str) -> None:
    code = f"""{SLOW} exports.break = (line) => {{
        require("node:fs").writeSync(Number(process.argv[2]), `${{line}}\\n`);
        return new Promise(() => {{}});
    }};"""
    module = await load_alone.code(code, "break", "fast", parameters={"line": {"type": "string"}})
    raised: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: raised.append(context))

    with pytest.raises(Fault) as fault:
        await asyncio.wait_for(module.call("t0", {"line": line}), 10)

    assert fault.value.message == "The Node process of the modules sent a line that is no answer, and was ended."
    assert await module.call("t1", {}) == 1
    assert raised == []


async def test_a_library_that_replaces_json_breaks_nothing(load_alone: Any) -> None:
    code = """exports.replace = () => {
        JSON.stringify = JSON.parse = Buffer.concat = () => { throw new Error("gone"); };
    };
    exports.one = () => ({a: 1});"""
    module = await load_alone.code(code, "replace", "one")
    await module.call("t0", {})

    assert await module.call("t1", {}) == {"a": 1}


async def test_an_error_that_nobody_waits_for_is_not_complained_about(load_alone: Any) -> None:
    told: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
    process = await load_alone.runtime.process()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(
            load_alone.code("const end = Date.now() + 700; while (Date.now() < end); throw 1;", "x"), 0.2
        )

    await process.settled()
    gc.collect()
    await asyncio.sleep(0)

    assert told == []
