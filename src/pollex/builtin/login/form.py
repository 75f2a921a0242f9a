"""The parts of a login form among the controls of a page: user name, password, code, and what sends them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from ...page.controls import FormControl, PageControls
from .words import is_named, marked, says

TYPED: Final = frozenset({"text", "email", "tel", "number", "url", "password", ""})
NO_NAME: Final = ("search", "code", "captcha", "newsletter")
"""What a field says that is not for a user name."""
NO_SUBMIT: Final = ("forgot", "sign up", "show", "elsewhere", "another way", "another account", "use password")
"""What a button says that does not send the form."""
BOXES: Final = range(4, 11)
"""How many boxes of one character a code may have."""
NEAR: Final = 8
"""Elements up within which a button belongs to a field that has no form."""


@dataclass(frozen=True, slots=True)
class LoginForm:
    """What a page asks for now; a part that it does not ask for is None."""

    username: FormControl | None = None
    password: FormControl | None = None
    code: tuple[FormControl, ...] = ()
    """One field, or one for each character."""

    def first(self, part: str) -> FormControl | None:
        """Return the field of a part; of a code in several boxes, the first one."""
        if part == "code":
            return self.code[0] if self.code else None
        return self.username if part == "username" else self.password

    @property
    def last(self) -> FormControl | None:
        """The field after which the form is sent."""
        return self.code[-1] if self.code else self.password or self.username

    @property
    def parts(self) -> frozenset[str]:
        """The names of the parts that are there."""
        return frozenset(name for name in ("username", "password", "code") if getattr(self, name))


def read_form(page: PageControls) -> LoginForm:
    """Return the parts of the login form that a page shows."""
    fields = [each for each in page.controls if each.kind == "field" and not each.disabled]
    password = _best([each for each in fields if is_password(each)], lambda each: _password_score(each, page))
    boxes = tuple(_code_boxes(fields, page, password))
    if password is not None and password in boxes:
        password = None
    if password is not None:
        names = [each for each in fields if _may_be_name(each) and each not in boxes and _together(each, password)]
        username = _best(names, lambda each: _name_score(each) + _before(each, password, fields))
    else:
        names = [each for each in fields if _may_be_name(each) and each not in boxes]
        username = None if boxes else _best(names, lambda each: _lone_name_score(each, page))
    return LoginForm(username, password, boxes)


def is_password(field: FormControl) -> bool:
    """Return whether a field takes a password that exists already."""
    if not field.shown or field.readonly or field.autocomplete in ("new-password", "one-time-code"):
        return False
    if field.type == "password":
        return field.length != 1
    about = f"{field.name} {field.placeholder}"
    plain = field.type in ("text", "") and not says(about, "forgot", "user name", "code")
    return plain and (
        field.autocomplete == "current-password" or says(about, "password") or marked(field.field, "password")
    )


def _password_score(field: FormControl, page: PageControls) -> float:
    """Return how much a field is the login's password: another form may be for signing up."""
    others = [
        each for each in page.controls if each is not field and each.type == "password" and _together(each, field)
    ]
    score = 1.0 - 4 * len([each for each in others if each.shown]) - 2 * (field.type != "password")
    score += 5 * (field.autocomplete == "current-password") + 2 * (field.dialog != 0)
    return score + 3 * _purpose(field, page)


def _purpose(field: FormControl, page: PageControls) -> int:
    """Return 1 where the form around a field is for logging in, -1 where it is for something else."""
    button = submit_button(field, page, any_name=True)
    about = "" if button is None else button.name
    if says(about, "sign up", "newsletter", "search", "forgot"):
        return -1
    if says(about, "sign in"):
        return 1
    return int(says(field.heading, "sign in")) - int(says(field.heading, "sign up", "newsletter"))


def _may_be_name(field: FormControl) -> bool:
    if not field.shown or field.readonly or field.tag != "input" or field.type not in TYPED - {"password"}:
        return False
    about = f"{field.name} {field.placeholder}"
    return field.length != 1 and field.autocomplete != "one-time-code" and not says(about, *NO_NAME)


def _name_score(field: FormControl) -> float:
    about = f"{field.name} {field.placeholder} {field.near}"
    score = 5.0 * any(each in field.autocomplete.split() for each in ("username", "email", "webauthn"))
    score += 2 * (field.type == "email") + 3 * says(about, "user name")
    return score + 2 * (marked(field.field, "user name") or marked(field.id, "user name"))


def _before(field: FormControl, password: FormControl, fields: list[FormControl]) -> float:
    """Return a bonus for the field right before the password; even without a label that is the user name."""
    between = fields[fields.index(field) + 1 : fields.index(password)] if field in fields else []
    after = fields.index(field) > fields.index(password)
    return -3.0 if after else 2.0 * (not [each for each in between if _may_be_name(each)]) + 0.1


def _lone_name_score(field: FormControl, page: PageControls) -> float:
    """Return how much a field alone asks for a user name, to go on to a page for the password; 0 or less: not."""
    button = submit_button(field, page, any_name=True)
    sent_by = "" if button is None else button.name
    if says(sent_by, "newsletter", "sign up", "search", "forgot") or says(field.heading, "newsletter", "forgot"):
        return 0.0
    sure = (
        says(sent_by, "sign in")
        or says(field.heading, "sign in")
        or "username" in field.autocomplete.split()
        or marked(urlsplit(page.url).path, "sign in")
    )
    return _name_score(field) if sure and not _asks_more(field, page) else 0.0


def _code_boxes(fields: list[FormControl], page: PageControls, password: FormControl | None) -> Iterable[FormControl]:
    """Return the fields of a one-time code: boxes of one character side by side, or one field."""
    asked = says(page.text, "second factor")
    usable = [each for each in fields if each.reached and not each.readonly and each.type in TYPED]
    beside = [each for each in usable if password is None or (each is not password and _together(each, password))]
    wanted = [each for each in beside if not says(each.name, "captcha")]
    declared = [each for each in wanted if "one-time-code" in each.autocomplete.split()]
    single = [each for each in wanted if each.length == 1]
    if len(single) in BOXES and (asked or declared):
        return single
    found = [each for each in wanted if each.shown and is_code(each, asked=asked) and not _asks_more(each, page)]
    return (declared or found)[:1]


def is_code(field: FormControl, *, asked: bool) -> bool:
    """Return whether a field says that it is for a code; `asked` says that the page speaks of a second factor."""
    about = f"{field.name} {field.placeholder} {field.near}"
    named = says(about, "code") or marked(field.field, "code") or marked(field.id, "code")
    return says(about, "second factor") or (asked and named)


def _asks_more(field: FormControl, page: PageControls) -> bool:
    """Return whether the form of a field wants something typed that is no part of a login."""
    others = [each for each in page.controls if each.kind == "field" and each.form == field.form != 0]
    typed = [each for each in others if each is not field and each.document == field.document and each.shown]
    return any(each.type in TYPED - {"password"} and not _name_score(each) for each in typed)


def submit_button(field: FormControl, page: PageControls, *, any_name: bool = False) -> FormControl | None:
    """Return the button that sends the form of a field; `any_name` also where it says that it is for something else."""
    near = [each for each in page.controls if each.kind == "press" and each.shown and _together(each, field)]
    if not any_name:
        near = [each for each in near if not _is_other(each)]
    return _best(near, lambda each: _submit_score(each, field, page))


def _is_other(button: FormControl) -> bool:
    """Return whether a button does something else than send the form."""
    if says(button.name, "sign in", "verify") and not says(button.name, "elsewhere", "forgot", "sign up"):
        return False
    return says(button.name, *NO_SUBMIT) or is_named(button.name, "back")


def _submit_score(button: FormControl, field: FormControl, page: PageControls) -> float:
    sends = button.type in ("submit", "image") and button.tag in ("button", "input")
    score = 4.0 * sends + 3 * (is_named(button.name, "sign in") or is_named(button.name, "verify"))
    score += 2 * is_named(button.name, "continue") - 3 * (button.tag == "a") - 3 * _is_other(button)
    places = {each.index: place for place, each in enumerate(page.controls)}
    order = places[button.index] - places.get(field.index, 0)
    return score + (1.0 if order > 0 else -1.0) - button.distance(field) / 10 - abs(order) / 100


def _together(one: FormControl, other: FormControl) -> bool:
    """Return whether two controls belong to one form."""
    if one.document != other.document or one.dialog != other.dialog:
        return False
    if one.form or other.form:
        return one.form == other.form
    return one.distance(other) <= NEAR


def _best(found: list[FormControl], score: Callable[[FormControl], float]) -> FormControl | None:
    """Return the control with the highest score above zero, of equal ones the first."""
    scored = [(score(each), -place, each) for place, each in enumerate(found)]
    best = max(scored, default=None, key=lambda each: each[:2])
    return None if best is None or best[0] <= 0 else best[2]
