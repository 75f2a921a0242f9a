/** A form made from a JSON Schema. What the server finds wrong is shown above the button. */

import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Fault } from "../socket/messages.ts";
import { ComponentElement } from "./component.ts";
import { type FieldSchema, schemaFields, startValues } from "./schema-field.ts";

export class FormComponent extends ComponentElement<"form"> {
  private values: Record<string, unknown> = {};
  private fault: Fault | undefined;
  private busy = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("props")) return;
    const before = changed.get("props");
    const same = before && JSON.stringify([before.schema, before.values]) === JSON.stringify([this.props.schema, this.props.values]);
    if (!same) this.values = startValues(this.schema, this.props.values as Record<string, unknown>);
  }

  override render(): TemplateResult {
    const { title, description, submit, cancel } = this.props;
    return html`
      <form class="form" aria-label=${title ?? submit} @submit=${this.send}>
        ${title ? html`<h3>${title}</h3>` : nothing}
        ${description ? html`<p class="muted">${description}</p>` : nothing}
        ${schemaFields(this.schema, this.values, `form-${this.component}`, () => this.requestUpdate())}
        ${this.fault ? html`<p class="panel danger" role="alert">${this.fault.message} ${this.fault.hint ?? ""}</p>` : nothing}
        <div class="toolbar">
          <button type="submit" class="primary" ?disabled=${this.busy}>${submit}</button>
          ${cancel ? html`<button type="button" @click=${() => this.use("cancel", {})}>${cancel}</button>` : nothing}
        </div>
      </form>
    `;
  }

  private get schema(): FieldSchema {
    return (this.props.schema ?? {}) as FieldSchema;
  }

  private async send(event: Event): Promise<void> {
    event.preventDefault();
    this.busy = true;
    this.requestUpdate();
    const answer = await this.use("submit", { form: withoutUndefined(this.values) });
    this.busy = false;
    this.fault = answer.fault;
    this.requestUpdate();
  }
}

function withoutUndefined(values: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(values)) as Record<string, unknown>;
}
