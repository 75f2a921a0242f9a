"""The system calls that are refused where Landlock is older than this machine's, or another architecture is meant."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pollex.scripting.call_rules import ABSENT, ALWAYS, ARCHITECTURES, CALLS, TRUNCATING, WITHOUT_NAMESPACES

TRIES = """
import json, os, signal, sys
from pollex.scripting.call_filter import refuse_calls
from pollex.scripting.call_rules import beside_landlock
file, other = sys.argv[1], os.getppid()
handle = os.pidfd_open(other)
refuse_calls(beside_landlock(int(sys.argv[2]), os.getpid()))
done = []
def tries(what, work):
    try:
        work()
    except OSError:
        return
    done.append(what)
tries("reads", lambda: open(file).read())
tries("writes", lambda: open(file, "w").close())
tries("truncates", lambda: os.truncate(file, 0))
tries("truncates as it opens to read", lambda: os.open(file, os.O_RDONLY | os.O_TRUNC))
tries("signals itself", lambda: os.kill(os.getpid(), 0))
tries("signals another", lambda: os.kill(other, 0))
tries("signals another by a handle", lambda: signal.pidfd_send_signal(handle, 0))
print(json.dumps(done))
"""
ALL = {
    "reads", "writes", "truncates", "truncates as it opens to read",
    "signals itself", "signals another", "signals another by a handle",
}  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="filters of Linux")
@pytest.mark.parametrize(
    ("version", "done"),
    [
        (1, {"reads", "writes", "signals itself"}),
        (3, ALL - {"signals another", "signals another by a handle"}),
        (6, ALL),
    ],
)
def test_what_landlock_does_not_know_yet_is_refused(tmp_path: Path, version: int, done: set[str]) -> None:
    file = tmp_path / "file"
    file.touch()
    said = subprocess.run(
        [sys.executable, "-c", TRIES, str(file), str(version)], capture_output=True, check=True, text=True
    )

    assert set(json.loads(said.stdout)) == done


def test_every_rule_is_about_a_call_that_is_known() -> None:
    assert {rule.call for rule in (*ALWAYS, *WITHOUT_NAMESPACES, *TRUNCATING)} <= set(CALLS)


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_no_two_calls_have_one_number(architecture: str) -> None:
    column = list(ARCHITECTURES).index(architecture)
    numbers = [each[column] for each in CALLS.values() if each[column] != ABSENT]

    assert len(numbers) == len(set(numbers))
