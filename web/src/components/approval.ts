/** A call that waits for a person's yes or no. */

import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { ComponentElement } from "./component.ts";
import { jsonView } from "./text/json-view.ts";

const EFFECTS = { read: "only reads", act: "changes something", destroy: "cannot be undone" };

/** What is asked. */
interface Approval {
  title: string;
  detail?: string | undefined;
  tool?: string | undefined;
  effect?: keyof typeof EFFECTS | undefined;
  given?: Record<string, unknown> | undefined;
  /** Whether a yes may hold for everything of this kind. */
  kind?: boolean | undefined;
  /** What is known of it, for those who want to see it. */
  details?: unknown;
}

/** What a person may say. */
export type Verdict = "yes" | "kind" | "no";
const SAID = { yes: "Approved", kind: "Approved, with everything of this kind", no: "Refused" };

export function approvalCard(asked: Approval, answered: Verdict | undefined, answer: (verdict: Verdict) => void): TemplateResult {
  const { title, detail, tool, effect, kind } = asked;
  return html`
    <section class="card approval" aria-label="Approval: ${title}">
      <h3>${title}</h3>
      ${detail ? html`<p class="text">${detail}</p>` : nothing}
      ${tool ? html`<p><code>${tool}</code> ${effect ? html`<span class="badge ${effect === "destroy" ? "danger" : effect === "act" ? "warning" : "info"}">${EFFECTS[effect]}</span>` : nothing}</p>` : nothing}
      ${known(asked)}
      ${answered === undefined
        ? html`<div class="toolbar">
            <button type="button" class=${effect === "destroy" ? "danger" : "primary"} @click=${() => answer("yes")}>Approve</button>
            ${kind ? html`<button type="button" title="Yes to everything of this kind in this run" @click=${() => answer("kind")}>Yes to this kind</button>` : nothing}
            <button type="button" @click=${() => answer("no")}>Refuse</button>
          </div>`
        : html`<p role="status" class=${answered === "no" ? "danger" : "success"}>${SAID[answered]}</p>`}
    </section>
  `;
}

/** The arguments; behind a fold, with what else is known, where the question tells the most of it. */
function known({ given, details }: Approval): TemplateResult | typeof nothing {
  if (details === undefined || details === null) return given ? jsonView(given, 2) : nothing;
  return html`<details><summary>Details</summary>${jsonView(details, 4)}${given ? jsonView({ arguments: given }, 2) : nothing}</details>`;
}

export class ApprovalComponent extends ComponentElement<"approval"> {
  @state() private answered: Verdict | undefined;

  override render(): TemplateResult {
    const { arguments: given, ...asked } = this.props;
    return approvalCard({ ...asked, given: given as Record<string, unknown> | undefined }, this.answered, (verdict) => void this.answer(verdict));
  }

  private async answer(verdict: Verdict): Promise<void> {
    this.answered = verdict;
    const answer = verdict === "kind" ? await this.use("agree", {}) : await this.use("answer", { value: verdict === "yes" });
    if (answer.fault) this.answered = undefined;
  }
}
