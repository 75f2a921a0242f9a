/** The form of a node, made from the schema of its type: what it needs first, everything else below. */

import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { NodeType } from "../../generated/workflows.ts";
import type { Fault } from "../../socket/messages.ts";
import { wrongAt, wrongFields } from "../form/form-fault.ts";
import { type FormFields, schemaFields } from "../form/schema-field.ts";
import { type FieldSchema, startValues, type Values } from "../form/schema-shape.ts";

/** A node as its file has it, as far as it is edited here. */
export interface NodeContent {
  alias?: string;
  description?: string;
  config: Values;
}

/** What an edit sends. */
interface NodeChange {
  alias?: string;
  description?: string;
  config: Values;
  remove?: string[];
}

const NAMES: Record<string, FieldSchema> = {
  alias: { type: "string", title: "Name", description: "How other nodes refer to its result: {{name.field}}. Letters, digits, _ and -; no spaces." },
  description: { type: "string", title: "What it is for", format: "textarea" },
};
const ANYTHING = ["string", "number", "boolean", "array", "object"];
let forms = 0;

export class NodeForm {
  private readonly names: Values;
  private readonly values: Values;
  private readonly schema: FieldSchema;
  private readonly id = `node-form-${++forms}`;
  private wrong = new Map<string, string>();
  private fault: Fault | undefined;

  constructor(
    readonly kind: NodeType,
    private readonly given: NodeContent,
    private readonly changed: () => void,
  ) {
    this.schema = fieldSchema(kind, given.config);
    this.names = { alias: given.alias, description: given.description };
    const config = Object.entries(given.config).map(([name, value]) => [name, isLines(kind, name) && typeof value === "string" ? [value] : value]);
    this.values = startValues(withoutDefaults(this.schema), Object.fromEntries(config) as Values);
  }

  /** Return the fields; those that it needs are open. */
  render(): TemplateResult {
    const shown = this.shown();
    const [main, more] = [this.part((name) => shown.has(name)), this.part((name) => !shown.has(name))];
    return html`${keyed(
      this.id,
      html`
        ${schemaFields({ properties: { alias: NAMES.alias as FieldSchema } }, this.names, this.fields())}
        ${schemaFields(main, this.values, this.fields(), "/config")}
        <details class="more"><summary>More</summary>
          ${schemaFields({ properties: { description: NAMES.description as FieldSchema } }, this.names, this.fields())}
          ${schemaFields(more, this.values, this.fields(), "/config")}
        </details>
        ${this.fault ? faultPanel(this.fault) : nothing}
      `,
    )}`;
  }

  refuse(fault: Fault | undefined): void {
    this.fault = fault;
    const found = fault ? wrongFields(fault) : new Map<string, string>();
    this.wrong = new Map([...found].map(([pointer, said]) => [pointer.replace(/^\/node/, ""), said]));
  }

  /** Return what differs from the node as it was. */
  change(): NodeChange {
    const before = this.given.config;
    const now = this.config();
    const config = Object.fromEntries(Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])));
    const names = Object.entries(this.names).filter(([name, value]) => (value ?? "") !== (this.given[name as "alias"] ?? ""));
    const gone = [...Object.keys(before).filter((name) => !(name in now)), ...names.filter(([, value]) => !value).map(([name]) => name)];
    const set = Object.fromEntries(names.filter(([, value]) => value)) as { alias?: string; description?: string };
    return { ...set, config, ...(gone.length > 0 ? { remove: gone } : {}) };
  }

  /** Return the whole node. */
  whole(): NodeContent & { type: string } {
    const names = Object.fromEntries(Object.entries(this.names).filter(([, value]) => value));
    return { type: this.kind.type, ...names, config: this.config() };
  }

  private config(): Values {
    const entries = Object.entries(this.values).filter(([name, value]) => value !== undefined && !(value === false && !(name in this.given.config)));
    return Object.fromEntries(
      entries.flatMap(([name, value]): [string, unknown][] => {
        if (!isLines(this.kind, name) || !Array.isArray(value)) return [[name, value]];
        return value.length === 0 ? [] : [[name, value.length === 1 ? (value[0] as unknown) : value]];
      }),
    );
  }

  /** Return the names of the fields that matter: needed always, needed by what is chosen, or filled in. */
  private shown(): Set<string> {
    const places = this.kind.runsOthers ? ["value", "paths", "conditions", "over", "variable"] : [];
    const chosen = Object.entries(this.kind.choices).flatMap(([name, needs]) => {
      const needed = (needs as Record<string, string>)[String(this.values[name])] ?? "";
      return needed.split(/ and | or /).filter(Boolean);
    });
    const body = this.given.config.body === undefined && this.given.config.nodeRange === undefined;
    const required = this.kind.required.filter((name) => !(body && (name === "body" || name === "nodeRange")));
    return new Set([...required, ...chosen, ...places, ...Object.keys(this.given.config)]);
  }

  private part(wanted: (name: string) => boolean): FieldSchema {
    const properties = Object.fromEntries(Object.entries(this.schema.properties ?? {}).filter(([name]) => wanted(name)));
    return { properties, required: this.kind.required.filter((name) => name !== "body" && name !== "nodeRange") };
  }

  private fields(): FormFields {
    return {
      root: this.schema,
      id: this.id,
      wrong: (pointer) => wrongAt(this.wrong, pointer),
      changed: (pointer) => {
        this.wrong.delete(pointer);
        this.changed();
      },
    };
  }
}

export function faultPanel(fault: Fault): TemplateResult {
  const told = fault.issues.length > 0 ? fault.issues.map((each) => [each.message, each.hint]) : [[fault.message, fault.hint]];
  return html`<div class="panel danger small" role="alert">${told.map((lines) => html`<p>${lines.filter(Boolean).join(" ")}</p>`)}</div>`;
}

function fieldSchema(kind: NodeType, config: Values): FieldSchema {
  const fields = Object.entries(kind.properties).map(([name, each]): [string, FieldSchema] => {
    const schema = each as FieldSchema;
    if (isLines(kind, name)) return [name, { ...schema, type: "array", items: { type: "string" } }];
    if (schema.type === undefined) return [name, { ...schema, type: ANYTHING }];
    if (schema.type !== "string" && typeof config[name] === "string" && !Array.isArray(schema.type)) return [name, { ...schema, type: "string" }];
    return [name, schema];
  });
  return { properties: Object.fromEntries(fields) };
}

/** Return whether a property is one text or several. */
function isLines(kind: NodeType, name: string): boolean {
  const schema = kind.properties[name] as FieldSchema | undefined;
  return Array.isArray(schema?.type) && schema.type.includes("array") && schema.items?.type === "string";
}

/** Defaults are what happens without a value: the form does not send them. */
function withoutDefaults(schema: FieldSchema): FieldSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, { default: _, ...rest }]) => [name, rest]);
  return { ...schema, properties: Object.fromEntries(properties) as Record<string, FieldSchema> };
}
