/** What a library threw, as data: an error, or anything else that JavaScript lets one throw. */
import { kindOf } from "./library.mjs";
import { toJson } from "./plain.mjs";

/** Most characters of an error's properties. */
const SIZE = 256_000;

/**
 * @param {any} thrown
 * @param {number} depth
 * @returns {{type: string, message: string, stack: string, properties: Record<string, any>}}
 */
export function failureOf(thrown, depth) {
  try {
    const isObject = Object(thrown) === thrown;
    const type = isObject ? typeOf(thrown) : kindOf(thrown);
    const message = isObject && "message" in thrown ? thrown.message : isObject ? JSON.stringify(thrown) : thrown;
    const properties = isObject ? propertiesOf(thrown, depth) : {};
    return { type: String(type), message: String(message), stack: String(thrown?.stack ?? message), properties };
  } catch {
    return { type: kindOf(thrown), message: "What was thrown could not be read.", stack: "", properties: {} };
  }
}

/** The class's name, unless the error was only renamed. @param {any} thrown */
function typeOf(thrown) {
  const name = thrown.constructor?.name;
  return name && name !== "Error" ? name : thrown.name || name || "Object";
}

/** @param {any} thrown @param {number} depth */
function propertiesOf(thrown, depth) {
  const { stack, ...own } = thrown;
  for (const name of ["code", "status"]) if (thrown[name] !== undefined) own[name] = thrown[name];
  own.status ??= thrown.response?.status;
  if (own.status === undefined) delete own.status;
  return toJson({ ...own }, depth, SIZE).json;
}
