"""What the exam sees of a Django site: a middleware that counts, answers `/exam`, and keeps answers back."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

LOGIN: Final = re.compile("/(admin|accounts?)/login/$")
KINDS: Final = {
    "password": "password",
    "auth-password": "password",
    "code": "code",
    "token-otp_token": "code",
    "password1": "sign-up",
}
"""What is submitted, by the name of a field."""
LONG: Final = 300


class Exam:
    """Counts what is submitted; `GET /exam` shows it, `POST /exam {"mode": …}` begins anew."""

    def __init__(self, get_response: Callable[[Any], Any]) -> None:
        self.get_response = get_response
        self.begin("open")

    def begin(self, mode: str) -> None:
        """Forget everything."""
        self.mode, self.visits, self.submits = mode, 0, Counter[str]()

    def __call__(self, request: Any) -> Any:
        """Answer one request."""
        if request.path == "/exam":
            return self.answer(request)
        if self.mode == "unavailable":
            self.visits += 1
            http = import_module("django.http")
            return http.HttpResponse("<!doctype html><title>503</title><h1>503 Service Unavailable</h1>", status=503)
        if request.method == "GET":
            self.visits += bool(LOGIN.search(request.path))
            return self.get_response(request)
        kinds = {kind for field, kind in KINDS.items() if field in request.POST}
        self.submits.update({"sign-up"} if "sign-up" in kinds else kinds)
        if self.mode == "no-answer":
            time.sleep(LONG)
        return self.get_response(request)

    def answer(self, request: Any) -> Any:
        """Begin anew, or not; then say what there is."""
        mail: Any = import_module("django.core.mail")
        sessions = import_module("django.contrib.sessions.models").Session.objects
        if request.method == "POST":
            self.begin(json.loads(request.body).get("mode", "open"))
            sessions.all().delete()
            import_module("django.core.cache").cache.clear()
            forget_used_codes()
            mail.outbox = []
        inside = sum("_auth_user_id" in each.get_decoded() for each in sessions.all())
        codes = [
            found[1] for each in getattr(mail, "outbox", []) if (found := re.search(r"\n\n([\w-]+)\n\n", each.body))
        ]
        counts = {"visits": self.visits, "inside": inside, "mode": self.mode}
        return import_module("django.http").JsonResponse({**counts, "submits": dict(self.submits), "mails": codes})


def forget_used_codes() -> None:
    """Let a code of this half minute count again, and failures no longer."""
    if import_module("django.apps").apps.is_installed("django_otp.plugins.otp_totp"):
        devices = import_module("django_otp.plugins.otp_totp.models").TOTPDevice.objects
        devices.update(last_t=-1, throttling_failure_count=0, throttling_failure_timestamp=None)
