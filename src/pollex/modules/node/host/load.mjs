/** Loads a package or a local file, as CommonJS where that is possible, else as an ES module, and makes it ready. */
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { isAbsolute } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { isClass, Library } from "./library.mjs";

/** Errors of `require` after which `import` may still succeed. */
const ONLY_IMPORT = ["ERR_REQUIRE_ESM", "ERR_REQUIRE_ASYNC_MODULE", "ERR_PACKAGE_PATH_NOT_EXPORTED"];

/** @typedef {{specifier: string, base: string, type: string, method: string | null, callable: boolean,
 *             config?: unknown}} Request */

/**
 * Initializes a library by its type.
 * @param {any} exported
 * @param {Request} request
 * @returns {Promise<Library>}
 */
export async function make(exported, request) {
  const main = mainOf(exported);
  const config = "config" in request ? [request.config] : [];
  if (request.type === "static") return new Library(main, exported, main);
  if (request.callable) return new Library(main, exported, undefined, config);
  const maker = MAKERS[/** @type {keyof MAKERS} */ (request.type)];
  return new Library(main, exported, await maker(main, exported, request.method, config));
}

/**
 * A local file is read anew, since it may have changed; a package is read once. CommonJS goes first, in tests and
 * outside of them, so that what is mocked in a test is what runs later.
 * @param {Request} request
 * @returns {Promise<any>}
 */
export async function read({ specifier, base }) {
  const require = createRequire(base);
  const local = isAbsolute(specifier);
  try {
    if (local) delete require.cache[require.resolve(specifier)];
    if (!specifier.endsWith(".mjs")) return require(specifier);
  } catch (error) {
    if (!ONLY_IMPORT.includes(/** @type {any} */ (error)?.code)) throw error;
  }
  if (local) return import(`${pathToFileURL(require.resolve(specifier)).href}?${statSync(specifier).mtimeMs}`);
  return import(addressOf(specifier, base));
}

/**
 * The file that a package is read from.
 * @param {{specifier: string, base: string}} request
 */
export function fileOf({ specifier, base }) {
  try {
    return createRequire(base).resolve(specifier);
  } catch {
    return fileURLToPath(addressOf(specifier, base));
  }
}

/** What an `import` beside `base` would read. @param {string} specifier @param {string} base */
function addressOf(specifier, base) {
  const resolve = /** @type {(name: string, parent: string) => string} */ (/** @type {any} */ (import.meta).resolve);
  return resolve(specifier, pathToFileURL(base).href);
}

/** The library itself: the default export of an ES module, of real ones and of those that were compiled. */
function mainOf(/** @type {any} */ exported) {
  const compiled = exported?.__esModule || exported?.[Symbol.toStringTag] === "Module";
  return compiled && exported.default != null ? exported.default : exported;
}

/** @typedef {(main: any, exported: any, method: string | null, config: unknown[]) => any} Maker */

/** @type {{constructor: Maker, factory: Maker, singleton: Maker}} */
const MAKERS = {
  constructor(main, exported, method, config) {
    const made = method === null ? constructorOf(main, exported) : (exported?.[method] ?? main?.[method]);
    if (typeof made !== "function") throw new TypeError(absent("class", method, main));
    return Reflect.construct(made, config);
  },

  factory(main, exported, method, config) {
    const name = method ?? "create";
    const owner = typeof main?.[name] === "function" ? main : exported;
    if (typeof owner?.[name] === "function") return owner[name](...config);
    if (method === null && typeof main === "function") return main(...config);
    throw new TypeError(absent("function", name, main));
  },

  singleton(main, exported, method, config) {
    const name = method ?? "getInstance";
    for (const owner of [main, constructorOf(main, exported), exported]) {
      if (typeof owner?.[name] === "function") return owner[name](...config);
    }
    throw new TypeError(absent("function", name, main));
  },
};

/** The default export where it can be constructed, else the only class that is exported. */
function constructorOf(/** @type {any} */ main, /** @type {any} */ exported) {
  if (typeof main === "function") return main;
  const classes = Object.values(exported ?? {}).filter(isClass);
  return classes.length === 1 ? classes[0] : undefined;
}

function absent(/** @type {string} */ kind, /** @type {string | null} */ name, /** @type {any} */ main) {
  const known = Object.keys(Object(main)).slice(0, 10).join(", ");
  const wanted = name === null ? "as its default or only export" : JSON.stringify(name);
  return `The package has no ${kind} ${wanted}; it has ${known || "nothing"}.`;
}
