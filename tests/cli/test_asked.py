"""What a person is asked at a terminal: for approval and for answers, the same in a run that is new or resumed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pollex.core.json import Object

from ..model_server import DONE, ModelServer
from ..servers import serving
from .terminal import Terminal
from .typist import Typist

LAMPS: Object = {"question": "Which lamp?", "choices": ["Desk lamp", "Floor lamp"]}
SAVE_ROWS = Path(__file__).parents[1] / "save_rows.py"
WIPE = '''
import pollex

@pollex.tool(effect="destroy", examples=[{"what": "a"}])
async def wipe(what: str) -> str:
    """Wipe something."""
    return f"wiped {what}"
'''


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with serving(ModelServer()) as running:
        yield running


@pytest.fixture
def tools(pollex: Terminal) -> Path:
    file = pollex.folder / "wipe.py"
    file.write_text(WIPE)
    return file


def at_terminal(pollex: Terminal, *arguments: str) -> Typist:
    return Typist(pollex.nursery, *arguments, environ=pollex.environ, folder=pollex.folder)


def begin(pollex: Terminal, model: ModelServer, tools: Path) -> Typist:
    return at_terminal(pollex, "run", "Do it", "--model", model.name, "--no-pictures", "--from", str(tools))


def test_yes_to_a_kind_and_the_details_first(pollex: Terminal, model: ModelServer) -> None:
    model.turns = [("save_rows", {})]
    with begin(pollex, model, SAVE_ROWS) as person:
        asked = person.wait_for("k = yes to this kind in this run, n = no, d = details): ")
        assert asked.count("Saves the first row") == 1
        assert '"row": "first"' not in asked
        person.type("d")
        assert '"row": "first"' in person.wait_for("Do it?")
        person.type("y")
        assert "Saves the second row" in person.wait_for("Do it?")
        person.type("k")
        person.end()
    assert '"yes","kind","as before"' in model.asked[-1].replace("\\", "").replace('", "', '","')


def test_only_what_can_hold_for_a_kind_offers_it(pollex: Terminal, model: ModelServer, tools: Path) -> None:
    model.turns = [("wipe", {"what": "the disk"})]
    with begin(pollex, model, tools) as person:
        asked = person.wait_for("Do it? (y = yes, n = no, d = details): ")
        assert '{"what": "the disk"}' in asked.replace('":"', '": "')
        person.type("k")
        person.wait_for("Do it?")
        person.type("n")
        person.end()
    assert "was not approved" in model.asked[-1]


def test_a_question_of_the_model_is_answered_by_number(pollex: Terminal, model: ModelServer, tools: Path) -> None:
    model.turns = [("ask", LAMPS)]
    with begin(pollex, model, tools) as person:
        person.wait_for("(1 = Desk lamp, 2 = Floor lamp): ")
        person.type("2")
        person.end()
    assert "Floor lamp" in model.asked[-1].rpartition('"role":"tool"')[2]


def test_a_resumed_run_asks_as_a_new_one(pollex: Terminal, model: ModelServer, tools: Path) -> None:
    model.turns = [("ask", LAMPS), ("wipe", {"what": "the disk"})]
    with begin(pollex, model, tools) as person:
        person.wait_for("2 = Floor lamp): ")
        person.process.kill()
    [run] = pollex("runs", "list", "--json").data
    with at_terminal(pollex, "runs", "resume", run["id"], "--from", str(tools)) as person:
        assert "Which lamp?" in person.wait_for("(1 = Desk lamp, 2 = Floor lamp): ")
        person.type("Desk lamp")
        person.wait_for("Do it? (y = yes, n = no, d = details): ")
        person.type("y")
        person.end()
    assert "wiped the disk" in model.asked[-1]


def test_where_nobody_is_there_it_ends_with_the_question(pollex: Terminal, model: ModelServer) -> None:
    model.turns = [("ask", LAMPS), DONE]
    ended = pollex("run", "Do it", "--model", model.name, "--no-pictures", "--json")
    assert (ended.fault["code"], ended.result["data"]["asks"]["question"]) == ("unavailable", "Which lamp?")
    resumed = ("runs", "resume", ended.result["data"]["run"], "--json")
    unfit = pollex(*resumed, "--answer", "Wall lamp")
    assert (unfit.fault["code"], unfit.fault["pointer"], len(model.asked)) == ("invalid_input", "/answer", 1)
    pollex(*resumed, "--answer", "Desk lamp")
    assert len(model.asked) == 2
    assert "Desk lamp" in model.asked[-1].rpartition("ask_1")[2]
