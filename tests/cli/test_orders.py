"""`pollex orders`: the table that `local` reads, for people and for programs."""

from .terminal import Terminal


def test_it_prints_each_order_with_its_forms(pollex: Terminal) -> None:
    code, out, _ = pollex("orders")
    assert code == 0
    assert "Click: Click a button" in out
    assert "    (click|press|tap|open|follow) [on] WORDS\n" in out
    assert "\nCREDENTIAL  the name of a stored credential\n" in out


def test_programs_get_it_as_data(pollex: Terminal) -> None:
    rows = pollex("orders", "--json").data
    [login] = [each for each in rows if each.get("name") == "Log in"]
    assert (login["calls"], login["examples"]) == ("login", ["Log in with bank."])
