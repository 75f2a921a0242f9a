"""The login pages, declared: the index, the routes and the exam of the generic login come from this table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Refusal = Literal["inline", "page", "redirect", "silent", "json"]
"""How a wrong password is answered: on the form, by a page with status 401, by a redirect to `?error=1`, by the empty
form without a word, or as JSON."""


@dataclass(frozen=True)
class LoginPage:
    """One login page: `tests` says how it is built, `fields` are the names that its form sends."""

    name: str
    title: str
    tests: str
    user: str
    password: str = ""
    fields: tuple[str, str] = ("username", "password")
    code: Literal["", "totp", "mail"] = ""
    secret: str = ""
    refusal: Refusal = "inline"
    message: str = "The user name or the password is wrong."
    after: Literal["", "questions"] = ""
    home: Literal["plain", "menu", "bare", "same"] = "plain"
    """What the first page inside shows: a button to sign out, a closed account menu, neither, or it is the same
    address as the login."""
    language: Literal["en", "de", "fr"] = "en"
    colour: str = "#1f5f5b"
    closed: str = "Signing in is not possible at the moment."
    """What the page says where it has no login form."""


P = LoginPage

PAGES: Final[dict[str, LoginPage]] = {page.name: page for page in (
    P("classic", "Heron Library", "One form with labels; wrong is said above the form.",
      "ada.lovelace", "heron-1843", message="We could not find a reader with this name and password.",
      colour="#24524c"),
    P("two-pages", "Lumen Mail", "The user name on one page, the password on the next.",
      "ada@lumen.test", "lumen-1843", ("identifier", "passwd"), message="Wrong password. Try again.",
      home="menu", colour="#1a56c4", closed="Lumen Mail is having a short rest. We are back on Monday."),
    P("two-steps", "Northwind Cloud", "One page in two steps; the password box is there from the beginning, unseen.",
      "ada@northwind.test", "north-1843", ("loginfmt", "pwd"), refusal="redirect",
      message="Your account or password is incorrect.", home="bare", colour="#0b5a73"),
    P("placeholders", "Ember CRM", "Placeholders, no labels, an arrow as button; wrong empties the boxes, no word.",
      "ada@ember.test", "ember-1843", ("email", "pass"), refusal="silent", home="menu", colour="#a3401f"),
    P("toast", "Tideline", "A single-page app: sent by fetch, wrong is a notice that goes away, the address stays.",
      "ada@tideline.test", "tide-1843", ("email", "password"), refusal="json",
      message="That e-mail and password don't match.", home="same", colour="#6b3fa0"),
    P("dialog", "Fern & Field", "A shop whose “Sign in” opens a dialog; newsletter and search beside.",
      "ada@fernfield.test", "fern-1843", ("email", "password"), refusal="json",
      message="These details do not match an account.", colour="#3d5a1f",
      closed="Customer accounts are being moved this weekend. You can still order as a guest."),
    P("frame", "Aldgate Insurance", "The form is in a frame; the page around it changes when it is sent.",
      "AL-204871", "aldgate-1843", ("policy_holder", "pin"), message="Customer number or password not recognised.",
      colour="#173f7a"),
    P("code", "Quill Payroll", "Password, then the code of an authenticator app in one box; wrong is another page.",
      "alovelace", "quill-1843", ("j_username", "j_password"), code="totp",
      secret="QUILLPAYROLLADA234567ABCDEFGHIJK", refusal="page", message="Authentication failed.",  # noqa: S106
      colour="#4a4458"),
    P("six-boxes", "Brightside Exchange", "Password, then six boxes for one digit each, sent with the last one.",
      "ada@brightside.test", "bright-1843", ("email", "password"), code="totp",
      secret="BRIGHTSIDEADA234567ABCDEFGHIJKLM", message="Incorrect e-mail or password.",  # noqa: S106
      home="menu", colour="#b0601a"),
    P("mail-code", "Pennant Travel", "Password, then a code that comes by e-mail.",
      "ada@pennant.test", "pennant-1843", ("user_email", "user_password"), code="mail",
      message="E-mail or password is not right.", colour="#0f6b5c"),
    P("mail-link", "Margin Notes", "No password: a link comes by e-mail.",
      "ada@margin.test", fields=("email", ""), message="This link has expired or was used before.",
      home="bare", colour="#7a2e4d"),
    P("remembered", "Harrow Forum", "Visitors who are still logged in are sent on at once.",
      "ada", "harrow-1843", ("log", "pwd"), refusal="redirect",
      message="Error: the password you entered for this user name is incorrect.", colour="#2f4858"),
    P("sign-up-beside", "Cobble Market", "A sign-up form beside the login form, and a search box above.",
      "ada@cobble.test", "cobble-1843", ("session[email]", "session[password]"),
      message="Invalid e-mail or password.", home="menu", colour="#9a3412",
      closed="Logging in is paused while we move house. New here? You can already create an account."),
    P("german", "Stadtwerke Linden", "German, with a cookie banner in front and a box to stay logged in.",
      "ada.lovelace", "linden-1843", ("benutzer", "kennwort"), message="Benutzername oder Kennwort ist falsch.",
      language="de", colour="#1d6b37"),
    P("french", "Librairie du Quai", "French, with buttons of other accounts above the form.",
      "ada@duquai.test", "quai-1843", ("courriel", "mdp"), refusal="page",
      message="Adresse e-mail ou mot de passe incorrect.", language="fr", colour="#7c2d3a"),
    P("other-accounts", "Slate Notes", "Buttons of other accounts first; the form opens by “Continue with email”.",
      "ada@slate.test", "slate-1843", ("email", "password"), message="Incorrect email or password.", home="bare",
      colour="#334155"),
    P("late", "Orbit Analytics", "The form can be seen at once, but works only when its script has come.",
      "ada@orbit.test", "orbit-1843", ("email", "password"), refusal="json",
      message="Login failed: check your e-mail and password.", home="menu", colour="#4338ca"),
    P("questions-after", "Meadow Office", "“Stay signed in?” and “Add a phone number” stand between login and site.",
      "ada@meadow.test", "meadow-1843", ("login", "passwd"), message="Your account or password is incorrect.",
      after="questions", colour="#155e75"),
    P("component", "Kite Studio", "The form is in the shadow root of a web component.",
      "ada@kite.test", "kite-1843", ("email", "password"), refusal="json",
      message="We don't recognise that login.", home="menu", colour="#86198f"),
)}  # fmt: skip
