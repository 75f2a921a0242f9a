/** Plans that wait: each command with what it changes, decided one by one or all at once. */

import { html, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { PlanProps } from "../generated/components.ts";
import type { Answer } from "../socket/messages.ts";
import type { Decision } from "./step.ts";
import "./step.ts";
import type { Talk } from "./talk.ts";

/** What a person can do with a plan. */
interface PlanVerbs {
  /** Decide about one step by its index, or about all that wait. */
  decide(decision: Decision, step?: number): void;
  edit(step: number, command: unknown): Promise<Answer>;
}

export function planList(talk: Talk): TemplateResult {
  return html`${repeat(talk.plans, (plan) => plan.plan, (plan) => planCard(plan, verbs(talk, plan.plan)))}`;
}

function verbs(talk: Talk, plan: string): PlanVerbs {
  return {
    decide: (decision, step) => void talk.ask({ type: "plan", plan, decision, ...(step === undefined ? {} : { steps: [step] }) }),
    edit: (step, command) => talk.ask({ type: "plan", plan, decision: "edit", steps: [step], command }, true),
  };
}

export function planCard({ title, steps }: PlanProps, { decide, edit }: PlanVerbs): TemplateResult {
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
            .edit=${(command: unknown) => edit(index, command)}></pollex-plan-step></li>`,
        )}
      </ol>
    </section>
  `;
}
