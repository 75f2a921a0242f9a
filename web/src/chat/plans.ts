/** Plans that wait: each command with what it changes, decided one by one or all at once. */

import { html, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { PlanProps } from "../generated/components.ts";
import type { Decision } from "./step.ts";
import "./step.ts";
import type { Talk } from "./talk.ts";

export function planList(talk: Talk): TemplateResult {
  return html`${repeat(talk.plans, (plan) => plan.plan, (plan) => planCard(talk, plan))}`;
}

function planCard(talk: Talk, { plan, title, steps }: PlanProps): TemplateResult {
  const decide = (decision: Decision, step?: number) =>
    void talk.ask({ type: "plan", plan, decision, ...(step === undefined ? {} : { steps: [step] }) });
  const waiting = steps.filter((step) => (step.state ?? "waiting") === "waiting").length;
  return html`
    <section class="plan" aria-label="Plan: ${title || "no title"}">
      <header>
        <h3>${title || "A plan"}</h3>
        <p class="muted">${waiting === 1 ? "One command waits" : `${waiting} commands wait`} for your decision.</p>
        <div class="step-buttons">
          <button type="button" class="button primary" @click=${() => decide("accept")}>Accept all</button>
          <button type="button" class="button" @click=${() => decide("refuse")}>Refuse all</button>
        </div>
      </header>
      <ol>
        ${steps.map(
          (step, index) => html`<li><pollex-plan-step .step=${step} .number=${index + 1}
            .decide=${(decision: Decision) => decide(decision, index)}
            .edit=${(command: unknown) => talk.ask({ type: "plan", plan, decision: "edit", steps: [index], command }, true)}></pollex-plan-step></li>`,
        )}
      </ol>
    </section>
  `;
}
