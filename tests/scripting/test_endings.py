"""All the ways in which a script can end: each is a Result, and nothing of it is left."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from pollex.core.fault import Fault

from ..waits import until_async
from .conftest import RunScript, Tools

CRASH = "import ctypes\nctypes.string_at(0)"


async def fault_of(run_script: RunScript, body: str, timeout: float = 60, **more: Any) -> Fault:
    fault = (await run_script(body, timeout=timeout, **more)).fault
    assert fault is not None
    return fault


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("x = 1\nraise ValueError('no such order')", "raised ValueError: no such order (line 3)"),
        ("return inputs['to']", "raised KeyError: 'to' (line 2)"),
        ("import sys\nsys.exit(3)", "ended its process with sys.exit(3) (line 3)"),
        ("def f(): f()\nf()", "raised RecursionError: maximum recursion depth exceeded (line 2)"),
        ("raise KeyboardInterrupt", "raised KeyboardInterrupt (line 2)"),
        ("import asyncio\nraise asyncio.CancelledError", "raised asyncio.exceptions.CancelledError (line 3)"),
        ("return {'x': input()}", "raised EOFError: EOF when reading a line (line 2)"),
        ("x = [0] * (1 << 40)", "raised MemoryError (line 2)"),
        (
            "import asyncio, sys\nasync def leave(): sys.exit(1)\nawait asyncio.gather(leave(), asyncio.sleep(99))",
            "ended its process with sys.exit(1) (line 3)",
        ),
    ],
)
async def test_what_a_script_raises_is_a_fault_with_its_line(run_script: RunScript, body: str, message: str) -> None:
    fault = await fault_of(run_script, body)

    assert (fault.code, fault.message) == ("failed", f"The script 'send.py' {message}.")


async def test_a_message_without_an_end_is_cut(run_script: RunScript) -> None:
    fault = await fault_of(run_script, "raise ValueError('x' * 100_000)")

    assert fault.message.endswith("xxx… (98,000 more characters) (line 2).")
    assert len(fault.message) < 2_200


async def test_the_hint_shows_the_line(run_script: RunScript) -> None:
    assert (await fault_of(run_script, "raise ValueError('x')")).hint == "Line 2 is: raise ValueError('x')"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("async def run(page:\n    pass\n", r"raised SyntaxError: .* \(line 1\)"),
        ("x = 1\0\n", r"raised (ValueError|SyntaxError): source code string cannot contain null bytes"),
        ("import nosuchmodule\n", r"raised ModuleNotFoundError: No module named 'nosuchmodule' \(line 1\)"),
        ("async def start(page): ...\n", "has no function 'run'"),
        ("def run(page, inputs, credentials): return 3\n", "'run' of the script 'send.py' did not return a dict"),
        ("async def run(page): ...\n", r"raised TypeError: run\(\) takes 1 positional argument but 3 were given"),
    ],
)
async def test_a_file_that_is_no_script_is_a_fault(run_script: RunScript, source: str, message: str) -> None:
    fault = (await run_script(source, whole=True)).fault

    assert fault is not None
    assert re.search(message, fault.message), fault.message


@pytest.mark.parametrize(
    ("body", "ending"),
    [("import os\nos._exit(3)", "ended with exit code 3"), (CRASH, "was ended by SIGSEGV")],
)
@pytest.mark.parametrize("strength", ["namespaces", "landlock", "none"])
async def test_a_process_that_dies_is_a_fault(run_script: RunScript, body: str, ending: str, strength: str) -> None:
    fault = await fault_of(run_script, body, strength=strength, trusted=True)

    assert (fault.code, fault.message) == ("failed", f"The process of the script 'send.py' {ending}.")


@pytest.mark.parametrize(
    "body",
    [
        "while True: pass",
        "import asyncio\nawait asyncio.Event().wait()",
        "import time\ntime.sleep(99)",
        "import asyncio\nwhile True:\n    try: await asyncio.sleep(99)\n    except BaseException: pass",
        "import signal\nfor n in (1, 2, 3, 13, 15): signal.signal(n, signal.SIG_IGN)\nwhile True: pass",
        "while True: print('x' * 1000)",
        "import threading, time\nthreading.Thread(target=time.sleep, args=(99,)).start()\ntime.sleep(99)",
        "import os\nos.closerange(3, 99)\nimport time\ntime.sleep(99)",
    ],
    ids=["busy", "awaits", "blocks", "refuses to end", "ignores signals", "prints", "threads", "closes its channel"],
)
async def test_a_script_without_an_end_ends_at_its_time_limit(run_script: RunScript, body: str) -> None:
    begun = perf_counter()
    fault = await fault_of(run_script, body, timeout=1.5)

    assert (fault.code, fault.uncertain) == ("timeout", False)
    assert perf_counter() - begun < 30


async def test_what_was_begun_on_the_page_is_uncertain_after_the_time_limit(run_script: RunScript) -> None:
    fault = await fault_of(run_script, "await page.click('#send')\nwhile True: pass", timeout=2)

    assert (fault.code, fault.uncertain, fault.hint) == (
        "timeout",
        True,
        "Look whether it happened before you try again.",
    )


async def test_a_cancelled_run_ends_its_script(run_script: RunScript, tools: Tools) -> None:
    running = asyncio.ensure_future(run_script("await page.text()\nwhile True: pass"))
    await until_async("the script runs", lambda: tools.calls)
    tools.context.cancel.cancel("the user stopped it")
    fault = (await running).fault

    assert fault is not None
    assert (fault.code, fault.message) == ("cancelled", "The script 'send.py' was stopped: the user stopped it.")


async def test_cancelling_the_caller_ends_the_process(run_script: RunScript, tools: Tools, tmp_path: Path) -> None:
    running = asyncio.ensure_future(run_script(LEAVES_PROCESSES + "await page.text()\nwhile True: pass"))
    await until_async("the script runs", lambda: tools.calls)
    running.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running
    await until_async("all is gone", lambda: not sleeping(tmp_path))


@pytest.mark.parametrize("text", ["garbage\\n", "[1]\\n", '{"what": 1}\\n', '{"end": 3}\\n', '{"id": "x"}\\n'])
async def test_what_is_written_into_the_channel_ends_the_script(run_script: RunScript, text: str) -> None:
    fault = await fault_of(run_script, f"{CHANNEL}os.write(channel, b'{text}')\nwhile True: pass")

    assert fault.message.startswith("The script 'send.py' wrote into the channel of its process: ")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ('{"end": {"data": [1]}}', "reported its end in a wrong form"),
        ('{"end": {"fault": {"code": "nonsense", "message": 3}}}', "failed with a malformed fault"),
        ('{"end": {"fault": null}}', "failed with a malformed fault"),
    ],
)
async def test_an_end_that_a_script_made_up_is_checked(run_script: RunScript, message: str, said: str) -> None:
    fault = await fault_of(run_script, f"{CHANNEL}os.write(channel, b'{message}\\n')\nwhile True: pass")

    assert said in fault.message


async def test_output_is_kept_up_to_a_limit(run_script: RunScript, tools: Tools) -> None:
    result = await run_script("for n in range(20_000): print(f'line {n:06}')\nreturn {}")

    assert (result.ok, result.notes) == (True, ("Only the first 64 KB of what the script printed were kept.",))
    assert tools.printed.startswith("line 000000\nline 000001\n")
    assert len(tools.printed) <= 64 << 10


async def test_a_file_has_a_largest_size(run_script: RunScript) -> None:
    fault = await fault_of(run_script, "with open('big', 'wb') as f:\n    while True: f.write(bytes(1 << 20))")

    assert fault.message == "The script 'send.py' raised OSError: [Errno 27] File too large (line 3)."


async def test_a_folder_has_a_largest_number_of_files(run_script: RunScript) -> None:
    fault = await fault_of(run_script, "n = 0\nwhile True:\n    n += 1\n    open(f'{n % 12_000}', 'w').close()")

    assert (fault.code, fault.message) == (
        "limit",
        "The script 'send.py' wrote more than 10,000 files into its folder, and its process was killed.",
    )


DETACH = """
import os
def detach():
    try:
        os.setsid()
    except OSError:
        pass
"""
LEAVES_PROCESSES = f"""{DETACH}
import subprocess
mark = os.path.dirname(__file__)
subprocess.Popen(["sleep", "9999"], env={{"MARK": mark}})
subprocess.Popen(["sleep", "9999"], env={{"MARK": mark}}, preexec_fn=detach)
if os.fork() == 0:
    detach()
    if os.fork() == 0:
        os.execve("/bin/sleep", ["sleep", "9999"], {{"MARK": mark}})
    os._exit(0)
"""
HOPS = """
import ctypes, os, time
own = ctypes.CDLL(None)
if any(os.fork() == 0 for _ in range(16)):
    end = time.monotonic() + 10
    while time.monotonic() < end:
        own.setsid()
        if own.fork():
            own._exit(0)
    os._exit(0)
return {"folder": os.getcwd()}
"""
CHANNEL = "import os\nchannel = page._channel._transport.get_extra_info('socket').fileno()\n"


@pytest.mark.document("000", "A script leaves no process behind, also none that was detached.")
@pytest.mark.parametrize("strength", ["namespaces", "landlock", "none"])
@pytest.mark.parametrize("end", ["return {}", "os._exit(0)", "while True: pass", "raise ValueError"])
async def test_nothing_that_a_script_started_outlives_it(
    run_script: RunScript, tmp_path: Path, end: str, strength: str
) -> None:
    await run_script(LEAVES_PROCESSES + end, timeout=3, strength=strength, trusted=True)

    assert sleeping(tmp_path) == []


@pytest.mark.parametrize("strength", ["namespaces", "landlock"])
async def test_a_process_that_only_starts_the_next_one_does_not_escape(run_script: RunScript, strength: str) -> None:
    result = await run_script(HOPS, strength=strength, trusted=True)

    assert result.ok, result.fault
    assert not [found for _ in range(20) for found in working_in(result.data["folder"])]


async def test_a_copy_of_the_process_does_not_answer_for_it(run_script: RunScript) -> None:
    result = await run_script("import os, time\nif os.fork() == 0: return {'copy': True}\ntime.sleep(0.3)\nreturn {}")

    assert (result.ok, result.data) == (True, {})


def working_in(name: str) -> list[int]:
    """The processes whose folder is, or was, this one."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if str((folder / "cwd").readlink()).startswith(name):
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def sleeping(mark: Path) -> list[int]:
    """The processes that a script of this test has started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if f"MARK={mark}".encode() in (folder / "environ").read_bytes() and int(folder.name) != os.getpid():
                found.append(int(folder.name))
        except OSError:
            continue
    return found
