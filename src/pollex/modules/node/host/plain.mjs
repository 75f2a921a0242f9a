/**
 * Any JavaScript value as plain JSON. undefined: null; dates: ISO text; big integers: text; Map and Set: object and
 * array; generators: arrays; bytes: base64; streams, sockets and other emitters: their class's name; a value inside
 * itself: {"$ref": "#/pointer"}. With a note: errors; NaN, infinities, functions and symbols: null; what is nested too deep or
 * too large: cut. Functions and symbols that are fields of an object are left out, as JSON.stringify does.
 */

/** Most notes. */
const MOST_NOTES = 20;

/**
 * @param {unknown} value
 * @param {number} depth
 * @param {number} size characters of JSON, roughly
 * @param {number} [most] items taken from a generator
 */
export function toJson(value, depth, size, most = 1_000) {
  const conversion = new Conversion(depth, size, most);
  const json = conversion.convert(value, "");
  return { json: json === undefined ? null : json, notes: [...conversion.notes] };
}

class Conversion {
  /**
   * @param {number} depth
   * @param {number} size
   * @param {number} most
   */
  constructor(depth, size, most) {
    this.depth = depth;
    this.most = most;
    this.room = size;
    this.size = size;
    /** Containers on the way to the current value, each with its pointer. @type {Map<object, string>} */
    this.open = new Map();
    /** @type {Set<string>} */
    this.notes = new Set();
  }

  /** The JSON of a value; undefined for what has none. @param {any} value @param {string} pointer @returns {any} */
  convert(value, pointer) {
    this.room -= 8;
    switch (typeof value) {
      case "string":
        return this.text(value);
      case "bigint":
        return this.text(String(value));
      case "number":
        return Number.isFinite(value) ? value : this.lost(pointer, `${value} is no JSON; null`);
      case "function":
      case "symbol":
        return this.lost(pointer, `a ${typeof value} is no JSON; null`);
      case "object":
        return value === null ? null : this.container(value, pointer);
      default:
        return value;
    }
  }

  /** @param {string} pointer @param {string} what */
  lost(pointer, what) {
    if (this.notes.size < MOST_NOTES) this.notes.add(`${pointer || "the value"}: ${what}`);
    return null;
  }

  /** @param {string} text */
  text(text) {
    if (text.length > this.room) {
      this.lost("", `larger than ${this.size} characters; cut`);
      text = text.slice(0, Math.max(this.room, 0));
    }
    this.room -= text.length;
    return text;
  }

  /** @param {any} value @param {string} pointer */
  container(value, pointer) {
    const above = this.open.get(value);
    if (above !== undefined) return { $ref: `#${above}` };
    if (this.open.size >= this.depth) {
      return this.lost("", `nested more than ${this.depth} deep; cut`);
    }
    this.open.set(value, pointer);
    try {
      return this.parts(value, pointer);
    } catch (error) {
      return { $type: classOf(value), error: String(/** @type {any} */ (error)?.message ?? error) };
    } finally {
      this.open.delete(value);
    }
  }

  /** @param {any} value @param {string} pointer */
  parts(value, pointer) {
    if (Array.isArray(value)) return this.items(value, pointer);
    if (value instanceof Map) return this.fields(value, pointer);
    if (value instanceof Set) return this.items(value, pointer);
    if (ArrayBuffer.isView(value)) return this.text(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64"));
    if (value instanceof ArrayBuffer) return this.text(Buffer.from(value).toString("base64"));
    if (value instanceof Number || value instanceof String || value instanceof Boolean) return value.valueOf();
    if (value instanceof Error) return this.failed(value, pointer);
    if (typeof value.toJSON === "function") return this.convert(value.toJSON(), pointer) ?? null;
    if (typeof value.on === "function" && typeof value.emit === "function") return { $type: classOf(value) };
    if (typeof value[Symbol.iterator] === "function" && typeof value.next === "function") return this.taken(value, pointer);
    if (value instanceof RegExp || value instanceof WeakMap || value instanceof Promise) return { $type: classOf(value), text: String(value) };
    return this.fields(Object.entries(value), pointer);
  }

  /** An error among what was asked for: it stands in its place, and a note says so. @param {Error} error @param {string} pointer */
  failed(error, pointer) {
    const [type, message] = [classOf(error), this.text(String(error.message))];
    this.lost(pointer, `failed: ${type}: ${message}`);
    return { ...this.fields(Object.entries(error), pointer), $type: type, message };
  }

  /** @param {Iterable<unknown>} values @param {string} pointer */
  items(values, pointer) {
    const made = [];
    for (const item of values) {
      if (this.isFull()) break;
      made.push(this.convert(item, `${pointer}/${made.length}`) ?? null);
    }
    return made;
  }

  /** @param {Iterable<unknown>} generator @param {string} pointer */
  taken(generator, pointer) {
    const made = [];
    for (const item of generator) {
      if (made.length === this.most) {
        this.lost(pointer, `more than ${this.most} items; cut`);
        break;
      }
      made.push(item);
    }
    return this.items(made, pointer);
  }

  /** @param {Iterable<[any, unknown]>} pairs @param {string} pointer */
  fields(pairs, pointer) {
    /** @type {Record<string, unknown>} */
    const made = Object.create(null);
    for (const [key, item] of pairs) {
      if (this.isFull()) break;
      if (typeof item === "function" || typeof item === "symbol") continue;
      const name = this.text(String(key));
      made[name] = this.convert(item, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`) ?? null;
    }
    return made;
  }

  isFull() {
    if (this.room <= 0) this.lost("", `larger than ${this.size} characters; cut`);
    return this.room <= 0;
  }
}

/** @param {any} value */
function classOf(value) {
  return value.constructor?.name || "Object";
}
