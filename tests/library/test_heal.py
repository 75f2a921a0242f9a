"""Healed workflows of a library, before they are written."""

from pathlib import Path

import pytest

from pollex import Fault
from pollex.library.heal import check_healed, workflow_to_heal
from pollex.library.library import Library

from .sample import SHOP, WORKFLOW, workflow, write_library

FILE = SHOP / "tool/find-price.workflow.json"
AWAY = {"position": 1, "type": "browser_action", "config": {"action": "navigate", "url": "https://away.example/"}}


def test_a_document_that_breaks_a_rule_of_the_library_is_refused(tmp_path: Path) -> None:
    library = Library.load(write_library(tmp_path, workflow()))

    check_healed(library, {tmp_path / FILE: {**WORKFLOW, "version": 2}})
    with pytest.raises(Fault) as raised:
        check_healed(library, {tmp_path / FILE: {**WORKFLOW, "nodes": [AWAY, WORKFLOW["nodes"][1]]}})

    assert any("away.example" in str(issue.message) for issue in raised.value.issues)


def test_only_workflows_can_be_healed(tmp_path: Path) -> None:
    library = Library.load(write_library(tmp_path, workflow()))

    assert workflow_to_heal(library, "shop/find-price") == (tmp_path / FILE, "shop.find-price")
    with pytest.raises(Fault, match=r"'shop\.login' is the script login\.py; only a workflow can be healed"):
        workflow_to_heal(library, "shop.login")
    with pytest.raises(Fault, match=r"Did you mean 'shop\.find-price'"):
        workflow_to_heal(library, "shop/find-prize")
