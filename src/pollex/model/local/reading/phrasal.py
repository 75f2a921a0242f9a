"""Turns of phrase in plainer words: `take him off the list` is to remove him, `after logging in, …` is two orders."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from .blocks import imperative
from .limits import COUNT, number
from .masks import Masked

Match = re.Match[str]
Change = Callable[[Match, Masked], list[str] | None]
Rewrite = tuple[re.Pattern[str], Change]
THING: Final = r"(?P<what>it|him|her|them|that|this|⟦\d+⟧|(?:the |a |an |my |one )?[^,:;]+?)"
PARTICIPLES: Final = {
    "logged": "log", "signed": "sign", "opened": "open", "done": "do", "gone": "go", "added": "add", "put": "put",
    "chosen": "choose", "saved": "save", "searched": "search", "filled": "fill", "typed": "type", "entered": "enter",
    "clicked": "click", "pressed": "press", "sorted": "sort", "filtered": "filter", "ticked": "tick",
    "selected": "select", "sent": "send", "found": "find",
}  # fmt: skip
MANY: Final = r"(?:(?:the|a|an|one|two|three|four|five)\s|\d+ (?:x |of )?[A-Z]|⟦)"
ITEMS: Final = re.compile(rf"\s*,\s*(?:and\s+)?(?={MANY})|\s+and\s+(?={MANY})")
WITH: Final = r"(?: (?:with|using|by (?:pressing|clicking)) (?P<how>.+))?$"
PAIR: Final = r"[a-z]+ (?:⟦\d+⟧|(?-i:[A-Z0-9])[\w.-]*)"
PLACE: Final = r"(?P<tail>\s+(?:to|into|in|from|onto|on|off|out of) (?:the|my|your) [^,:;⟦]+)"


def phrased(said: str, masked: Masked, *, whole: bool) -> list[str] | None:
    """The plainer sentences; None where the words are plain already. A `whole` sentence is only cut at its head."""
    for pattern, change in HEADS if whole else (*HEADS, *RULES):
        if (match := pattern.match(said)) and (found := change(match, masked)):
            return found
    return None


def _rule(pattern: str, change: Change) -> Rewrite:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL), change


def _after(match: Match, masked: Masked) -> list[str]:
    return [imperative(match["first"]), match["then"]]


def _after_participle(match: Match, masked: Masked) -> list[str] | None:
    verb = PARTICIPLES.get(match["verb"].lower())
    return [f"{verb}{match['rest']}", match["then"]] if verb else None


def _before(match: Match, masked: Masked) -> list[str]:
    return [match["then"], imperative(match["first"])]


def _each_of(match: Match, masked: Masked) -> list[str] | None:
    """`put the A and the B into the basket`: one sentence for each."""
    things = ITEMS.split(match["items"].strip())
    if len(things) < 2 or not all(re.search(r"[A-Z⟦]", thing) for thing in things):
        return None
    return [f"{match['verb']} {thing}{match['tail'] or ''}" for thing in things]


def _address(match: Match, masked: Masked) -> list[str] | None:
    """`subscribe a@b.org to the newsletter`: type it, and press the button."""
    if "@" not in masked.value(match["mail"]):
        return None
    return [f"type {match['mail']} into the e-mail field", f"click the {match['verb']} button"]


def _answer(match: Match, masked: Masked) -> list[str]:
    """`reply to X: …`: open it, press Reply, and write."""
    if re.match(
        r"answer (?:it|that|this|the (?:[a-z]+ )?(?:dialog|question|prompt|banner|notice))\b", match[0], re.IGNORECASE
    ):
        return [f"click {match['text']}", *([match["then"]] if match["then"] else [])]
    to, text = match["to"].strip(), match["text"].strip().rstrip(",")
    opened = [] if re.fullmatch(r"it|him|her|them|this|that|(?:the|this|that) (?:message|mail|e-?mail)", to) else [to]
    held = text if text.startswith("⟦") else masked.hold(text)
    then = [match["then"]] if match["then"] else ["send it"]
    written = f"write {held} into the message text field"
    return [*(f"open {name}" for name in opened), f"click {masked.hold('Reply')}", written, *then]


def _both(match: Match, masked: Masked) -> list[str]:
    return [f"set {match['first']} to {match['value']}", f"set {match['second']} to {match['other']}"]


def _codes(match: Match, masked: Masked) -> list[str]:
    return [f"{match['verb']} {code} {match['tail']}" for code in re.findall(CODE, match["items"])]


def _stars(match: Match, masked: Masked) -> list[str]:
    count = number(match["n"])
    return [f"choose {masked.hold(f'{count} star' + ('s' if count != 1 else ''))}"]


CODE: Final = r"(?-i:[A-Z]{2,}-\d+)"
HEADS: Final[tuple[Rewrite, ...]] = (
    _rule(r"^(?:reply|respond|answer)(?: to)? (?P<to>(?!yes|no\b)[^:⟦]+?)"
          r"(?:: ?| with(?: the (?:text|words|message))?:? | saying:? |,? and (?:say|write):? )"
          r"(?P<text>⟦\d+⟧|(?<=: )[^⟦]+?)(?:(?<=⟧),?(?: and)?(?: then)? (?P<then>.+))?$", _answer),
    _rule(r"^send (?P<who>(?!it\b|them\b|off\b|the\b|an?\b|this\b|that\b)[^,:⟦]*?(?:⟦\d+⟧\)?)?) an? (?:new |short )?"
          r"(?P<kind>message|mail|e-?mail|note)\b(?P<rest>.*)$",
          lambda match, masked: [f"write a message to {match['who']}{match['rest']}"]),
    _rule(r"^(?:change|set|put) (?P<first>(?:the |its )[^⟦,]+?) to (?P<value>⟦\d+⟧|[^⟦,]+?),? and "
          r"(?P<second>(?:its|the|their) [a-z ]+?) to (?P<other>⟦\d+⟧|[A-Z0-9][^,]*)$", _both),
    _rule(rf"^(?P<verb>set|move|change|assign|open|delete|close|drag) (?P<items>{CODE}(?:, {CODE})*,? and {CODE}) "
          r"(?P<tail>(?:to|into) .+)$", _codes),
    _rule(r"^(?P<first>.+?),? and (?P<second>(?:leave|add|write|post) (?:the|an?|this) (?:comment|note|remark|"
          r"message): .+)$", lambda match, masked: [match["first"], match["second"]]),
    _rule(r"^(?:set|put|enter|use|take|make) (?P<value>⟦\d+⟧|(?-i:[A-Z])[\w' -]*?) (?:as|to be) (?:the |its |their )"
          r"(?P<field>[a-z]+(?: [a-z]+)?)$", lambda match, masked: [f"set the {match['field']} to {match['value']}"]),
    _rule(r"^(?:add|put|take) (?P<value>⟦\d+⟧|(?-i:[A-Z])[\w' -]*?) as (?:an?|another|one more)(?: (?:second|third|"
          r"further|new|additional|extra))? (?P<field>[a-z]+)$",
          lambda match, masked: [f"add {masked.hold(match['value'])} to the text in the {match['field']} field"]),
    _rule(r"^(?:select|tick|check|mark) (?:everything|them all|(?:all (?:of )?)?(?:the )?(?:rest|others))"
          r"(?: (?:(?:that|which) (?:is|are) )?(?:still )?(?:left|there|shown|listed|remaining|here))*$",
          lambda match, masked: ["tick the select all checkbox"]),
    _rule(r"^(?P<verb>choose|pick|select|take) (?:the )?(?P<what>⟦\d+⟧|(?-i:[A-Z])[^,]*?),? (?:but |namely )?the one "
          r"(?:in|from|of|with|at|near|by) (?P<more>(?:the )?(?:⟦\d+⟧|(?-i:[A-Z]).*))$",
          lambda match, masked: [f"{match['verb']} {masked.hold(match['what'] + ', ' + match['more'])}"]),
    _rule(r"^(?:choose|pick|take|select|click|accept) the (?:first|only|top) (?:suggestion|proposal)\b.*$",
          lambda match, masked: ["choose the suggestion"]),
    _rule(r"^rename (?P<what>.+?) (?:to|as|into) (?P<name>⟦\d+⟧|[A-Z].*)$",
          lambda match, masked: [f"set the title of {match['what']} to {match['name']}"]),
    _rule(rf"^(?:give|rate) (?:it|this|that|them|.+? with|.+?) (?P<n>{COUNT}) stars?$", _stars),
    _rule(r"^(?P<verb>open|expand|click|press|unfold|choose) (?P<first>(?:the )?(?:⟦\d+⟧|[A-Z][\w &-]*)), "
          r"(?:and )?then (?P<then>(?:⟦\d+⟧|(?-i:[A-Z])).*)$",
          lambda match, masked: [f"{match['verb']} {match['first']}", f"{match['verb']} {match['then']}"]),
    _rule(r"^(?P<head>.*\b(?:message|mail|e-?mail|letter|note|one)) (?:in which|where|that|which) "
          r"(?P<who>(?-i:[A-Z][\w'-]*(?: [A-Z][\w'-]*)*)) (?:writes|wrote|asks|asked|says|said|sent)(?P<rest> about "
          r".+| of .+| on .+|)$", lambda match, masked: [f"{match['head']} from {match['who']}{match['rest']}"]),
    _rule(r"^(?:after|once|having|upon|on) (?P<first>(?!nothing|anything|something|everything)[a-z]+ing\b[^,]*),\s*"
          r"(?P<then>.+)$", _after),
    _rule(r"^(?:after|once|when|as soon as) (?:you have|you've|you are|you're|having|i am|i have) (?P<verb>[a-z]+)\b"
          r"(?P<rest>[^,]*),\s*(?P<then>.+)$", _after_participle),
    _rule(r"^before (?P<first>[a-z]+ing\b[^,]*),\s*(?P<then>.+)$", _before),
)  # fmt: skip
RULES: Final[tuple[Rewrite, ...]] = (
    _rule(rf"^(?:take|strike|cross|get) {THING} (?:off|out of|from) (?P<place>.+)$",
          lambda match, masked: [f"remove {match['what']} from {match['place']}"]),
    _rule(r"^(?:set (?:it|them|this|that|everything) up|put (?:it|them|this|that) in place)$",
          lambda match, masked: ["create it"]),
    _rule(r"^(?:add|sum|total|count) (?:them|these|those|everything|the (?:amounts|prices|rows))(?: all)? (?:up|"
          r"together)$", lambda match, masked: ["tell me what they come to"]),
    _rule(rf"^(?P<verb>choose|select|pick|take) (?P<items>(?:the )?{PAIR}(?:, (?:the )?{PAIR})*,? and (?:the "
          rf")?{PAIR})$",
          lambda match, masked: [f"{match['verb']} {each}" for each in re.split(r",? and |, ", match["items"])]),
    _rule(r"^(?P<verb>remove|delete|archive|take|star|open|put|add|move) (?:everything|all) (?P<state>(?:that|which) "
          r".+?)(?: (?:from|off|out of|in|on) (?P<place>(?:the|my) [\w ]+?))?(?P<tail> (?:in)?to (?:the|my) [\w ]+)?$",
          lambda match, masked: [*([f"open {match['place']}"] if match["place"] else []),
                                 f"for each thing {match['state']}: {match['verb']} it{match['tail'] or ''}"]),
    _rule(r"^(?:hand|put|turn) (?:it|them|this|that|the form) (?:in|through)$", lambda match, masked: ["submit it"]),
    _rule(r"^(?:have|let|make) (?:it|the (?:page|site)) (?:show|display|tell)(?: you| me| us)? "
          r"(?P<what>(?:the|my|its) .+)$", lambda match, masked: [f"note {match['what']}"]),
    _rule(rf"^(?:get rid of|throw (?:away|out)|strike out|do away with) {THING}$",
          lambda match, masked: [f"remove {match['what']}"]),
    _rule(r"^(?:take|get|bring) (?:it|that|this|them|the (?:change|deletion|message|issue|row|entry)) back"
          + WITH, lambda match, masked: [f"click {match['how'] or 'Undo'}"]),
    _rule(r"^(?:undo|revert|reverse) (?:it|that|this|the [\w ]+?)" + WITH,
          lambda match, masked: [f"click {match['how'] or 'Undo'}"]),
    _rule(r"^(?P<verb>subscribe|sign up|register|invite|add) (?P<mail>⟦\d+⟧) (?:to|for|as) .+$", _address),
    _rule(r"^(?P<verb>subscribe|sign up|register) (?:to|for) [^⟦]+ (?:with|using|as) "
          r"(?:the (?:e-?mail )?(?:address )?)?(?P<mail>⟦\d+⟧)$", _address),
    _rule(rf"^(?P<verb>put|add|remove|delete|buy|order|move|open|archive|star|tick|select|drop|place) "
          rf"(?P<items>[^:]+?){PLACE}?$", _each_of),
    _rule(r"^(?:mouse over|point (?:at|to)|(?:move|rest|hold|put) (?:the |your )?(?:mouse|pointer|cursor) (?:over|on|"
          r"at)) (?P<what>.+)$", lambda match, masked: [f"hover over {match['what']}"]),
    _rule(r"^(?P<act>hover over .+?) (?:to see|so that|in order to|to find out|to read) .+$",
          lambda match, masked: [match["act"]]),
    _rule(r"^go on (?P<to>to the next .+)$", lambda match, masked: [f"go {match['to']}"]),
    _rule(r"^(?:page|leaf|flip|click|step|browse)(?: (?:on|forward|ahead|through (?:the|all) [a-z]+|along))+"
          r"(?: the [a-z]+)? (?:to|until|till|up to|as far as)(?: you (?:see|find|reach|get to|come to))? "
          r"(?P<what>(?!the (?:next|last|end|bottom))(?:the )?(?:⟦|[A-Z]).*)$",
          lambda match, masked: [f"go to the next page until {match['what']} is shown"]),
    _rule(r"^(?:remember|memori[sz]e|keep in mind|take down|take note of|make a note of|jot down) (?P<what>(?:the|"
          r"its) .+)$", lambda match, masked: [f"note {match['what']}"]),
)  # fmt: skip
