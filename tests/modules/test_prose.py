"""What docstrings say of functions and parameters in plain sentences."""

import math

from pollex.modules.prose import mention, summary


def test_a_parameter_is_described_where_the_docstring_speaks_of_it() -> None:
    doc = "Do it.\n\n  path\n    Where it is,\n    in full.\n\nIf *n* is 0, nothing happens. The width counts."
    said = {name: mention(name, doc) for name in ("path", "n", "width", "default")}
    assert said == {
        "path": "Where it is, in full.",
        "n": "If *n* is 0, nothing happens.",
        "width": "The width counts.",
        "default": None,
    }


def test_what_is_said_of_the_function_describes_no_parameter() -> None:
    doc = "Adds 'prefix' to lines in 'text'.\n\nReformat the single paragraph in 'text' so it fits in 'width' columns."
    assert {name: mention(name, doc) for name in ("prefix", "text", "width")} == {
        "prefix": None,
        "text": None,
        "width": None,
    }


def test_a_long_summary_ends_with_a_sentence() -> None:
    assert summary("One. " * 100) == " ".join(["One."] * 79)
    assert math.isclose(len(summary("word " * 100)), 400, abs_tol=5)
