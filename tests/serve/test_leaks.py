"""Secrets over HTTP: whatever is asked of a run that used one, its value is in no answer and no line of the log."""

from pathlib import Path
from typing import Any

import pytest

from ..processes import Nursery
from .served import Served

SECRET = "tr0ub4dor-and-3-more"
TOOLS = '''
import pollex

@pollex.tool(effect="read", examples=[{"text": "a"}])
async def echo(text: str, context: pollex.Context) -> dict[str, str]:
    """Say it back, on the way and at the end."""
    context.progress({"on the way": text})
    print("printed", text)
    return {"whole": text, "inside": f"<{text}>"}

@pollex.tool(effect="read", examples=[{"text": "a"}])
async def refuse(text: str) -> str:
    """Fail, and say why in words that hold it."""
    raise ValueError(f"not with {text}")

@pollex.tool(effect="destroy", examples=[{"text": "a"}])
async def wipe(text: str) -> str:
    """Wipe something."""
    return text
'''


def calling(tool: str) -> dict[str, Any]:
    node = {
        "position": 1,
        "type": "tool",
        "alias": "made",
        "config": {"tool": tool, "args": {"text": "{{secret.PIN}}"}},
    }
    return {"name": f"Calls {tool}", "nodes": [node]}


@pytest.mark.parametrize("tool", ["echo", "refuse", "wipe"])
def test_no_answer_has_the_secret(nursery: Nursery, tmp_path: Path, tool: str) -> None:
    file = tmp_path / "leaky_tools.py"
    file.write_text(TOOLS)
    environ = {"POLLEX_SECRET_PIN": SECRET}
    with Served(nursery, tmp_path / "home", tools=file, environ=environ) as served:
        run = served.start(workflow=calling(tool))
        answers = []
        if tool == "wipe":
            served.asks(run)
            answers += [served.client.get(f"/api/runs/{run}"), served.client.post(f"/api/runs/{run}/approve")]
        ended = served.ended(run)
        paths = ["/api/runs", *(f"/api/runs/{run}{each}" for each in ("", "/events", "/report")), "/metrics"]
        answers += [served.client.get(path) for path in paths]
        answers.append(served.client.post("/api/tools/runs.events", json={"args": {"run": run}}))
        answers.append(served.client.post(f"/api/runs/{run}/compile"))
    assert ended["status"] == ("failed" if tool == "refuse" else "done")
    assert [answer.url.path for answer in answers if SECRET in answer.text] == []
    assert any("{{secret.PIN}}" in answer.text for answer in answers)
