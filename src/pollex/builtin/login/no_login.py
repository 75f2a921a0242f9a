"""The fault of a page on which no field shows that it is for a login; nothing was typed there."""

from __future__ import annotations

from ...core.fault import Fault
from .sight import Sight


class NoLogin(Fault):
    """A page without a login form, and without a way to one."""

    def __init__(self, sight: Sight) -> None:
        fields = [each for each in sight.page.controls if each.kind == "field" and each.shown]
        names = ", ".join(repr(each.name or each.field or each.tag) for each in fields)
        super().__init__(
            "not_found",
            f"There is no login here: {sight.url} asks for no user name, password or code.",
            expected="a form with a field for a user name, a password or a one-time code",
            received=f"fields named {names}" if names else "a page without fields",
            hint="Open the login page, or give its address as `url`.",
        )
