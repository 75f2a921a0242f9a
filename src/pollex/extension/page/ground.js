/**
 * Everything by which people tell the elements of a page apart, in one pass: controls, texts, headings, pictures, and the
 * boxes around them as a tree. Which element some words mean is found out of this in Python.
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.ground) return;

  const SKIPPED = new Set(["script", "style", "noscript", "template", "head", "link", "meta", "title", "datalist", "param", "source", "track", "br", "hr", "wbr", "col", "colgroup", "map"]);
  const CLOSED = new Set(["input", "select", "textarea", "canvas", "embed", "object", "audio", "video", "progress", "meter"]);
  const WHOLE = new Set(["button", "checkbox", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "switch", "tab"]);
  const PARTS = "a[href], button, input, select, textarea, h1, h2, h3, h4, h5, h6, p, div, li, td";
  const PICTURES = "svg, i, img, use, span[class], [data-icon]";
  /** What holds others: a listener on it is for them. */
  const HOLDS = new Set(["list", "table", "rowgroup", "tree", "menu", "menubar", "tablist", "toolbar", "main", "navigation", "form", "region"]);
  const STATED = ["aria-current", "aria-selected", "aria-expanded", "aria-disabled"];
  const HEADING = /^h[1-6]$/;
  const LONGEST = 300;
  const HOSTS = 40;

  /**
   * @typedef {{pointed: boolean, inControl: boolean, labelled: boolean}} Place
   * @typedef {Record<string, any> & {id: number, up: number}} Thing
   */

  /** @param {{large: number, range: number, whole?: boolean, top?: number, bottom?: number}} options */
  function ground(options) {
    const pass = new Pass(options);
    const start = document.body ?? document.documentElement;
    if (start) pass.visit(start, 0, { pointed: false, inControl: false, labelled: false });
    return {
      things: pass.things.filter((thing) => !thing.gone), frames: pass.frames, hosts: pass.hosts, title: document.title, cut: pass.cut,
      width: innerWidth, height: innerHeight,
    };
  }

  class Pass {
    /** @param {any} options */
    constructor(options) {
      /** @type {Thing[]} */
      this.things = [];
      /** @type {number[][]} */
      this.frames = [];
      /** @type {number[]} */
      this.hosts = [];
      this.last = 0;
      this.cut = false;
      this.near = !options.whole && document.getElementsByTagName("*").length > options.large;
      this.top = options.top ?? -options.range;
      this.bottom = options.bottom ?? innerHeight + options.range;
      /** The text that is being read: its words, where they begin and end. @type {{words: string, first: Text, last: Text, up: number, more: Record<string, any>} | null} */
      this.run = null;
      /** @type {WeakMap<Element, string[]>} */
      this.columns = new WeakMap();
    }

    /** @param {Element} element @param {number} up @param {Place} place */
    visit(element, up, place) {
      const tag = element.localName;
      if (SKIPPED.has(tag)) return;
      const box = element.getBoundingClientRect();
      const empty = box.width === 0 && box.height === 0;
      if (empty && !pollex.isDrawn(element) && tag !== "input") return;
      if (this.near && !empty && (box.bottom < this.top || box.top > this.bottom)) {
        this.cut = true;
        return;
      }
      if (!empty && this.hosts.length < HOSTS && pollex.mayHide(element)) this.hosts.push(pollex.numberOf(element));
      if (tag === "iframe" || tag === "frame") return this.frame(element, box, up);
      if (pollex.isControl(element) || (tag === "a" && !empty) || this.isActive(element, tag, box, place)) return this.control(element, tag, up, place);
      if (HEADING.test(tag) || element.getAttribute("role") === "heading") return this.heading(element, tag, box, up, place);
      if (tag === "img" || tag === "svg") return this.picture(element, box, up, place);
      if (CLOSED.has(tag)) return;
      if (pollex.INLINE.has(tag) && !element.hasAttribute("role") && !pollex.rootOf(element)) return this.inline(element, up, place);
      this.group(element, tag, box, up, place);
    }

    /** Whether something that is no control acts as one. @param {Element} element @param {string} tag @param {DOMRect} box @param {Place} place */
    isActive(element, tag, box, place) {
      if (place.inControl || tag === "body" || tag === "html" || tag === "label" || box.width * box.height === 0) return false;
      if (!pollex.actsLikeControl(element, place.pointed) || HOLDS.has(pollex.roleOf(element))) return false;
      return box.width * box.height < 0.5 * innerWidth * innerHeight;
    }

    /** @param {number} up @param {Element} element @param {DOMRect} box @param {Record<string, any>} said @returns {Thing} */
    add(up, element, box, said) {
      /** @type {Record<string, any>} */
      const thing = { id: ++this.last, up, n: pollex.numberOf(element), b: [Math.round(box.left), Math.round(box.top), Math.round(box.width), Math.round(box.height)], ...said };
      for (const key of Object.keys(said)) if (thing[key] === "" || thing[key] === null || thing[key] === undefined || thing[key] === false) delete thing[key];
      const kept = /** @type {Thing} */ (thing);
      this.things.push(kept);
      return kept;
    }

    /** @param {Element} element @param {string} tag @param {number} up @param {Place} place */
    control(element, tag, up, place) {
      const reach = pollex.reachable(element);
      if (reach === null || isAway(reach.box)) return CLOSED.has(tag) ? undefined : this.inside(element, up, place);
      this.flush();
      const role = pollex.roleOf(element);
      const control = /** @type {HTMLInputElement} */ (element);
      const text = CLOSED.has(tag) || role === "textbox" ? "" : pollex.textOf(element, LONGEST);
      const plain = text !== "" && WHOLE.has(role) && !element.hasAttribute("aria-label") && !element.hasAttribute("aria-labelledby");
      const name = plain ? pollex.tidy(text) : pollex.nameOf(element, role);
      const choices = tag === "select" || control.list ? pollex.choicesOf(element) : null;
      const states = pollex.statesOf(element);
      const thing = this.add(up, element, reach.box, {
        s: "c", r: role, t: tag, name, text: text === name ? "" : text, label: pollex.labelOf(element), hint: element.getAttribute("placeholder"),
        title: pollex.tidy(element.getAttribute("title")), about: this.described(element), value: pollex.valueOf(element), states: states.length ? states : null, type: tag === "input" || tag === "button" ? control.type : null,
        form: control.form ? pollex.numberOf(control.form) : null, href: tag === "a" ? element.getAttribute("href") : null, icon: iconOf(element, text), bare: !CLOSED.has(tag) && !/[\p{L}\p{N}]/u.test(text), choices: Array.isArray(choices) ? choices.slice(0, 60) : null,
        col: this.columnOf(element),
      });
      if (CLOSED.has(tag) || role === "textbox") return undefined;
      if (WHOLE.has(role) && (element.firstElementChild === null || element.querySelector(PARTS) === null)) return undefined;
      this.inside(element, thing.id, { ...place, pointed: true, inControl: place.inControl || WHOLE.has(role) });
      return this.flush();
    }

    /** @param {Element} element */
    described(element) {
      const ids = element.getAttribute("aria-describedby");
      if (!ids) return "";
      const root = /** @type {Document} */ (element.getRootNode());
      return pollex.tidy(ids.split(/\s+/).map((id) => root.getElementById?.(id)?.textContent ?? "").join(" "));
    }

    /** The header of the column that an element stands in. @param {Element} element @returns {string} */
    columnOf(element) {
      const cell = /** @type {HTMLTableCellElement | null} */ (element.closest("td"));
      const table = cell?.closest("table");
      if (!cell || !table) return "";
      let headers = this.columns.get(table);
      if (!headers) {
        const row = table.tHead?.rows[table.tHead.rows.length - 1] ?? table.rows[0];
        headers = row ? [...row.cells].map((each) => (each.localName === "th" ? pollex.textOf(each, 60) : "")) : [];
        this.columns.set(table, headers);
      }
      return headers[cell.cellIndex] ?? "";
    }

    /** @param {Element} element @param {string} tag @param {DOMRect} box @param {number} up @param {Place} place */
    heading(element, tag, box, up, place) {
      this.flush();
      if (!pollex.isSeen(element, box)) return;
      const level = Number(element.getAttribute("aria-level") ?? tag[1]) || 2;
      const thing = this.add(up, element, box, { s: "h", r: "heading", t: tag, name: pollex.textOf(element, LONGEST), level });
      this.controlsIn(element, thing.id, place);
    }

    /** Only the controls of a heading: its words are its own. @param {Element} element @param {number} up @param {Place} place */
    controlsIn(element, up, place) {
      for (const child of pollex.childrenOf(element)) {
        if (!(child instanceof Element)) continue;
        if (pollex.isControl(child)) this.visit(child, up, place);
        else this.controlsIn(child, up, place);
      }
    }

    /** @param {Element} element @param {DOMRect} box @param {number} up @param {Place} place */
    picture(element, box, up, place) {
      if (place.inControl || !pollex.isSeen(element, box)) return;
      this.flush();
      const name = element.localName === "svg" ? pollex.tidy(element.getAttribute("aria-label") || element.querySelector("title")?.textContent) : pollex.nameOf(element, "image");
      this.add(up, element, box, { s: "i", r: "image", t: element.localName, name, icon: iconOf(element, name) });
    }

    /** @param {Element} element @param {DOMRect} box @param {number} up */
    frame(element, box, up) {
      this.flush();
      if (box.width < 2 || box.height < 2) return;
      const style = getComputedStyle(element);
      const thing = this.add(up, element, box, { s: "g", r: "frame", t: "iframe", name: pollex.nameOf(element, "frame") });
      this.frames.push([pollex.numberOf(element), thing.id, Math.round(box.left + Number.parseFloat(style.borderLeftWidth)), Math.round(box.top + Number.parseFloat(style.borderTopWidth)), Math.round(box.height)]);
    }

    /** @param {Element} element @param {number} up @param {Place} place */
    inline(element, up, place) {
      if (element.localName === "label") {
        this.flush();
        const control = /** @type {HTMLLabelElement} */ (element).control;
        this.inside(element, up, { ...place, labelled: true, pointed: true }, control ? { of: pollex.numberOf(control) } : {});
        return this.flush();
      }
      return this.inside(element, up, place);
    }

    /** @param {Element} element @param {string} tag @param {DOMRect} box @param {number} up @param {Place} place */
    group(element, tag, box, up, place) {
      this.flush();
      const role = pollex.roleOf(element);
      const said = element.getAttribute("aria-label") || element.hasAttribute("aria-labelledby") || tag === "fieldset" || tag === "table" ? pollex.nameOf(element, role) : "";
      const modal = (tag === "dialog" && element.matches(":modal")) || element.getAttribute("aria-modal") === "true";
      const states = element.hasAttribute("role") || STATED.some((name) => element.hasAttribute(name)) ? pollex.statesOf(element) : [];
      const thing = this.add(up, element, box, {
        s: "g", r: role, t: tag, name: pollex.tidy(said), title: pollex.tidy(element.getAttribute("title")), icon: classWords(element), modal,
        states: states.length ? states : null, drag: element.getAttribute("draggable") === "true",
      });
      const before = this.things.length;
      if (tag === "details" && !(/** @type {HTMLDetailsElement} */ (element).open)) {
        const summary = element.querySelector(":scope > summary");
        if (summary) this.visit(summary, thing.id, place);
      } else this.inside(element, thing.id, place);
      this.flush();
      this.fold(thing, before);
    }

    /** A plain box around one thing only is left out, its class words go to what is inside. @param {Thing} thing @param {number} before */
    fold(thing, before) {
      let only = null;
      for (let index = before; index < this.things.length; index++) {
        const each = this.things[index];
        if (each.gone || each.up !== thing.id) continue;
        if (only) return;
        only = each;
      }
      const plain = thing.r === "generic" && !thing.name && !thing.drag && !thing.modal;
      if (only === null ? thing.r === "row" || thing.r === "cell" || thing.r === "gridcell" : !plain) return;
      thing.gone = true;
      if (only === null) return;
      only.up = thing.up;
      if (only.s === "g" && thing.icon) only.icon = only.icon ? `${thing.icon} ${only.icon}` : thing.icon;
    }

    /** @param {Element} element @param {number} up @param {Place} place @param {Record<string, any>} [more] */
    inside(element, up, place, more = {}) {
      /** @type {boolean | undefined} */
      let seen;
      for (const child of pollex.childrenOf(element)) {
        if (child.nodeType === Node.TEXT_NODE) {
          const text = /** @type {Text} */ (child);
          if (!/\S/.test(text.data)) {
            if (this.run) this.run.words += " ";
            continue;
          }
          seen ??= element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
          if (seen) this.words(text, up, more);
        } else if (child instanceof Element) this.visit(child, up, place);
      }
    }

    /** @param {Text} text @param {number} up @param {Record<string, any>} more */
    words(text, up, more) {
      if (!this.run || this.run.up !== up) {
        this.flush();
        this.run = { words: "", first: text, last: text, up, more };
      }
      if (this.run.words.length < LONGEST * 2) this.run.words += text.data.slice(0, LONGEST * 2);
      this.run.last = text;
    }

    /** End the text that is being read. */
    flush() {
      const run = this.run;
      this.run = null;
      if (!run) return;
      const name = pollex.tidy(run.words, LONGEST);
      const range = document.createRange();
      range.setStart(run.first, 0);
      range.setEnd(run.last, run.last.length);
      const box = range.getBoundingClientRect();
      if (!name || box.width <= 1 || box.height <= 1) return;
      const host = pollex.hostOf(run.first);
      this.add(run.up, host, box, { s: "t", r: "text", t: host.localName, name, ...run.more });
    }
  }

  /** Whether something stands outside of all that can be scrolled to, as links to skip the navigation do. @param {DOMRect} box */
  function isAway(box) {
    return box.right + scrollX <= 0 || box.bottom + scrollY <= 0;
  }

  /** Words of the names that the page's makers gave to an element. @param {Element} element @returns {string} */
  function classWords(element) {
    return `${element.getAttribute("class") ?? ""} ${element.id}`.trim().slice(0, 120);
  }

  /** By what a control without words may be known: names of its pictures, classes. @param {Element} element @param {string} text @returns {string} */
  function iconOf(element, text) {
    const words = [classWords(element), element.getAttribute("name") ?? "", element.getAttribute("rel") ?? "", element.getAttribute("data-icon") ?? ""];
    if (text.length < 3 || element.firstElementChild !== null) {
      for (const picture of [...element.querySelectorAll(PICTURES)].slice(0, 6)) {
        words.push(classWords(picture), picture.getAttribute("data-icon") ?? "", picture.getAttribute("title") ?? "", (picture.getAttribute("href") ?? "").split("#")[1] ?? "");
        const source = picture.getAttribute("src");
        if (source && !source.startsWith("data:")) words.push(source.split(/[?#]/)[0].split("/").at(-1) ?? "");
      }
    }
    return words.filter(Boolean).join(" ").slice(0, 200);
  }

  Object.assign(pollex, { ground });
})();
