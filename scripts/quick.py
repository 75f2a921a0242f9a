"""Runs the tests nearest to what has changed, within a minute: `python scripts/quick.py [BASE]`.

What a test reaches is read from the imports. The tests that import a changed module come first, then those that import
a module that imports it, and so on, until the time is used up. How long a test takes is known from the last runs. BASE
is the commit that the change began at; without it, what is not committed counts, or else the last commit.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tempfile
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import orjson

ROOT = Path(__file__).parents[1]
DURATIONS = ROOT / ".pytest_cache" / "v" / "pollex" / "durations"
WORKERS = 2
SECONDS = 40.0
"""How long the tests may take on each worker, by what they took before."""
UNKNOWN = 2.0
"""What a file costs whose tests have never been run here."""


@dataclass(frozen=True)
class Candidate:
    """Tests that notice the change: one of a file, or the whole file where its tests are not known."""

    name: str
    distance: int
    seconds: float


def changed(base: str | None) -> list[Path]:
    """Return the files that differ from `base`, new ones included."""
    new = git("ls-files", "--others", "--exclude-standard")
    since = [*git("diff", "--name-only", base or "HEAD"), *new]
    return [ROOT / name for name in since or git("diff", "--name-only", "HEAD~1")]


def git(*args: str) -> list[str]:
    return subprocess.run(["git", *args], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


def imported(file: Path) -> Iterator[Path]:
    """Yield the files of this checkout that a file imports, and the conftest files that pytest gives to a test."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (found for alias in node.names for found in resolve(ROOT / "src", alias.name.split(".")))
        elif isinstance(node, ast.ImportFrom):
            folder = file.parents[node.level - 1] if node.level else ROOT / "src"
            steps = node.module.split(".") if node.module else []
            for alias in node.names:
                yield from resolve(folder, [*steps, alias.name])
    if file.is_relative_to(ROOT / "tests"):
        above = [folder / "conftest.py" for folder in file.parents if folder.is_relative_to(ROOT / "tests")]
        yield from (each for each in above if each != file and each.exists())


def resolve(folder: Path, steps: list[str]) -> Iterator[Path]:
    """Yield the module that a dotted name means: the longest part of it that is a file."""
    for length in range(len(steps), 0, -1):
        path = folder.joinpath(*steps[:length])
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.exists():
                yield file
                return


def distances(files: Iterable[Path], begin: Iterable[Path]) -> dict[Path, int]:
    """Return how many imports lie between each file and what has changed, for those that reach it."""
    importers: defaultdict[Path, set[Path]] = defaultdict(set)
    for file in files:
        for used in imported(file):
            importers[used].add(file)
    found = dict.fromkeys(begin, 0)
    queue = deque(found)
    while queue:
        file = queue.popleft()
        for user in importers[file]:
            if user not in found:
                found[user] = found[file] + 1
                queue.append(user)
    return found


def mirrored(file: Path) -> set[Path]:
    """Return the tests of the folder that mirrors a module's: some reach it only through a process of its own."""
    if not file.is_relative_to(ROOT / "src"):
        return set()
    part = file.relative_to(ROOT / "src" / "pollex").parts[0]
    return {*(ROOT / "tests" / part).rglob("test_*.py")} if not part.endswith(".py") else set()


def modules_of(file: Path, files: Iterable[Path]) -> list[Path]:
    """Return the modules that a changed file is or belongs to; a script or a table belongs to those that name it."""
    if file.suffix == ".py":
        return [file] if file.exists() else []
    if not file.is_relative_to(ROOT / "src") and not file.is_relative_to(ROOT / "tests"):
        return []
    names = (f'"{file.name}"', f'"{file.parent.name}"')
    return [each for each in files if any(name in each.read_text() for name in names)]


def candidates(reached: Mapping[Path, int], durations: Mapping[str, float]) -> Iterator[Candidate]:
    known: defaultdict[str, list[str]] = defaultdict(list)
    for name in durations:
        known[name.partition("::")[0]].append(name)
    for file, distance in reached.items():
        if file.name.startswith("test_") and file.is_relative_to(ROOT / "tests"):
            name = str(file.relative_to(ROOT))
            if distance == 0 or name not in known:
                seconds = sum(durations[each] for each in known[name]) or UNKNOWN
                yield Candidate(name, distance, seconds)
            else:
                yield from (Candidate(each, distance, durations[each]) for each in known[name])


def chosen(found: Iterable[Candidate]) -> list[Candidate]:
    """Return the nearest, the quick ones first, for as long as there is time; a changed test is always among them."""
    left, taken = SECONDS * WORKERS, []
    for each in sorted(found, key=lambda each: (each.distance, each.seconds)):
        if each.distance == 0 or each.seconds <= left:
            taken.append(each)
            left -= each.seconds
    return taken


def main() -> int:
    base = sys.argv[1] if len(sys.argv) > 1 else None
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    begin = [module for file in changed(base) for module in modules_of(file, files)]
    durations = orjson.loads(DURATIONS.read_bytes()) if DURATIONS.exists() else {}
    reached = distances(files, begin)
    for test in {test for file in begin for test in mirrored(file)} - reached.keys():
        reached[test] = 2
    found = [*candidates(reached, durations)]
    taken = chosen(found)
    names = ", ".join(str(file.relative_to(ROOT)) for file in begin[:5]) or "nothing that a test could notice"
    print(f"Changed: {names}{' …' if len(begin) > 5 else ''}")
    print(f"Running the {len(taken)} nearest of {len(found)} tests that could notice it.", flush=True)
    if not taken:
        return 0
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write("\n".join(each.name for each in taken))
        listed.flush()
        command = [sys.executable, "-m", "pytest", "-n", str(WORKERS), "--dist", "worksteal", f"@{listed.name}"]
        return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
