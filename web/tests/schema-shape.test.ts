import { describe, expect, test } from "vitest";
import { type FieldSchema, kindOf, openValue, plain, sentValues, startValues } from "../src/components/form/schema-shape.ts";

describe("the field of a schema", () => {
  const FIELDS: [FieldSchema, string][] = [
    [{ type: "string" }, "text"],
    [{ type: ["string", "null"] }, "text"],
    [{ type: "integer" }, "number"],
    [{ type: "boolean" }, "check"],
    [{ enum: ["a", null] }, "choice"],
    [{ enum: [{ a: 1 }] }, "json"],
    [{ type: "array", items: { type: "string" } }, "lines"],
    [{ type: "array", items: { type: "number" } }, "json"],
    [{ type: ["string", "number"] }, "open"],
    [{ type: ["array", "number"] }, "json"],
    [{ properties: {} }, "group"],
    [{}, "json"],
    [{ type: "string", anyOf: [{ minLength: 1 }, { maxLength: 2 }] }, "json"],
  ];

  test.each(FIELDS)("%j is entered as %s", (schema, kind) => {
    expect(kindOf(schema)).toBe(kind);
  });

  test("groups in groups end somewhere", () => {
    expect(kindOf({ properties: {} }, 8)).toBe("json");
  });
});

describe("a plain schema", () => {
  const root: FieldSchema = { $defs: { Name: { type: "string", title: "Name" }, Again: { $ref: "#/$defs/Again" } } };

  test("follows a reference, whose own words win", () => {
    expect(plain({ $ref: "#/$defs/Name", title: "Whose" }, root)).toEqual({ type: "string", title: "Whose" });
  });

  test("is the one alternative that is not null", () => {
    expect(plain({ anyOf: [{ type: "string" }, { type: "null" }], description: "d" }, root)).toEqual({ type: "string", description: "d" });
  });

  test("does not follow a reference to itself without end", () => {
    expect(plain({ $ref: "#/$defs/Again" }, root).$ref).toBe("#/$defs/Again");
  });

  test("leaves a reference that leads nowhere", () => {
    expect(plain({ $ref: "#/$defs/Unknown" }, root)).toEqual({ $ref: "#/$defs/Unknown" });
  });
});

describe("the values of a form", () => {
  const schema: FieldSchema = {
    required: ["name", "home"],
    properties: {
      name: { type: "string" },
      loud: { type: "boolean" },
      times: { type: "integer", default: 3 },
      home: { properties: { city: { type: "string" } } },
      more: { properties: { note: { type: "string" }, urgent: { type: "boolean" } } },
    },
  };

  test("begin with what is given, then with defaults", () => {
    expect(startValues(schema, { name: "Ann", home: { city: "Bern" } })).toEqual({
      name: "Ann",
      loud: false,
      times: 3,
      home: { city: "Bern" },
      more: { note: undefined, urgent: false },
    });
  });

  test("a falsy value given is a value", () => {
    expect(startValues(schema, { times: 0, name: "" })).toMatchObject({ times: 0, name: "" });
  });

  test("are sent without empty fields and without optional groups that nobody touched", () => {
    const values = startValues(schema);
    expect(sentValues(schema, values)).toEqual({ loud: false, times: 3, home: {} });
    expect(sentValues(schema, { ...values, more: { urgent: true } })).toMatchObject({ more: { urgent: true } });
  });
});

test.each([
  ["5", { type: ["string", "integer"] }, 5],
  ["5", { type: ["string", "number"] }, 5],
  ["5.5", { type: ["string", "integer"] }, "5.5"],
  ["[1]", { type: ["string", "array"] }, [1]],
  ["five", { type: ["string", "integer"] }, "five"],
  ["true", { type: ["string", "integer"] }, "true"],
])("%s in a field of %j is %j", (text, schema, value) => {
  expect(openValue(text, schema)).toEqual(value);
});
