/**
 * What a look has to tell, in the order of the page, as short arrays that Python makes an outline of.
 *
 *   ["c", number, role, name, value, states, choices, more]   a control
 *   ["h", level, text, arrival]  a heading (without text: it belongs to the control after it)
 *   ["t", text, arrival, true]   a text, `true` where it is told as a whole, as code is; `arrival` (in `more` for controls) is explained in arrivals.js
 *   ["(", kind, name]            something begins: a landmark, a dialog, a table, a row      [")"]    and ends
 *   ["(", "row", list, number]   a row, with a number where it has no controls; "line" where people read it as one line
 *   ["f", number, name]          a frame: what is inside comes from a look of its own
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.Entries) return;

  const TEXT = 160;
  /** Characters of the text with which a page begins, which says what it is for; and of a text that is shown as a whole anyway. */
  const [LEAD, SHORT] = [600, 90];
  const TICKED = new Set(["checkbox", "radio", "switch"]);
  /** A sentence that is cut off at the end. */
  const CUT_SENTENCE = /(?<=[.!?:;]["”»)]?)\s[^.!?:;]*…$/;

  /** Controls of a row of which it is noted what stands beside them. */
  const APART = 40;

  class Entries {
    /** @param {number} room Characters of the page's text that are wanted. @param {boolean} [begins] whether the page's beginning is near */
    constructor(room, begins = false) {
      this.begins = begins;
      this.inRow = false;
      /** @type {any[]} */
      this.all = [];
      /** @type {string[]} */
      this.text = [];
      this.room = room;
      this.line = "";
      this.arrival = 0;
      /** Whether all of the line is code. */
      this.code = false;
    }

    /** @param {string} data @param {{near: boolean, silent: boolean, arrival: number, row?: Element}} place @param {boolean} [code] */
    words(data, place, code = false) {
      this.keep(data);
      const most = 2 * (this.begins && !place.row ? LEAD : TEXT);
      if (!place.near || place.silent || this.line.length >= most) return;
      this.arrival = this.line ? Math.min(this.arrival, place.arrival) : place.arrival;
      this.inRow = place.row !== undefined;
      this.code = code && (this.code || !/\S/.test(this.line));
      this.line += data.length > most ? data.slice(0, most) : data;
    }

    /** Only into the page's text. @param {string} data */
    keep(data) {
      if (this.room <= 0) return;
      const taken = data.slice(0, this.room + 64);
      this.text.push(taken, " ");
      this.room -= taken.trim().length + 1;
    }

    /** @param {string} data @param {boolean} code */
    space(data, code) {
      if (code && !data.includes("\n")) this.line += data;
      else if (this.line) this.line += " ";
    }

    endLine() {
      if (!this.line) return;
      const code = this.code ? pollex.codeLine(this.line, TEXT) : null;
      if (code) this.all.push(["t", code, this.arrival, true]);
      else if (code === null) this.endText();
      this.line = "";
    }

    endText() {
      const whole = this.begins && !this.inRow ? pollex.tidy(this.line, LEAD).replace(CUT_SENTENCE, " …") : "";
      const leads = whole.length > SHORT;
      const text = leads ? whole : pollex.tidy(this.line, TEXT);
      if (text.length > 2 || /[\p{L}\p{N}]/u.test(text)) this.all.push(leads ? ["t", text, this.arrival, true] : ["t", text, this.arrival]);
      this.begins &&= !leads;
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

    /** End a row: what marks it stands first, unless its control says so; one without controls tells its number, and its first words are not told again that its control is called by. @param {number} begun @param {Element} row @param {string[]} signs */
    endRow(begun, row, signs) {
      this.endLine();
      const [first, second] = this.all.slice(begun + 1);
      if (first?.[0] === "c" && second?.[0] === "t" && first[3] === second[1]) this.all.splice(begun + 2, 1);
      const controls = this.all.slice(begun + 1).filter((entry) => entry[0] === "c");
      const unsaid = signs.filter((sign) => !controls.some((entry) => entry[5].includes(sign)));
      if (unsaid.length && this.all.length > begun + 1) this.all.splice(begun + 1, 0, ["t", `(${unsaid.join(", ")})`, 0]);
      if (!controls.length) this.all[begun].push(pollex.numberOf(row));
      tellApart(controls, row);
      this.end(begun);
    }

    /** Take the name from a control that holds nothing but a box to tick of that name; of a mere box, the control itself. @param {number} number */
    unname(number) {
      const at = this.all.length - 2;
      const [around, inner] = this.all.slice(-2);
      if (inner?.[0] !== "c" || !TICKED.has(inner[2]) || around[0] !== "c" || around[1] !== number || around[3] !== inner[3]) return;
      if (around[2] === "clickable") this.all.splice(at, 1);
      else around[3] = "";
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

  /** Note beside which words of a row its controls stand: others in it may be called alike. @param {any[][]} controls @param {Element} row */
  function tellApart(controls, row) {
    for (const entry of controls.slice(0, APART)) {
      const words = wordsAround(pollex.elementOf(entry[1]), row);
      if (words) entry[7].beside = words;
    }
  }

  /** The words of the nearest element around another one that has more, within a row. @param {Element | null} element @param {Element} row */
  function wordsAround(element, row) {
    const own = element ? pollex.textOf(element) : "";
    for (let at = element === row ? null : element?.parentElement; at && at !== row; at = at.parentElement) {
      const words = pollex.textOf(at);
      if (words !== own) return words;
    }
    return "";
  }

  Object.assign(pollex, { Entries, LONGEST_TEXT: TEXT });
})();
