/** The versions of a workflow: two of them are chosen, and what differs is shown node by node. */

import { html, nothing, type TemplateResult } from "lit";
import type { WorkflowDifference, WorkflowVersion } from "../../generated/workflows.ts";
import { read } from "../../http.ts";
import type { Fault } from "../../socket/messages.ts";
import { compareLines } from "../text/line-diff.ts";
import { faultPanel } from "./form.ts";

const SIGNS = { same: " ", added: "+", removed: "−" };
const TONES = { added: "success", removed: "danger", moved: "info", changed: "warning" };

export class WorkflowVersions {
  private before: number | undefined;
  private after: number | undefined;
  private found: WorkflowDifference[] | undefined;
  private fault: Fault | undefined;

  constructor(
    private readonly name: string,
    private readonly versions: readonly WorkflowVersion[],
    private readonly changed: () => void,
  ) {
    this.after = this.newest;
    this.before = versions[1]?.number;
    void this.compare();
  }

  get newest(): number | undefined {
    return this.versions[0]?.number;
  }

  render(): TemplateResult {
    if (this.versions.length < 2) {
      return html`<p class="muted">There is one version so far. Each time the workflow is saved or healed, another one is kept here.</p>`;
    }
    return html`
      <div>${this.choice("Before", this.before, (number) => (this.before = number))}
        ${this.choice("After", this.after, (number) => (this.after = number))}</div>
      ${this.fault ? faultPanel(this.fault) : nothing}
      ${this.found?.length === 0 ? html`<p class="muted" role="status">These versions do not differ.</p>` : nothing}
      ${(this.found ?? []).map(entry)}
    `;
  }

  private choice(label: string, value: number | undefined, set: (number: number) => void): TemplateResult {
    const chosen = (event: Event) => {
      set(Number((event.target as HTMLSelectElement).value));
      void this.compare();
    };
    return html`<label class="field">${label}<select @change=${chosen}>
      ${this.versions.map((each) => html`<option value=${each.number} .selected=${each.number === value}>
        ${each.number}: ${new Date(each.at).toLocaleString()}, ${each.nodes} nodes</option>`)}
    </select></label>`;
  }

  private async compare(): Promise<void> {
    if (this.before === undefined || this.after === undefined) return;
    const path = `/api/workflows/${encodeURIComponent(this.name)}/difference?before=${this.before}&after=${this.after}`;
    const answer = await read<{ differences: WorkflowDifference[] }>(path);
    this.fault = answer.fault;
    this.found = answer.data?.differences;
    this.changed();
  }
}

function entry({ name, did, before, after }: WorkflowDifference): TemplateResult {
  const lines = compareLines(before ?? "", after ?? "").filter((line) => line.text || line.kind === "same");
  return html`
    <section class="code diff">
      <div class="code-bar"><strong class="small">${name}</strong><span class="badge ${TONES[did]}">${did}</span></div>
      <div class="diff-scroll" tabindex="0" role="group" aria-label=${name}><table>
        ${lines.map(({ kind, text }) => html`<tr class=${kind}><td class="diff-sign" aria-hidden="true">${SIGNS[kind]}</td>
          <td>${kind === "same" ? nothing : html`<span class="hidden-label">${kind}</span>`}${text}</td></tr>`)}
      </table></div>
    </section>
  `;
}

