"""What a model asks over HTTP: answered while it waits, or later where nobody could be asked."""

from collections.abc import Iterator

import pytest

from pollex.core.json import Object

from ..model_server import ModelServer
from ..processes import Nursery
from ..servers import serving
from .served import Served

LAMPS: Object = {"question": "Which lamp?", "choices": ["Desk lamp", "Floor lamp"]}


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with serving(ModelServer([("ask", LAMPS)])) as running:
        yield running


def test_a_question_of_the_model_waits_for_its_answer(served: Served, model: ModelServer) -> None:
    run = served.start(task="Do it", model=model.name)
    question = served.asks(run)
    assert (question["kind"], question["question"]) == ("question", "Which lamp?")
    unfit = served.client.post(f"/api/runs/{run}/answer", json={"answer": "Wall lamp"})
    good = served.client.post(f"/api/runs/{run}/answer", json={"answer": "Floor lamp"})
    served.ended(run)
    assert (unfit.status_code, good.status_code) == (422, 200)
    assert "Floor lamp" in model.asked[-1].rpartition("ask_1")[2]


def test_a_run_that_ended_with_a_question_goes_on_with_the_answer(
    served: Served, model: ModelServer, nursery: Nursery
) -> None:
    command = ("run", "Do it", "--model", model.name, "--no-pictures", "--json")
    with nursery.start("pollex", *command, environ={"POLLEX_HOME": str(served.home)}) as process:
        process.hang_up()
        run = process.end().result["data"]["run"]
    assert served.show(run)["result"]["data"]["asks"]["question"] == "Which lamp?"
    unfit = served.client.post(f"/api/runs/{run}/resume", json={"answer": "Wall lamp"})
    resumed = served.client.post(f"/api/runs/{run}/resume", json={"answer": "Desk lamp"}).json()
    served.ended(resumed["id"])
    assert (unfit.status_code, resumed["forkedFrom"], len(model.asked)) == (422, run, 2)
    assert "Desk lamp" in model.asked[-1].rpartition("ask_1")[2]
