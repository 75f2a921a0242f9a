"""Packages are found by distribution, by module and by path, and nothing outside the manifest's folder is."""

import platform
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.modules.python import PythonRuntime
from pollex.modules.python.distribution import find_installed
from pollex.modules.runtime import Installed, Manifest

Make = Callable[..., Manifest]
HERE = Path(__file__).parent


@pytest.mark.parametrize(
    ("package", "module", "distribution"),
    [
        ("python-dotenv", "dotenv", "python-dotenv"),
        ("Python_DotENV", "dotenv", "python-dotenv"),
        ("dotenv", "dotenv", "python-dotenv"),
        ("Pygments", "pygments", "Pygments"),
        ("griffelib", "griffe", "griffelib"),
        ("typing_extensions", "typing_extensions", "typing_extensions"),
        ("hatchling", "hatchling", "hatchling"),
        ("packaging.version", "packaging.version", "packaging"),
    ],
)
def test_a_package_is_found_by_its_distribution_or_its_module(package: str, module: str, distribution: str) -> None:
    found = find_installed(package)
    assert found is not None
    assert (found.module, found.version) == (module, metadata.version(distribution))


def install(folder: Path, name: str, *modules: str) -> None:
    """A distribution as an installer leaves it."""
    about = folder / f"{name.replace('-', '_')}-1.2.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    (about / "top_level.txt").write_text("\n".join({module.split("/")[0] for module in modules}))
    for module in modules:
        (folder / module).parent.mkdir(exist_ok=True)
        (folder / f"{module}.py").touch()


@pytest.mark.parametrize(
    ("name", "modules", "package", "module"),
    [
        ("PyThing", ("_thing", "thing"), "pything", "thing"),
        ("thing-two", ("thing_one", "thing_two"), "Thing_Two", "thing_two"),
        ("space.thing", ("space/thing", "space/other"), "space.thing", "space.thing"),
    ],
)
def test_a_distributions_module_is_the_one_that_its_name_means(
    name: str, modules: tuple[str, ...], package: str, module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, name, *modules)
    monkeypatch.syspath_prepend(tmp_path)
    found = find_installed(package)
    assert found is not None
    assert (found.module, found.version) == (module, "1.2")


def test_a_distribution_of_several_modules_asks_which_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "many-things", "first_thing", "second_thing")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(Fault) as caught:
        find_installed("many-things")
    assert caught.value.code == "ambiguous"
    assert caught.value.message == "The package 'many-things' has 2 modules, and none of them has its name."
    assert caught.value.hint == "Name the module itself as the package."


def test_the_standard_library_has_pythons_version(manifest: Make) -> None:
    found = PythonRuntime().find(manifest("xml.dom.minidom"))
    assert found is not None
    assert found.version == platform.python_version()
    assert Path(found.place).name == "minidom.py"


def test_finding_a_dotted_module_imports_nothing() -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "wsgiref"]:
        del sys.modules[name]
    assert find_installed("wsgiref.util") is not None
    assert "wsgiref" not in sys.modules


@pytest.mark.parametrize("package", ["no-such-package", "@scope/thing", "json.no", "json..decoder", "json.decoder.no"])
def test_what_is_not_installed_is_not_found(package: str, manifest: Make) -> None:
    assert PythonRuntime().find(manifest(package)) is None


@pytest.mark.parametrize(
    ("package", "file"),
    [("./echo.py", "echo.py"), ("./echo", "echo.py"), ("./account", "account/__init__.py")],
)
def test_a_local_module_is_found_beside_its_manifest(package: str, file: str, manifest: Make) -> None:
    assert PythonRuntime().find(manifest(package)) == Installed("pypi", None, str(HERE / "data" / file))


@pytest.mark.parametrize("package", ["./nothing.py", "./module.js", "./nothing"])
def test_a_local_file_that_is_not_there_or_not_python_is_not_found(package: str, manifest: Make) -> None:
    assert PythonRuntime().find(manifest(package)) is None


@pytest.mark.parametrize(
    "package", ["../test_finding.py", "../nothing.py", "./account/../../conftest", str(HERE / "conftest.py")]
)
def test_a_path_that_leaves_the_folder_is_refused(package: str, manifest: Make) -> None:
    with pytest.raises(Fault) as caught:
        PythonRuntime().find(manifest(package))
    assert (caught.value.code, caught.value.pointer, caught.value.received) == ("denied", "/package", package)


def test_a_link_that_leaves_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thing.py").symlink_to(HERE / "data" / "echo.py")
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").symlink_to(HERE / "data" / "echo.py")
    for package in ("./thing.py", "./package"):
        document: Object = {"name": "sample", "package": package, "type": "static", "tools": []}
        with pytest.raises(Fault, match="outside the folder"):
            PythonRuntime().find(Manifest(document, tmp_path / "module.json"))


def test_a_setting_widens_what_may_be_loaded(manifest: Make) -> None:
    runtime = PythonRuntime(allowed_folders=(HERE,))
    assert runtime.find(manifest("../conftest.py")) == Installed("pypi", None, str(HERE / "data" / "../conftest.py"))
