"""Where a secret may be typed: only a credential that the task means, only into a field meant for it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from ...browser.evidence import Evidence
from ...core.domain import in_domain
from ...core.fault import Fault
from ...core.reference import references
from ...core.secret import Secrets
from ..task import Task

LOGIN: Final = re.compile(
    r"\b(?:log(?:ged|ging)?[\s-]?(?:in|on)s?|sign(?:ed|ing)?[\s-]?in|cred(?:ential)?s?|passwords?|authenticat\w*)\b",
    re.IGNORECASE,
)
CODE: Final = re.compile(r"code|otp|totp|token|pin|2fa|mfa|factor|authenticat|verif|digit|one.?time", re.IGNORECASE)
FOR_LOGIN: Final = frozenset({"username", "email", "user", "login", "password", "code"})
"""Fields of credentials with which somebody logs in."""
HIDDEN: Final = re.compile(r"pass|secret|token|key|pin\b", re.IGNORECASE)
"""Fields of credentials that only a field for passwords may have."""
ALSO: Final[Mapping[str, str]] = {
    "number": r"number|no\.",
    "name": r"name|holder",
    "expiry": r"expir|valid",
    "cvc": r"cvc|cvv|security code|card code",
    "street": r"street|address",
    "zip": r"zip|postal|postcode",
    "city": r"city|town",
    "phone": r"phone|mobile",
}
"""How pages call what a credential may hold besides passwords; others by the field's own words."""
KNOWN_AS: Final = re.compile(r"user|mail|login|name|account|customer|member|number|id\b|phone", re.IGNORECASE)


def named(args: Any) -> list[tuple[str, str]]:
    """Return the secrets that a call's arguments refer to, as pairs of credential and field."""
    paths = [each.path for each in references(args) if each.root == "secret"]
    return [(str(path[1]) if len(path) > 1 else "", str(path[2]) if len(path) > 2 else "") for path in paths]


def misplaced(tool: str, args: Any) -> Fault | None:
    """Refuse a secret anywhere but as text typed into a field."""
    if tool == "page.type" or not named(args):
        return None
    message = f"A secret cannot be given to {tool!r}."
    hint = "Type it with page.type into the field that is for it."
    return Fault("denied", message, expected="page.type", received=tool, hint=hint, retry=False)


async def of_site(args: Any, secrets: Secrets, host: str) -> set[str]:
    """Return the named credentials to log in with that are the only ones stored for a site."""
    found = set()
    for name, field in named(args):
        if field in FOR_LOGIN:
            alike = [each for each in secrets.names() if each.endswith(f".{field}") and each.count(".") == 1]
            domains = {each: (await secrets.get(each)).domains for each in alike if field != "code"}
            here = [each for each, hosts in domains.items() if any(in_domain(host, domain) for domain in hosts)]
            found |= {name} if field == "code" or here == [f"{name}.{field}"] else set()
    return found


def unmeant(args: Any, task: Task, stored: Collection[str], own: Collection[str]) -> str | None:
    """Return why a credential is not meant by the task: it names another, or mentions neither it nor a login.

    What is stored for the site that the task is about (`own`) is meant there without a word.
    """
    meant = [name for name in stored if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", task.text, re.IGNORECASE)]
    for name, field in named(args):
        if field == "code" and (meant or name in own or LOGIN.search(task.text)):
            continue  # the second half of a login; it is bound to its domains like the first
        if meant and not any(name == each or name.startswith((f"{each}-", f"{each}_")) for each in meant):
            return f"the task means the credential {' and '.join(map(repr, meant))}, not {name!r}"
        if not meant and name not in own and not LOGIN.search(task.text):
            return f"the task does not speak of the credential {name!r}"
    return None


def is_open(args: Any) -> bool:
    """Whether a call names fields of credentials, and all of them are such as cards and addresses have: no passwords,
    tokens or codes, and nothing that one logs in with. A yes about one of these holds for the site and the run."""
    found = named(args)
    return bool(found) and not any(
        not field or field in FOR_LOGIN or HIDDEN.search(field) is not None for _, field in found
    )


def sent_elsewhere(args: Any, evidence: Evidence, here: str) -> Fault | None:
    """Refuse a form that would send the secret to another host than the page's."""
    if not evidence.form or not named(args):
        return None
    host = urlsplit(urljoin(here, evidence.form)).hostname
    if host == urlsplit(here).hostname:
        return None
    message = f"The form would send the secret to {host}."
    return Fault("denied", message, expected=f"a form of {urlsplit(here).hostname}", received=str(host), retry=False)


def _called(field: str) -> str:
    """Return the words by which a page may label the field for a credential's part."""
    words = [word for word in re.split(r"[\W_]+|(?<=[a-z])(?=[A-Z])", field) if word]
    return "|".join(ALSO.get(word.casefold(), rf"\b{re.escape(word)}") for word in words) or r"(?!)"


def unfit(args: Any, evidence: Evidence, host: str) -> str | None:
    """Return why a field is not meant for the secret: others could read it there."""
    about = " ".join(filter(None, (evidence.name, evidence.label, evidence.placeholder, evidence.field, evidence.id)))
    for name, field in named(args):
        if is_open(args):
            fits = evidence.tag in ("input", "textarea") and bool(re.search(_called(field), about, re.IGNORECASE))
        elif evidence.tag != "input":
            fits = False
        elif field in ("username", "email", "user", "login"):
            fits = evidence.type == "email" or bool(KNOWN_AS.search(about))
        elif field == "code":
            fits = evidence.type in ("tel", "number", "password") or bool(CODE.search(about))
        else:
            fits = evidence.type == "password"
        if not fits:
            where = repr(evidence.name or evidence.tag)
            if is_open(args):
                return f"{where} on {host} is not clearly the field for {name}.{field}"
            return f"{where} is no field for {field or 'a secret'}"
    return None
