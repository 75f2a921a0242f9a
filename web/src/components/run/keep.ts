/** `<pollex-run-keep>`: asks for a name, keeps a run as a workflow, and says what to look at before it is trusted. */

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { change } from "../../http.ts";
import { openWindow } from "../../open-window.ts";
import type { Fault } from "../../socket/messages.ts";
import { faultView } from "./step.ts";
import type { Story } from "./story.ts";

const LONGEST = 60;

/** The workflow that a run was kept as. */
interface KeptRun {
  name: string;
  nodes: number;
  unsure: string[];
}

class RunKeep extends LitElement {
  static override properties = { story: { attribute: false } };
  declare story: Story;
  /** Told when nobody wants to keep it any more. */
  close: () => void = () => undefined;
  @state() private fault: Fault | undefined;
  @state() private kept: KeptRun | undefined;
  @state() private busy = false;
  /** What a person calls it. */
  private named = "";

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override firstUpdated(): void {
    this.show();
    this.querySelector("input")?.select();
  }

  override render(): TemplateResult {
    if (this.kept) return this.told(this.kept);
    return html`
      <form class="card" aria-label="Keep as workflow" @submit=${this.send}>
        <label class="field">Name of the workflow<input name="name" required maxlength="200" .value=${this.story.title.slice(0, LONGEST)}></label>
        <p class="muted small">${this.partial ? "The run did not end well: what it did before is kept." : "It does the same again, without a model."}</p>
        ${this.fault ? html`<div role="alert">${faultView(this.fault)}</div>` : nothing}
        <div class="toolbar">
          <button type="submit" class="primary" ?disabled=${this.busy} aria-busy=${this.busy}>Keep</button>
          <button type="button" @click=${this.close}>Cancel</button>
        </div>
      </form>
    `;
  }

  /** Whether the run did not reach its end. */
  private get partial(): boolean {
    return ["failed", "stopped"].includes(this.story.ending.state);
  }

  private told({ name, nodes, unsure }: KeptRun): TemplateResult {
    return html`
      <div class="card run-kept" role="status">
        <p><strong class="success">Kept as “${this.named}”</strong>, with ${nodes === 1 ? "one node" : `${nodes} nodes`}.</p>
        ${unsure.length
          ? html`<p>Look at this before you trust it:</p><ul>${unsure.map((each) => html`<li>${each}</li>`)}</ul>`
          : html`<p>Nothing in it is unsure. Open it to run it again, also with other inputs.</p>`}
        <div class="toolbar">
          <button type="button" class="primary" @click=${() => openWindow("workflow", name)}>Open the workflow</button>
          <button type="button" @click=${this.close}>Close</button>
        </div>
      </div>
    `;
  }

  /** Scroll to it: it stands above everything else of the run. */
  private show(): void {
    this.closest(".content")?.scrollTo({ top: 0 });
  }

  private async send(event: Event): Promise<void> {
    event.preventDefault();
    this.busy = true;
    const name = this.querySelector("input")?.value.trim();
    this.named = name ?? "";
    const reply = await change<KeptRun>(`/api/runs/${this.story.id}/keep`, { ...(name ? { name } : {}), partial: this.partial });
    this.busy = false;
    this.fault = reply.fault;
    this.kept = reply.data;
    await this.updateComplete;
    this.show();
    this.querySelector<HTMLElement>("button.primary")?.focus({ preventScroll: true });
  }
}

customElements.define("pollex-run-keep", RunKeep);
