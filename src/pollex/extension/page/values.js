/**
 * Values of databases as JSON and back. What JSON has no words for is told as {"$": kind, …}; what cannot be told is `Untold`.
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.Teller) return;

  const VIEWS = /** @type {Record<string, any>} */ ({ Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array, DataView });

  class Untold extends Error {}

  /** Turns values into JSON, and counts. */
  class Teller {
    /** @param {number} room */
    constructor(room) {
      this.room = room;
      this.size = 0;
      /** Blobs, which are read at the end: a transaction does not wait for them. @type {(() => Promise<void>)[]} */
      this.waiting = [];
      /** @type {Set<object>} */
      this.around = new Set();
    }

    /** Read what `tell` put off. */
    async readBlobs() {
      await Promise.all(this.waiting.map((read) => read()));
    }

    /** @param {any} value @returns {any} */
    tell(value) {
      this.size += 8;
      if (value === null || typeof value === "boolean") return value;
      if (typeof value === "string") return (this.size += value.length), value;
      if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0) ? value : { $: "number", is: Object.is(value, -0) ? "-0" : String(value) };
      if (value === undefined) return { $: "undefined" };
      if (typeof value === "bigint") return { $: "bigint", is: String(value) };
      if (this.around.has(value)) throw new Untold("an object that contains itself");
      this.around.add(value);
      const made = this.object(value);
      this.around.delete(value);
      return made;
    }

    /** @param {any} value */
    object(value) {
      if (Array.isArray(value)) return Array.from(value, (each) => this.tell(each));
      if (value instanceof Date) return { $: "date", is: Number.isNaN(value.getTime()) ? null : value.getTime() };
      if (value instanceof RegExp) return { $: "regexp", is: value.source, flags: value.flags };
      if (value instanceof Map) return { $: "map", is: [...value].map(([key, each]) => [this.tell(key), this.tell(each)]) };
      if (value instanceof Set) return { $: "set", is: [...value].map((each) => this.tell(each)) };
      if (value instanceof ArrayBuffer) return { $: "buffer", is: this.bytes(new Uint8Array(value)) };
      if (ArrayBuffer.isView(value)) return { $: "view", of: value.constructor.name, is: this.bytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) };
      if (value instanceof Blob) return this.blob(value);
      if (value instanceof Boolean || value instanceof Number || value instanceof String) return { $: "object", of: this.tell(value.valueOf()) };
      if (value instanceof Error) return { $: "error", of: value.name, is: value.message };
      if (Object.prototype.toString.call(value) !== "[object Object]") throw new Untold(`a ${value.constructor?.name ?? "value"}, which cannot be copied`);
      const items = Object.fromEntries(Object.entries(value).map(([name, each]) => ((this.size += name.length), [name, this.tell(each)])));
      return "$" in items ? { $: "plain", is: items } : items;
    }

    /** @param {Blob} blob */
    blob(blob) {
      const file = blob instanceof File ? { name: blob.name, modified: blob.lastModified } : {};
      const made = { $: "blob", type: blob.type, is: "", ...file };
      this.size += Math.ceil(blob.size / 3) * 4;
      if (this.size <= this.room) this.waiting.push(async () => void (made.is = inBase64(new Uint8Array(await blob.arrayBuffer()))));
      return made;
    }

    /** @param {Uint8Array} bytes */
    bytes(bytes) {
      this.size += Math.ceil(bytes.length / 3) * 4;
      return this.size <= this.room ? inBase64(bytes) : "";
    }
  }

  /** @param {Uint8Array} bytes */
  function inBase64(bytes) {
    let text = "";
    for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return btoa(text);
  }

  /** @param {string} text */
  function fromBase64(text) {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  }

  /** A value from its JSON. @param {any} json @returns {any} */
  function heard(json) {
    if (Array.isArray(json)) return json.map(heard);
    if (json === null || typeof json !== "object") return json;
    switch (json.$) {
      case undefined: return Object.fromEntries(Object.entries(json).map(([name, each]) => [name, heard(each)]));
      case "plain": return Object.fromEntries(Object.entries(json.is).map(([name, each]) => [name, heard(each)]));
      case "number": return Number(json.is);
      case "undefined": return undefined;
      case "bigint": return BigInt(json.is);
      case "date": return new Date(json.is ?? NaN);
      case "regexp": return new RegExp(json.is, json.flags);
      case "map": return new Map(json.is.map(heard));
      case "set": return new Set(json.is.map(heard));
      case "buffer": return fromBase64(json.is).buffer;
      case "view": return new VIEWS[json.of](fromBase64(json.is).buffer);
      case "object": return Object(heard(json.of));
      case "error": return Object.assign(new Error(json.is), { name: json.of });
      case "blob": return "name" in json ? new File([fromBase64(json.is)], json.name, { type: json.type, lastModified: json.modified }) : new Blob([fromBase64(json.is)], { type: json.type });
      default: throw new Error(`a value of the unknown kind ${json.$}`);
    }
  }

  Object.assign(pollex, { Teller, Untold, heard });
})();
