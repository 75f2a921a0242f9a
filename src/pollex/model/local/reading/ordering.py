"""Orders to move about and to press: go to, back, scroll, wait, keys, tabs, log in, sort, search."""

from __future__ import annotations

import re
from typing import Final

from ..program import Choose, Close, Dialog, Drag, Enter, Filter, Instruction, Test, Tick, Travel
from .limits import AMOUNT, COUNT
from .masks import Masked
from .movements import STAYS, log_in, narrow, open_address, press, scroll, search, sort, wait
from .ruling import Match, Rule, rule

GO: Final = (
    r"(?:open up|open|go (?:in)?to|go on to|go|visit|navigate to|browse to|head (?:over )?to|jump to|"
    r"load|return to|start (?:at|on|from))"
)
DIALOG: Final = (
    r"(?:the |any |its )?(?:browser(?:'s|’s)? |javascript )?(?:dialog|dialogue|question|prompt|alert|"
    r"confirmation|pop-?up|warning)(?: (?:box|window))?(?: (?:of the browser|that "
    r"(?:comes up|appears|pops up|opens|follows|the browser shows)|from the browser))?"
)


def _dialog(match: Match, masked: Masked) -> Instruction:
    text = match.groupdict().get("text")
    no = re.match(r"(?:dismiss|cancel|decline|reject|say no|answer no|refuse)", match[0], re.IGNORECASE) is not None
    return Dialog(not no, masked.value(text) if text else None)


RULES: Final[tuple[Rule, ...]] = (
    rule(r"(?:move|drag|pull|put)(?: and drop)? (?:the )?(?:card|tile|note|sticky)(?: of| for| with)? "
         r"(?P<what>.+?)(?: from (?:the )?(?P<start>[^,]+?)(?: column| lane)?)? (?:to|into|onto|over to|in) (?:the "
         r")?(?:column |lane |list )?(?P<to>.+?)(?: column| lane)?(?: (?:on|in) (?:the|this) (?:board|page|view))?",
         lambda match, masked: Drag(*(masked.words(match[name] or "") for name in ("what", "to", "start")))),
    rule(r"(?:set|put|turn|switch|change|reset) (?:both|all|the|these|all (?:of )?the)(?: two| three)? filters "
         r"(?:back )?to (?:any|all|everything|nothing|⟦\d+⟧)", lambda match, masked: Filter(())),
    rule(r"(?:show|display|list|set|view) (?P<n>\d+) (?:[a-z]+ )?(?P<per>per page|a page|on a page)",
         lambda match, masked: Choose(match["n"], "per page")),
    rule(r"(?:give|set) (?:them|it|these|those|each|all(?: of them)?)(?: all| each)? (?:the |an? "
         r")?(?P<field>(?!to\b)[a-z]+(?: (?!to\b)[a-z]+)?) (?:to )?(?P<value>⟦\d+⟧|(?-i:[A-Z0-9]).*)",
         lambda match, masked: Enter(match["field"], masked.value(match["value"]))),
    rule(
        rf"(?:set|limit|restrict|choose) (?:the |a )?(?P<field>[a-z]+)(?: range)? (?:from|between) (?P<low>{AMOUNT}) "
        rf"(?:to|and|up to) (?P<high>{AMOUNT})",
        lambda match, masked: Filter(
            (Test(match["field"], "ge", match["low"]), Test(match["field"], "le", match["high"])),
            masked.value(match[0]),
        ),
    ),
    rule(rf"{GO}\s+(?:the )?(?:address |url |page |site )?(?:at )?(?P<url>⟦\d+⟧)(?P<tab> in a new tab)?", open_address),
    rule(r"(?:go back|come back|go one page back|return|navigate back|step back|use the back button|click back|press "
         r"back|back)(?: (?:once|again|one page|a page))?(?: (?:to|in|with) (?:the )?(?P<to>.+))?",
         lambda match, masked: Travel("back", masked.words(match["to"] or ""))),
    rule(r"go forward(?: (?:again|one page))?", lambda match, masked: Travel("forward")),
    rule(r"(?:refresh|reload)(?: (?:the|this) (?:page|site|list))?|load the page again",
         lambda match, masked: Travel("refresh")),
    rule(r"(?:close|leave) (?:the|this|that) (?:new |current |second |other |popup )?(?:browser )?(?:tab|window)",
         lambda match, masked: Travel("close_tab")),
    rule(r"(?:switch|go|move|change)(?: over| back)? to (?:the |that )?(?:new(?:ly opened)? |other |second |first |"
         r"original |previous |popup )(?:browser )?(?:tab|window)",
         lambda match, masked: Travel("switch_tab", match[0])),
    rule(rf"(?:(?:make sure|ensure|see to it|take care)(?: that)? )?(?:(?:i|we)(?: am| are)? "
         rf")?(?P<words>{STAYS.pattern})(?: .+)?", lambda match, masked: Tick(masked.words(match["words"]))),
    rule(r"use (?P<how>.*?(?:credentials?|login|account).*?) to (?:log|sign) in(?: (?:there|here|to .+))?", log_in),
    rule(r"(?:log|sign)(?: me)?[ -]?in(?:to| to| on| at)?(?P<how>.*)", log_in),
    rule(rf"wait(?: for)?(?: about| around)? (?P<time>{COUNT}|[\d.]+)\s*(?P<unit>s|secs?|seconds?|"
         r"minutes?|mins?)|wait(?P<what>(?: for| until| till| that)? .+)?", wait),
    rule(r"(?:keep scrolling|scroll)(?P<how>.*)", scroll),
    rule(rf"(?:press|hit|push|use|type)\s+(?P<key>[\w+ ⟦⟧-]+?)(?: (?:(?P<times>{COUNT}) times|"
         r"(?P<often>once|twice|thrice)))?(?: (?:in|on|inside|within) (?P<field>.+))?(?: on (?:the|your) "
         r"keyboard)?(?: (?:to|so that|in order to) .+)?", press),
    rule(r"(?:search|look)(?: (?:the|this) \w+)?(?: (?:in|with|using|on) (?P<field>the [\w ]*?(?:box|field|bar|"
         r"search)))? for (?P<words>.+?)(?: (?:in|on|with|using|via) (?:the|this) (?:[\w ]*?(?:box|field|bar|search|"
         r"shop|site|page|store|mail|inbox|tracker|top)))?", search),
    rule(r"(?:use|go to) (?P<field>the search[\w ]*) (?:and|to) (?:search for|look for|find|look up) (?P<words>.+)",
         search),
    rule(r"(?:sort|order|arrange)(?: (?:them|it|these|those|everything|(?:the|these) [\w ]+?))? (?:by|on|according to|"
         r"after)\s+(?P<by>.+)", sort),
    rule(r"(?:filter|narrow|restrict|limit|reduce)(?: (?:them|it|these|(?:the|these) [\w ]+?))?(?: down)? (?:by|to|"
         r"for|on|with)(?: only)?\s+(?P<by>.+)", narrow),
    rule(r"(?:accept|confirm|agree to|ok|okay|approve|answer yes to|say yes to|dismiss|cancel|decline|"
         rf"reject|answer no to|say no to) {DIALOG}", _dialog),
    rule(r"(?:say|answer|click|press|choose) (?:yes|ok|okay|no)(?: (?:when|if|as soon as) .+| (?:to|in) (?:it|that|"
         r"the .+))", _dialog),
    rule(r"(?:type|enter|answer|write|give|say)(?: with)? (?P<text>⟦\d+⟧) (?:when|as soon as) (?:the (?:page|browser|"
         r"site)|it) asks?.*", _dialog),
    rule(r"(?:type|enter|answer|write|put|give)(?: with)? (?P<text>⟦\d+⟧|[\w ]+?) (?:in|into|to|as an "
         rf"answer to) {DIALOG}(?: and (?:accept|confirm|press ok|click ok))?", _dialog),
    rule(r"(?:close|dismiss|get rid of|click away|accept or close) (?:the |any |that |this |all )?(?P<what>(?:[\w-]+ "
         r")*?(?:banner|dialog|dialogue|popup|pop-up|notice|overlay|modal|cookies?|menu|panel|window|notification|box|"
         r"message|toast|tour|hint)s?(?: .+)?)", lambda match, masked: Close(masked.words(match["what"]))),
)  # fmt: skip
