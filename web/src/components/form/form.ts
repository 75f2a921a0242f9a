/** A form made from a JSON Schema. What the server finds wrong is shown above the button, and at the fields. */

import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import { whileLong } from "../../progress.ts";
import type { Fault } from "../../socket/messages.ts";
import { ComponentElement } from "../component.ts";
import { faultOf, wrongAt, wrongFields } from "./form-fault.ts";
import { type FormFields, schemaFields } from "./schema-field.ts";
import { type FieldSchema, sentValues, startValues, type Values } from "./schema-shape.ts";

export class FormComponent extends ComponentElement<"form"> {
  @state() private values: Values = {};
  @state() private fault: Fault | undefined;
  @state() private wrong = new Map<string, string>();
  @state() private busy = false;
  @state() private waits = false;
  /** Counts what replaced all values, so that fields of JSON begin anew. */
  private started = 0;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("props")) return;
    const before = changed.get("props");
    const same = before && JSON.stringify([before.schema, before.values]) === JSON.stringify([this.props.schema, this.props.values]);
    if (same) return;
    this.values = startValues(this.schema, this.props.values as Values);
    this.started += 1;
  }

  override render(): TemplateResult {
    const { title, description, submit, cancel } = this.props;
    return html`
      <form class="form" aria-label=${title ?? submit} aria-busy=${this.busy ? "true" : "false"} @submit=${this.send}>
        ${title ? html`<h3>${title}</h3>` : nothing}
        ${description ? html`<p class="muted">${description}</p>` : nothing}
        ${keyed(this.started, schemaFields(this.schema, this.values, this.fields()))}
        ${this.fault ? this.told(this.fault) : nothing}
        <div class="toolbar">
          <button type="submit" class="primary" ?disabled=${this.busy}>${submit}</button>
          ${cancel ? html`<button type="button" @click=${() => this.use("cancel", {})}>${cancel}</button>` : nothing}
          <span class="muted small" role="status">${this.waits ? "At work …" : ""}</span>
        </div>
      </form>
    `;
  }

  private fields(): FormFields {
    return {
      root: this.schema,
      id: `form-${this.component}`,
      wrong: (pointer) => wrongAt(this.wrong, pointer),
      changed: (pointer) => {
        this.wrong = new Map([...this.wrong].filter(([each]) => each !== pointer && !each.startsWith(`${pointer}/`)));
      },
    };
  }

  private told(fault: Fault): TemplateResult {
    const lines = [fault.message, fault.hint].filter(Boolean);
    return html`<div class="panel danger" role="alert">${lines.map((each) => html`<p>${each}</p>`)}</div>`;
  }

  private get schema(): FieldSchema {
    return (this.props.schema ?? {}) as FieldSchema;
  }

  private async send(event: Event): Promise<void> {
    event.preventDefault();
    this.busy = true;
    const sent = this.use("submit", { form: sentValues(this.schema, this.values) }, true);
    const answer = await whileLong(sent, (long) => {
      this.waits = long;
    });
    this.busy = false;
    this.fault = faultOf(answer);
    this.wrong = this.fault ? wrongFields(this.fault) : new Map();
    await this.updateComplete;
    this.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }
}
