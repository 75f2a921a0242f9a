/**
 * A document or one element as clean Markdown, up to a number of characters.
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.markdown) return;

  const { isRead, speaks, saidOf, FIELDS, SPACES } = pollex;
  const BLOCKS = "address, article, blockquote, dd, div, dl, dt, figure, h1, h2, h3, h4, h5, h6, li, ol, p, pre, section, table, ul";
  const ASIDE = new Set(["navigation", "banner", "contentinfo", "search"]);
  const CONSENT = /cookie|consent|gdpr|privacy-?(banner|notice)/i;

  /** Writes Markdown until it has as many characters as are wanted. */
  class Scribe {
    /** @param {{whole: boolean, links: boolean, controls: boolean, room: number}} options */
    constructor({ whole, links, controls, room }) {
      this.whole = whole;
      this.controls = controls;
      /** Marks of controls whose words are still to come. */
      this.marks = "";
      this.links = links;
      this.room = room;
      /** Texts, and numbers of frames whose text belongs there. @type {(string | number)[]} */
      this.parts = [];
      this.line = "";
      this.indent = "";
      this.marker = "";
      this.tight = false;
      this.flat = 0;
      this.address = "";
    }

    /** What is in an element, behind the mark of its number where it can be clicked. @param {Element} element */
    visit(element) {
      if (this.room <= 0 || !isRead(element) || (!this.whole && isBeside(element))) return;
      const role = pollex.roleOf(element);
      if (!this.controls || !isPressable(element)) return this.content(element, role);
      const around = this.marks;
      const mark = this.mark(element);
      this.content(element, role);
      if (this.marks !== mark) return;
      const name = pollex.nameOf(element, role) || pollex.looksOf(element);
      if (name) this.line += ` ${this.marked()}${name} `;
      else this.marks = around;
    }

    /** Mark the words that come next, where a click on the element does anything. @param {Element} element */
    mark(element) {
      if (this.controls && isPressable(element)) this.marks += `\0${pollex.numberOf(element)}\0 `;
      return this.marks;
    }

    /** The marks that belong before the next words. */
    marked() {
      const marks = this.marks;
      this.marks = "";
      return marks;
    }

    /** @param {Element} element @param {string} role @returns {void} */
    content(element, role) {
      const tag = element.localName;
      if (tag === "br") this.line += this.flat ? " " : "\n";
      else if (tag === "hr") this.block("---");
      else if (FIELDS.has(tag)) this.field(element, role);
      else if (tag === "iframe" || tag === "frame") this.frame(element);
      else if (saidOf(element) !== null) this.picture(element);
      else if (role === "heading" && !this.flat) this.heading(element);
      else if (role === "button" && !this.whole && !this.controls) return;
      else if (tag === "a" && element.hasAttribute("href")) this.link(element);
      else if (tag === "pre" && !this.flat) this.block(`\`\`\`\n${(element.textContent ?? "").replace(/\n$/, "")}\n\`\`\``);
      else if (tag === "code" && this.flat + this.line.length > 0) this.line += `\`${element.textContent ?? ""}\``;
      else if (this.flat) this.spaced(element);
      else if (pollex.isGrid(element)) this.table(element);
      else if (tag === "ul" || tag === "ol" || tag === "menu") this.list(element, tag === "ol");
      else if (tag === "dl") this.terms(element);
      else if (tag === "blockquote") this.inset(element, "> ");
      else this.container(element);
    }

    /** @param {Element} element */
    inside(element) {
      /** @type {boolean | undefined} */
      let heard;
      for (const child of pollex.childrenOf(element)) {
        if (child.nodeType === Node.TEXT_NODE) {
          heard ??= speaks(element);
          if (heard) this.words(/** @type {Text} */ (child).data.replace(SPACES, " "));
        } else if (child instanceof Element) this.visit(child);
      }
    }

    /** @param {string} text */
    words(text) {
      this.line += this.marks && /\S/.test(text) ? ` ${this.marked()}${text.trimStart()}` : text;
    }

    /** @param {Element} element */
    container(element) {
      const inline = /^(inline|contents)/.test(getComputedStyle(element).display);
      if (!inline) this.end();
      this.inside(element);
      if (!inline) this.end();
    }

    /** @param {Element} element */
    spaced(element) {
      const apart = !pollex.INLINE.has(element.localName);
      if (apart) this.line += " ";
      this.inside(element);
      if (apart) this.line += " ";
    }

    /** What is inside, as one line. @param {Element} element */
    inline(element) {
      const kept = this.line;
      this.line = "";
      this.flat += 1;
      this.inside(element);
      this.flat -= 1;
      const text = this.line.replace(SPACES, " ").trim();
      this.line = kept;
      return text;
    }

    end() {
      if (this.flat) return;
      const text = this.line.split("\n").map((line) => line.replace(SPACES, " ").trim()).filter(Boolean).join("\n");
      this.line = "";
      if (text) this.write(text);
    }

    /** @param {string} text */
    block(text) {
      this.end();
      this.write(text);
    }

    /** @param {string} text */
    write(text) {
      const [first, ...rest] = text.split("\n");
      const begun = this.indent.slice(0, this.indent.length - this.marker.length) + this.marker;
      const written = [(this.marker ? begun : this.indent) + first, ...rest.map((line) => this.indent + line)].join("\n");
      this.marker = "";
      this.put((this.tight ? "\n" : "\n\n") + written);
    }

    /** @param {string} text */
    put(text) {
      this.parts.push(text);
      this.room -= text.length;
    }

    /** @param {Element} element */
    heading(element) {
      const level = levelOf(element);
      const text = this.inline(element);
      if (!text) return;
      const linked = this.address && this.links ? `[${text}](${this.address})` : text;
      this.block(this.indent ? linked : `${"#".repeat(Math.min(level, 6))} ${linked}`);
    }

    /** @param {Element} element */
    link(element) {
      const address = /** @type {HTMLAnchorElement} */ (element).href;
      if (!this.flat && element.querySelector(BLOCKS)) {
        this.address = address;
        this.container(element);
        this.address = "";
        return;
      }
      const marks = this.marked();
      const text = this.inline(element);
      if (text) this.line += `${marks}${this.links && !address.startsWith("javascript:") ? `[${text}](${address})` : text}`;
      else this.marks = marks;
    }

    /** @param {Element} element */
    picture(element) {
      const said = pollex.tidy(saidOf(element), 300);
      if (said) this.line += ` ![${said}] `;
    }

    /** @param {Element} element @param {string} role */
    field(element, role) {
      if (!pollex.reachable(element) || role === "button") return;
      const name = pollex.nameOf(element, role);
      if (this.marks) this.line += ` ${this.marked()}`;
      if (role === "checkbox" || role === "radio") this.line += /** @type {HTMLInputElement} */ (element).checked ? " [x] " : " [ ] ";
      else this.line += ` [${[name, pollex.valueOf(element)].filter(Boolean).join(": ")}] `;
    }

    /** @param {Element} element */
    frame(element) {
      this.end();
      this.parts.push(pollex.numberOf(element));
    }

    /** @param {Element} element @param {boolean} ordered */
    list(element, ordered) {
      this.end();
      let place = Number(element.getAttribute("start") ?? 1);
      for (const child of pollex.childrenOf(element)) {
        if (!(child instanceof Element) || this.room <= 0) continue;
        this.inset(child, " ".repeat(2 + Number(ordered)), ordered ? `${place++}. ` : "- ");
      }
    }

    /** Something with a margin of its own. @param {Element} element @param {string} margin @param {string} [marker] */
    inset(element, margin, marker = "") {
      if (!isRead(element)) return;
      this.end();
      const kept = { indent: this.indent, tight: this.tight, marker: this.marker };
      const before = this.parts.length;
      if (element.localName === "li") this.mark(element);
      this.indent += margin;
      this.marker = marker;
      if (marker) this.tight = kept.tight || element.previousElementSibling !== null;
      const within = () => (element.localName === "blockquote" || element.localName === "li" ? this.inside(element) : this.visit(element));
      if (marker && !kept.tight && !element.previousElementSibling) this.first(within);
      else within();
      this.end();
      Object.assign(this, kept, this.parts.length > before ? { marker: "" } : {});
    }

    /** The first entry of a list stands apart from what is before it, its further lines do not. @param {() => void} within */
    first(within) {
      this.put("\n");
      this.tight = true;
      within();
    }

    /** @param {Element} element */
    terms(element) {
      this.end();
      let term = "";
      const kept = this.tight;
      for (const each of element.querySelectorAll("dt, dd")) {
        if (each.closest("dl") !== element || !isRead(each)) continue;
        if (each.localName === "dt") term = this.inline(each);
        else {
          this.write(`${term}: ${this.inline(each)}`);
          this.tight = true;
        }
      }
      this.tight = kept;
    }

    /** @param {Element} element */
    table(element) {
      const grid = pollex.gridOf(element);
      if (!grid.columns.length && element.querySelector("table, h1, h2, h3, p")) return this.container(element);
      this.end();
      const caption = element.querySelector("caption");
      if (caption && isRead(caption)) this.block(this.inline(caption));
      const width = Math.max(grid.columns.length, ...grid.rows.slice(0, 50).map((/** @type {Element} */ row) => grid.place(row).length));
      const line = (/** @type {string[]} */ cells) => `| ${Array.from({ length: width }, (_, at) => (cells[at] ?? "").replaceAll("|", "\\|")).join(" | ")} |`;
      this.write(`${line(grid.columns)}\n${this.indent}|${" --- |".repeat(width)}`);
      for (const row of [...grid.rows, ...grid.foot]) {
        if (this.room <= 0) return undefined;
        this.mark(row);
        this.put(`\n${this.indent}${line(grid.place(row).map((/** @type {any} */ cell) => (cell && cell.first ? this.cell(cell.element) : "")))}`);
      }
      return undefined;
    }

    /** @param {Element} cell */
    cell(cell) {
      this.mark(cell);
      const text = this.inline(cell);
      return this.marks ? this.marked() + text : text;
    }
  }

  /** Whether an element stands beside what a page is about: navigation, head and foot of the page, a cookie banner. @param {Element} element */
  function isBeside(element) {
    const role = pollex.roleOf(element);
    if (role === "banner" || role === "contentinfo") return element.hasAttribute("role") || !element.closest("article, aside, main, section");
    return ASIDE.has(role) || isConsent(element);
  }

  /** Whether something happens where an element is clicked. @param {Element} element */
  function isPressable(element) {
    return pollex.isControl(element) || pollex.listens(element) || (getComputedStyle(element).cursor === "pointer" && !(element.parentElement && getComputedStyle(element.parentElement).cursor === "pointer"));
  }

  /** @param {Element} element */
  function isConsent(element) {
    const called = `${element.id} ${element.getAttribute("class") ?? ""} ${element.getAttribute("aria-label") ?? ""}`;
    return CONSENT.test(called) && /cookie|consent/i.test(element.textContent ?? "") && !element.matches("html, body, main");
  }

  /** Where reading begins: the main part and open dialogs, or all of it. @param {boolean} whole @returns {Element[]} */
  function startsOf(whole) {
    const all = document.body ?? document.documentElement;
    const main = whole ? null : [...document.querySelectorAll("main, [role=main]")].find((one) => isRead(one) && /\S/.test(one.textContent ?? ""));
    if (!main) return [all];
    const dialogs = [...document.querySelectorAll("dialog[open], [role=dialog], [role=alertdialog]")];
    return [...dialogs.filter((dialog) => !main.contains(dialog) && !dialog.contains(main) && isRead(dialog) && !isConsent(dialog)), main];
  }

  const HEADING = "h1, h2, h3, h4, h5, h6, [role=heading]";

  /** @param {Element} heading */
  function levelOf(heading) {
    return Number(heading.getAttribute("aria-level") ?? heading.localName[1]) || 2;
  }

  /** An element; a heading with all that follows it up to the next one of its level. @param {Element} element @returns {Element[]} */
  function sectionOf(element) {
    const heading = element.closest(HEADING);
    if (!heading) return [element];
    let top = /** @type {Element} */ (heading);
    while (!top.nextElementSibling && top.parentElement?.textContent?.trim() === heading.textContent?.trim()) top = /** @type {Element} */ (top.parentElement);
    const found = [top];
    for (let at = top.nextElementSibling; at; at = at.nextElementSibling) {
      const next = at.matches(HEADING) ? at : at.querySelector(HEADING);
      if (next && levelOf(next) <= levelOf(heading)) break;
      found.push(at);
    }
    return found;
  }

  /**
   * @param {{number?: number, whole?: boolean, links?: boolean, controls?: boolean, room?: number}} options `controls`: what can be clicked stands behind its number between zeros
   * @returns {{gone: true} | {parts: (string | number)[], full: boolean}} `full`: there was more than room for it
   */
  function markdown({ number, whole = false, links = true, controls = false, room = 10_000 }) {
    const one = number === undefined ? null : pollex.elementOf(number);
    if (number !== undefined && !one) return { gone: true };
    const scribe = new Scribe({ whole: whole || one !== null, links, controls, room });
    for (const start of one ? sectionOf(one) : startsOf(whole)) {
      scribe.visit(start);
      scribe.end();
    }
    return { parts: scribe.parts, full: scribe.room <= 0 };
  }

  Object.assign(pollex, { markdown });
})();
