"""`pollex runs compile`: from a run to a file that runs without a model, as a person does it."""

import json

from pollex.practice.server import Server

from .terminal import Terminal


def test_a_run_becomes_a_file_that_runs(pollex: Terminal, server: Server) -> None:
    asked = ("run", 'Search for "kettle".', "--url", f"{server.url}/shop/", "--model", "local", "--no-pictures")
    run = pollex(*asked, "--json").data["run"]
    code, out, err = pollex("runs", "compile", run[:8], "-o", "kettle.workflow.json", "--name", "Find a kettle")
    assert (code, err) == (0, "")
    first, *told, last = out.splitlines()
    assert first.startswith("✓ kettle.workflow.json: 'Find a kettle' (")
    assert "  Made inputs of “query” ('kettle')." in told
    assert last == "Next: pollex flow run kettle.workflow.json --input query=…"
    assert pollex("flow", "run", "kettle.workflow.json", "--input", "query=lamp").returncode == 0
    again = pollex("runs", "compile", run, "-o", "again.workflow.json", "--json").data
    assert (again["file"], again["inputs"], again["outputs"]) == ("again.workflow.json", ["query", "base"], [])
    assert json.loads((pollex.folder / "again.workflow.json").read_text())["name"] == 'Search for "kettle"'


def test_a_run_of_a_workflow_is_refused(pollex: Terminal) -> None:
    nodes = [{"position": 1, "type": "show", "config": {"value": "hello"}}]
    (pollex.folder / "hello.workflow.json").write_text(json.dumps({"name": "Hello", "nodes": nodes}))
    run = pollex("flow", "run", "hello.workflow.json", "--json").data["run"]
    code, _, err = pollex("runs", "compile", run, "-o", "x.workflow.json")
    assert (code, "This is no run of an agent" in err) == (1, True)
    assert not (pollex.folder / "x.workflow.json").exists()
