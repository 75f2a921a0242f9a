"""The words that begin an order. Those that are nouns too must be followed by what follows an order."""

from __future__ import annotations

import re
from typing import Final

POINTING: Final = (
    "click on", "click", "tap on", "tap", "press on", "press", "push", "hit", "activate", "follow", "trigger",
)  # fmt: skip
OPENING: Final = (
    "open up", "open", "go into", "go to", "visit", "navigate to", "browse to", "head to", "head over to", "jump to",
    "move on to", "proceed to", "continue to", "go on to", "switch to", "get to", "bring up", "enter", "view",
    "look at", "look into", "look through", "show", "show me", "display", "expand", "unfold", "return to", "go over to",
    "click through to", "load",
)  # fmt: skip
DEEDS: Final = (
    "add", "remove", "delete", "shift", "pull", "cancel", "mark", "unmark", "move", "star", "unstar", "archive",
    "unarchive", "assign", "unassign", "rename", "duplicate", "copy", "edit", "save", "submit", "send", "confirm",
    "apply", "subscribe", "unsubscribe", "like", "pin", "unpin", "download", "export", "print", "share", "collapse",
    "fold", "hide", "play", "pause", "stop", "mute", "unmute", "book", "order", "buy", "pay", "purchase", "reserve",
    "accept", "decline", "reject", "approve", "allow", "deny", "continue", "proceed", "finish", "complete", "start",
    "begin", "reset", "undo", "redo", "register", "restore", "discard", "empty", "place", "put", "reply", "forward",
    "post", "publish", "create", "make", "redeem", "verify", "increase", "decrease", "raise", "reduce", "take",
    "flag", "unflag", "favourite", "favorite", "report", "block", "close", "dismiss", "exit", "leave", "sign out",
    "log out", "sign off", "log off", "check out", "checkout", "transfer", "go ahead", "reveal", "unlock", "lock",
    "agree to", "consent to", "lift", "drop", "snooze", "resolve", "reopen", "retry", "try", "skip", "next", "swap",
    "return", "pick up", "get", "use", "launch", "run", "join", "rate", "vote", "upvote", "downvote", "comment",
    "respond", "answer", "attach", "detach", "insert", "include", "exclude", "change", "update", "replace", "switch",
    "toggle", "flip", "turn", "donate", "refresh", "reload", "search", "clear",
)  # fmt: skip
FILLING: Final = (
    "type in", "type", "enter", "fill in", "fill out", "fill", "write", "input", "set", "select", "choose", "pick",
    "check", "tick", "uncheck", "untick", "unselect", "deselect", "enable", "disable", "turn on", "turn off",
    "switch on", "switch off", "upload", "paste", "key in", "erase", "compose", "draft", "name", "call", "say",
)  # fmt: skip
MOVING: Final = (
    "go back", "go forward", "go", "scroll", "wait", "hover", "mouse over", "drag", "double-click", "double click",
    "right-click", "right click", "sort", "order", "filter", "narrow", "restrict", "limit", "search", "look for",
    "look up", "look", "find", "log in", "login", "log", "sign in", "sign", "repeat", "do", "don't",
    "don’t", "never", "keep", "hold", "ensure",
    "make sure", "mind that", "have it", "have the page", "let it", "let the page",
    "point at", "point to", "show only", "come back", "page", "step", "work", "browse", "navigate", "head",
    "proceed",
)  # fmt: skip
TELLING: Final = (
    "tell", "read", "report", "say", "give", "list", "count", "compare", "extract", "note", "let me know",
    "find out", "write down", "work out", "calculate", "add up", "sum up", "sum", "return", "answer", "name",
    "collect", "gather", "determine", "figure out", "state", "provide", "describe", "identify", "get me", "inform",
    "check whether", "check if", "check how", "see how", "see whether", "see if", "see what", "see that", "copy",
    "look up", "record", "remember", "memorise", "memorize", "what", "which", "how many", "how much", "who", "when",
    "where", "whether", "in which", "on which", "from which", "to which", "for which", "from what", "in what",
    "what it", "how long", "how heavy", "how old", "how big", "how large", "how far", "how high", "how tall",
    "how wide", "how often", "how expensive", "by how much", "by what", "on what", "at what", "at which",
    "for how long", "for how many", "from whom", "to whom", "since when", "until when", "what's", "who's", "where's",
)  # fmt: skip
ALONE: Final = (
    "submit", "save", "send", "confirm", "continue", "proceed", "search", "apply", "cancel", "close", "log in",
    "sign in", "check out", "pay", "finish", "stop", "log out", "sign out", "go back", "accept", "verify", "refresh",
    "reload", "when", "where", "who", "how much", "by how much", "what day", "how",
    "send it off", "check", "press enter", "hit enter", "scroll down", "wait", "undo", "delete", "order",
)  # fmt: skip

NOUNS_TOO: Final = frozenset(
    {
        "type", "order", "check", "list", "count", "search", "filter", "sort", "set", "change", "star", "note",
        "answer", "report", "comment", "post", "share", "book", "place", "transfer", "start", "stop", "view", "use",
        "return", "reply", "forward", "archive", "mark", "limit", "edit", "show", "copy", "drop", "name", "state",
        "record", "work", "page", "step", "rate", "like", "block", "flag", "lock", "call", "display", "play", "run",
        "vote", "sum", "read", "label", "open", "close", "address", "export", "print", "select", "exit", "next",
        "update", "turn", "switch", "draft", "hold", "look", "load", "reset", "head", "log", "sign", "empty",
        "complete", "purchase", "pin", "move", "save", "clear", "make", "get", "when", "where", "who", "which",
        "what",
    }
)  # fmt: skip
"""After `and` or a comma these may go on with a list of things."""
FOLLOWS: Final = (
    r"(?:the|a|an|it|its|this|that|these|those|all|every|each|any|both|them|me|my|your|their|only|how|for|by|to|in|on|"
    r"into|from|with|if|whether|what|which|out|off|up|down|again|back|until|through|sure|at|one|two|three|over|is|are|"
    r"was|were|there|they|he|she|i|we|you|has|have|does|do|did|as|who|when|of|will|wrote|sent|gave|everything|anything|"
    r"nothing|just)\b|⟦|[A-Z0-9]"
)
EVERY: Final = (*POINTING, *OPENING, *DEEDS, *FILLING, *MOVING, *TELLING)
POLITE: Final = (
    r"(?:please|now|then|and|also|first(?:ly)?|second(?:ly)?|third(?:ly)?|next|finally|lastly|afterwards|after that|"
    r"after this|once (?:that is|that's|this is) done|when (?:that is|that's|you are|you're) done|when done|and then|"
    r"to begin with|to start|to finish|at the end|in the end|last of all|at last|(?:there|here)(?! (?:is|are|was|were|"
    r"will|should|must|may|might|has|have)\b)|just|simply|kindly|so|ok|in (?:any|either|every) case|in (?:all|both) "
    r"cases|either way|at any rate|whatever happens|okay|well|from there|but|begin by|start by|step \d+:?|go ahead and|"
    r"let's|let us|(?:i|we) (?:need|want|would like|'d like)(?: for)? you to|(?:i|we)(?:'d|’d) like you to|(?:could|"
    r"can|would|will) you(?: please)?(?: help me)?(?: to)?|you (?:should|can|must|need to|have to|may)|(?:be|make) "
    r"sure (?:that you|you|to)|(?:don't|don’t|do not) forget to|remember to|try to|(?:i|we) (?:need|want|would like|"
    r"have) to(?! know)|(?:i|we)(?:'d|’d) like to(?! know)|(?:your|the) task is to|the goal is to|help me(?: to)?|it "
    r"is time to|and finally|using the \w+ (?:site|app),?)"
)
POLITENESS: Final = re.compile(rf"^{POLITE}(?:[,:]\s*|\s+)(?=\S)", re.IGNORECASE)


def _one_of(words: tuple[str, ...]) -> str:
    return "|".join(re.escape(word) for word in sorted(set(words), key=len, reverse=True))


_SURE: Final = _one_of(tuple(word for word in EVERY if word not in NOUNS_TOO))
_UNSURE: Final = _one_of(tuple(word for word in EVERY if word in NOUNS_TOO))
BEGINS: Final = re.compile(
    rf"(?:(?:{POLITE}),?\s+)*(?:(?:{_SURE})\b(?!\s*(?:[:=]|of\b))|(?:{_UNSURE})\s+(?:{FOLLOWS}|[a-z]+ (?:⟦|[A-Z0-9]))|"
    rf"(?:{_one_of(ALONE)})\s*[.!?]?$)"
)
"""What follows a comma or an `and` and begins an order of its own. Names are written with capitals, orders are not."""
STARTS_ORDER: Final = re.compile(rf"(?:{_SURE})\b")
"""Begins with a word that is nothing but an order."""
STARTS: Final = re.compile(rf"(?:{_one_of(EVERY)})\b", re.IGNORECASE)


def is_order(words: str) -> bool:
    """Whether a sentence begins with one of the words."""
    return STARTS.match(words) is not None
