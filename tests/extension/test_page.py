"""The tests of the page and its tools, in a tab that the extension drives."""

from __future__ import annotations

import importlib
from typing import Final

import pytest

from ..selection import some

MODULES: Final = (
    "tools.test_check", "tools.test_click", "tools.test_dates", "tools.test_dialogs", "tools.test_drawn_lists",
    "tools.test_inspection", "tools.test_labels", "tools.test_match", "tools.test_mouse",
    "tools.test_navigation", "tools.test_outcomes", "tools.test_query", "tools.test_ready", "tools.test_restless",
    "tools.test_secrets", "tools.test_tabs", "tools.test_targets", "tools.test_text_input", "tools.test_wait",
    "tools.test_capture", "test_observe", "test_effects", "test_delta", "test_content", "test_lists", "test_twins",
    "test_resolve", "test_folding", "test_grids",
)  # fmt: skip
ELSEWHERE: Final = ("test_text_in_a_field_is_selected", "test_what_a_timer_draws_anew_is_met_all_the_same")
"""Tests that go to a `data:` address, as all of `tools.test_form` do: a person's browser is led to none."""
EVERY: Final = 40
"""`make test` plays one in so many, `make extension` all."""
pytestmark = pytest.mark.asyncio(loop_scope="session")

shared = {}
for module in ("tools.conftest", *MODULES):
    for name, each in vars(importlib.import_module(f"tests.page.{module}")).items():
        if name.startswith("test_") and name not in ELSEWHERE:
            shared[f"{name}__{module.rpartition('.')[2]}"] = each
        elif "fixture" in type(each).__name__.lower():
            globals()[name] = each
globals().update({name: shared[name] for name in some(shared, EVERY)})
