"""What holds a script's process: what it would reach on this machine, for each of the walls that it can stand behind.

What is looked for is harmless and made by the test: a file, a port, a socket, a process that sleeps.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pollex.core.json import Object

from .conftest import RunScript, Tools

NAMESPACES = os.system("unshare -Urnm true 2>/dev/null") == 0
namespaces = pytest.mark.skipif(not NAMESPACES, reason="this system allows no namespaces")
walls = pytest.mark.parametrize("strength", [pytest.param("namespaces", marks=namespaces), "landlock"])

REACH = """
import ctypes, os, resource, socket, subprocess
found = []
def reaches(what, work):
    try:
        work()
    except (OSError, subprocess.SubprocessError):
        return
    found.append(what)
def connect(family, address):
    with socket.socket(family) as one:
        one.settimeout(5)
        one.connect(address)
def send(address):
    one, _ = socket.socketpair(type=socket.SOCK_DGRAM)
    one.sendto(b"x", address)
def write(path):
    with open(path, "w") as file:
        file.write("x")
def call(number, *arguments):
    result = ctypes.CDLL(None).syscall(number, *arguments)
    if result < 0:
        raise OSError
    return result
reaches("a file of the home", lambda: open(inputs["secret"]).close())
reaches("the home", lambda: os.listdir(inputs["home"]))
reaches("a file beside the library", lambda: write(inputs["beside"]))
reaches("its library", lambda: write(__file__ + "x"))
reaches("a hidden file of its library", lambda: open(os.path.dirname(__file__) + "/.env").close())
reaches("the network", lambda: connect(socket.AF_INET, ("127.0.0.1", inputs["port"])))
reaches("a socket", lambda: connect(socket.AF_UNIX, inputs["socket"]))
reaches("an abstract socket", lambda: connect(socket.AF_UNIX, "\\0" + inputs["abstract"]))
reaches("a socket for datagrams", lambda: send(inputs["datagrams"]))
reaches("the mode of a file of the home", lambda: os.chmod(inputs["secret"], 0o600))
reaches("the times of a file of the home", lambda: os.utime(inputs["secret"]))
reaches("names of new files in the home", lambda: call(254, call(294, 0), inputs["home"].encode(), 0x100))
reaches("memory that others share", lambda: call(29, inputs["memory"], 0, 0))
reaches("the limits of another process", lambda: resource.prlimit(inputs["process"], resource.RLIMIT_CORE, (0, 0)))
reaches("another process", lambda: os.kill(inputs["process"], 0))
reaches("the variables of another process", lambda: open(f"/proc/{inputs['process']}/environ").read())
reaches("the memory of another process", lambda: open(f"/proc/{inputs['process']}/mem", "rb").close())
reaches("a namespace of another process", lambda: open(f"/proc/{inputs['process']}/ns/net").close())
reaches("keys of the kernel", lambda: call(250, 0, -3, 0))
reaches("a socket of the machine below", lambda: socket.socket(40, socket.SOCK_STREAM).close())
reaches("a namespace in which it is root", lambda: call(272, 0x10000000))
reaches("its folder", lambda: write("x"))
reaches("a program", lambda: subprocess.run(["true"], check=True))
return {"reached": found}
"""
ALL = {
    "a file of the home", "the home", "a file beside the library", "its library", "a hidden file of its library",
    "the network", "a socket", "an abstract socket", "another process", "the variables of another process",
    "a socket for datagrams", "the mode of a file of the home", "the times of a file of the home",
    "names of new files in the home", "memory that others share", "the limits of another process",
}  # fmt: skip
OWN = {"its folder", "a program"}


@pytest.mark.document("000", "Python scripts reach nothing on the machine but their folder.")
@walls
async def test_a_script_reaches_nothing_but_its_folder(
    run_script: RunScript, machine: Object, tmp_path: Path, strength: str
) -> None:
    result = await run_script(REACH, inputs=machine, strength=strength, hidden=(Path(machine["home"]),))

    assert result.ok, result.fault
    assert set(result.data["reached"]) == OWN
    assert not [note for note in result.notes if "held" in note]


async def test_what_is_looked_for_is_there(run_script: RunScript, machine: Object) -> None:
    result = await run_script(REACH, inputs=machine, strength="none", trusted=True)

    assert set(result.data["reached"]) >= ALL | OWN
    assert result.notes[0] == "Nothing held the script 'send.py', which you trust: namespaces are switched off."
    assert result.notes[1] == "The number of processes that the script could start was not limited."


@pytest.mark.document("000", "Where nothing holds a script, it is said before it starts what it could do.")
async def test_a_script_that_nothing_holds_needs_trust(run_script: RunScript, tmp_path: Path) -> None:
    result = await run_script("open('ran', 'w').close()\nreturn {}", strength="none")

    assert result.fault is not None
    assert result.fault.code == "denied"
    assert result.fault.message == (
        "The script 'send.py' was not started, for nothing would hold it here: namespaces are switched off. "
        "It could read and change your files, use the network and start programs, as you can."
    )
    assert result.fault.hint == f"Read its code. If you trust it, as it is now: pollex library trust {tmp_path}"


@pytest.mark.document("000", "A script changes nothing of the machine: `kernel.pid_max` is not written for all of it.")
@walls
async def test_the_machine_stays_as_it_is(run_script: RunScript, strength: str) -> None:
    before = state_of_the_machine()
    await run_script("return {}", strength=strength)

    assert state_of_the_machine() == before


def state_of_the_machine() -> list[str]:
    limits = ("kernel/pid_max", "user/max_user_namespaces", "kernel/hostname")
    return [Path("/proc/sys", name).read_text() for name in limits] + [Path("/proc/self/mounts").read_text()]


@namespaces
async def test_what_a_script_sees_is_little(run_script: RunScript) -> None:
    result = await run_script(
        "import os\nreturn {'etc': os.listdir('/etc'), 'dev': os.listdir('/dev'), 'in': os.listdir()}"
    )

    assert set(result.data["etc"]) <= {"ld.so.cache", "localtime", "alternatives"}
    assert "null" in result.data["dev"]
    assert not {"mem", "kmsg", "vda", "sda", "tty", "vsock"} & set(result.data["dev"])
    assert result.data["in"] == []


async def test_clients_that_respect_proxies_reach_nothing(run_script: RunScript) -> None:
    result = await run_script(
        "import urllib.request\nreturn {'proxies': sorted(set(urllib.request.getproxies().values()) - {''})}",
        strength="none",
        trusted=True,
    )

    assert result.data == {"proxies": ["http://127.0.0.1:9"]}


@namespaces
async def test_the_number_of_processes_is_limited(run_script: RunScript) -> None:
    result = await run_script(
        """
        import os, signal
        started = 0
        try:
            for _ in range(1000):
                if os.fork() == 0:
                    signal.pause()
                started += 1
        except OSError as error:
            return {"refused": type(error).__name__, "few": started < 500}
        return {"started": started}
        """
    )
    limited = not any("number of processes" in note for note in result.notes)

    assert result.data == {"refused": "BlockingIOError", "few": True} if limited else "started" in result.data


@namespaces
async def test_threads_and_processes_of_a_script_work(run_script: RunScript) -> None:
    result = await run_script(
        """
        import asyncio, multiprocessing
        with multiprocessing.get_context("fork").Pool(2) as pool:
            squares = pool.map(abs, [-1, -2])
        return {"squares": squares, "thread": await asyncio.to_thread(sum, squares)}
        """
    )

    assert result.data == {"squares": [1, 2], "thread": 3}, result.fault


GIVES = """
import os
from pollex import Fault
with open("mine.txt", "w") as file:
    file.write("mine")
os.symlink(inputs["home"] + "/vault.key", "link")
os.mkdir("folder")
os.symlink(inputs["home"], "folder/out")
here, own = os.path.dirname(__file__), os.getcwd()
files = [
    inputs["named"], f"{here}/table.csv", f"{here}/leak", f"{here}/.env", f"{own}/mine.txt", "mine.txt", f"{own}/link",
    f"{own}/folder/out/vault.key", f"{own}/../../etc/hostname", "/etc/hostname",
]
given = []
for name in files:
    try:
        await page.upload("label=File", [name])
        given.append(name)
    except Fault as fault:
        assert fault.code == "denied", fault
return {"given": [os.path.basename(each) for each in given]}
"""


def there(files: list[str]) -> list[str]:
    return [each for each in files if Path(each).exists()]


@pytest.mark.document("000", "A script gives a page only files that were named, those of its library, and its own.")
@walls
async def test_a_script_gives_no_file_of_the_persons_away(
    run_script: RunScript, machine: Object, tools: Tools, tmp_path: Path, strength: str
) -> None:
    secret, named = Path(machine["home"], "vault.key"), tmp_path.with_name("named.txt")
    (tmp_path / "table.csv").write_text("a")
    (tmp_path / "leak").symlink_to(secret)
    inputs = {"home": str(secret.parent), "named": str(named)}
    result = await run_script(GIVES, inputs=inputs, strength=strength, hidden=(Path(machine["home"]),))

    assert result.ok, result.fault
    assert result.data == {"given": ["named.txt", "table.csv", "mine.txt", "mine.txt"]}
    sent = [args["files"][0] for name, args in tools.calls if name == "page.upload"]
    assert sent[:2] == [str(named), str(tmp_path / "table.csv")]
    assert [Path(each).name for each in sent[2:]] == ["mine.txt"] * 2
    assert not there(sent[2:])
