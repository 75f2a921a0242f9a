/** What a library offers: its public functions by their paths, and the names of its classes. */
import { isClass, kindOf, signatureOf } from "./library.mjs";

/** With fewer functions at its top level, a library is looked into one level deeper, and may itself be one. */
const THIN = 3;
const PUBLIC = /^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$/;
const NO_FUNCTIONS = ["default", "constructor", "prototype"];

/** @param {import("./library.mjs").Library} library */
export function survey(library) {
  const owners = library.exported === library.main ? [library.main] : [library.main, library.exported];
  /** By what they are, so that an alias is found once. @type {Map<any, (string | number)[]>} */
  const found = new Map();
  for (const owner of owners) add(found, owner, []);
  if (count(found) < THIN) {
    for (const owner of owners) {
      for (const [name, value] of members(owner)) if (kindOf(value) === "object") add(found, value, [name]);
    }
    if (typeof library.main === "function" && !isClass(library.main)) found.set(library.main, []);
  }
  const functions = [...found].filter(([value]) => !isClass(value));
  return {
    functions: functions.map(([value, path]) => ({ path, name: value.name, ...signatureOf(library.unwrapped(value, path)) })),
    classes: [...found].filter(([value]) => isClass(value)).map(([, path]) => path.join(".")),
  };
}

/** @param {Map<any, (string | number)[]>} found */
function count(found) {
  return [...found.keys()].filter((value) => !isClass(value)).length;
}

/** Functions of an owner; of two names for one, its own counts. @param {Map<any, any>} found @param {any} owner @param {string[]} path */
function add(found, owner, path) {
  for (const [name, value] of members(owner)) {
    if (typeof value === "function" && (!found.has(value) || value.name === name)) found.set(value, [...path, name]);
  }
}

/** The public members that can be read. @param {any} owner @returns {[string, any][]} */
function members(owner) {
  /** @type {[string, any][]} */
  const found = [];
  for (const name of Object.keys(Object(owner))) {
    if (!PUBLIC.test(name) || NO_FUNCTIONS.includes(name)) continue;
    try {
      found.push([name, owner[name]]);
    } catch {
      // a getter that fails offers nothing
    }
  }
  return found;
}
