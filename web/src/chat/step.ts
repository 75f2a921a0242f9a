/** `<pollex-plan-step>`: one command of a plan, before and after, to accept, edit or refuse. */

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { compareLines } from "../components/text/line-diff.ts";
import type { PlanProps } from "../generated/components.ts";
import type { Answer } from "../socket/messages.ts";

export type Step = PlanProps["steps"][number];
export type Decision = "accept" | "refuse";

const STATES = { waiting: "", accepted: "Accepted", done: "Done", refused: "Refused", failed: "Failed" };
const SIGNS = { same: " ", added: "+", removed: "−" };

class PlanStep extends LitElement {
  static override properties = {
    step: { attribute: false },
    number: { attribute: false },
    edited: { state: true },
    problem: { state: true },
  };
  declare step: Step;
  declare number: number;
  declare private edited: boolean;
  declare private problem: string;
  private hadFocus = false;
  decide: (decision: Decision) => void = () => {};
  edit: (command: unknown) => Promise<Answer> = () => Promise.reject(new Error("No plan"));

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override render(): TemplateResult {
    const { title, state = "waiting" } = this.step;
    const label = `step ${this.number}`;
    return html`
      <div class="step-head"><span class="step-title">${title}</span>${STATES[state] ? html`<span class="step-state ${state}">${STATES[state]}</span>` : nothing}</div>
      ${state !== "waiting"
        ? nothing
        : this.edited
          ? this.form(label)
          : html`${this.difference()}
              <div class="step-buttons">
                <button type="button" class="button" aria-label="Accept ${label}" @click=${() => this.decide("accept")}>Accept</button>
                <button type="button" class="button" aria-label="Edit ${label}" data-edit @click=${this.open}>Edit</button>
                <button type="button" class="button" aria-label="Refuse ${label}" @click=${() => this.decide("refuse")}>Refuse</button>
              </div>`}
    `;
  }

  override willUpdate(): void {
    this.hadFocus = this.contains(document.activeElement);
  }

  /** Go on to the next step that waits when the one with the focus is decided. */
  override updated(): void {
    if (!this.hadFocus || this.contains(document.activeElement)) return;
    const after = [...(this.closest("ol")?.querySelectorAll<HTMLElement>("button") ?? [])].find(
      (button) => this.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    (after ?? this.closest(".plan")?.querySelector<HTMLElement>("button"))?.focus();
  }

  private difference(): TemplateResult | typeof nothing {
    const [before, after] = [text(this.step.before), text(this.step.after)];
    if (!before && !after) return nothing;
    if (!before) return html`<pre class="difference" tabindex="0" aria-label="After">${lines(after, "added")}</pre>`;
    if (!after) return html`<pre class="difference" tabindex="0" aria-label="Before; nothing is left">${lines(before, "removed")}</pre>`;
    return html`<pre class="difference" tabindex="0" aria-label="Before and after">${compareLines(before, after).map((each) => line(each.text, each.kind))}</pre>`;
  }

  private form(label: string): TemplateResult {
    const command = JSON.stringify(this.step.command, null, 2);
    return html`
      <form class="step-edit" @submit=${this.save} @keydown=${this.onKey}>
        <textarea rows="9" spellcheck="false" aria-label="Command of ${label} as JSON" aria-invalid=${this.problem ? "true" : nothing}
          aria-describedby="problem-${this.number}" .value=${command}></textarea>
        <p id="problem-${this.number}" class="problem" role="alert">${this.problem}</p>
        <div class="step-buttons">
          <button type="submit" class="button primary">Save</button>
          <button type="button" class="button" @click=${this.close}>Cancel</button>
        </div>
      </form>
    `;
  }

  private async open(): Promise<void> {
    this.edited = true;
    this.problem = "";
    await this.updateComplete;
    this.querySelector("textarea")?.focus();
  }

  private async close(): Promise<void> {
    this.edited = false;
    await this.updateComplete;
    this.querySelector<HTMLElement>("[data-edit]")?.focus();
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      event.stopPropagation();
      void this.close();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      (event.currentTarget as HTMLFormElement).requestSubmit();
    }
  }

  private async save(event: Event): Promise<void> {
    event.preventDefault();
    const written = this.querySelector("textarea")?.value ?? "";
    let command: unknown;
    try {
      command = JSON.parse(written);
    } catch (error) {
      this.problem = `This is not JSON: ${(error as Error).message}`;
      return;
    }
    const { fault } = await this.edit(command);
    if (!fault) return this.close();
    const [first, ...others] = fault.issues;
    const more = others.length ? fault.issues.map((each) => `${each.pointer}: ${each.message}`) : [fault.hint ?? first?.hint ?? ""];
    this.problem = [fault.message, ...more].join("\n").trim();
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value, null, 2);
}

function lines(value: string, kind: "added" | "removed"): TemplateResult[] {
  return value.split("\n").map((each) => line(each, kind));
}

function line(value: string, kind: "same" | "added" | "removed"): TemplateResult {
  return html`<span class=${kind}><span aria-hidden="true">${SIGNS[kind]} </span>${kind === "same" ? nothing : html`<span class="hidden-label">${kind}: </span>`}${value}
</span>`;
}

customElements.define("pollex-plan-step", PlanStep);
