"""The runtime of a module: the manifest's `ecosystem`, else by the file's suffix, else the one that has the package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..core.fault import Fault
from .faults import not_installed
from .runtime import Ecosystem, Installed, Manifest, Runtime
from .versions import check_range, satisfies

SUFFIXES: Final[dict[str, Ecosystem]] = {".py": "pypi", ".js": "npm", ".mjs": "npm", ".cjs": "npm", ".ts": "npm"}


def choose(manifest: Manifest, runtimes: Sequence[Runtime]) -> tuple[Runtime, Installed]:
    """Return the runtime that has the package in a version that satisfies the manifest; raise if there is none."""
    wanted = manifest.document.get("ecosystem") or _by_suffix(manifest)
    candidates = [runtime for runtime in runtimes if wanted in (None, runtime.ecosystem)]
    found = [(runtime, place) for runtime in candidates if (place := runtime.find(manifest))]
    if not found:
        raise not_installed(manifest, wanted)
    if len(found) > 1:
        raise Fault(
            "ambiguous",
            f"The package {manifest.package!r} is installed for Python and for Node.",
            pointer="/ecosystem",
            expected='"ecosystem": "pypi" or "npm"',
            received="nothing",
            hint="Say in the manifest which is meant.",
            retry=False,
        )
    runtime, place = found[0]
    _check_version(manifest, place)
    return runtime, place


def _by_suffix(manifest: Manifest) -> Ecosystem | None:
    if not manifest.is_local:
        return None
    return next((kind for suffix, kind in SUFFIXES.items() if manifest.package.endswith(suffix)), None)


def _check_version(manifest: Manifest, found: Installed) -> None:
    wanted = manifest.document.get("packageVersion")
    if wanted is not None and (issue := check_range(wanted, found.ecosystem)):
        raise Fault.from_issues("invalid_input", [issue])
    if wanted is None or found.version is None or satisfies(found.version, wanted, found.ecosystem):
        return
    raise Fault(
        "unavailable",
        f"The package {manifest.package!r} is there in version {found.version}, which will not do.",
        pointer="/packageVersion",
        expected=wanted,
        received=found.version,
        hint="Install a version in the range, or change the range.",
        retry=False,
    )
