/** A call that waits for a person's yes or no. */

import { html, nothing, type TemplateResult } from "lit";
import { ComponentElement } from "./component.ts";
import { jsonView } from "./json-view.ts";

const EFFECTS = { read: "only reads", act: "changes something", destroy: "cannot be undone" };

export class ApprovalComponent extends ComponentElement<"approval"> {
  private answered: boolean | undefined;

  override render(): TemplateResult {
    const { title, detail, tool, arguments: given, effect } = this.props;
    return html`
      <section class="card approval" aria-label="Approval">
        <h3>${title}</h3>
        ${detail ? html`<p>${detail}</p>` : nothing}
        ${tool ? html`<p><code>${tool}</code> ${effect ? html`<span class="badge ${effect === "destroy" ? "danger" : effect === "act" ? "warning" : "info"}">${EFFECTS[effect]}</span>` : nothing}</p>` : nothing}
        ${given ? jsonView(given, 2) : nothing}
        ${this.answered === undefined
          ? html`<div class="toolbar">
              <button type="button" class=${effect === "destroy" ? "danger" : "primary"} @click=${() => this.answer(true)}>Approve</button>
              <button type="button" @click=${() => this.answer(false)}>Refuse</button>
            </div>`
          : html`<p role="status" class=${this.answered ? "success" : "danger"}>${this.answered ? "Approved" : "Refused"}</p>`}
      </section>
    `;
  }

  private async answer(value: boolean): Promise<void> {
    this.answered = value;
    this.requestUpdate();
    const answer = await this.use("answer", { value });
    if (answer.fault) this.answered = undefined;
    this.requestUpdate();
  }
}
