/** The steps of a wizard or a procedure, and which is current. */

import { html, nothing, type TemplateResult } from "lit";
import type { StepperProps } from "../../generated/components.ts";
import { ComponentElement } from "../component.ts";

type Step = StepperProps["steps"][number];

export class StepperComponent extends ComponentElement<"stepper"> {
  override render(): TemplateResult {
    return html`<ol class="stepper">${(this.props.steps ?? []).map((step, index) => this.step(step, index))}</ol>`;
  }

  private step(step: Step, index: number): TemplateResult {
    const { current, command } = this.props;
    const state = step.state ?? (index < current ? "done" : index === current ? "active" : "waiting");
    const sign = { waiting: String(index + 1), active: String(index + 1), done: "✓", failed: "!" }[state];
    const body = html`
      <span class="step-sign" aria-hidden="true">${sign}</span>
      <span><span class="bold block">${step.label}</span>${step.detail ? html`<span class="muted small">${step.detail}</span>` : nothing}
        <span class="hidden-label">${state}</span></span>
    `;
    const here = index === current ? "step" : nothing;
    return command
      ? html`<li class=${state} aria-current=${here}><button type="button" class="plain item" @click=${() => this.use("select", { value: index })}>${body}</button></li>`
      : html`<li class=${state} aria-current=${here}><div class="item">${body}</div></li>`;
  }
}
