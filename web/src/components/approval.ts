/** A call that waits for a person's yes or no. */

import { html, nothing, type TemplateResult } from "lit";
import { ComponentElement } from "./component.ts";
import { jsonView } from "./json-view.ts";

const EFFECTS = { read: "only reads", act: "changes something", destroy: "cannot be undone" };

/** What is asked. */
interface Approval {
  title: string;
  detail?: string | undefined;
  tool?: string | undefined;
  effect?: keyof typeof EFFECTS | undefined;
  given?: Record<string, unknown> | undefined;
}

export function approvalCard(asked: Approval, answered: boolean | undefined, answer: (value: boolean) => void): TemplateResult {
  const { title, detail, tool, effect, given } = asked;
  return html`
    <section class="card approval" aria-label="Approval: ${title}">
      <h3>${title}</h3>
      ${detail ? html`<p>${detail}</p>` : nothing}
      ${tool ? html`<p><code>${tool}</code> ${effect ? html`<span class="badge ${effect === "destroy" ? "danger" : effect === "act" ? "warning" : "info"}">${EFFECTS[effect]}</span>` : nothing}</p>` : nothing}
      ${given ? jsonView(given, 2) : nothing}
      ${answered === undefined
        ? html`<div class="toolbar">
            <button type="button" class=${effect === "destroy" ? "danger" : "primary"} @click=${() => answer(true)}>Approve</button>
            <button type="button" @click=${() => answer(false)}>Refuse</button>
          </div>`
        : html`<p role="status" class=${answered ? "success" : "danger"}>${answered ? "Approved" : "Refused"}</p>`}
    </section>
  `;
}

export class ApprovalComponent extends ComponentElement<"approval"> {
  private answered: boolean | undefined;

  override render(): TemplateResult {
    const { arguments: given, ...asked } = this.props;
    return approvalCard({ ...asked, given: given as Record<string, unknown> | undefined }, this.answered, (value) => void this.answer(value));
  }

  private async answer(value: boolean): Promise<void> {
    this.answered = value;
    this.requestUpdate();
    const answer = await this.use("answer", { value });
    if (answer.fault) this.answered = undefined;
    this.requestUpdate();
  }
}
