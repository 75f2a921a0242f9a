/** Fields for a JSON Schema: one a property, nested objects as groups. */

import { html, nothing, type TemplateResult } from "lit";

export interface FieldSchema {
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  items?: FieldSchema;
}

/** A field: where it is, what it holds, and who hears of a change. */
export interface FieldPlace {
  id: string;
  name: string;
  value: unknown;
  required: boolean;
  change(value: unknown): void;
}

const INPUTS: Record<string, string> = { date: "date", time: "time", "date-time": "datetime-local", email: "email", uri: "url" };

/** Return what a form holds at first: the values given, else the defaults. */
export function startValues(schema: FieldSchema, given: Record<string, unknown> = {}): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {}).map(([name, each]): [string, unknown] => {
    const own = given[name];
    if (each.properties) return [name, startValues(each, (own ?? {}) as Record<string, unknown>)];
    return [name, own ?? each.default ?? (typeOf(each) === "boolean" ? false : undefined)];
  });
  return Object.fromEntries(entries);
}

export function schemaFields(schema: FieldSchema, values: Record<string, unknown>, id: string, change: () => void): TemplateResult[] {
  return Object.entries(schema.properties ?? {}).map(([name, each]) => {
    const own = `${id}-${name}`;
    if (each.properties) {
      const inside = schemaFields(each, values[name] as Record<string, unknown>, own, change);
      return html`<fieldset><legend>${each.title ?? words(name)}</legend>${inside}</fieldset>`;
    }
    const required = schema.required?.includes(name) ?? false;
    const set = (value: unknown) => {
      values[name] = value;
      change();
    };
    return labelled(each, { id: own, name, value: values[name], required, change: set });
  });
}

function labelled(schema: FieldSchema, place: FieldPlace): TemplateResult {
  const label = schema.title ?? words(place.name);
  const help = schema.description ? html`<span id="${place.id}-help" class="muted small">${schema.description}</span>` : nothing;
  if (typeOf(schema) === "boolean") {
    return html`<div class="form-field"><label class="check"><input type="checkbox" .checked=${place.value === true}
      @change=${(event: Event) => place.change((event.target as HTMLInputElement).checked)}> ${label}</label>${help}</div>`;
  }
  const star = place.required ? html`<span class="danger" aria-hidden="true"> *</span>` : nothing;
  return html`<div class="form-field"><label for=${place.id}>${label}${star}</label>${control(schema, place)}${help}</div>`;
}

function control(schema: FieldSchema, place: FieldPlace): TemplateResult {
  const { id, value, required, change } = place;
  const described = schema.description ? `${id}-help` : nothing;
  const text = (event: Event) => (event.target as HTMLInputElement).value;
  const type = typeOf(schema);
  if (schema.enum) {
    const chosen = (event: Event) => change(schema.enum?.[Number(text(event))]);
    return html`<select id=${id} ?required=${required} aria-describedby=${described} @change=${chosen}>
      ${value === undefined ? html`<option value="" selected>Choose …</option>` : nothing}
      ${schema.enum.map((each, index) => html`<option value=${index} .selected=${each === value}>${String(each)}</option>`)}
    </select>`;
  }
  if (type === "number" || type === "integer") {
    const number = (event: Event) => change(text(event) === "" ? undefined : Number(text(event)));
    return html`<input id=${id} type="number" step=${type === "integer" ? 1 : "any"} min=${schema.minimum ?? nothing}
      max=${schema.maximum ?? nothing} ?required=${required} aria-describedby=${described} .value=${String(value ?? "")} @input=${number}>`;
  }
  if (type === "array") {
    const lines = (event: Event) => change(text(event).split("\n").filter(Boolean));
    return html`<textarea id=${id} placeholder="One a line" ?required=${required} aria-describedby=${described}
      .value=${Array.isArray(value) ? value.join("\n") : ""} @input=${lines}></textarea>`;
  }
  const changed = (event: Event) => change(text(event) === "" && !required ? undefined : text(event));
  if (schema.format === "textarea") {
    return html`<textarea id=${id} ?required=${required} maxlength=${schema.maxLength ?? nothing} aria-describedby=${described}
      .value=${String(value ?? "")} @input=${changed}></textarea>`;
  }
  return html`<input id=${id} type=${INPUTS[schema.format ?? ""] ?? "text"} ?required=${required} minlength=${schema.minLength ?? nothing}
    maxlength=${schema.maxLength ?? nothing} aria-describedby=${described} .value=${String(value ?? "")} @input=${changed}>`;
}

function typeOf(schema: FieldSchema): string {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.find((each) => each !== "null") ?? "string";
}

/** Return a property's name as words: `startDate` is Start date. */
function words(name: string): string {
  const spaced = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ").toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
