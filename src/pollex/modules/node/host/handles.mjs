/** Instances that calls made and later calls name: a bounded number, forgotten when nobody names them for an hour. */
import { randomUUID } from "node:crypto";

import { kindOf, Missing, namesOf } from "./library.mjs";

const MOST = 1_000;
const IDLE_MS = 3_600_000;

/** @typedef {{value: any, library: string, used: number}} Kept */

export class Handles {
  constructor() {
    /** Least recently used first. @type {Map<string, Kept>} */
    this.kept = new Map();
  }

  /**
   * @param {any} value
   * @param {string} library
   */
  keep(value, library) {
    if (Object(value) !== value) throw new Missing({ what: "instance", found: kindOf(value) });
    this.forget();
    const id = randomUUID();
    this.kept.set(id, { value, library, used: Date.now() });
    return { id, type: value.constructor?.name || "Object", methods: namesOf(value) };
  }

  /**
   * @param {string} id
   * @param {string} library
   */
  get(id, library) {
    const kept = this.kept.get(id);
    if (kept === undefined || kept.library !== library || Date.now() - kept.used > IDLE_MS) throw new Missing({ what: "handle" });
    this.kept.delete(id);
    this.kept.set(id, { ...kept, used: Date.now() });
    return kept.value;
  }

  /** @param {string} library */
  release(library) {
    for (const [id, kept] of this.kept) if (kept.library === library) this.kept.delete(id);
  }

  /** Make room for one more. */
  forget() {
    for (const [id, { used }] of this.kept) {
      if (this.kept.size < MOST && Date.now() - used <= IDLE_MS) return;
      this.kept.delete(id);
    }
  }
}
