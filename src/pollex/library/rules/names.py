"""Names: of apps, templates, folders and parameters."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import Final

from ...core.credential import CREDENTIAL_TYPES
from ...core.fault import Fault
from ...core.json import Object, brief
from ...core.suggest import did_you_mean, one_of
from ..findings import Findings
from ..formats import GENERIC, RESERVED, SCRIPTS, TEMPLATE_TYPES
from ..layout import SUFFIX

NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LOWERCASE: Final = "lowercase letters, digits and single hyphens, such as 'send-message'"
KEY: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def check_app_names(file: Path, document: Object, taken: Collection[str], findings: Findings) -> None:
    """Check the id of an app and the name of its folder."""
    given = document["id"]
    if not NAME.fullmatch(given):
        findings.errors.add(file, "/id", f"{given!r} is no id.", LOWERCASE, brief(given), corrected(given))
    elif given in RESERVED or given in taken or any(each.startswith(f"{given}.") for each in taken):
        message = f"The id {given!r} is taken: built-in tools are called so or begin with it."
        findings.errors.add(file, "/id", message, "an id of its own", brief(given), f"Try {given + '-app'!r}.")
    if not NAME.fullmatch(file.parent.name):
        message = f"The folder {file.parent.name!r} is not named as folders are here."
        findings.warnings.add(file, "", message, LOWERCASE, brief(file.parent.name), corrected(file.parent.name))


def check_template_names(file: Path, document: Object, app: str | None, findings: Findings) -> None:
    """Check slug, type and app against the file's name, its folder and the nearest `app.json`."""
    slug, named = document["slug"], file.name.removesuffix(SUFFIX)
    if slug != named:
        findings.errors.add(
            file, "/slug", "The slug must match the file's name.", repr(named), brief(slug), f"Write {named!r}."
        )
    if not NAME.fullmatch(slug):
        findings.errors.add(file, "/slug", f"{slug!r} is no slug.", LOWERCASE, brief(slug), corrected(slug))
    _check_folder(file, document, findings)
    if app is None:
        message = "A generic template belongs to no app."
        if document["app"] != GENERIC:
            findings.errors.add(file, "/app", message, repr(GENERIC), brief(document["app"]), f"Write {GENERIC!r}.")
    elif document["app"] != app:
        message = "The app must match the id in the nearest app.json."
        findings.errors.add(file, "/app", message, repr(app), brief(document["app"]), f"Write {app!r}.")
    script = document["file"]
    stem = next((script.removesuffix(ending) for ending in SCRIPTS if script.endswith(ending)), script)
    if not NAME.fullmatch(stem):
        message = f"The script {script!r} is not named as scripts are here."
        findings.warnings.add(file, "/file", message, LOWERCASE, brief(script), corrected(stem))


def _check_folder(file: Path, document: Object, findings: Findings) -> None:
    kind, folder = document["type"], file.parent.name
    if kind not in TEMPLATE_TYPES:
        message, hint = f"There is no type {kind!r}.", did_you_mean(kind, TEMPLATE_TYPES)
        findings.errors.add(file, "/type", message, one_of(TEMPLATE_TYPES), brief(kind), hint)
    elif folder not in TEMPLATE_TYPES:
        message = "A template lies in a folder called 'auth' or 'tool'."
        findings.errors.add(file, "/type", message, one_of(TEMPLATE_TYPES), repr(folder), f"Move it into {kind!r}.")
    elif kind != folder:
        message = "The type must match the folder."
        hint = f"Write {folder!r}, or move the file into {kind!r}."
        findings.errors.add(file, "/type", message, repr(folder), brief(kind), hint)


def check_credential_types(file: Path, document: Object, findings: Findings) -> None:
    """Check that the credentials are known types, each named once."""
    seen: dict[str, str] = {}
    for key in ("requiredCredentials", "optionalCredentials"):
        for at, kind in enumerate(document.get(key, [])):
            pointer = f"/{key}/{at}"
            if kind not in CREDENTIAL_TYPES:
                hint = did_you_mean(kind, CREDENTIAL_TYPES)
                message = f"There is no type of credentials {kind!r}."
                findings.errors.add(file, pointer, message, one_of(CREDENTIAL_TYPES), brief(kind), hint)
            elif kind in seen:
                message = f"The credentials {kind!r} are named twice, here and at {seen[kind]}."
                findings.errors.add(file, pointer, message, "each type once", brief(kind), "Keep one of the two.")
            seen.setdefault(kind, pointer)


def check_parameter_names(file: Path, key: str, parameters: list[Object], findings: Findings) -> None:
    """Warn of keys that no script can read with ease, and note what is Pollex's own."""
    for at, parameter in enumerate(parameters):
        name = parameter["display_name"]
        if not KEY.fullmatch(name):
            message = f"{name!r} cannot be written as a name in a script."
            findings.warnings.add(file, f"/{key}/{at}/display_name", message, "letters, digits and _", brief(name))
        if parameter["type"] == "json":
            message = "The type 'json' is Pollex's own; other programs know string, number, boolean and date."
            findings.warnings.add(file, f"/{key}/{at}/type", message)


def refuse_name(name: str, kind: str, pointer: str) -> None:
    """Raise a Fault for what is no name of a folder or a file of a library."""
    if not NAME.fullmatch(name):
        message, hint = f"{name!r} is no {kind}.", corrected(name)
        raise Fault("invalid_input", message, pointer=pointer, expected=LOWERCASE, received=name, hint=hint)


def corrected(name: str) -> str | None:
    """Return a hint with the name as it should be written, if that can be said."""
    split = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()
    made = re.sub(r"[^a-z0-9]+", "-", split).strip("-")
    return f"Try {made!r}." if made and made != name else None
