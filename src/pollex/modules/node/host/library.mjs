/** A library that was loaded: finds the function of a path, on an instance or on the library, and calls it. */

/** What a request names and is not there, as facts; the other side makes the sentence. */
export class Missing extends Error {
  /** @param {Record<string, unknown>} facts */
  constructor(facts) {
    super("missing");
    this.facts = facts;
  }
}

export class Library {
  /**
   * @param {any} main the library itself
   * @param {any} exported everything that the package exports
   * @param {any} instance what serves `instanceMethod` tools; undefined where each call makes its own
   * @param {unknown[]} [config] what a fresh instance is made with
   */
  constructor(main, exported, instance, config = []) {
    this.main = main;
    this.exported = exported;
    this.instance = instance;
    this.config = config;
  }

  /**
   * The function of a path and what `this` is in it. A handle's own methods only; otherwise the first owner that has it.
   * @param {(string | number)[]} path
   * @param {"instance" | "library"} on
   * @param {any} handle
   */
  find(path, on, handle) {
    let missing;
    for (const owner of this.owners(path, on, handle)) {
      try {
        return walk(owner, path);
      } catch (error) {
        if (!(error instanceof Missing)) throw error;
        missing ??= error;
      }
    }
    throw missing;
  }

  /**
   * @param {(string | number)[]} path
   * @param {"instance" | "library"} on
   * @param {any} handle
   */
  *owners(path, on, handle) {
    if (handle !== undefined) {
      yield handle;
      return;
    }
    if (on === "instance" && path.length > 0) yield this.instance ?? create(this.main, this.config);
    yield this.main;
    if (this.exported !== this.main) yield this.exported;
  }

  /**
   * The function whose code names the parameters. A wrapper that passes `arguments` on names none (axios binds every
   * method of an instance so); the method of a class that the package exports under the same name does.
   * @param {Function} target
   * @param {(string | number)[]} path
   * @returns {Function}
   */
  unwrapped(target, path) {
    const name = path.at(-1);
    if (name === undefined || target.length > 0 || !NO_PARAMETERS.test(codeOf(target))) return target;
    for (const value of [this.main, ...Object.values(Object(this.main)), ...Object.values(Object(this.exported))]) {
      const prototype = typeof value === "function" ? value.prototype : undefined;
      const method = prototype && Object.getOwnPropertyDescriptor(prototype, name)?.value;
      if (typeof method === "function" && method.length > 0) return method;
    }
    return target;
  }

  /**
   * @param {(string | number)[]} path
   * @param {"instance" | "library"} on
   * @param {any} handle
   * @param {unknown[]} args
   */
  call(path, on, handle, args) {
    const { target, owner } = this.find(path, on, handle);
    return path.length === 0 ? create(target, args) : Reflect.apply(target, owner, args);
  }
}

/**
 * @param {any} start
 * @param {(string | number)[]} path
 * @returns {{target: any, owner: any}}
 */
function walk(start, path) {
  let target = start;
  let owner;
  for (const [index, part] of path.entries()) {
    owner = target;
    target = owner[part];
    if (target === undefined || target === null || (typeof target !== "function" && index === path.length - 1)) {
      throw new Missing({ what: "function", index, found: kindOf(target), names: namesOf(owner) });
    }
  }
  if (typeof target !== "function") {
    throw new Missing({ what: "function", index: -1, found: kindOf(target), names: namesOf(target) });
  }
  return { target, owner };
}

/** What a callable library or class makes. @param {any} callable @param {unknown[]} args */
function create(callable, args) {
  return isClass(callable) ? Reflect.construct(callable, args) : callable(...args);
}

/** @param {any} value */
export function isClass(value) {
  return typeof value === "function" && /^class\b/.test(codeOf(value));
}

/** What can be read of a function's parameters. @param {Function} target */
export function signatureOf(target) {
  return { length: target.length, code: String(target).slice(0, 4_000) };
}

/** The code itself, also where `toString` was replaced. @param {Function} value */
function codeOf(value) {
  return Function.prototype.toString.call(value);
}

/** @param {any} value */
export function kindOf(value) {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

/** The names of what can be called on a value or below it, its classes' methods included. @param {any} value */
export function namesOf(value) {
  const names = new Set();
  for (let level = Object(value); level && !ROOTS.includes(level); level = Object.getPrototypeOf(level)) {
    for (const [name, { value: member }] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
      const leads = typeof member === "function" || kindOf(member) === "object";
      if (leads && !name.startsWith("_") && name !== "constructor") names.add(name);
    }
  }
  return [...names].slice(0, 500);
}

/** The code of a function that declares no parameters. */
const NO_PARAMETERS = /^[^(]*\(\s*\)/;

const ROOTS = [Object.prototype, Function.prototype, Array.prototype];
