"""Widgets that nobody here wrote, used by what the outline shows of them: one task of each page of the gallery.

`make sites` plays a third of the tasks, and `bench/run widgets` all.
"""

from collections.abc import Callable

import pytest
from bench.agent_player import WeighedPlayer
from bench.widgets.script import scripts, tasks
from bench.widgets.server import Gallery
from bench.widgets.solve import attempt

from pollex import App
from pollex.testing.player import ScriptedTurn

from ..selection import ALL, some

Play = Callable[[list[ScriptedTurn]], WeighedPlayer]
pytestmark = pytest.mark.asyncio(loop_scope="session")
WAYS = scripts("pollex")
CHOSEN = {
    "jqueryui-menu": ["menu-rain-jackets", "menu-duplicate"],
    "jqueryui-autocomplete": ["autocomplete-porto-alegre", "autocomplete-hotel"],
    "jqueryui-datepicker": ["datepicker-arrival", "datepicker-payment"],
    "jqueryui-slider": ["slider-distance", "slider-rent-top"],
    "jqueryui-spinner": ["spinner-rolls", "spinner-oven"],
    "jqueryui-sortable": ["sortable-below", "sortable-accept"],
    "jqueryui-accordion": ["accordion-paper", "accordion-contact"],
    "jqueryui-dialog": ["dialog-create", "dialog-resize"],
    "jqueryui-tabs": ["tabs-ideas", "tabs-order"],
    "select2": ["select2-country", "select2-remove"],
    "tom-select": ["tom-author", "tom-remove"],
    "choices": ["choices-venue", "choices-size"],
    "flatpickr": ["flatpickr-inspection", "flatpickr-pickup"],
    "sortable": ["board-doing", "board-todo", "board-songs"],
    "shoelace-form": ["shoelace-clean", "shoelace-travel"],
    "shoelace-app": ["archive-sort", "archive-note"],
    "quill": ["quill-bold", "quill-heading", "quill-colour"],
    "codemirror": ["code-append", "code-rename"],
    "tabulator": ["grid-name", "grid-sort"],
    "fullcalendar": ["calendar-week", "calendar-list"],
    "leaflet": ["map-zoom"],
    "monaco": ["monaco-rate", "monaco-rename"],
    "trix": ["trix-bold", "trix-link", "trix-list"],
    "editorjs": ["editorjs-bold", "editorjs-move"],
    "air-datepicker": ["air-billing", "air-trip", "air-pickup"],
    "pickr": ["pickr-code", "pickr-clear"],
    "nouislider": ["noui-rent", "noui-floor"],
    "dragula": ["dragula-between", "dragula-handle"],
    "gridstack": ["gridstack-move", "gridstack-widen"],
    "ag-grid": ["fleet-driver", "fleet-far", "fleet-below", "fleet-order"],
    "material": ["material-switches", "material-delete", "material-mode"],
    "terminal": ["terminal-list"],
}
TASKS = {task["id"]: task for task in tasks()}


@pytest.mark.parametrize("name", [name for names in CHOSEN.values() for name in names[: None if ALL else 1]])
async def test_a_task_is_solved(name: str, app: App, gallery: Gallery, play: Play) -> None:
    tried = await attempt(app, gallery.url, TASKS[name], play(WAYS[name]))
    assert tried.solved, tried.why


@pytest.mark.parametrize("page", some(sorted({task["page"] for task in TASKS.values()}), 7))
async def test_doing_nothing_solves_nothing(page: str, app: App, gallery: Gallery, play: Play) -> None:
    task = next(task for task in TASKS.values() if task["page"] == page)
    assert not (await attempt(app, gallery.url, task, play([]))).solved
