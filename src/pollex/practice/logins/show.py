"""A login page as HTML, with the words of its language."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from ..site import page
from .pages import LoginPage

WORDS: Final = {
    "en": {
        "welcome": "Welcome back, Ada", "out": "Sign out", "again": "Try again", "recent": "Recently",
        "account": "Account",
        "unavailable": "Service unavailable", "unavailable_text": "We are working on it. Please come back later.",
        "limited": "Too many attempts",
        "limited_text": "There were too many attempts from your network. Try again in 15 minutes.",
        "captcha": "Are you a person?", "captcha_text": "Before you go on, choose all pictures that show a bridge.",
        "failed": "Something went wrong", "failed_text": "That was our mistake, not yours. Please try again later.",
        "locked": "This account is locked after too many failed attempts. Reset your password to unlock it.",
        "too-many": "Too many attempts. Please wait ten minutes.",
    },
    "de": {
        "welcome": "Willkommen zurück, Ada", "out": "Abmelden", "again": "Noch einmal", "recent": "Zuletzt",
        "account": "Konto",
        "unavailable": "Wartungsarbeiten",
        "unavailable_text": "Das Kundenportal ist heute bis 18 Uhr nicht erreichbar.",
        "limited": "Zu viele Versuche", "limited_text": "Bitte versuchen Sie es in 15 Minuten wieder.",
        "captcha": "Sind Sie ein Mensch?", "captcha_text": "Wählen Sie alle Bilder mit einer Brücke.",
        "failed": "Ein Fehler ist aufgetreten", "failed_text": "Bitte versuchen Sie es später noch einmal.",
        "locked": "Dieses Konto ist nach zu vielen Fehlversuchen gesperrt.",
        "too-many": "Zu viele Versuche. Bitte warten Sie zehn Minuten.",
    },
    "fr": {
        "welcome": "Bonjour Ada", "out": "Se déconnecter", "again": "Réessayer", "recent": "Récemment",
        "account": "Compte",
        "unavailable": "Service indisponible", "unavailable_text": "Nous revenons bientôt.",
        "limited": "Trop de tentatives", "limited_text": "Réessayez dans 15 minutes.",
        "captcha": "Êtes-vous humain ?", "captcha_text": "Choisissez toutes les images qui montrent un pont.",
        "failed": "Une erreur est survenue", "failed_text": "Veuillez réessayer plus tard.",
        "locked": "Ce compte est verrouillé après trop de tentatives.",
        "too-many": "Trop de tentatives. Veuillez patienter dix minutes.",
    },
}  # fmt: skip
STATUS: Final = {"unavailable": 503, "limited": 429, "broken": 500}


def show(request: Request, login: LoginPage, template: str, *, status: int = 200, **values: object) -> Response:
    """Render a template of a login page."""
    values = {"error": "", "user": "", **values}
    shown = page(
        request,
        template,
        status=status,
        login=login,
        words=WORDS[login.language],
        here=f"/logins/{login.name}",
        **values,
    )
    shown.headers["cache-control"] = "no-store"
    return shown


def closed(request: Request, login: LoginPage, mode: str) -> Response:
    """What stands where the login should be."""
    key = "failed" if mode == "broken" else mode
    return show(request, login, "closed.html", status=STATUS.get(mode, 200), mode=mode, key=key)
