"""Where secrets may be typed, and that pictures do not show them."""

from __future__ import annotations

from urllib.parse import urlsplit

from ..core.domain import in_domain
from ..core.fault import Fault
from ..core.secret import Secret
from .driver import Frame
from .open_tab import OpenTab


async def typed_here(secret: Secret, opened: OpenTab, frame: Frame, number: int) -> None:
    """Refuse a secret in a document of another domain; otherwise remember the field, so that no picture shows it."""
    host = (urlsplit(str(await opened.tab.run(frame, "home"))).hostname or "").lower()
    if secret.domains and not any(in_domain(host, domain) for domain in secret.domains):
        raise Fault(
            "blocked_domain",
            f"The secret {secret.name!r} may not be typed on {host or 'this page'!r}.",
            pointer="/text",
            expected=", ".join(secret.domains),
            received=host,
            hint="Add the domain to the credential if the page is really meant.",
            retry=False,
        )
    opened.secrets.append((frame, number))
