"""Sentences that are short for several others: `add the cheapest to the basket` is to find it, and then to add it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from .blocks import KNOWN
from .changes import (
    by_doing,
    comment,
    forward,
    one_by_one,
    reply,
    search,
    superlative,
    whether,
    with_pairs,
    with_values,
)
from .masks import Masked
from .superlatives import DATE, ORDINALS, SIDES, WORDS

Match = re.Match[str]
Change = Callable[[Match, Masked], list[str] | None]
Rewrite = tuple[re.Pattern[str], Change]
SUPER: Final = "|".join([*(words for words, *_ in WORDS), *ORDINALS])
DEED: Final = (
    r"(?P<verb>open|click(?: on)?|add|put|remove|delete|buy|order|select|tick|mark|star|archive|move|"
    r"cancel|edit|take|pick|choose|press|go to|reply to|forward|pay|book|print|download|accept|assign)"
)
TAIL: Final = (
    r"(?P<tail>\s+(?:to|into|in|from|onto|on|as|with|for) (?:the|my|your|a) (?:basket|cart|bag|wish "
    r"?list|favou?rites|trash|bin|spam|archive|inbox|folder|compare list|comparison)\b.*|\s+as (?:an? )?[a-z]+)?"
)


def rewrite(said: str, masked: Masked, *, whole: bool) -> list[str] | None:
    """The simpler sentences that are meant; None where there is nothing to take apart.

    A `whole` sentence is taken apart only where what follows a colon belongs to all of it.
    """
    for pattern, change in WHOLE if whole else (*WHOLE, *CLAUSES):
        if (match := pattern.match(said.rstrip("? "))) and (found := change(match, masked)):
            return found
    return None


def _rule(pattern: str, change: Change) -> Rewrite:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL), change


WHOLE: Final[tuple[Rewrite, ...]] = (
    _rule(r"^(?:check ?out|go to (?:the )?check ?out)(?: with| as follows)?\s*:\s*(?P<pairs>.+)$",
          lambda match, masked: ["go to checkout", f"fill in: {match['pairs']}"]),
    _rule(r"^(?:search|look) for (?P<what>[^,]+?), (?P<tests>(?:(?:with )?(?:an? )?(?:rating|rated|price|not more|at "
          r"most|at least|under|below|over|up to|only|in stock|sorted|ordered|cheaper|\d[\d.]* (?:stars?|or|and|"
          r"euros?)\b)[^,]*(?:,\s*(?:and\s+)?|$))+)$", search),
    _rule(r"^(?P<verb>put|add|order|buy|open|tick|select|delete|remove|move|find) (?:these|the following|all of these|"
          r"the following things|these things|these items)(?: (?:things|items|articles|products))?(?P<tail>(?: (?:to|"
          r"into|in|on|onto|from) (?:the|my|your) [\w ]+?)?)\s*:\s*(?P<items>.+)$", one_by_one),
    _rule(r"^(?:fill (?:in|out)|complete)(?: (?:the|this))? (?:form|fields?|page)? ?and (?P<verb>save|submit|send|"
          r"confirm|continue)(?: it| the form| them)?(?: with (?:these|the following)[\w ]*)?\s*:\s*(?P<pairs>.+)$",
          with_pairs),
)  # fmt: skip
CLAUSES: Final[tuple[Rewrite, ...]] = (
    _rule(r"^(?P<head>[a-z' ]*?\bthe [a-z ]+?) of (?P<first>[^,].*?),? and (?:(?:that )?of|the one of) (?P<second>.+)$",
          lambda match, masked: [f"{match['head']} of {match['first']}", f"{match['head']} of {match['second']}"]),
    _rule(r"^(?P<first>(?:tell me )?(?:how|which|what|the) .+?),? and (?P<own>(?:its|his|her|their) [a-z ]+)$",
          lambda match, masked: [match["first"], f"tell me {match['own']}"]),
    _rule(r"^(?P<ask>(?:tell me |give me |read |note |what (?:is|are) |find out )?)(?P<first>the [a-z ]+? (?:of|for|"
          r"in) (?:the |my )?(?:⟦\d+⟧|(?-i:[A-Z])[\w&'’ -]*?)),? and (?P<second>the (?!first|last|second|one|"
          r"other)[a-z ]+? (?:of|for|in|on) .+)$",
          lambda match, masked: [f"{match['ask']}{match['first']}", f"{match['ask']}{match['second']}"]),
    _rule(r"^make (?P<who>(?-i:[A-Z⟦]).+?) (?:the|its|their) (?P<field>[a-z]+(?: [a-z]+)?)$",
          lambda match, masked: [f"set the {match['field']} to {masked.hold(match['who'])}"]),
    _rule(r"^(?:tell me |read out |read )?what (?:does )?(?P<of>(?:the|that) (?:(?:message|mail|letter|note|comment|"
          r"e-?mail|news)\b[^,]*|[^,]*(?:⟦|(?-i:[A-Z])| about | from )[^,]*?)) (?:says?|said|contains?)$",
          lambda match, masked: [f"open {match['of']}", "tell me what the page says"]),
    _rule(r"^(?:tell me |check |see |find out |let me know )?(?:whether|if) (?P<what>(?:the )?(?:⟦\d+⟧|"
          r"(?-i:[A-Z]).+?)) (?P<is>is|are) (?P<state>(?:still |already |currently )?[a-z][a-z ]+)$", whether),
    _rule(r"^(?P<is>is|are) (?P<what>(?:the )?(?:⟦\d+⟧|(?-i:[A-Z])[^?]+?)) (?P<state>(?:still |already |currently "
          r")?(?:in stock|sold out|available|reduced|open|done|closed|overdue|read|unread|starred|paid|late))\??$",
          whether),
    _rule(r"^(?P<verb>book|reserve|order|register|submit|buy|pay for) (?:it|this|that) (?P<pairs>(?:under|in the name|"
          r"for \d|on \d|at \d).+)$", with_values),
    _rule(r"^(?:tell me |check |see )?(?:is|are|whether|if) (?P<what>(?:the )?(?:⟦\d+⟧|(?-i:[A-Z])[^?]+?))(?: is| "
          r"are)? (?:in|on|among) (?:the|this|that|these) (?:list|page|results?|table|rows?)$",
          lambda match, masked: [f"is there a {masked.hold(re.sub(r'^the ', '', match['what']))}"]),
    _rule(
        r"^is there (?P<what>an? .+|any .+)$",
        lambda match, masked: [
            f"if there is {match['what']}, say {masked.hold('Yes')}; otherwise say {masked.hold('No')}"
        ],
    ),
    _rule(rf"^(?:show|bring up|display|check|look (?:in|into|through)|have a look (?:at|in|into))(?: me)? "
          rf"(?P<what>(?:the|my|your) (?:[\w& ]+ )?(?:{KNOWN}|basket|cart|list|folder|page|orders|section|category|"
          rf"department))$", lambda match, masked: [f"open {match['what']}"]),
    _rule(r"^edit (?P<what>[^:]+?)\s*:\s*(?P<pairs>.+)$",
          lambda match, masked: [f"open {match['what']}", "click Edit", f"fill in: {match['pairs']}"]),
    _rule(r"^(?:give|assign) (?P<what>(?:the [a-z]+ )?(?-i:[A-Z]+-\d+)|⟦\d+⟧) the (?P<field>[a-z]+(?: date)?) "
          r"(?P<value>.+)$",
          lambda match, masked: [f"set the {match['field']} of {match['what']} to {masked.hold(match['value'])}"]),
    _rule(r"^add the (?P<field>label|tag|assignee) (?P<value>.+?) to (?P<what>(?:the [a-z]+ )?(?-i:[A-Z]+-\d+))$",
          lambda match, masked: [f"set the {match['field']} of {match['what']} to {masked.hold(match['value'])}"]),
    _rule(r"^(?:write|add|post|leave) (?P<text>⟦\d+⟧) as a (?P<noun>comment|remark|note)(?: (?:on|to|under|in) "
          r"(?P<on>.+))?$", comment),
    _rule(r"^(?P<verb>put|add|move) (?:everything|all(?: the)? (?:things|items))(?: that is)? (?:from|in|on) "
          r"(?P<place>(?:the|my) [\w ]+?) (?P<tail>(?:in)?to (?:the|my) .+)$",
          lambda match, masked: [f"open {match['place']}", f"for each thing: {match['verb']} it {match['tail']}"]),
    _rule(r"^(?:write|send an? (?:e-?mail|mail|message)) to (?P<to>⟦\d+⟧|(?-i:[A-Z])[^:,]+)[:,]\s*(?P<pairs>.+)$",
          lambda match, masked: [f"write a message to {match['to']}, {match['pairs']}"]),
    _rule(r"^(?:keep|leave|store) it as a draft$", lambda match, masked: ["save it as a draft"]),
    _rule(r"^(?P<ask>(?:find out|check|see|look up) .+?) by (?P<how>[a-z]+ing .+)$", by_doing),
    _rule(r"^(?:move|put|place|hold|rest|keep)(?: with)? (?:the |your )?(?:mouse|pointer|cursor)(?: pointer)? (?:over|"
          r"on|onto|at) (?P<what>.+)$", lambda match, masked: [f"hover over {match['what']}"]),
    _rule(
        r"^(?P<verb>set|change|raise|lower) (?P<field>the [a-z ]+?) (?:of|in|for) (?:each|every|all)(?: of)?(?: the)"
        r"? (?!two|three|four|them)(?P<of>[a-z ]+?) to (?P<to>\S+?)"
        r"(?:,? (?:and )?(?P<then>press|pressing|click|clicking) (?P<button>[\w ⟦⟧]+?)(?: (?:every|each) time)?)?$",
        lambda match, masked: [
            f"for each {match['of']}: {match['verb']} {match['field']} of it to {match['to']}"
            + (f" and press {match['button']}" if match["button"] else "")
        ],
    ),
    _rule(r"^(?P<verb>press|click|tap|hit|use)(?: on)? (?P<what>the [\w⟦⟧ -]+?) (?:on|of|in|at|for|next to|beside|by) "
          r"(?:(?:each|every|all)(?: of)?|(?=the (?:first|top|last) (?:two|three|four|five|six|\d+) )) ?(?P<of>.+)$",
          lambda match, masked: [f"for each of {match['of']}: {match['verb']} {match['what']} in it"]),
    _rule(r"^give (?P<what>.+?) an? star$", lambda match, masked: [f"star {match['what']}"]),
    _rule(
        r"^(?:sign|put|register|enter) (?P<mail>⟦\d+⟧) (?:up |down )?(?:for|on|to) (?P<rest>.+)$",
        lambda match, masked: (
            [f"subscribe {match['mail']} to {match['rest']}"] if "@" in masked.value(match["mail"]) else None
        ),
    ),
    _rule(r"^(?:above|before|over) the (?:quoted |original )?(?:message|text|quote|mail),?\s+(?:write|type|enter|add|"
          r"put):? (?P<text>⟦\d+⟧)$|^(?:write|type|enter|add|put) (?P<text2>⟦\d+⟧) (?:at the (?:top|beginning|start) "
          r"of|above|before|on top of) (?:the|its) [\w ]+$",
          lambda match, masked: [f"prepend {match['text'] or match['text2']} to the message text field"]),
    _rule(r"^(?P<verb>put|add) (?P<what>.+) (?P<tail>(?:to|into|on|in) (?:the|my) [a-z ]+), (?P<more>one of each)$",
          lambda match, masked: [f"{match['verb']} {match['what']} {match['tail']}"]),
    _rule(r"^use (?P<what>(?:the|its|that) .+?) to (?P<then>(?!log|sign|search|find|look)[a-z]+ .+)$",
          lambda match, masked: [f"click {match['what']}", match["then"]]),
    _rule(r"^(?:reply|respond|answer)(?: to (?P<to>.+?))?(?: with| saying|,? and (?:say|write))?(?: the (?:text|words|"
          r"message))?:? (?P<text>⟦\d+⟧)$", reply),
    _rule(r"^forward (?P<what>.+?) to (?P<to>.+?)(?: (?:with|saying|and write)(?: the (?:text|words|message|note))?:? "
          r"(?P<text>.+))?$", forward),
    _rule(rf"^{DEED} (?P<what>(?:the |my |our )?(?:(?:(?:two|three|four|five) )?(?:{SUPER})\b(?! {DATE})(?! (?:step|"
          rf"time|page)\b)|(?:one|ones|\w+) (?:with|that has|that have) the (?:{'|'.join(SIDES)})\b).*?){TAIL}$",
          superlative),
    _rule(r"^(?P<verb>register|sign up|subscribe|apply|check out|book|order) with (?P<pairs>(?:the |my |this "
          r")?[a-z][a-z -]* (?:⟦\d+⟧|\S*\d).*)$", with_pairs),
    _rule(r"^(?:(?:add|leave|post|write|make|put|enter) (?:a|the|this|another|your)(?: \w+)? )?(?P<noun>comment|"
          r"remark)(?: (?:on|to|under) (?:it|(?P<at>(?:the \w+ )?(?-i:[A-Z⟦])[^:]*?)))?(?: saying| that says| with(?: "
          r"the text)?| reading)?\s*[:,]?\s+(?P<text>⟦\d+⟧|(?-i:[A-Z]).+?)(?: (?:to|on|under) (?:it|this|that|the "
          r"\w+)| there| (?:to|on|under) (?P<on>(?:the \w+ )?(?-i:[A-Z⟦]).*))?$", comment),
)  # fmt: skip
