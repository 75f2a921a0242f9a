"""Runs a library tool: logs in where it must, runs its script by the script's kind, and checks the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Final

from ..core.context import Context, Pipeline
from ..core.credential import CREDENTIAL_TYPES, credential_type
from ..core.environment import RunEnvironment
from ..core.fault import Fault
from ..core.invoke import invoke
from ..core.json import Object
from ..core.protocols import Page
from ..core.result import Result
from ..core.secret import AliasedSecrets
from ..core.steps import MemorySteps
from ..flow.definition import WorkflowDefinition
from ..flow.run import run_workflow
from ..library.plan import ScriptPlan, ToolPlan
from ..scripting.needs import readable
from ..scripting.node import run_node
from ..scripting.run import run_python
from ..scripting.script_browser import Launch
from ..scripting.trust import ScriptHome
from ..scripting.uploads import ScriptUploads
from .login import KeptLogins, Login
from .recorded_calls import RecordedCalls

NODE: Final = (".ts", ".js")
LOGIN_SECONDS: Final = 900.0


@dataclass(frozen=True, slots=True)
class ToolRunner:
    """What the runs of library tools are made with."""

    open_page: Callable[[Context], Page]
    logins: KeptLogins
    launch: Launch
    """Starts a browser for one script in Node."""
    home: Callable[[ScriptPlan], ScriptHome]
    """Says what a script may read, and whether it is trusted."""

    async def run(self, plan: ToolPlan, inputs: Object, environment: RunEnvironment) -> Result:
        """Run a tool to its end. The data has the run's id and the outputs; the time is that of login and script."""
        begun = perf_counter()
        result = await self._run(plan, inputs, environment)
        return replace(result, cost=result.cost._replace(ms=(perf_counter() - begun) * 1000))

    async def _run(self, plan: ToolPlan, inputs: Object, environment: RunEnvironment) -> Result:
        data: Object = {"run": environment.steps.run, "outputs": {}}
        if plan.script is None:
            return await self._log_in_only(plan, environment)
        try:
            state = None
            if plan.login is not None:
                data["login"], state = await self._log_in(plan, environment)
            inside = _as_types(environment, plan.script)
            page = environment.context.page
            if state is not None and page is not None and plan.script.kind not in NODE:
                await page.restore(state)
            result, _ = await self._run_script(plan.script, "run", inside, inputs, plan.timeout, state)
            if result.fault is not None:
                return replace(result, data=data)
            data["outputs"] = plan.script.checked(result.data)
        except Fault as fault:
            return Result.failure(fault, data)
        return replace(result, data=data)

    async def _log_in_only(self, plan: ToolPlan, environment: RunEnvironment) -> Result:
        """Log in freshly, and keep the login."""
        data: Object = {"run": environment.steps.run, "outputs": {"loggedIn": False}}
        try:
            login = self._login(plan)
            await environment.steps.step("/login", lambda: login.renew(_as_types(environment, login.script)))
        except Fault as fault:
            return Result.failure(fault, data)
        return Result.success({**data, "outputs": {"loggedIn": True}})

    async def _log_in(self, plan: ToolPlan, environment: RunEnvironment) -> tuple[Object, Object | None]:
        """Log in as a step of the run; return how, and the state of a browser that is logged in."""
        login = self._login(plan)
        how = await environment.steps.step("/login", lambda: login.ensure(_as_types(environment, login.script)))
        return how, await login.state()

    def _login(self, plan: ToolPlan) -> Login:
        async def run(script: ScriptPlan, function: str, inside: RunEnvironment) -> tuple[Result, Object | None]:
            return await self._run_script(script, function, inside, {}, LOGIN_SECONDS, None)

        assert plan.login is not None
        return Login(plan.app, plan.login, self.logins, self.open_page, run)

    async def _run_script(
        self,
        script: ScriptPlan,
        function: str,
        environment: RunEnvironment,
        inputs: Object,
        timeout: float,
        state: Object | None,
    ) -> tuple[Result, Object | None]:
        """Run a script; return its result, and the state of the browser where that is one of its own."""
        if script.kind == ".workflow.json":
            return await _run_workflow(script, function, self._held(environment, script, inputs), inputs), None
        context = environment.context
        fields = {kind: _fields(kind, context) for kind in script.credentials}
        given: dict[str, Any] = {**fields, **dict.fromkeys(script.optional)}
        if script.kind == ".py":
            call: Pipeline = RecordedCalls(environment) if environment.journal else invoke
            options: Any = {"timeout": timeout, "home": self.home(script), "call": call}
            return await run_python(script.path(), function, inputs, given, context, **options), None
        if function != "run":
            return Result.success(False), None  # a script in Node has no sign of being logged in
        return await run_node(
            script.path(),
            inputs,
            context,
            timeout=timeout,
            run=environment.steps.run,
            domains=context.domains,
            credentials=given,
            snapshot=None if state is None else {**state, "tabs": []},
            launch=self.launch,
            home=self.home(script),
        )

    def _held(self, environment: RunEnvironment, script: ScriptPlan, inputs: Object) -> RunEnvironment:
        """Return an environment in which a workflow uploads only files of its library and those that were named."""
        home, context = self.home(script), environment.context
        uploads = ScriptUploads(inputs, home.library, readable(home.library, home.hidden))
        return replace(environment, context=replace(context, guards=(*context.guards, uploads.guard)))


async def _run_workflow(script: ScriptPlan, function: str, environment: RunEnvironment, inputs: Object) -> Result:
    """Run a workflow; a login's outcome is whether its last node, which validates, holds."""
    definition = script.definition()
    if function == "logged_in":
        definition = definition.replace(nodes=[definition.nodes[-1].document])
    if not environment.journal:
        environment = replace(
            environment, steps=MemorySteps(f"{environment.steps.run}/login", environment.steps.cancel)
        )
    result = await run_workflow(definition, inputs, environment)
    if function == "logged_in":
        return replace(result, data=result.ok, ok=True, fault=None)
    if script.output is not None and "loggedIn" in script.output["properties"]:
        return _login_outcome(definition, result)
    return replace(result, data=result.data["outputs"] if result.ok else result.data)


def _login_outcome(definition: WorkflowDefinition, result: Result) -> Result:
    """Return what a login workflow came to.

    Refused if its last node, which validates, has failed, or if a node has called `login`, which was refused.
    """
    if result.ok:
        outputs = result.data["outputs"]
        return replace(result, data={"loggedIn": outputs.get("loggedIn", True), "why": outputs.get("why", "")})
    assert result.fault is not None
    ran = result.data["nodes"] if isinstance(result.data, dict) else []
    failed = ran[-1]["path"].rpartition("/")[2] if ran else ""
    node = next((each for each in definition.nodes if str(each.position) == failed), None)
    refused = node is not None and (
        (node is definition.nodes[-1] and node.config.get("method") == "validate")
        or (node.config.get("tool") == "login" and result.fault.code == "denied")
    )
    outcome = {"loggedIn": False if refused else "attempt_failed", "why": result.fault.message}
    return Result.success(outcome, notes=result.notes)


def _as_types(environment: RunEnvironment, script: ScriptPlan) -> RunEnvironment:
    """Return an environment in which a secret is named by the type of its credential."""
    context = environment.context
    if context.secrets is None:
        return environment
    return replace(environment, context=replace(context, secrets=AliasedSecrets(script.credentials, context.secrets)))


def _fields(kind: str, context: Context) -> tuple[str, ...]:
    """Return the fields of a credential that a script can refer to."""
    known = credential_type(kind)
    if known is not None and not CREDENTIAL_TYPES[known].open:
        return CREDENTIAL_TYPES[known].references
    names = [] if context.secrets is None else context.secrets.names()
    return tuple(each.partition(".")[2] for each in names if each.startswith(f"{kind}."))
