"""The catalogue as models read it."""

import pytest

from pollex.core.fault import Fault
from pollex.workspace.components import CATALOGUE, describe


def test_one_line_says_all_props_of_a_component() -> None:
    assert describe(["tabs"]).splitlines()[-1] == (
        "tabs{tabs:{label:string;children:Id[]}[];selected?:number} Components on tabs, of which one is shown."
    )


def test_types_that_contain_themselves_stand_beside() -> None:
    assert describe(["tree"]).splitlines()[-1] == (
        "tree{nodes:TreeNode[];selected?:string;command?:Command} "
        "TreeNode={id:string;label:string;icon?:string;open?:boolean;children?:TreeNode[]} "
        "Nested items that open and close."
    )


def test_without_names_all_components_are_described() -> None:
    lines = describe().splitlines()
    assert [line.partition("{")[0] for line in lines[-len(CATALOGUE) :]] == list(CATALOGUE)


def test_it_is_short() -> None:
    assert len(describe()) < 185 * len(CATALOGUE)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(Fault, match="tabel"):
        describe(["tabel"])
