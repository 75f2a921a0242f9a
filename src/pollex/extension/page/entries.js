/**
 * What a look has to tell, in the order of the page, as short arrays that Python makes an outline of.
 *
 *   ["c", number, role, name, value, states, choices, more]   a control
 *   ["h", level, text, arrival]  a heading (without text: it belongs to the control after it)
 *   ["t", text, arrival]         a text; `arrival` (in `more` for controls) is explained in arrivals.js
 *   ["(", kind, name]            something begins: a landmark, a dialog, a table, a row      [")"]    and ends
 *   ["(", "row", list, number]   a row without controls
 *   ["f", number, name]          a frame: what is inside comes from a look of its own
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.Entries) return;

  const TEXT = 160;

  class Entries {
    /** @param {number} room Characters of the page's text that are wanted. */
    constructor(room) {
      /** @type {any[]} */
      this.all = [];
      /** @type {string[]} */
      this.text = [];
      this.room = room;
      this.line = "";
      this.arrival = 0;
    }

    /** @param {string} data @param {{near: boolean, silent: boolean, arrival: number}} place */
    words(data, place) {
      this.keep(data);
      if (!place.near || place.silent || this.line.length >= TEXT * 2) return;
      this.arrival = this.line ? Math.min(this.arrival, place.arrival) : place.arrival;
      this.line += data.length > TEXT * 2 ? data.slice(0, TEXT * 2) : data;
    }

    /** Only into the page's text. @param {string} data */
    keep(data) {
      if (this.room <= 0) return;
      const taken = data.slice(0, this.room + 64);
      this.text.push(taken, " ");
      this.room -= taken.trim().length + 1;
    }

    space() {
      if (this.line) this.line += " ";
    }

    endLine() {
      if (!this.line) return;
      const text = pollex.tidy(this.line, TEXT);
      if (text.length > 2 || /[\p{L}\p{N}]/u.test(text)) this.all.push(["t", text, this.arrival]);
      this.line = "";
    }

    /** @param {unknown[]} entry */
    add(entry) {
      this.endLine();
      this.all.push(entry);
    }

    /** Begin something; gives what `end` must know. @param {string} kind @param {string | number} name */
    begin(kind, name) {
      this.add(["(", kind, name]);
      return this.all.length - 1;
    }

    /** End what began at an entry; what is empty goes. @param {number} begun */
    end(begun) {
      this.endLine();
      if (this.all.length === begun + 1) this.all.pop();
      else this.all.push([")"]);
    }

    /** End a row: what marks it stands first, unless its control says so; one without controls tells its number. @param {number} begun @param {Element} row @param {string[]} signs */
    endRow(begun, row, signs) {
      this.endLine();
      const controls = this.all.slice(begun + 1).filter((entry) => entry[0] === "c");
      const unsaid = signs.filter((sign) => !controls.some((entry) => entry[5].includes(sign)));
      if (unsaid.length && this.all.length > begun + 1) this.all.splice(begun + 1, 0, ["t", `(${unsaid.join(", ")})`, 0]);
      if (!controls.length) this.all[begun].push(pollex.numberOf(row));
      this.end(begun);
    }

    /** A heading, whose text is left out where the only thing in it is a control of that name. @param {unknown[]} entry @param {() => void} inside */
    heading(entry, inside) {
      this.add(entry);
      const begun = this.all.length;
      inside();
      const [only, ...others] = this.all.slice(begun);
      if (only?.[0] === "c" && others.length === 0 && only[3] === pollex.tidy(/** @type {string} */ (entry[2]))) entry.length = 2;
    }

    /** The numbers of all controls that are told. */
    controls() {
      return this.all.filter((entry) => entry[0] === "c").map((entry) => entry[1]);
    }

    wholeText() {
      return this.text.join("").replace(/\s+/g, " ").trim();
    }
  }

  Object.assign(pollex, { Entries, LONGEST_TEXT: TEXT });
})();
