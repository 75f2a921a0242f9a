"""`http://` and `https://`: a request that stays within its policy."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from ssl import SSLContext

import httpx2

from ...core.context import Context
from ...core.fault import Code, Fault
from ...core.json import dumps
from ...core.result import Result
from ...page.policy.names import Resolve, resolve
from ...page.policy.rule import NetworkPolicy
from .approval import ask_person
from .authorization import authorization, opened_headers
from .exchange import HttpExchange
from .http_policy import EFFECTS, HttpPolicy, request_headers
from .outgoing import Handler, OutgoingCall
from .pinned import HttpTarget, http_target, judge_target


def http_handler(
    policy: HttpPolicy,
    *,
    resolve: Resolve = resolve,
    tls: Callable[[], SSLContext] = httpx2.create_ssl_context,
) -> Handler:
    """Return the handler of HTTP calls; `resolve` looks names up, and `tls` gives the certificates to trust."""
    trusted = cache(tls)  # loading certificates takes 30 ms

    async def handle(call: OutgoingCall, context: Context) -> Result:
        target, network = http_target(call.url), NetworkPolicy(context.domains, policy.allow_private)
        headers, content = request_headers(call, policy), _content(call, policy)
        judge_target(target, network)
        await _admit(call, context, target)
        opened = await opened_headers(headers, target.host, context, private=target.private)
        headers |= {**opened, **await _own_headers(call, context, target)}
        private = {*opened, "authorization"}
        exchange = HttpExchange(target, call.method, headers, content, policy, network, resolve, trusted, private)
        try:
            async with asyncio.timeout(policy.seconds):
                answer = await exchange.answer()
        except TimeoutError as error:
            message = f"{target.authority} did not answer within {policy.seconds:g} s."
            raise _cut_short("timeout", message, call) from error
        except httpx2.HTTPError as error:
            message = f"{target.authority} broke off: {str(error) or type(error).__name__}."
            raise _cut_short("unavailable", message, call) from error
        return answer.result(f"{call.method} {call.url[:200]}", harmless=_harmless(call))

    return handle


async def _admit(call: OutgoingCall, context: Context, target: HttpTarget) -> None:
    """Raise a Fault unless the run's policy, or a person, lets a call of this method through."""
    effect = EFFECTS.get(call.method, "act")
    if effect == "destroy":  # that of `act` was asked for by the tool's own effect
        why = f"it sends {call.method} to {target.authority}"
        await ask_person(call.args, context, why, context.policy.get(effect, "ask"))


async def _own_headers(call: OutgoingCall, context: Context, target: HttpTarget) -> dict[str, str]:
    """Return the headers that no caller may set."""
    made = {"accept-encoding": "gzip, deflate"}
    if call.body is not None and "content-type" not in {name.lower() for name in call.headers}:
        made["content-type"] = "application/json"
    if call.key is not None and not _harmless(call):
        made["idempotency-key"] = call.key
    if call.credential is not None:
        if "authorization" in {name.lower() for name in call.headers}:
            hint = "Leave out one of the two."
            raise Fault("invalid_input", "There are two authorizations.", pointer="/headers/authorization", hint=hint)
        made["authorization"] = await authorization(call.credential, target.host, context, private=target.private)
    return made


def _content(call: OutgoingCall, policy: HttpPolicy) -> bytes | None:
    """Return the body as JSON, or raise a Fault if it is too large or its method has none."""
    if call.body is None:
        return None
    if call.method in ("GET", "HEAD"):
        message, hint = f"A {call.method} has no body.", "Use POST, or put what you ask for into the address."
        raise Fault("invalid_input", message, pointer="/body", expected="no body", received=call.method, hint=hint)
    data = dumps(call.body).encode()
    if len(data) > policy.largest_body:
        expected, received = f"at most {policy.largest_body} bytes", f"{len(data)} bytes"
        raise Fault("limit", "The body is too large.", pointer="/body", expected=expected, received=received)
    return data


def _harmless(call: OutgoingCall) -> bool:
    return EFFECTS.get(call.method) == "read"


def _cut_short(code: Code, message: str, call: OutgoingCall) -> Fault:
    """Return the Fault for an answer that did not come: unless it only reads, the call may have had its effect."""
    uncertain = not _harmless(call)
    hint = "Look whether it has happened before you try again." if uncertain else "Try again later."
    return Fault(code, message, pointer="/url", received=call.url[:200], hint=hint, uncertain=uncertain)
