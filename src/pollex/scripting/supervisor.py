"""The first process of a script: confines itself, starts the process that runs the script, and ends everything that
came of it when that one ends, or when the parent is gone.

It runs no code of the script, so nothing that a script does (a busy loop, a crash) keeps it from its work.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
from contextlib import suppress
from typing import Final, cast

from .confinement import Confinement, Strength
from .linux import DEATH_SIGNAL, SUBREAPER, control

PULSE: Final = 250
"""Milliseconds between two checks that the parent is alive, should a copy of it hold the channel open."""
BETWEEN: Final = "\n"
"""Stands between the paths of an argument."""


def main(descriptor: int, parent: int, strength: str, readable: str, *node: str) -> None:
    """Supervise; only the process that runs the script goes on from here: to `child.main`, or to become Node."""
    confinement = Confinement(cast("Strength", strength))
    control(SUBREAPER, 1)
    ended, ending = os.pipe()
    os.set_blocking(ending, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(ending, warn_on_full_buffer=False)
    first = start_first(descriptor) if confinement.separate_processes else 0
    script = os.fork()
    if script == 0:
        start(descriptor, confinement, readable.split(BETWEEN), (ended, ending), node)
    silence()
    status = watch(script, parent, descriptor, ended)
    if first:
        os.kill(first, signal.SIGKILL)
    end_strays()
    end_like(status)


def start_first(descriptor: int) -> int:
    """Start the first process of a namespace, whose end is the end of all in it. It only waits."""
    first = os.fork()
    if first == 0:
        control(DEATH_SIGNAL, signal.SIGKILL)
        os.close(descriptor)
        silence()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # what ended and has lost its parent is gone at once
        while True:
            signal.pause()
    return first


def silence() -> None:
    """Close the outputs: only the script holds the parent's pipes."""
    null = os.open(os.devnull, os.O_WRONLY)
    for output in (1, 2):
        os.dup2(null, output)


def start(
    descriptor: int, confinement: Confinement, readable: list[str], wakeup: tuple[int, int], node: tuple[str, ...]
) -> None:
    control(DEATH_SIGNAL, signal.SIGKILL)
    os.setpgid(0, 0)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for file in wakeup:
        os.close(file)
    walls = confinement.enter(readable, os.getcwd())  # noqa: PTH109 - pathlib need not be loaded
    channel = socket.socket(fileno=descriptor)
    channel.set_inheritable(False)
    if node:
        from .node_start import become_node

        become_node(channel, confinement, walls, node)
    from .child import main as run_script  # after the fork: the supervisor stays small

    confinement.close()
    run_script(channel, walls)


def watch(script: int, parent: int, channel: int, ended: int) -> int:
    """Return how the script's process ended; kill it when the parent has closed the channel or died.

    Its group is killed at once with it: a process that only starts the next one and ends cannot be caught otherwise.
    """
    poll = select.poll()
    poll.register(channel, 0)  # a hang-up is always reported
    poll.register(ended, select.POLLIN)
    found = 0
    while not found:
        heard = dict(poll.poll(PULSE))
        if ended in heard:
            os.read(ended, 100)
        found, status = os.waitpid(script, os.WNOHANG)
        if not found and (channel in heard or os.getppid() != parent):
            os.kill(script, signal.SIGKILL)
            found, status = os.waitpid(script, 0)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(script, signal.SIGKILL)
    return status


def end_strays() -> None:
    """Kill what the script has started and left, which are our children since their parents ended."""
    with suppress(ChildProcessError):
        while True:
            for pid in children():
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            os.wait()


def children() -> list[int]:
    """Return the processes whose parent we are."""
    if sys.platform != "linux":
        return []
    own, found = str(os.getpid()).encode(), []
    for name in os.listdir("/proc"):  # noqa: PTH208 - pathlib need not be loaded
        if name.isdecimal():
            with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123 - pathlib need not be loaded
                if file.read().rpartition(b")")[2].split()[1] == own:
                    found.append(int(name))
    return found


def end_like(status: int) -> None:
    """End this process as another one has ended."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 1)
