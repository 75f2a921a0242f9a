"""The packages behind modules: found, installed and drafted, each named by a manifest's file or by its own name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import invalidate_caches
from pathlib import Path

from ..core.fault import Fault
from .discovery import read_manifest
from .draft import ModuleDraft, module_name
from .ecosystem import choose
from .faults import unknown_package
from .installation import install, install_command
from .python.distribution import known_packages
from .runtime import Ecosystem, Installed, Manifest, Runtime


@dataclass(frozen=True, slots=True)
class Packages:
    """What the runtimes can load. `module` is the path of a `module.json`, or the name of a package."""

    runtimes: Sequence[Runtime]

    async def draft(self, package: str, ecosystem: Ecosystem | None = None) -> ModuleDraft:
        """Draft a manifest for an installed package; a Fault where it is not installed, or has nothing to call."""
        manifest = _named(package, ecosystem)
        if not any(runtime.find(manifest) for runtime in self._of(ecosystem)):
            raise unknown_package(package, known_packages(), ecosystem)
        runtime, _ = choose(manifest, self.runtimes)
        return await runtime.draft(manifest)

    def installed(self, module: str, ecosystem: Ecosystem | None = None) -> Installed | None:
        """Return where the package is, in a version that will do; None where it is not."""
        try:
            return choose(_manifest(module, ecosystem), self._of(ecosystem))[1]
        except Fault as fault:
            if fault.code == "unavailable":
                return None
            raise

    def install_command(
        self, module: str, home: Path, ecosystem: Ecosystem | None = None
    ) -> tuple[Ecosystem, list[str]]:
        """Return the ecosystem that the package would be installed from, and the command."""
        return install_command(_manifest(module, ecosystem), home, ecosystem)

    def install(self, module: str, command: list[str], ecosystem: Ecosystem) -> str:
        """Install the package, and say in a sentence what is there now."""
        install(command)
        invalidate_caches()
        found = self.installed(module, ecosystem)
        package = _manifest(module, ecosystem).package
        if found is None:
            message = f"{package!r} was installed from {ecosystem}, and is not found."
            raise Fault("unavailable", message, pointer="/package", hint=f"Look at: {' '.join(command)}", retry=False)
        version = f" in version {found.version}" if found.version else ""
        return f"Installed {package!r}{version} from {ecosystem}: {found.place}"

    def _of(self, ecosystem: Ecosystem | None) -> list[Runtime]:
        return [runtime for runtime in self.runtimes if ecosystem in (None, runtime.ecosystem)]


def _manifest(module: str, ecosystem: Ecosystem | None) -> Manifest:
    path = Path(module)
    is_file = path.suffix == ".json" or path.is_file() or module.startswith((".", "/"))
    return read_manifest(path)[0] if is_file else _named(module, ecosystem)


def _named(package: str, ecosystem: Ecosystem | None) -> Manifest:
    """Return a manifest without tools for a package, as it would lie in the current folder."""
    document = {"name": module_name(package), "package": package, "type": "static", "tools": []}
    return Manifest(document | ({"ecosystem": ecosystem} if ecosystem else {}), Path.cwd() / "module.json")
