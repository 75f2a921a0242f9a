"""Tools in processes of their own: what they answer, and all the ways in which they and their processes can end."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.core.protocols import Isolator
from pollex.core.result import Result
from pollex.core.secret import Secret
from pollex.isolation import ProcessIsolator

from ..waits import until_async

TOOLS = str(Path(__file__).parent / "isolated_tools.py")


@pytest.fixture(scope="module")
def isolator() -> Iterator[ProcessIsolator]:
    isolator = ProcessIsolator()
    yield isolator
    asyncio.run(isolator.close())


async def call(isolator: Isolator, name: str, seconds_allowed: float = 30, **args: Any) -> Any:
    return await isolator.run(f"{TOOLS}:{name}", args, timeout=seconds_allowed)


async def fault_of(isolator: Isolator, name: str, seconds_allowed: float = 30, **args: Any) -> Fault:
    with pytest.raises(Fault) as caught:
        await call(isolator, name, seconds_allowed, **args)
    return caught.value


def running(pid: int) -> bool:
    """Whether a process runs; one that only waits to be reaped does not."""
    try:
        os.kill(pid, 0)
        if sys.platform != "linux":
            return True
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


async def number_in(file: Path) -> int:
    return int(await until_async("a number is in the file", lambda: file.exists() and file.read_text()))


async def end_of(pid: int) -> None:
    await until_async(f"the process {pid} ended", lambda: not running(pid))


async def test_a_function_of_a_module_is_run(isolator: ProcessIsolator) -> None:
    assert await isolator.run("textwrap:shorten", {"text": "a b c", "width": 100}, timeout=30) == "a b c"


@pytest.mark.parametrize(
    ("name", "args", "value"),
    [
        ("add", {"a": 1, "b": 2}, 3),
        ("add_later", {"a": 1, "b": 2}, 3),
        ("Shop.price", {"item": "lamp"}, "the price of a lamp"),
        ("describe", {"n": 1}, {"args": {"n": 1}, "tools": []}),
        ("double", {"n": 4}, 8),
        ("count", {}, [0, 1, 2]),
        ("count_later", {}, [0, 1, 2]),
        ("answer", {}, Result.success({"n": "2026-01-02"}, notes=("a day",))),
        ("decline", {}, Result.failure(Fault("denied", "Not today."), {"partial": 1})),
        ("rich", {}, {"day": "2026-01-02", "price": "9.50", "rows": [1, 2]}),
    ],
)
async def test_whatever_a_tool_gives_comes_back_as_json(
    isolator: ProcessIsolator, name: str, args: dict[str, Any], value: Any
) -> None:
    assert await call(isolator, name, **args) == value


@pytest.mark.parametrize("value", [2**70, -(2**64), "ünï\n\u2028", {"deep": [[None, True, 1.5]]}, ""], ids=repr)
async def test_values_cross_the_channel_unchanged(isolator: ProcessIsolator, value: Any) -> None:
    assert await call(isolator, "echo", value=value) == value


async def test_lone_surrogates_arrive_and_leave_as_replacement_characters(isolator: ProcessIsolator) -> None:
    assert await call(isolator, "echo", value="a\ud800b") == Result.success(
        "a\ufffdb", notes=("the value: lone surrogates were replaced",)
    )


async def test_large_arguments_and_answers_cross_whole(isolator: ProcessIsolator) -> None:
    text = "0123456789" * 500_000

    assert await call(isolator, "echo", value=text) == text
    assert len(await call(isolator, "large", size=5_000_000)) == 5_000_000


async def test_what_a_tool_prints_stays_out_of_the_answer(isolator: ProcessIsolator) -> None:
    assert await call(isolator, "chatter") == ""
    assert await call(isolator, "add", a=1, b=2) == 3


async def test_what_a_tool_prints_joins_the_error_output(capfd: pytest.CaptureFixture[str]) -> None:
    async with ProcessIsolator() as isolator:
        await call(isolator, "chatter")

    assert capfd.readouterr() == ("", "to stdout\nand below it\nfrom a shell\n")


async def test_one_process_serves_many_calls(isolator: ProcessIsolator) -> None:
    assert len({await call(isolator, "process") for _ in range(5)}) == 1


@pytest.mark.parametrize(
    ("name", "args", "message"),
    [
        ("leave", {"code": 3}, "The tool's process ended with exit code 3."),
        ("leave", {"code": 0}, "The tool's process ended with exit code 0."),
        ("crash", {}, "The tool's process was ended by SIGSEGV."),
        ("read_nowhere", {}, "The tool's process was ended by SIGSEGV."),
        ("scribble", {}, "The tool wrote into the channel of its process."),
        ("hang_up", {}, "The tool's process closed its channel."),
    ],
)
async def test_the_death_of_the_process_is_a_fault_and_it_is_replaced(
    isolator: ProcessIsolator, name: str, args: dict[str, Any], message: str
) -> None:
    fault = await fault_of(isolator, name, **args)

    assert fault == Fault("failed", message, uncertain=True)
    assert await call(isolator, "add", a=1, b=2) == 3


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("complain", Fault("failed", "'complain' failed: no such order", received="ValueError")),
        ("stop", Fault("failed", "'stop' failed: 4", received="SystemExit")),
        ("interrupt", Fault("failed", "'interrupt' failed: KeyboardInterrupt", received="KeyboardInterrupt")),
        ("refuse", Fault("not_found", "There is no row 9.", pointer="/row", hint="Rows go from 1 to 8.")),
        ("fall", Fault("failed", "'fall' called itself without end.", received="RecursionError")),
        ("named", Fault("failed", "'shop.named' failed: out of stock", received="LookupError")),
    ],
)
async def test_what_a_tool_raises_is_a_fault_and_the_process_lives_on(
    isolator: ProcessIsolator, name: str, fault: Fault
) -> None:
    before = await call(isolator, "process")

    assert await fault_of(isolator, name) == fault
    assert await call(isolator, "process") == before


async def test_an_exception_that_cannot_speak_is_named(isolator: ProcessIsolator) -> None:
    fault = await fault_of(isolator, "complain_mutely")

    assert fault.code == "failed"
    assert "MuteError" in fault.message
    assert "RuntimeError" in fault.message


async def test_wrong_arguments_are_a_fault(isolator: ProcessIsolator) -> None:
    fault = await fault_of(isolator, "add", a=1, c=2)

    assert (fault.code, fault.message) == (
        "failed",
        "'add' failed: add() got an unexpected keyword argument 'c'",
    )


async def test_a_secret_that_is_not_opened_cannot_be_sent(isolator: ProcessIsolator) -> None:
    fault = await fault_of(isolator, "echo", value=Secret("shop", "pearl"))

    assert fault.code == "invalid_input"
    assert "pearl" not in str(fault.to_json())


@pytest.mark.parametrize("name", ["nap", "block"])
async def test_a_tool_that_blocks_is_killed_at_its_limit(isolator: ProcessIsolator, name: str) -> None:
    pid = await call(isolator, "process")
    fault = await fault_of(isolator, name, 0.2, **({"seconds": 600} if name == "nap" else {}))

    assert fault == Fault(
        "timeout",
        "The tool did not answer within 0.2 s, and its process was killed.",
        expected="an answer within 0.2 s",
        uncertain=True,
    )
    await end_of(pid)
    assert await call(isolator, "process") != pid


async def test_what_the_tool_started_is_killed_with_it(isolator: ProcessIsolator, tmp_path: Path) -> None:
    busy = asyncio.create_task(call(isolator, "start_another", file=str(tmp_path / "pid")))
    started = await number_in(tmp_path / "pid")
    busy.cancel()

    await end_of(started)


async def test_a_copy_that_the_tool_forked_does_not_hide_its_death(isolator: ProcessIsolator, tmp_path: Path) -> None:
    fault = await fault_of(isolator, "leave_a_copy", file=str(tmp_path / "pid"))

    assert fault.message == "The tool's process ended with exit code 3."
    await end_of(await number_in(tmp_path / "pid"))


async def test_twenty_calls_share_the_processes(isolator: ProcessIsolator) -> None:
    pids = await asyncio.gather(*(call(isolator, "nap", seconds=0.02) for _ in range(20)))

    assert len(pids) == 20
    assert len(set(pids)) == 2


async def test_waiting_in_line_counts_towards_the_limit(tmp_path: Path) -> None:
    async with ProcessIsolator(processes=1) as isolator:
        await call(isolator, "process")
        busy = asyncio.create_task(call(isolator, "hold", file=str(tmp_path / "go on")))
        await asyncio.sleep(0)
        fault = await fault_of(isolator, "add", 0.1, a=1, b=2)
        (tmp_path / "go on").touch()

        assert (fault.message, fault.uncertain, fault.retry) == (
            "No process was free for the tool within 0.1 s.",
            False,
            True,
        )
        assert await call(isolator, "process") == await busy


async def test_cancelling_the_caller_kills_the_process_and_is_not_swallowed(
    isolator: ProcessIsolator, tmp_path: Path
) -> None:
    busy = asyncio.create_task(call(isolator, "announce", file=str(tmp_path / "pid"), seconds=600))
    pid = await number_in(tmp_path / "pid")
    busy.cancel()

    with pytest.raises(asyncio.CancelledError):
        await busy
    await end_of(pid)
    assert await call(isolator, "add", a=1, b=2) == 3


async def test_a_timeout_around_the_call_behaves_as_always(isolator: ProcessIsolator) -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            await call(isolator, "nap", seconds=600)


async def test_a_process_that_died_while_idle_is_replaced(isolator: ProcessIsolator) -> None:
    pid = await call(isolator, "process")
    os.kill(pid, signal.SIGKILL)

    assert await call(isolator, "process") != pid


async def test_a_call_that_was_given_to_a_dying_process_is_given_to_another(isolator: ProcessIsolator) -> None:
    pid = await call(isolator, "process")
    os.kill(pid, signal.SIGSTOP)
    given = asyncio.create_task(call(isolator, "process"))
    await asyncio.sleep(0)
    os.kill(pid, signal.SIGKILL)

    assert await given != pid


async def test_a_new_process_that_dies_at_once_is_a_fault(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(f"""#!{sys.executable}
import os, sys
os.write(int(sys.argv[3]), b"ready\\n")""")
    python.chmod(0o755)
    async with ProcessIsolator(python=str(python)) as isolator:
        fault = await fault_of(isolator, "add", a=1, b=2)

    assert fault == Fault("failed", "The tool's process ended with exit code 0.")


async def test_a_tool_that_forks_and_returns_twice_answers_once(capfd: pytest.CaptureFixture[str]) -> None:
    async with ProcessIsolator() as isolator:
        assert [await call(isolator, "split") for _ in range(3)] == ["parent"] * 3
        await call(isolator, "wait_for_copies")

    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("source", ["__main__:add", "shop:make.<locals>.add", "shop:<lambda>", "shop", ":add", "shop:"])
async def test_what_no_other_process_can_import_is_refused_at_once(isolator: ProcessIsolator, source: str) -> None:
    with pytest.raises(Fault) as caught:
        await isolator.run(source, {}, timeout=30)

    assert (caught.value.code, caught.value.received) == ("unavailable", source)
    assert caught.value.hint == "Move the function to the top level of a module that can be imported."


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("no_such_module:add", "ModuleNotFoundError: No module named 'no_such_module'."),
        ("/no/such/file.py:add", "FileNotFoundError: "),
        (f"{TOOLS}:NUMBER", "it is 7 (integer)."),
        (f"{TOOLS}:Shop.prize", "there is no 'prize' in it."),
    ],
)
async def test_a_source_that_is_not_there_is_unavailable(isolator: ProcessIsolator, source: str, why: str) -> None:
    with pytest.raises(Fault) as caught:
        await isolator.run(source, {}, timeout=30)

    assert (caught.value.code, caught.value.received) == ("unavailable", source)
    assert f"{source!r} cannot be loaded: {why}" in caught.value.message


async def test_a_misspelt_name_gets_a_suggestion(isolator: ProcessIsolator) -> None:
    assert (await fault_of(isolator, "chater")).hint == "Did you mean 'chatter'?"


async def test_a_module_that_fails_to_load_is_unavailable_until_it_is_mended(
    isolator: ProcessIsolator, tmp_path: Path
) -> None:
    file = tmp_path / "broken.py"
    file.write_text("raise SystemExit(5)")
    with pytest.raises(Fault, match="SystemExit: 5"):
        await isolator.run(f"{file}:work", {}, timeout=30)
    file.write_text("def work(): return 'mended'")

    assert await isolator.run(f"{file}:work", {}, timeout=30) == "mended"


async def test_an_interpreter_that_is_not_there_is_unavailable(tmp_path: Path) -> None:
    async with ProcessIsolator(python=str(tmp_path / "python")) as isolator:
        fault = await fault_of(isolator, "add", a=1, b=2)

    assert fault.code == "unavailable"


async def test_a_process_that_does_not_start_is_unavailable() -> None:
    async with ProcessIsolator(python="false") as isolator:
        fault = await fault_of(isolator, "add", a=1, b=2)

    assert fault.code == "unavailable"
    assert fault.message == "The process for isolated tools did not start: it ended with exit code 1."


def test_one_isolator_serves_one_event_loop_after_another() -> None:
    isolator = ProcessIsolator()
    first = asyncio.run(call(isolator, "process"))
    second = asyncio.run(call(isolator, "process"))
    asyncio.run(isolator.close())

    assert first == second


async def test_closing_ends_idle_and_busy_processes(tmp_path: Path) -> None:
    isolator = ProcessIsolator()
    busy = asyncio.create_task(fault_of(isolator, "announce", file=str(tmp_path / "pid"), seconds=600))
    pids = [await call(isolator, "process"), await number_in(tmp_path / "pid")]
    await isolator.close()

    assert [running(pid) for pid in pids] == [False, False]
    assert (await busy).message == "The isolator was closed while the tool was running."
    assert (await fault_of(isolator, "process")).message == "The isolator is closed."


@pytest.mark.parametrize("how", ["kill -9", "the end of the program"])
@pytest.mark.parametrize("state", ["busy", "idle"])
async def test_the_end_of_the_parent_is_the_end_of_its_children(tmp_path: Path, how: str, state: str) -> None:
    program = f"""
import asyncio, os, sys
from pollex.isolation import ProcessIsolator
isolator = ProcessIsolator()
async def main():
    file = {str(tmp_path / "pid")!r}
    args = {{"file": file, "seconds": {600 if state == "busy" else 0}}}
    working = asyncio.create_task(isolator.run({TOOLS + ":announce"!r}, args, timeout=600))
    while not ({state == "busy"} and os.path.exists(file) or working.done()):
        await asyncio.sleep(0.01)
    print("there", flush=True)
    sys.stdin.read()
    os._exit(0)
asyncio.run(main())"""
    parent = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stdin=PIPE, stdout=PIPE)
    assert parent.stdin is not None
    assert parent.stdout is not None
    assert await parent.stdout.readline() == b"there\n"
    child = await number_in(tmp_path / "pid")
    assert running(child)
    if how == "kill -9":
        parent.kill()
    parent.stdin.close()
    await parent.wait()

    await end_of(child)


async def test_dropping_the_isolator_ends_its_processes() -> None:
    isolator = ProcessIsolator()
    pid = await call(isolator, "process")
    del isolator

    await end_of(pid)
