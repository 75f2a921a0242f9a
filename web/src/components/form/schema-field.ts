/** Fields for a JSON Schema: one a property, nested objects as groups, and JSON where there is no other field. */

import { html, nothing, type TemplateResult } from "lit";
import { type FieldSchema, kindOf, openValue, plain, type Values } from "./schema-shape.ts";

/** What all fields of a form share. */
export interface FormFields {
  root: FieldSchema;
  /** Begins the ids of the fields. */
  id: string;
  /** Returns what is wrong with the field at a JSON Pointer. */
  wrong(pointer: string): string;
  changed(pointer: string): void;
}

/** A field: where it is, what it holds, and who hears of a change. */
interface FieldPlace {
  id: string;
  name: string;
  value: unknown;
  required: boolean;
  wrong: string;
  change(value: unknown): void;
}

/** Characters of JSON that stand on one line. */
const SHORT = 60;
const MOST_ROWS = 8;
/** Fields that held several lines once, by their values: they keep the room for them. */
const LONG = new WeakMap<Values, Set<string>>();
const INPUTS: Record<string, string> = { date: "date", time: "time", "date-time": "datetime-local", email: "email", uri: "url" };

export function schemaFields(schema: FieldSchema, values: Values, form: FormFields, above = ""): TemplateResult[] {
  return Object.entries(schema.properties ?? {}).map(([name, each]) => {
    const pointer = `${above}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const shape = plain(each, form.root);
    if (kindOf(shape) === "group") return group(shape, name, values[name] as Values, form, pointer);
    const required = schema.required?.includes(name) ?? false;
    const change = (value: unknown) => {
      values[name] = value;
      form.changed(pointer);
    };
    const id = `${form.id}${pointer.replaceAll(/[^\w-]/g, "-")}`;
    const field = isLong(values, name) ? { format: "textarea", ...shape } : shape;
    return labelled(field, { id, name, value: values[name], required, wrong: form.wrong(pointer), change });
  });
}

function isLong(values: Values, name: string): boolean {
  const long = LONG.get(values) ?? new Set();
  const value = values[name];
  if (typeof value === "string" && value.includes("\n")) LONG.set(values, long.add(name));
  return long.has(name);
}

function group(schema: FieldSchema, name: string, values: Values, form: FormFields, pointer: string): TemplateResult {
  const about = schema.description ? html`<p class="muted small">${schema.description}</p>` : nothing;
  return html`<fieldset><legend>${schema.title ?? words(name)}</legend>${about}${schemaFields(schema, values, form, pointer)}</fieldset>`;
}

function labelled(schema: FieldSchema, place: FieldPlace): TemplateResult {
  const label = schema.title ?? words(place.name);
  const about = aboutOf(schema, place.name);
  const help = about ? html`<span id="${place.id}-help" class="muted small">${about}</span>` : nothing;
  const wrong = place.wrong ? html`<span id="${place.id}-wrong" class="field-wrong small">${place.wrong}</span>` : nothing;
  if (kindOf(schema) === "check") {
    return html`<div class="form-field"><label class="check"><input type="checkbox" .checked=${place.value === true}
      aria-invalid=${place.wrong ? "true" : nothing} aria-describedby=${describedBy(schema, place)}
      @change=${(event: Event) => place.change((event.target as HTMLInputElement).checked)}> ${label}</label>${wrong}${help}</div>`;
  }
  const star = place.required ? html`<span class="danger" aria-hidden="true"> *</span>` : nothing;
  return html`<div class="form-field"><label for=${place.id}>${label}${star}</label>${control(schema, place)}${wrong}${help}</div>`;
}

/** Return what is said of a field, unless it only says its name again. */
function aboutOf(schema: FieldSchema, name: string): string {
  const about = schema.description ?? "";
  return about.replace(/\.$/, "").toLowerCase() === (schema.title ?? words(name)).toLowerCase() ? "" : about;
}

/** Return an example of what a field takes. */
function exampleOf({ examples }: FieldSchema): string | typeof nothing {
  const [first] = examples ?? [];
  return typeof first === "string" || typeof first === "number" ? String(first) : nothing;
}

function describedBy(schema: FieldSchema, place: FieldPlace): string | typeof nothing {
  return [place.wrong && `${place.id}-wrong`, aboutOf(schema, place.name) && `${place.id}-help`].filter(Boolean).join(" ") || nothing;
}

function control(schema: FieldSchema, place: FieldPlace): TemplateResult {
  const { id, value, required, change } = place;
  const described = describedBy(schema, place);
  const invalid = place.wrong ? "true" : nothing;
  const text = (event: Event) => (event.target as HTMLInputElement).value;
  const kind = kindOf(schema);
  if (kind === "choice") {
    const chosen = (event: Event) => change(schema.enum?.[Number(text(event))]);
    return html`<select id=${id} ?required=${required} aria-invalid=${invalid} aria-describedby=${described} @change=${chosen}>
      ${value === undefined ? html`<option value="" selected>Choose …</option>` : nothing}
      ${schema.enum?.map((each, index) => html`<option value=${index} .selected=${each === value}>${String(each)}</option>`)}
    </select>`;
  }
  if (kind === "number") {
    const number = (event: Event) => change(text(event) === "" ? undefined : Number(text(event)));
    return html`<input id=${id} type="number" step=${schema.type === "integer" ? 1 : "any"} min=${schema.minimum ?? nothing}
      max=${schema.maximum ?? nothing} ?required=${required} aria-invalid=${invalid} aria-describedby=${described}
      .value=${String(value ?? "")} @input=${number}>`;
  }
  if (kind === "lines") {
    const lines = (event: Event) => change(text(event).split("\n").filter(Boolean));
    return html`<textarea id=${id} placeholder="One a line" ?required=${required} aria-invalid=${invalid} aria-describedby=${described}
      .value=${Array.isArray(value) ? value.join("\n") : ""} @input=${lines}></textarea>`;
  }
  if (kind === "json") return jsonControl(place, described);
  const read = (typed: string) => (kind === "open" ? openValue(typed, schema) : typed);
  const changed = (event: Event) => change(text(event) === "" && !required ? undefined : read(text(event)));
  const shown = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
  if (schema.format === "textarea") {
    const rows = Math.min(MOST_ROWS, Math.max(2, shown.split("\n").length));
    return html`<textarea id=${id} rows=${rows} placeholder=${exampleOf(schema)} ?required=${required} maxlength=${schema.maxLength ?? nothing} aria-invalid=${invalid}
      aria-describedby=${described} .value=${shown} @input=${changed}></textarea>`;
  }
  return html`<input id=${id} type=${INPUTS[schema.format ?? ""] ?? "text"} placeholder=${exampleOf(schema)} ?required=${required} minlength=${schema.minLength ?? nothing}
    maxlength=${schema.maxLength ?? nothing} aria-invalid=${invalid} aria-describedby=${described} .value=${shown} @input=${changed}>`;
}

/** A field of JSON. What is no JSON stays in the field, says so, and keeps the form from being sent. */
function jsonControl(place: FieldPlace, described: string | typeof nothing): TemplateResult {
  const changed = (event: Event) => {
    const area = event.target as HTMLTextAreaElement;
    area.setCustomValidity("");
    try {
      place.change(area.value.trim() === "" ? undefined : (JSON.parse(area.value) as unknown));
    } catch (error) {
      area.setCustomValidity(`This is not JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const short = JSON.stringify(place.value) ?? "";
  const shown = short.length <= SHORT ? short : JSON.stringify(place.value, null, 2);
  return html`<textarea id=${place.id} class="mono" placeholder="JSON" rows=${Math.min(12, shown.split("\n").length + 1)} spellcheck="false"
    ?required=${place.required} aria-invalid=${place.wrong ? "true" : nothing} aria-describedby=${described} .defaultValue=${shown} @input=${changed}></textarea>`;
}

/** Return a property's name as words: `startDate` is Start date. */
function words(name: string): string {
  const spaced = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ").toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
