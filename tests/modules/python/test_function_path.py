"""Function paths lead to functions, or say which part of them is not there and what is."""

import importlib
import json
import os
import sys
import textwrap
import xml
import zipfile
from types import SimpleNamespace
from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.modules.python.function_path import resolve_function


def refused(start: Any, path: str) -> tuple[str, str | None, str | None]:
    with pytest.raises(Fault) as caught:
        resolve_function(start, path)
    assert (caught.value.code, caught.value.pointer) == ("not_found", "/function")
    return caught.value.message, caught.value.expected, caught.value.hint


def test_names_and_indices_are_followed() -> None:
    library = SimpleNamespace(methods=[str.upper, str.lower], by_name={"trim": str.strip})
    assert resolve_function(json, "dumps") is json.dumps
    assert resolve_function(json, "decoder.JSONDecoder") is json.decoder.JSONDecoder
    assert resolve_function(library, "methods[1]") is str.lower
    assert resolve_function(library, "by_name.trim") is str.strip


def test_a_submodule_that_nobody_imported_is_imported() -> None:
    found = resolve_function(xml, "sax.saxutils.escape")
    assert found is importlib.import_module("xml.sax.saxutils").escape


def test_a_method_keeps_the_object_it_hangs_on() -> None:
    library = SimpleNamespace(names=["b", "a"])
    resolve_function(library, "names.sort")()
    assert library.names == ["a", "b"]


def test_an_unknown_function_suggests_a_near_one() -> None:
    message, expected, hint = refused(textwrap, "dedant")
    assert message == "The module 'textwrap' has no 'dedant'."
    assert expected is not None
    assert "'dedent'" in expected
    assert hint == "Did you mean 'dedent'?"


def test_the_part_that_failed_is_named() -> None:
    message, _, hint = refused(json, "decoder.JSONDecodr.decode")
    assert message == "'decoder', the module 'json.decoder', has no 'JSONDecodr' (in 'decoder.JSONDecodr.decode')."
    assert hint == "Did you mean 'JSONDecoder'?"


def test_an_index_too_high_says_how_many_there_are() -> None:
    library = SimpleNamespace(methods=[str.upper])
    assert refused(library, "methods[1]") == (
        "'methods', a value of type list, has no '1' (in 'methods[1]').",
        "an index below 1",
        None,
    )


def test_what_cannot_be_called_is_said_to_be_what_it_is() -> None:
    message, _, hint = refused(json, "scanner")
    assert message == "'scanner' is the module 'json.scanner', which cannot be called."
    assert hint is not None
    assert "'scanner.py_make_scanner'" in hint


@pytest.mark.parametrize(
    ("package", "path"),
    [(zipfile, "os.popen"), (textwrap, "re.enum.sys.exit"), (os, "path.join"), (sys, "modules.os.popen")],
)
def test_a_path_stays_inside_its_package(package: Any, path: str) -> None:
    with pytest.raises(Fault) as caught:
        resolve_function(package, path)
    assert (caught.value.code, caught.value.pointer) == ("denied", "/function")
    assert f"is no part of {package.__name__!r}" in caught.value.message


def test_an_instance_leads_into_no_other_package_either() -> None:
    with pytest.raises(Fault, match=r"is no part of 'zipfile'"):
        resolve_function(type("Mine", (), {"__module__": "zipfile", "system": os})(), "system.popen")


@pytest.mark.parametrize("path", ["wrap.__globals__.get", "__loader__.load_module", "_wrap", "", "$"])
def test_a_step_into_the_language_is_no_path(path: str) -> None:
    with pytest.raises(Fault, match="is no path of a function"):
        resolve_function(textwrap, path)


def test_only_what_would_work_is_suggested() -> None:
    _, expected, hint = refused(textwrap, "rex")
    assert (expected, hint) == ("one of 'TextWrapper', 'dedent', 'fill', 'indent', 'shorten', 'wrap'", None)


def test_a_property_that_fails_is_told() -> None:
    class Odd:
        @property
        def client(self) -> Any:
            raise ValueError("not connected")

    with pytest.raises(Fault) as caught:
        resolve_function(Odd(), "client.get")
    assert caught.value.message == "'client' in 'client.get' could not be read: ValueError: not connected"
