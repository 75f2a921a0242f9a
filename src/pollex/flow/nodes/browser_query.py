"""`browser_query`: reads the page. Extracts data to a schema, observes what is there, or validates by rules."""

from __future__ import annotations

from typing import Any, Final

from ...core.fault import Fault, Issue
from ...core.json import Object, brief
from ...core.result import Result
from ..nodetype import STORE, Example, NodeType, choice, schema_mistakes, text
from ..rules.evaluate import evaluate
from ..rules.rule import RULE, RULE_LITERAL, rule_mistakes
from ..running_node import RunningNode

WORDS: Final[Object] = {"type": "string"}
"""The schema of an extraction without one: a single text."""


async def run(node: RunningNode) -> Result:
    match node.config["method"]:
        case "extract":
            return await extract(node)
        case "observe":
            return await observe(node)
    return await validate(node)


async def extract(node: RunningNode) -> Result:
    schema = node.config.get("schema", WORDS)
    return await node.call("page.extract", {"instruction": node.config["instruction"], "schema": schema})


async def observe(node: RunningNode) -> Result:
    """Evaluate rules now, without waiting; for an instruction in words, find the elements that fit it."""
    if rules := node.config.get("rules"):
        verdicts = await evaluate(node, rules, wait=False)
        return Result.success({"holds": all(verdict["holds"] for verdict in verdicts), "rules": verdicts})
    found = await node.call("page.query", {"selector": f"act:{node.config['instruction']}"})
    if found.fault is not None:
        return found
    return Result.success({"holds": found.data["count"] > 0, **found.data}, proof=found.proof)


async def validate(node: RunningNode) -> Result:
    verdicts = await evaluate(node, node.config["rules"], wait=True)
    data = {"valid": all(verdict["holds"] for verdict in verdicts), "rules": verdicts}
    if data["valid"]:
        return Result.success(data)
    broken = [(at, verdict) for at, verdict in enumerate(verdicts) if not verdict["holds"]]
    issues = [Issue(f"/rules/{at}", verdict["why"], verdict["expected"], verdict["received"]) for at, verdict in broken]
    fault = Fault.from_issues("failed", issues, what="The page is not as expected")
    fault.retry = False
    if node.config.get("onFailure") == "continue_with_error":
        return Result.success({**data, "error": fault.message}, notes=(fault.message,))
    return Result.failure(fault, data)


def mistakes(config: Object) -> list[Issue]:
    method = config.get("method")
    found: list[Issue] = []
    if method == "extract" and "instruction" not in config:
        found.append(_needs("extract", "instruction", config))
    if method == "observe" and not {"instruction", "rules"} & config.keys():
        found.append(_needs("observe", "instruction", config))
    if method == "validate" and "rules" not in config:
        found.append(_needs("validate", "rules", config))
    found += schema_mistakes(config, "schema")
    if isinstance(rules := config.get("rules"), list):
        found += [issue.below(at).below("rules") for at, rule in enumerate(rules) for issue in rule_mistakes(rule)]
    return found


def _needs(method: str, name: str, config: Object) -> Issue:
    return Issue("", f"The method {method!r} needs {name!r}.", name, brief(config), f"Add {name!r} to the config.")


def result_schema(config: Object) -> Any:
    if config.get("method") == "extract":
        return config.get("schema", WORDS) if isinstance(config.get("schema", WORDS), dict) else None
    holds = "holds" if config.get("method") == "observe" else "valid"
    return {"type": "object", "properties": {holds: {"type": "boolean"}}}


BROWSER_QUERY: Final = NodeType(
    name="browser_query",
    title="Browser query",
    description=(
        "Reads the page without changing it. extract: data to a JSON schema, every value with the element that proves "
        "it, nothing that is not on the page. observe: what holds now. validate: rules that must hold, waited for."
    ),
    properties={
        "method": choice("What to do.", "extract", "observe", "validate"),
        "instruction": text("What to extract or observe, in words: 'the orders', 'the cookie banner'."),
        "schema": {
            "type": "object",
            "description": "For extract: a JSON schema of the data; without one, a single text is extracted.",
        },
        "rules": {
            "type": "array",
            "items": RULE,
            "minItems": 1,
            "description": 'For validate and observe: what must hold, such as {"type": "exists", "selector": "#done"}.',
        },
        "onFailure": choice(
            "For validate: what happens when a rule does not hold; stop_workflow if it is not said.",
            "stop_workflow",
            "continue_with_error",
        ),
        "store_variable": STORE,
    },
    required=("method",),
    examples=(
        Example(
            "Extract a list",
            {
                "method": "extract",
                "instruction": "the emails",
                "schema": {
                    "type": "object",
                    "properties": {
                        "emails": {
                            "type": "array",
                            "items": {
                                "type": "object",
                                "properties": {"from": {"type": "string"}, "subject": {"type": "string"}},
                            },
                        }
                    },
                },
            },
            "extract_emails",
        ),
        Example(
            "Check what the page shows",
            {
                "method": "validate",
                "rules": [{"type": "text", "text": "Thank you"}, {"type": "url", "contains": "/confirmed"}],
                "onFailure": "stop_workflow",
            },
        ),
        Example(
            "See whether something is there",
            {"method": "observe", "rules": [{"type": "exists", "selector": "#captcha"}]},
            "look",
        ),
    ),
    run=run,
    literal=("method", "onFailure", "store_variable", "rules", *(f"rules/*{place}" for place in RULE_LITERAL)),
    mistakes=mistakes,
    result_schema=result_schema,
    idempotent=True,
)
