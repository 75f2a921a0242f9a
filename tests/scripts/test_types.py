"""The JavaScript in src: its types hold, and its parts do not get in each other's way."""

import json
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from ..npm import install

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "src" / "pollex" / "extension" / "page"
EXPORTED = re.compile(r"(?:Object\.assign\(pollex, |globalThis\.pollex = )\{(.*)\}", re.DOTALL)
NAME = re.compile(r"(?:^|,)\s*(\w+)")


@pytest.fixture(scope="session")
def typescript() -> Path:
    install(HERE)
    return HERE / "node_modules" / ".bin" / "tsc"


@pytest.mark.parametrize("project", ["page", "host", "extension"])
def test_types(typescript: Path, project: str) -> None:
    run = subprocess.run([typescript, "-p", f"{project}.json"], cwd=HERE, capture_output=True, text=True, check=False)
    assert run.stdout == ""
    assert run.returncode == 0


def test_every_page_script_is_listed_once() -> None:
    lists = ("scripts.json", "observer.json", "light.json", "person.json")
    listed = [name for each in lists for name in json.loads((PAGE / each).read_text())]
    assert sorted(listed) == sorted(file.name for file in PAGE.glob("*.js"))


def test_every_name_that_page_scripts_share_has_one_owner() -> None:
    names: Counter[str] = Counter()
    for file in PAGE.glob("*.js"):
        for shared in EXPORTED.findall(file.read_text()):
            names.update(NAME.findall(re.sub(r"\([^)]*\)|/\*.*?\*/|=>[^,]*", "", shared)))
    assert [name for name, owners in names.items() if owners > 1] == []
    assert {"look", "numberOf", "listens", "find", "reach"} <= names.keys()
