/** `<pollex-run-question>`: what a run asks, with the form of the answer; what is typed stays while the run is read again. */

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { change } from "../../http.ts";
import type { Fault } from "../../socket/messages.ts";
import { approvalCard, type Verdict } from "../approval.ts";
import { faultView } from "./step.ts";
import type { Question } from "./story.ts";
import { wrongAt, wrongFields } from "../form/form-fault.ts";
import { type FormFields, schemaFields } from "../form/schema-field.ts";
import { type FieldSchema, sentValues, startValues, type Values } from "../form/schema-shape.ts";

/** Runs whose question a person wants to see: the window scrolls to it as soon as it is drawn. */
const wanted = new Set<string>();

/** Show the question of a run in its window, which may still be on its way. */
export function showQuestion(run: string): void {
  wanted.add(run);
  dispatchEvent(new Event("pollex-question"));
}

class RunQuestion extends LitElement {
  static override properties = { run: {}, question: { attribute: false } };
  declare run: string;
  declare question: Question;
  private values: Values | undefined;
  @state() private fault: Fault | undefined;
  @state() private busy = false;
  @state() private answered: Verdict | undefined;
  private readonly show = () => this.reveal();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("pollex-question", this.show);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("pollex-question", this.show);
  }

  protected override updated(): void {
    this.reveal();
  }

  override render(): TemplateResult {
    const { question, form, tool, effect, args, details, kind, path } = this.question;
    const fault = this.fault ? html`<div role="alert">${faultView(this.fault)}</div>` : nothing;
    if (kind === "approval") {
      const given = args !== null && typeof args === "object" ? (args as Record<string, unknown>) : undefined;
      const [title = "", ...rest] = question.split("\n");
      const card = { title, detail: rest.join("\n"), tool, effect, given, details, kind: "kind" in ((form as FieldSchema).properties ?? {}) };
      return html`${approvalCard(card, this.answered, (verdict) => void this.approve(verdict))}${fault}`;
    }
    this.values ??= startValues(form as FieldSchema);
    return html`
      <form class="card run-question" aria-label=${question} @submit=${this.send}>
        <h3>${question}</h3>
        ${schemaFields(form as FieldSchema, this.values, this.fields(form as FieldSchema, path))}
        ${fault}
        <button type="submit" class="primary" ?disabled=${this.busy}>Answer</button>
      </form>
    `;
  }

  private fields(root: FieldSchema, path: string): FormFields {
    const wrong = this.fault ? wrongFields(this.fault) : new Map<string, string>();
    const id = `answer-${this.run}${path.replaceAll("/", "-")}`;
    return { root, id, wrong: (pointer) => wrongAt(wrong, pointer), changed: () => this.requestUpdate() };
  }

  private reveal(): void {
    if (!wanted.delete(this.run)) return;
    this.scrollIntoView({ block: "center" });
    this.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
  }

  private async send(event: Event): Promise<void> {
    event.preventDefault();
    const answer = sentValues(this.question.form as FieldSchema, this.values ?? {});
    await this.reply("answer", { path: this.question.path, answer });
  }

  private async approve(verdict: Verdict): Promise<void> {
    this.answered = verdict;
    await this.reply("approve", { path: this.question.path, approved: verdict !== "no", kind: verdict === "kind" });
    if (this.fault) this.answered = undefined;
  }

  private async reply(verb: string, body: object): Promise<void> {
    this.busy = true;
    this.fault = (await change(`/api/runs/${this.run}/${verb}`, body)).fault;
    this.busy = false;
    this.dispatchEvent(new Event("answered", { bubbles: true }));
  }
}

customElements.define("pollex-run-question", RunQuestion);
