"""Scripts that are workflows: checked as workflows, and against their template."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ...core.credential import CREDENTIAL_TYPES
from ...core.domain import in_domain
from ...core.fault import Fault, Issue
from ...core.json import Object
from ...core.reference import references
from ...core.suggest import did_you_mean, one_of
from ...flow.definition import WorkflowDefinition
from ...flow.load import load
from ..findings import Findings
from ..template import Template
from .address import check_addresses
from .domains import foreign_hosts

SIDES: Final = (("inputs", "inputSchema", "input"), ("outputs", "outputSchema", "output"))


def check_workflow(template: Template, content: bytes, findings: Findings) -> None:
    """Check a workflow as `flow check` does, then its parameters, secrets and domains against the template."""
    script = template.script
    try:
        document, folder, called, issues = load(script)
    except Fault as fault:
        findings.errors.add_issues(script, Issue("", fault.message, fault.expected, fault.received, fault.hint))
        return
    for issue in issues:
        findings.errors.add_issues(script.parent / issue.file if issue.file else script, replace(issue, file=None))
    if issues:
        return
    workflow = WorkflowDefinition(document, folder, called)
    if template.type == "tool":
        for theirs, ours, what in SIDES:
            _check_parameters(template, document.get(theirs, []), ours, what, findings)
    elif workflow.nodes[-1].document.get("config", {}).get("method") != "validate":
        message = "Without a last node that validates, a kept login counts as stale each time."
        findings.warnings.add(script, "/nodes", message, "a browser_query node with the method 'validate'")
    for each in (workflow, *called.values()):
        _check_secrets(template, each.document, findings)
    _check_domains(template, workflow, findings)
    check_addresses(template, content.decode("utf-8-sig"), findings)


def _check_parameters(template: Template, theirs: list[Object], key: str, what: str, findings: Findings) -> None:
    declared = {each["display_name"]: at for at, each in enumerate(template.document.get(key, []))}
    known = {each["display_name"]: each for each in theirs}
    for name, at in declared.items():
        if name not in known:
            message = f"The workflow has no {what} {name!r}."
            hint = did_you_mean(name, known)
            findings.errors.add(template.path, f"/{key}/{at}", message, one_of(known), repr(name), hint)
    for name, parameter in known.items():
        if name not in declared and parameter.get("required") and what == "input":
            message = f"The template does not declare the {what} {name!r}, which the workflow needs."
            findings.errors.add(template.path, f"/{key}", message, repr(name), one_of(declared), f"Add {name!r}.")


def _check_secrets(template: Template, document: Object, findings: Findings) -> None:
    for reference in references(document):
        if reference.root != "secret" or len(reference.path) < 2:
            continue
        name = str(reference.path[1])
        if name not in CREDENTIAL_TYPES:
            message = f"The secret {name!r} is named; a library names the type of a credential."
            hint = "Write {{secret.username_password.password}} or so, and the caller chooses the credential."
            findings.errors.add(template.script, "", message, one_of(CREDENTIAL_TYPES), repr(name), hint)
        elif name not in template.credentials:
            message = f"The workflow uses the credentials {name!r}, which the template does not declare."
            findings.errors.add(
                template.path,
                "",
                message,
                one_of(template.credentials),
                repr(name),
                f"Add {name!r} to 'requiredCredentials'.",
            )


def _check_domains(template: Template, workflow: WorkflowDefinition, findings: Findings) -> None:
    if template.app is None:
        return
    for at, domain in enumerate(workflow.domains or ()):
        if not any(in_domain(domain, each) for each in template.domains):
            message = f"The workflow may reach {domain!r}, which is not in the app's domains."
            hint = f"Add it to 'allowedDomains' of {template.app.id!r}, or take it out here."
            pointer = f"/allowedDomains/{at}"
            findings.errors.add(template.script, pointer, message, ", ".join(template.domains), domain, hint)
    for at, parameter in enumerate(template.document.get("inputSchema", [])):
        for host, _ in foreign_hosts(str(parameter.get("default_value", "")), template.domains):
            message = f"The default names {host!r}, which is not in the app's domains."
            pointer = f"/inputSchema/{at}/default_value"
            findings.errors.add(template.path, pointer, message, ", ".join(template.domains), host)
