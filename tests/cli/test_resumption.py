"""What a run that is taken up again is opened with."""

from pathlib import Path

from pollex.cli.resumption import resumption


def test_a_browser_that_was_shown_is_shown_again() -> None:
    kept = {"headed": True, "cdp": False, "sources": []}
    assert resumption(kept, None, None, None) == ({"headed": True, "cdp": None}, [])
    assert resumption(kept, None, False, None).settings["headed"] is False


def test_what_is_not_kept_is_told_unless_it_is_given_again() -> None:
    kept = {"headed": False, "cdp": True, "sources": ["/tools/own.py"]}
    assert resumption(kept, None, None, None) == (
        {"headed": None, "cdp": None},
        [
            "It ran in a browser that you gave; it goes on in a new one. Give that one again with --cdp.",
            "It had further tools, which are not there now. Give them again with: --from /tools/own.py",
        ],
    )
    given = resumption(kept, [Path("/tools/own.py")], None, "http://127.0.0.1:9222")
    assert given == ({"headed": None, "cdp": "http://127.0.0.1:9222"}, [])


def test_a_run_of_before_has_nothing_kept() -> None:
    assert resumption({}, None, None, None) == ({"headed": None, "cdp": None}, [])
