/** What a JSON Schema asks for, as far as a form has a field for it. Pure calculations. */

export interface FieldSchema {
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
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
  anyOf?: FieldSchema[];
  oneOf?: FieldSchema[];
  $ref?: string;
  $defs?: Record<string, FieldSchema>;
}

type FieldKind = "group" | "check" | "choice" | "number" | "lines" | "text" | "open" | "json";
export type Values = Record<string, unknown>;

const DEEPEST = 8;

/** Return a schema with its reference followed, and without the alternative `null`. */
export function plain(schema: FieldSchema, root: FieldSchema, deep = 0): FieldSchema {
  const named = schema.$ref?.match(/^#\/\$defs\/([^/]+)$/)?.[1];
  const found = named === undefined ? undefined : root.$defs?.[named];
  if (found && deep < DEEPEST) return plain({ ...found, ...without(schema, "$ref") }, root, deep + 1);
  const choices = (schema.anyOf ?? schema.oneOf ?? []).filter((each) => each.type !== "null");
  const only = choices.length === 1 ? choices[0] : undefined;
  if (only && !schema.properties && deep < DEEPEST) return plain({ ...only, ...without(schema, "anyOf", "oneOf") }, root, deep + 1);
  return schema;
}

/** Return which field a schema is entered with; `json` where there is no other. */
export function kindOf(schema: FieldSchema, deep = 0): FieldKind {
  const types = typesOf(schema);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (schema.properties && deep < DEEPEST) return "group";
  if (schema.enum) return schema.enum.every((each) => typeof each !== "object" || each === null) ? "choice" : "json";
  if (types.length > 1) return types.includes("string") && !alternatives ? "open" : "json";
  if (types.length === 0 || alternatives || schema.$ref) return "json";
  if (types[0] === "boolean") return "check";
  if (types[0] === "number" || types[0] === "integer") return "number";
  if (types[0] === "string") return "text";
  return types[0] === "array" && typesOf(schema.items ?? {}).join() === "string" ? "lines" : "json";
}

/** Return what a form holds at first: the values given, else the defaults. */
export function startValues(schema: FieldSchema, given: Values = {}, root = schema): Values {
  const entries = Object.entries(schema.properties ?? {}).map(([name, each]): [string, unknown] => {
    const own = given[name];
    const shape = plain(each, root);
    if (kindOf(shape) === "group") return [name, startValues(shape, (own ?? shape.default ?? {}) as Values, root)];
    return [name, own ?? shape.default ?? (kindOf(shape) === "check" ? false : undefined)];
  });
  return Object.fromEntries(entries);
}

/** Return what is sent: without empty fields, and without optional groups that nobody filled in. */
export function sentValues(schema: FieldSchema, values: Values, root = schema): Values {
  const entries = Object.entries(schema.properties ?? {}).flatMap(([name, each]): [string, unknown][] => {
    const shape = plain(each, root);
    const value = values[name];
    if (value === undefined) return [];
    if (kindOf(shape) !== "group") return [[name, value]];
    const untouched = JSON.stringify(value) === JSON.stringify(startValues(shape, {}, root));
    const optional = !schema.required?.includes(name);
    return untouched && optional ? [] : [[name, sentValues(shape, value as Values, root)]];
  });
  return Object.fromEntries(entries);
}

/** Return what was typed into a field that takes text and more: JSON where the schema allows what it is. */
export function openValue(text: string, schema: FieldSchema): unknown {
  try {
    const read: unknown = JSON.parse(text);
    const type = Array.isArray(read) ? "array" : Number.isInteger(read) ? "integer" : read === null ? "null" : typeof read;
    const types = typesOf(schema);
    return types.includes(type) || (type === "integer" && types.includes("number")) ? read : text;
  } catch {
    return text;
  }
}

function typesOf(schema: FieldSchema): string[] {
  const types = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type];
  return types.filter((each) => each !== "null");
}

function without(schema: FieldSchema, ...names: (keyof FieldSchema)[]): FieldSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name as keyof FieldSchema)));
}
