"""Orders to give fields their values: type, set, choose, tick, fill in from pairs, upload, drag."""

from __future__ import annotations

import re
from typing import Final

from ..program import Choose, Drag, Enter, Instruction, Tick, Upload
from .masks import Masked, is_held
from .ordering import Match, Rule, rule
from .verbs import BEGINS, STARTS_ORDER, is_order

FORM: Final = re.compile(
    r"^(?:fill (?:in|out|up)|fill|complete|enter|use|type(?: in)?|put in|set|change|write)(?: "
    r"(?:in|out))?(?: (?:the|this|that|my|your|all|a|these|those|required))?"
    r"(?: [\w -]*?(?:form|fields?|details|data|address|information|card|values?|following|"
    r"box(?:es)?|page|profile|settings|payment|delivery|contact|billing|shipping)[\w -]*?)?(?: "
    r"(?:with|as follows|like this|using|by entering|to))?(?: (?:the following|these)(?: \w+)?)"
    r"?\s*[:,]?\s*(?P<pairs>.+)$",
    re.IGNORECASE | re.DOTALL,
)
IS: Final = re.compile(
    r"^(?:(?:the|my|his|her|their|our) [\w -]*?(?P<head>address|card|details|data|form|payee|"
    r"recipient|contact|information) (?:is|are)(?: as follows)?:?|(?:[\w -]*?)?(?P<head2>address|"
    r"card|details|data|payee|recipient|contact)\s*:|(?:pay|buy it|settle)(?: it)? (?:with|by|"
    r"using) (?:the |a |my |this )?(?:credit |debit )?(?P<head3>card))\s*(?P<pairs>.+)$",
    re.IGNORECASE | re.DOTALL,
)
NAMED: Final = re.compile(
    r"^(?P<value>[\d ]{8,}|⟦\d+⟧)(?: in the name of (?P<name>[^,;]+))?(?P<rest>(?:,.*)?)$", re.DOTALL
)
COLON: Final = re.compile(r"^(?P<field>[^:=⟦]{1,50}?)\s*(?:(?<!\d):|:(?!\d)|=)\s*(?P<value>.+)$", re.DOTALL)
LISTED: Final = re.compile(r"^[^,:=]{1,60}?\s*(?:(?<!\d):|:(?!\d)|=)\s*\S", re.DOTALL)
"""A sentence whose first mark is a colon: what follows belongs to its head."""
ORDERS: Final = frozenset(
    {"press", "click", "open", "then", "note", "please", "task", "steps", "search", "find", "list", "read", "tell"}
)
"""Before a colon these are no fields."""
HELD_PAIR: Final = re.compile(r"^(?P<field>[A-Za-z][^⟦,;]{0,50}?)\s*(?:is|as|to|with)?\s*(?P<value>⟦\d+⟧)$")
AS_PAIR: Final = re.compile(r"^(?P<value>⟦\d+⟧|.+?)\s+(?:as|for|in(?:to)?) (?:the |a |your |my )?(?P<field>[^⟦]+)$")
BARE_PAIR: Final = re.compile(
    r"^(?:the |a |an )?(?P<field>(?:[A-Z]{2,}|[A-Za-z][a-z-]*)(?: (?:[a-z-]+|and|or|of))*)(?<! of)(?<! the)(?<! "
    r"to)(?<! in)(?<! a)\s+(?:is |to |with )?(?P<value>[A-Z0-9+€$£⟦/].*)$"
)
SPLIT: Final = re.compile(r"\s*;\s*|\s*\n\s*")
COMMA: Final = re.compile(
    r",\s+(?:and\s+)?|\s+and\s+(?:the\s+|a\s+)?(?=[a-z][\w -]*?\s+(?:⟦|[A-Z0-9])|[a-z][\w -]*?\s*[:=])"
)
HINT: Final = re.compile(
    r"\s*\((?:pick|choose|select|from|use|press|with|that|this|optional|as)\b[^)]*\)\s*$", re.IGNORECASE
)
OFF: Final = r"(?:uncheck|untick|deselect|unselect|disable|turn off|switch off|clear the (?:tick|check) (?:at|of|from))"
ON: Final = r"(?:check|tick(?: off)?|enable|turn on|switch on|activate)"
VALUE: Final = r"(?P<value>⟦\d+⟧|.+?)"


def pairs(text: str, masked: Masked) -> tuple[Enter, ...]:
    """`Name: Ann, City: Oslo`, `name Ann and city Oslo`, `"Ann" as the name`; nothing where one part is no pair."""
    parts = [part for part in SPLIT.split(text.strip()) if part]
    found: list[Enter] = []
    for part in parts if len(parts) > 1 else COMMA.split(text.strip()):
        pair = _pair(part.strip().rstrip(".,"), masked)
        if pair is None and found and len(parts) == 1:
            last = found.pop()  # the comma belongs to the value
            pair = Enter(last.field, f"{last.value}, {masked.value(part)}")
        if pair is None:
            return ()
        found.append(pair)
    return tuple(found)


def _pair(part: str, masked: Masked) -> Enter | None:
    for pattern in (COLON, HELD_PAIR, AS_PAIR, BARE_PAIR):
        if match := pattern.match(part):
            if pattern is not COLON and STARTS_ORDER.match(match["field"].strip()):
                return None
            field = re.sub(r"^(?:the|a|an|and)\s+|\s+(?:is|field)$", "", match["field"].strip(), flags=re.IGNORECASE)
            return Enter(masked.words(field), value(match["value"], masked))
    return None


def value(words: str, masked: Masked) -> str:
    """A value without remarks in brackets about how to enter it."""
    return masked.value(HINT.sub("", words.strip()).strip().rstrip("."))


def form(clause: str, masked: Masked) -> tuple[Enter, ...]:
    """A clause that is nothing but a form: `fill in the form with …`, `The address is: …`, `Title: …`."""
    if (match := IS.match(clause)) and (found := _headed(match, masked)):
        return found
    if (match := FORM.match(clause)) and (found := pairs(match["pairs"], masked)):  # noqa: SIM102 - two thoughts
        if (len(found) > 1 or COLON.match(match["pairs"])) and not _is_order(found[0].field):
            return found
    if re.match(r"^[A-Z⟦][^:=.!?,]{0,40}[:=]\s*\S", clause) and not is_held(clause) and not _is_headed(clause):
        return pairs(clause, masked)
    return ()


def _is_headed(clause: str) -> bool:
    """Whether an order stands before the first colon: `Name:` is a field, `Name these:` and `Press:` are orders."""
    head, rest = (part.strip() for part in re.split(r"[:=]", clause, maxsplit=1))
    if re.search(r" (?:is|are|has|have) ", head) or (rest[:1].islower() and BEGINS.match(rest)):
        return True
    return is_order(head) and (" " in head or head.lower() in ORDERS)


def _is_order(field: str) -> bool:
    """Whether what stands before a colon is an order: more than the name of a field."""
    return " " in field and is_order(field)


def _headed(match: re.Match[str], masked: Masked) -> tuple[Enter, ...]:
    """Pairs after a noun that says what they are: `the card is 4242 … in the name of Ann, valid until 12/28`."""
    head = next(match[name] for name in ("head", "head2", "head3") if match[name])
    text = match["pairs"].strip()
    first = NAMED.match(text)
    if first is None and match["head2"] and "," not in text and not COLON.match(text):
        return (Enter(masked.words(re.split(r"\s*:", match[0], maxsplit=1)[0]), value(text, masked)),)
    if first is None:
        return pairs(text, masked)
    made = [Enter(f"{head} number", masked.value(first["value"]))]
    if first["name"]:
        made.append(Enter("name", masked.value(first["name"])))
    rest = first["rest"].lstrip(", ")
    more = pairs(rest, masked) if rest else ()
    return (*made, *more) if more or not rest else ()


def _type(match: Match, masked: Masked) -> Instruction:
    field = masked.words(match["field"]) if match["field"] else ""
    return Enter(field, value(match["value"], masked), add=bool(match.groupdict().get("add")))


def _choose(match: Match, masked: Masked) -> Instruction:
    return Choose(value(match["value"], masked), masked.words(match["field"]))


def _choose_any(match: Match, masked: Masked) -> Instruction:
    words = match["value"]
    option = re.match(
        r"^(?:the )?(?:option|value|entry|choice|radio button|delivery|size|colou?r)\s+(?P<what>⟦\d+⟧|[A-Z].*)$", words
    )
    if option and not is_held(words):
        kind = re.match(r"^(?:the )?(?P<field>size|colou?r|delivery)\b", words)
        return Choose(value(option["what"], masked), kind["field"] if kind else None)
    return Choose(masked.words(HINT.sub("", words)))


def _upload(match: Match, masked: Masked) -> Instruction:
    files = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", match["files"])
    named = tuple(
        masked.value(re.sub(r"^(?:the |a )?(?:files? |picture |photo |document )?", "", file)) for file in files
    )
    return Upload(named, masked.words(match["field"]) if match["field"] else None)


RULES: Final[tuple[Rule, ...]] = (
    rule(
        rf"(?:type|enter|write|put|input|fill|insert|paste|key)(?: in)? {VALUE} (?:in(?:to)?|on|to|as|"
        r"for|at) (?P<field>(?:the |its |your |a |this |that )?.*\b(?:field|box|area|bar|input|prompt|"
        r"editor|line|form|cell)\b.*)",
        _type,
    ),
    rule(
        r"(?:type|enter|write|put|input|insert|paste|key)(?: in)? (?:the (?:text|words?|value|number|"
        r"code) )?(?P<value>⟦\d+⟧) (?:in(?:to)?|on|to|as|for|at|under) (?P<field>.+)",
        _type,
    ),
    rule(
        r"(?:fill in|fill out|fill|set|change|complete|update|edit|replace|correct|put|switch|adjust|"
        r"raise|increase|lower|reduce|turn) (?P<field>(?!.*\b(?:to|with) (?:be|the (?:basket|cart))\b)"
        r"[^⟦]+?|⟦\d+⟧|[^⟦]*⟦\d+⟧[^⟦]*?) (?:with|to|as|by|=) (?P<value>⟦\d+⟧|[^⟦]+)",
        _type,
    ),
    rule(
        r"(?:type|enter|write|input|key in|paste)(?: in)? (?:(?:the|a|an) )?(?P<field>[a-z][a-z -]*?) "
        r"(?P<value>⟦\d+⟧)(?: there)?",
        _type,
    ),
    rule(
        r"(?:type|enter|write|input|key in)(?: in)? (?:the |a )?(?P<field>(?:name|code|quantity|"
        r"amount|number|title|subject|date|price|email|e-mail|password|voucher|postcode|city|street|"
        r"phone|comment|note|message|purpose|reference|description)(?: [a-z]+)?) "
        r"(?P<value>(?-i:[A-Z0-9⟦+€]).*)",
        _type,
    ),
    rule(
        r"(?:type|enter|write|input|paste)(?: in)? (?!an? )(?P<value>[^⟦]+?) (?:in(?:to)?|as|for) "
        r"(?P<field>.+)",
        _type,
    ),
    rule(r"(?:type|write|enter|paste|key in)(?: in)? (?:the (?:text|words?) )?(?P<value>⟦\d+⟧)(?P<field>)", _type),
    rule(
        r"(?:add|append) (?P<value>⟦\d+⟧) (?:at the end of|to the end of|to the text in) (?P<field>.+)"
        r"(?P<add>)",
        _type,
    ),
    rule(
        r"(?:clear|erase|delete the (?:text|content|value) (?:in|of|from)) (?:the )"
        r"?(?P<field>(?!all\b|filters?\b|basket|cart).+?(?:field|box|input|area)\b.*)(?P<value>)",
        _type,
    ),
    rule(
        rf"(?:select|choose|pick|take|set) {VALUE} (?:from|in|under|out of) (?P<field>(?:the |its |"
        r"your )?.*(?:list|menu|drop-?down|box|select|options?|field|picker|group)\b.*)",
        _choose,
    ),
    rule(r"(?:select|choose|pick|take) (?P<value>⟦\d+⟧|[^⟦]+?) (?:from|for|as|under) (?P<field>.+)", _choose),
    rule(r"(?:select|choose|pick) (?P<value>⟦\d+⟧) in (?P<field>.+)", _choose),
    rule(
        r"(?:select|choose|pick) (?:the |a |an )?(?P<field>(?-i:[a-z]+)) (?P<value>⟦\d+⟧|"
        r"(?-i:[A-Z0-9])[\w &.-]*)",
        lambda match, masked: (
            _choose_any(match, masked)
            if match["field"].lower() in ("option", "entry", "value", "choice")
            else _choose(match, masked)
        ),
    ),
    rule(rf"{OFF} (?:the )?(?P<words>.+)", lambda match, masked: Tick(masked.words(match["words"]), False)),
    rule(
        rf"{ON} (?:that |the (?:box|boxes|checkbox|option)s? (?:for|that says?|saying|next to|beside) )"
        r"?(?P<words>(?!out\b|if\b|whether\b|that the\b|how\b|what\b).+)",
        lambda match, masked: Tick(masked.words(re.sub(r"^you ", "", match["words"]))),
    ),
    rule(
        r"(?:make sure|ensure)(?: that)? (?P<words>.+?) (?:is|are) (?:checked|ticked|selected|enabled|"
        r"turned on|switched on|on|active)",
        lambda match, masked: Tick(masked.words(match["words"])),
    ),
    rule(
        r"(?:make sure|ensure)(?: that)? (?P<words>.+?) (?:is|are) (?:unchecked|unticked|deselected|"
        r"disabled|turned off|switched off|off|not (?:checked|ticked|selected|enabled|on))",
        lambda match, masked: Tick(masked.words(match["words"]), False),
    ),
    rule(r"(?:turn|switch) (?P<words>.+) on", lambda match, masked: Tick(masked.words(match["words"]))),
    rule(r"(?:turn|switch) (?P<words>.+) off", lambda match, masked: Tick(masked.words(match["words"]), False)),
    rule(r"(?:upload|attach) (?P<files>.+?)(?: (?:to|in(?:to)?|as|under|with|using|at) (?P<field>.+))?", _upload),
    rule(
        r"drag(?: and drop)? (?P<words>.+?)(?: from .+?)? (?:to|onto|into|on|over to) (?P<to>.+)",
        lambda match, masked: Drag(masked.words(match["words"]), masked.words(match["to"])),
    ),
)
CHOOSING: Final[tuple[Rule, ...]] = (rule(r"(?:select|choose|pick|take) (?P<value>.+)", _choose_any),)
