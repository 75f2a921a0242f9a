"""A workflow as Mermaid, read by Mermaid's own parser."""

import json
import os
import shutil
import subprocess
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from pollex.flow.workflow import Workflow

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[2] / "examples" / "workflows"

LOOP = """\
%% Archive mail
flowchart TD
  begin(["start"])
  n1["1 · inbox<br/>go to {{base}}/inbox"]
  begin --> n1
  subgraph n2["2 · each<br/>for each mail of inbox, at most 20<br/>→ done"]
    direction TB
    n3["3 · open<br/>click “{{mail.subject}}”"]
    n4{"4 · age<br/>depends on mail.old"}
    n5["5 · Browser action<br/>press e<br/>up to 3 tries"]
    n4 -->|"true"| n5
    n6["6 · Browser query<br/>make sure that the page says “Archived”"]
    n5 --> n6
    n7["7 · Browser action<br/>go back"]
    n4 -->|"false"| n7
    n3 --> n4
    n8["8 · Context<br/>add #91;#34;{{mail.subject}}#34;#93; to seen"]
    n6 --> n8
    n7 --> n8
    n4 -->|"otherwise"| n8
    n8 -.->|"next mail"| n3
  end
  n1 --> n2
  n9["9 · Show<br/>show Archived as a table"]
  n2 --> n9
  finish(["end"])
  n9 --> finish
"""


@pytest.fixture(scope="session")
def package() -> Path:
    """The script that reads Mermaid, installed outside of the checkout once for each version of what it needs."""
    files = [HERE / name for name in ("package.json", "package-lock.json", "parse.mjs")]
    version = sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pollex" / "tests"
    installed = cache / f"mermaid-{version}"
    if not installed.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=cache) as folder:
            made = Path(folder) / "made"
            made.mkdir()
            for file in files:
                shutil.copy(file, made)
            options = ("--ignore-scripts", "--omit=optional", "--prefer-offline", "--no-audit", "--no-fund", "--silent")
            subprocess.run(["npm", "ci", *options], cwd=made, check=True, timeout=115)
            with suppress(OSError):  # another worker was faster
                made.rename(installed)
    return installed / "parse.mjs"


def verdicts(script: Path, texts: list[str]) -> list[str | None]:
    run = subprocess.run(["node", script], input=json.dumps(texts), capture_output=True, text=True, check=True)
    told: list[str | None] = json.loads(run.stdout)
    return told


def test_a_loop_with_a_route_in_it(workflows: dict[str, Workflow]) -> None:
    drawn = workflows["loop"].show("mermaid")
    assert drawn[: drawn.index("  classDef")] == LOOP


def test_a_node_on_two_ways_has_two_boxes(workflows: dict[str, Workflow]) -> None:
    drawn = workflows["shared"].show("mermaid")
    assert 'n5["5' in drawn
    assert 'n5x2["5' in drawn


def test_mermaid_can_read_them_all(package: Path, workflows: dict[str, Workflow]) -> None:
    examples = [Workflow.load(file) for file in sorted(EXAMPLES.glob("*.workflow.json"))]
    drawn = [each.show("mermaid") for each in (*workflows.values(), *examples)]
    broken = drawn[0].replace('"]', "]", 1)
    *good, bad = verdicts(package, [*drawn, broken])
    assert good == [None] * len(drawn)
    assert bad is not None
    assert "Parse error" in bad


def test_words_cannot_become_mermaid(workflows: dict[str, Workflow]) -> None:
    drawn = workflows["breakout"].show("mermaid")
    assert "%%{" not in drawn
    assert "<script" not in drawn
    assert "javascript:" not in drawn
    assert "$$" not in drawn
