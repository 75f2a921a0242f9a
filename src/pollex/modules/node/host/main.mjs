/**
 * The Node side of modules: reads requests from its channel, one line of JSON each, and answers each with one.
 * Many calls may be under way at a time; an answer carries the id of its request.
 */
import { Socket } from "node:net";

import { Handles } from "./handles.mjs";
import { failureOf } from "./failure.mjs";
import { Library, Missing, signatureOf } from "./library.mjs";
import { fileOf, make, read } from "./load.mjs";
import { toJson } from "./plain.mjs";
import { survey } from "./survey.mjs";

/** What a library may replace, as it was before any was loaded. */
const { parse, stringify } = JSON;
const { concat } = Buffer;

const [descriptor, depth, size, most] = process.argv.slice(2).map(Number);
const channel = new Socket({ fd: descriptor, readable: true, writable: true });
const handles = new Handles();
/** @type {Map<string, Library>} */
const libraries = new Map();

/** What each kind of request does; what it returns is the answer. */
const actions = {
  /** @param {any} request */
  async load(request) {
    let stage = "import";
    try {
      const exported = await read(request);
      stage = "make";
      libraries.set(request.library, await make(exported, request));
      return {};
    } catch (error) {
      return { error: failureOf(error, depth), stage };
    }
  },

  /** @param {any} request */
  describe(request) {
    const library = libraryOf(request);
    const { target } = library.find(request.path, request.on, ownerOf(request));
    return { ok: signatureOf(library.unwrapped(target, request.path)) };
  },

  /** @param {any} request */
  survey(request) {
    return { ok: { ...survey(libraryOf(request)), file: fileOf(request) } };
  },

  /** @param {any} request */
  async call(request) {
    for (const place of request.holes) request.args[place] = undefined;
    const library = libraryOf(request);
    let value = library.call(request.path, request.on, ownerOf(request), request.args);
    if (request.wait || value instanceof Promise) value = await value;
    if (request.keep) return { handle: handles.keep(value, request.library) };
    if (isAsyncGenerator(value)) value = (await collect(value, most + 1)).values();
    const { json, notes } = toJson(value, depth, size, most);
    return notes.length ? { ok: json, notes } : { ok: json };
  },

  /** @param {any} request */
  release(request) {
    libraries.delete(request.library);
    handles.release(request.library);
    return {};
  },

  ping: () => ({}),
};

/**
 * @param {any} request
 * @returns {Library}
 */
function libraryOf(request) {
  const library = libraries.get(request.library);
  if (library === undefined) throw new Missing({ what: "library" });
  return library;
}

/** The instance that a request names. @param {any} request */
function ownerOf(request) {
  return request.instance === null ? undefined : handles.get(request.instance, request.library);
}

/** @param {any} value */
function isAsyncGenerator(value) {
  return typeof value?.[Symbol.asyncIterator] === "function" && typeof value.next === "function";
}

/**
 * The first items, at most `most`: one more than is returned, which shows that there are more.
 * @param {AsyncIterable<unknown>} items
 * @param {number} most
 */
async function collect(items, most) {
  const made = [];
  for await (const item of items) {
    made.push(item);
    if (made.length === most) break;
  }
  return made;
}

/** @param {string} line */
async function serve(line) {
  const request = parse(line);
  let answer;
  try {
    answer = await actions[/** @type {keyof typeof actions} */ (request.do)](request);
  } catch (error) {
    answer = error instanceof Missing ? { missing: error.facts } : { error: failureOf(error, depth) };
  }
  channel.write(`${stringify({ id: request.id, ...answer })}\n`);
}

/** @type {Buffer[]} */
let pieces = [];
channel.on("data", (piece) => {
  let start = 0;
  for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, start)) {
    pieces.push(piece.subarray(start, end));
    void serve(concat(pieces).toString());
    pieces = [];
    start = end + 1;
  }
  if (start < piece.length) pieces.push(piece.subarray(start));
});

const exit = process.exit.bind(process);
channel.on("close", () => exit(0));
channel.on("error", () => exit(0));

/** A library that exits would end all other calls: it fails instead. @type {any} */
const refuseToExit = (/** @type {unknown} */ code) => {
  throw new Error(`process.exit(${code ?? ""}) was called; a module cannot end the process that it shares.`);
};
process.exit = refuseToExit;

/** Reports what a library throws outside of a call; the process goes on. @param {unknown} error */
const report = (error) => void process.stderr.write(`a module failed outside of a call: ${failureOf(error, 1).stack}\n`);
process.on("uncaughtException", report);
process.on("unhandledRejection", report);
process.removeAllListeners("warning");
process.on("warning", (warning) => {
  if (warning.name !== "ExperimentalWarning") process.stderr.write(`${warning.name}: ${warning.message}\n`);
});
