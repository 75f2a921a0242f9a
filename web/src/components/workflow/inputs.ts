/** The inputs that a run of a workflow asks for. */

import { html, nothing, type TemplateResult } from "lit";
import type { Fault } from "../../socket/messages.ts";
import { wrongAt, wrongFields } from "../form/form-fault.ts";
import { schemaFields } from "../form/schema-field.ts";
import { type FieldSchema, sentValues, startValues, type Values } from "../form/schema-shape.ts";
import { faultPanel } from "./form.ts";

export class WorkflowInputs {
  private readonly values: Values;
  private fault: Fault | undefined;
  private wrong = new Map<string, string>();

  constructor(
    /** Begins the ids of the fields: several windows can ask at once. */
    private readonly id: string,
    private readonly schema: FieldSchema,
    private readonly changed: () => void,
    private readonly run: (inputs: Values) => Promise<Fault | undefined>,
  ) {
    this.values = startValues(schema);
  }

  /** Return whether a workflow asks for anything. */
  static needed(schema: unknown): schema is FieldSchema {
    return Object.keys((schema as FieldSchema | undefined)?.properties ?? {}).length > 0;
  }

  render(): TemplateResult {
    const wrong = (pointer: string) => wrongAt(this.wrong, pointer);
    return html`
      <form aria-label="Inputs" @submit=${this.send}>
        ${schemaFields(this.schema, this.values, { root: this.schema, id: this.id, wrong, changed: () => this.changed() })}
        ${this.fault ? faultPanel(this.fault) : nothing}
        <div class="toolbar"><button type="submit" class="primary">Run</button></div>
      </form>
    `;
  }

  private readonly send = async (event: Event): Promise<void> => {
    event.preventDefault();
    this.fault = await this.run(sentValues(this.schema, this.values));
    const found = this.fault ? wrongFields(this.fault) : new Map<string, string>();
    this.wrong = new Map([...found].map(([pointer, said]) => [pointer.replace(/^\/inputs/, ""), said]));
    this.changed();
  };
}
