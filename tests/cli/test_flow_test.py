"""`pollex flow test`: a workflow over a table of inputs, without effects, as a person does it."""

import json
from pathlib import Path

import pytest

from pollex.app.input_table import InputTable
from pollex.core.fault import Fault
from pollex.core.schema import Schema
from pollex.practice.server import Server
from pollex.practice.shop.state import Visitor

from .terminal import Terminal

EXAMPLES = Path(__file__).parents[2] / "examples" / "workflows"
CHEAPEST, CHECKOUT = (str(EXAMPLES / f"{name}.workflow.json") for name in ("cheapest", "checkout"))


def table(pollex: Terminal, name: str, text: str) -> str:
    (pollex.folder / name).write_text(text)
    return name


def test_each_row_is_run_and_a_failure_is_the_exit_code(pollex: Terminal, server: Server) -> None:
    rows = f"base,query\n{server.url},kettle\n{server.url},desk lamp\nhttp://127.0.0.1:1,kettle\n"
    ran = pollex("flow", "test", CHEAPEST, "--inputs", table(pollex, "q.csv", rows), "-o", "results.jsonl", "--json")
    told = ran.result
    assert ran.returncode == 1
    assert {name: told["data"][name] for name in ("rows", "done", "stopped", "failed")} == {
        "rows": 3,
        "done": 2,
        "stopped": 0,
        "failed": 1,
    }
    first, second, third = told["data"]["results"]
    assert first["outputs"]["name"] == "Kaffa Works Glass Kettle, 0.5 l"
    assert first["outputs"] != second["outputs"]
    assert (third["outcome"], third["line"], third["fault"]["code"]) == ("failed", 4, "failed")
    written = (pollex.folder / "results.jsonl").read_text().splitlines()
    assert [json.loads(each) for each in written] == told["data"]["results"]


def test_nothing_is_changed(pollex: Terminal, server: Server) -> None:
    given = table(pollex, "orders.jsonl", json.dumps({"base": server.url}) + "\n")
    code, out, err = pollex("flow", "test", CHECKOUT, "--inputs", given)
    assert (code, err) == (0, "")
    assert "■ stopped" in out
    assert f"before the first request that changes something (POST {server.url}/shop/" in out
    assert out.splitlines()[-1] == "1 row: 1 stopped"
    parts = [session.parts.get(Visitor) for session in server.world.sessions.known.values()]
    assert not any(part.basket.lines for part in parts if isinstance(part, Visitor))


def test_a_wrong_type_points_at_its_row_and_column_and_nothing_is_sent(pollex: Terminal, server: Server) -> None:
    inputs = [{"display_name": "count", "type": "number"}, {"display_name": "base", "type": "string"}]
    nodes = [{"position": 1, "type": "tool", "config": {"tool": "page.navigate", "args": {"url": "{{base}}"}}}]
    (pollex.folder / "n.workflow.json").write_text(json.dumps({"name": "N", "inputs": inputs, "nodes": nodes}))
    before = len(server.world.sessions.known)
    rows = table(pollex, "n.csv", f"count,base\n3,{server.url}/shop/\nmany,{server.url}/shop/\n")
    ran = pollex("flow", "test", "n.workflow.json", "--inputs", rows, "--json")
    fault = ran.result["fault"]
    assert (ran.returncode, fault["pointer"]) == (1, "/1/count")
    assert "Row 2 (line 3), column 'count'" in fault["message"]
    assert len(server.world.sessions.known) == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("qeury\nkettle\n", "column 'qeury' (line 1, column 1) is no input"),
        ("query,query\nkettle,lamp\n", "stands twice"),
        ("query\n", "has no rows"),
        ('query\n"kettle\n', "is no CSV"),
        ("query\nkettle,2\n", "Row 1 (line 2) has more cells"),
    ],
)
def test_a_broken_table_is_a_fault(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "t.csv").write_text(text)
    made = InputTable(tmp_path / "t.csv")
    with pytest.raises(Fault) as caught:
        made.refuse_unknown(["query"])
        made.check(Schema({"type": "object", "properties": {"query": {"type": "string"}}}))
    assert said in caught.value.message


def test_a_mistake_in_the_last_of_a_million_rows_is_told_by_its_line(pollex: Terminal, server: Server) -> None:
    inputs = [{"display_name": "count", "type": "number"}, {"display_name": "base", "type": "string"}]
    nodes = [{"position": 1, "type": "tool", "config": {"tool": "page.navigate", "args": {"url": "{{base}}"}}}]
    (pollex.folder / "n.workflow.json").write_text(json.dumps({"name": "N", "inputs": inputs, "nodes": nodes}))
    rows = "n.csv"
    with (pollex.folder / rows).open("w") as file:
        file.write("count,base\n")
        file.writelines(f",{server.url}/shop/\n" for _ in range(999_999))
        file.write(f"many,{server.url}/shop/\n")
    before = len(server.world.sessions.known)
    ran = pollex("flow", "test", "n.workflow.json", "--inputs", rows, "--json")
    fault = ran.result["fault"]
    assert (ran.returncode, fault["pointer"]) == (1, "/999999/count")
    assert "Row 1000000 (line 1000001), column 'count'" in fault["message"]
    assert len(server.world.sessions.known) == before


def test_a_line_that_is_no_object_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "t.jsonl").write_text('{"query": "kettle"}\n\n[1]\n')
    with pytest.raises(Fault, match="Row 2 \\(line 3\\)") as caught:
        InputTable(tmp_path / "t.jsonl").check(Schema({"type": "object"}))
    assert caught.value.pointer == "/1"


def test_a_long_table_is_read_row_by_row(tmp_path: Path) -> None:
    import tracemalloc

    with (tmp_path / "t.csv").open("w") as file:
        file.write("query\n")
        file.writelines(f"kettle number {number}\n" for number in range(100_000))
    schema = Schema({"type": "object", "properties": {"query": {"type": "string"}}})
    tracemalloc.start()
    try:
        assert InputTable(tmp_path / "t.csv").check(schema) == 100_000
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_recorded_traffic_answers_without_the_site(pollex: Terminal) -> None:
    with Server() as server:
        rows = table(pollex, "q.csv", f"base,query\n{server.url},kettle\n")
        test = ("flow", "test", CHEAPEST, "--inputs", rows, "--json")
        recorded = pollex(*test, "--record", "shop.har").data
    assert recorded["done"] == 1
    assert pollex(*test, "--replay", "shop.har").data == recorded


def test_traffic_that_is_none_is_a_fault(pollex: Terminal) -> None:
    rows = table(pollex, "q.csv", "query\nkettle\n")
    ran = pollex("flow", "test", CHEAPEST, "--inputs", rows, "--replay", rows, "--json")
    assert (ran.returncode, ran.fault["code"]) == (1, "invalid_json")
