"""Orders to give fields their values: type, set, choose, tick, fill in from pairs, upload, drag."""

from __future__ import annotations

import re
from typing import Final, Literal

from ..program import Choose, Drag, Enter, Instruction, Tick, Upload
from .clauses import clauses
from .masks import Masked, is_held
from .pairs import HINT, Pair, pairs, value
from .ruling import Match, Rule, rule
from .verbs import BEGINS, is_order

HEAD: Final = re.compile(
    r"^(?:(?:fill (?:in|out|up)|fill|complete|enter|use|type(?: in)?|put in|set|change|write)\b(?: (?:in|out)\b)?(?: "
    r"(?:the|this|that|my|your|all|a|these|those|required)\b)?(?: [\w -]*?(?:form|fields?|details|data|address|"
    r"information|card|values?|following|box(?:es)?|page|profile|settings|payment|delivery|contact|billing|"
    r"shipping)\b[\w -]*?)?(?: (?:with|as follows|like this|using|by entering|to)\b)?(?: (?:the following|these)(?: "
    r"\w+)?)?|(?:the|my|his|her|their|our) [\w -]*?(?:address|card|details|data|form|payee|recipient|contact|"
    r"information) (?:is|are)(?: as follows)?|(?:[\w -]*?)?(?:address|card|details|data|payee|recipient|"
    r"contact)(?=\s*:)|(?:pay|buy it|settle)(?: it)? (?:with|by|using)(?: (?:the|a|my|this)\b)?(?: (?:credit|"
    r"debit))?(?= card\b)|(?:with|using) (?:these|the following) \w+)\s*[:,]?\s*(?P<pairs>.+)$",
    re.IGNORECASE | re.DOTALL,
)
"""Words before pairs that say what they are for."""
ONLY: Final = re.compile(r"(?:fill (?:in|out)|complete) (?:the|this) (?:form|fields|page)(?: below)?", re.IGNORECASE)
"""What is to be filled in is said by the sentences that follow."""
CARD: Final = re.compile(r"^(?:(?:the|my) card (?:is|has)|pay|card\b)", re.IGNORECASE)
BESIDE: Final = re.compile(
    r"^(?:if|when|once|for|in|on|under|at|from|to|with|of|which|what|who|whose|how|and|i|we|you|it|there|all|each|"
    r"every)\b",
    re.IGNORECASE,
)
"""Words that begin no list of fields."""
COLON: Final = re.compile(r"^[^:=⟦]{1,50}?\s*(?:(?<!\d):|:(?!\d)|=)\s*\S", re.DOTALL)
ORDERS: Final = frozenset(
    {"press", "click", "open", "then", "note", "please", "task", "steps", "search", "find", "list", "read", "tell"}
)
"""Before a colon these are no fields."""
NOUN: Final = re.compile(r"(?:name|note|comment|type|state|order|call|address|reply|rate)\b", re.IGNORECASE)
OFF: Final = r"(?:uncheck|untick|deselect|unselect|disable|turn off|switch off|clear the (?:tick|check) (?:at|of|from))"
ON: Final = r"(?:check|tick(?: off)?|enable|turn on|switch on|activate)"
VALUE: Final = r"(?P<value>⟦\d+⟧|.+?)"


def form(clause: str, masked: Masked) -> tuple[Pair, ...]:
    """A clause that is nothing but a form: `fill in the form with …`, `The address is: …`, `Title: …`."""
    match = HEAD.match(clause)
    if match and len(clauses(clause[: match.start("pairs")])) < 2:
        text = match["pairs"]
        if re.match(r"\d[\d ]{7,}|⟦\d+⟧,", text) and CARD.match(clause):
            text = f"card {text}"
        found = pairs(re.sub(r"^card\s*:\s*|^(?:with )?card (?=[a-z])", "", text), masked)
        if found and (len(found) > 1 or COLON.match(text)) and not _is_order(found[0]):
            return found
    if re.match(r"^[A-Z⟦][^:=.!?,]{0,40}[:=]\s*\S", clause) and not is_held(clause) and not _is_headed(clause):
        return pairs(clause, masked)
    if is_order(clause) or BESIDE.match(clause):
        return ()
    found = pairs(clause, masked)
    return found if len(found) > 1 else ()


def _is_headed(clause: str) -> bool:
    """Whether an order stands before the first colon: `Name:` is a field, `Name these:` and `Press:` are orders."""
    head, rest = (part.strip() for part in re.split(r"[:=]", clause, maxsplit=1))
    if re.search(r" (?:is|are|has|have) ", head) or (rest[:1].islower() and BEGINS.match(rest)):
        return True
    return is_order(head) and (" " in head or head.lower() in ORDERS)


def _is_order(pair: Pair) -> bool:
    """Whether what stands before a colon is an order: more than the name of a field."""
    return isinstance(pair, Choose) or (" " in pair.field and is_order(pair.field) and not NOUN.match(pair.field))


def _type(match: Match, masked: Masked) -> Instruction:
    field, known = masked.words(match["field"]) if match["field"] else "", match.groupdict()
    add: Literal["", "end", "start"] = "end" if known.get("add") is not None else "start" if "first" in known else ""
    return Enter(field, value(match["value"], masked), add=add)


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
    rule(rf"(?:type|enter|write|put|input|fill|insert|paste|key)(?: in)? {VALUE} (?:in(?:to)?|on|to|as|"
         r"for|at) (?P<field>(?:the |its |your |a |this |that )?.*\b(?:field|box|area|bar|input|prompt|editor|line|"
         r"form|cell)\b.*)", _type),
    rule(r"(?:type|enter|write|put|input|insert|paste|key)(?: in)? (?:the (?:text|words?|value|number|code) "
         r")?(?P<value>⟦\d+⟧) (?:in(?:to)?|on|to|as|for|at|under) (?P<field>.+)", _type),
    rule(r"(?:set|change|update|edit|correct|raise|lower) (?P<field>[^⟦]+ to (?:the |my )?(?-i:[A-Z])[^⟦]*?) to "
         r"(?P<value>⟦\d+⟧|(?-i:[A-Z0-9€$£])[^⟦]*)", _type),
    rule(r"(?:fill in|fill out|fill|set|change|complete|update|edit|replace|correct|put|switch|adjust|raise|increase|"
         r"lower|reduce|turn) (?P<field>(?!.*\b(?:to|with) (?:be|the (?:basket|cart))\b)[^⟦]+?|⟦\d+⟧|"
         r"[^⟦]*⟦\d+⟧[^⟦]*?) (?:with|to|as|by|=) (?P<value>⟦\d+⟧|[^⟦]+)", _type),
    rule(r"(?:type|enter|write|input|paste)(?: in)? (?P<value>(?:the|that|this) [a-z]+(?: [a-z]+)?|it) (?:into|in) "
         r"(?P<field>.+)", _type),
    rule(r"(?:type|enter|write|input|key in|paste)(?: in)? (?:(?:the|a|an) )?(?P<field>(?!.*\b(?:into|in)\b)[a-z][a-z "
         r"-]*?) (?P<value>⟦\d+⟧)(?: there)?", _type),
    rule(r"(?:type|enter|write|input|key in)(?: in)? (?:the |a )?(?P<field>(?:name|code|quantity|amount|number|title|"
         r"subject|date|price|email|e-mail|password|voucher|postcode|city|street|phone|comment|note|message|purpose|"
         r"reference|description)(?: [a-z]+)?) (?P<value>(?-i:[A-Z0-9⟦+€]).*)", _type),
    rule(r"(?:type|enter|write|input|paste)(?: in)? (?!an? )(?P<value>[^⟦]+?) (?:in(?:to)?|as|for) (?P<field>.+)",
         _type),
    rule(r"(?:type|write|enter|paste|key in)(?: in)? (?:the (?:text|words?) )?(?P<value>⟦\d+⟧)(?P<field>)", _type),
    rule(r"(?:leave|add|write|give|put) (?:the|an?|this) (?P<field>[a-z]+(?: for [a-z ]+)?)(?: saying| reading|:)? "
         r"(?P<value>⟦\d+⟧)(?: for (?:the|my) [a-z ]+)?", _type),
    rule(r"(?:leave|give|write|send) (?:(?:the|my|a) )?[a-z]+ (?:the|an?|this) (?:short )?(?P<field>note|message|"
         r"comment|remark|instruction|word)(?: saying| reading| that says|:)? (?P<value>⟦\d+⟧)", _type),
    rule(r"prepend (?P<value>⟦\d+⟧) to (?P<field>.+)(?P<first>)", _type),
    rule(r"(?:add|append) (?P<value>⟦\d+⟧) (?:at the end of|to the end of|to the text in) (?P<field>.+)(?P<add>)",
         _type),
    rule(r"(?:clear|erase|delete the (?:text|content|value) (?:in|of|from)) (?:the )?(?P<field>(?!all\b|filters?\b|"
         r"basket|cart).+?(?:field|box|input|area)\b.*)(?P<value>)", _type),
    rule(rf"(?:select|choose|pick|take|set) {VALUE} (?:from|in|under|out of) (?P<field>(?:the |its |"
         r"your )?.*(?:list|menu|drop-?down|box|select|options?|field|picker|group)\b.*)", _choose),
    rule(r"(?:select|choose|pick|take) (?P<value>⟦\d+⟧|[^⟦]+?) (?:from|for|as|under) (?P<field>.+)", _choose),
    rule(r"(?:select|choose|pick) (?P<value>⟦\d+⟧) in (?P<field>.+)", _choose),
    rule(
        r"(?:select|choose|pick) (?:the |a |an )?(?P<field>(?-i:[a-z]+)) (?P<value>⟦\d+⟧|(?-i:[A-Z0-9])[\w &.-]*)",
        lambda match, masked: (
            _choose_any(match, masked)
            if match["field"].lower() in ("option", "entry", "value", "choice")
            else _choose(match, masked)
        ),
    ),
    rule(rf"{OFF} (?:the )?(?P<words>.+)", lambda match, masked: Tick(masked.words(match["words"]), False)),
    rule(rf"{ON} (?:that |the (?:box|boxes|checkbox|option)s? (?:for|that says?|saying|next to|beside) )"
         r"?(?P<words>(?!out\b|if\b|whether\b|that (?:the|it|all)\b|it (?:is|has)\b|how\b|what\b).+)",
         lambda match, masked: Tick(masked.words(re.sub(r"^you ", "", match["words"])))),
    rule(r"(?:make sure|ensure)(?: that)? (?P<words>.+?) (?:is|are) (?:checked|ticked|selected|enabled|turned on|"
         r"switched on|on|active)", lambda match, masked: Tick(masked.words(match["words"]))),
    rule(r"(?:make sure|ensure)(?: that)? (?P<words>.+?) (?:is|are) (?:unchecked|unticked|deselected|disabled|turned "
         r"off|switched off|off|not (?:checked|ticked|selected|enabled|on))",
         lambda match, masked: Tick(masked.words(match["words"]), False)),
    rule(r"(?:turn|switch) (?P<words>.+) on", lambda match, masked: Tick(masked.words(match["words"]))),
    rule(r"(?:turn|switch) (?P<words>.+) off", lambda match, masked: Tick(masked.words(match["words"]), False)),
    rule(r"(?:upload|attach) (?P<files>.+?)(?: (?:to|in(?:to)?|as|under|with|using|at) (?P<field>.+))?", _upload),
    rule(r"drag(?: and drop)? (?P<words>.+?)(?: from .+?)? (?:to|onto|into|on|over to) (?P<to>.+?)(?: (?:on|in) "
         r"(?:the|this) board)?", lambda match, masked: Drag(masked.words(match["words"]), masked.words(match["to"]))),
)  # fmt: skip
CHOOSING: Final[tuple[Rule, ...]] = (rule(r"(?:select|choose|pick|take) (?P<value>.+)", _choose_any),)
