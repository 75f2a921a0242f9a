"""`browser_query`: reads the page. Extracts data to a schema, observes what is there, or validates by rules."""

from __future__ import annotations

from typing import Any, Final

from ...core.fault import Fault, Issue
from ...core.json import Object, brief
from ...core.result import Result
from ..execution.node import NodeExecution
from ..nodetype import STORE, Example, NodeType, choice, schema_mistakes, text
from ..rules.evaluate import judge
from ..rules.rule import RULE, RULE_LITERAL, rule_mistakes

WORDS: Final[Object] = {"type": "string"}
"""What an extraction without a schema gives: the one value that was asked for."""


async def run(execution: NodeExecution) -> Result:
    match execution.config["method"]:
        case "extract":
            return await extract(execution)
        case "observe":
            return await observe(execution)
    return await validate(execution)


async def extract(execution: NodeExecution) -> Result:
    schema = execution.config.get("schema", WORDS)
    return await execution.call("page.extract", {"instruction": execution.config["instruction"], "schema": schema})


async def observe(execution: NodeExecution) -> Result:
    """What holds now, without waiting; in words, the elements that fit them."""
    if rules := execution.config.get("rules"):
        verdicts = await judge(execution, rules, patient=False)
        return Result.success({"holds": all(verdict["holds"] for verdict in verdicts), "rules": verdicts})
    found = await execution.call("page.query", {"selector": f"act:{execution.config['instruction']}"})
    if found.fault is not None:
        return found
    return Result.success({"holds": found.data["count"] > 0, **found.data}, proof=found.proof)


async def validate(execution: NodeExecution) -> Result:
    verdicts = await judge(execution, execution.config["rules"], patient=True)
    data = {"valid": all(verdict["holds"] for verdict in verdicts), "rules": verdicts}
    if data["valid"]:
        return Result.success(data)
    broken = [(at, verdict) for at, verdict in enumerate(verdicts) if not verdict["holds"]]
    issues = [Issue(f"/rules/{at}", verdict["why"], verdict["expected"], verdict["received"]) for at, verdict in broken]
    fault = Fault.from_issues("failed", issues, what="The page is not as expected")
    fault.retry = False
    if execution.config.get("onFailure") == "continue_with_error":
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


def gives(config: Object) -> Any:
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
    gives=gives,
    harmless=True,
)
