/**
 * One look at a document: its controls, headings, landmarks and texts near the viewport, in the order of the page.
 * Boxes are read in one sweep; nothing in the page is changed.
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.look) return;

  const SKIPPED = new Set(["script", "style", "noscript", "template", "head", "link", "meta", "title", "datalist", "param", "source", "track", "br", "hr", "wbr", "col", "colgroup", "map"]);
  const CLOSED = new Set(["select", "textarea", "canvas", "embed", "object", "audio", "video", "img", "svg", "math", "progress", "meter"]);
  const HEADING = /^h[1-6]$/;
  const HOSTS = 40;
  /** What is called by its words, so that these are not told again. */
  const SAYING = new Set(["generic", "listitem", "cell", "gridcell", "columnheader", "rowheader"]);
  /** Characters of what a picture says. */
  const LONGEST_SAID = 160;
  /** Rows of a list from which those far below are only counted. */
  const MANY_ROWS = 50;
  /** Pixels of a row that is near as a whole, even where an end of it is not: its line stays the same while the page moves. */
  const ROW_HEIGHT = 600;
  /** Fields of several lines whose text is told at length. */
  const MOST_WRITTEN = 2;
  /** Controls that are told; of a document with more near the viewport the others are counted. */
  const MOST_TOLD = 1_000;
  /** Boxes of one element that may be pictures or the marks of a row. */
  const MOST_MARKS = 50;
  /** Pixels of a side up to which something in a cell only changes the size of its column, as its head does. */
  const HANDLE = 8;
  /** Shapes of a drawing that are not told, from which that is said. */
  const MANY_SHAPES = 20;
  /** Elements of a document that is looked at before one knows whether its listeners are still the same. */
  const SMALL = 3_000;

  /** @typedef {{silent: boolean, pointed: boolean, near: boolean, inControl: boolean, strange: boolean, arrival: number, served?: boolean, inRow?: boolean, row?: Element, inCells?: boolean}} Place `strange`: it was far away; `served`: a listener above serves it; `row`: the row around it; `inCells`: that has the cells of a grid */
  /** @typedef {{top?: number, bottom?: number, range?: number, elements?: number, text?: number, elementText?: number, extra?: string[], listening?: number[], again?: boolean}} Options `again`: the last look was in vain */

  /** The listeners that were told last, by the places of their elements. @type {number[] | null} */
  let heard = null;

  /** Without `listening`, a look with the listeners told last; nothing where it is better to ask for them first. @param {Options} options */
  function look(options) {
    const all = document.getElementsByTagName("*");
    if (options.listening) {
      heard = options.listening;
      pollex.learnListeners(heard.map((place) => all[place]).filter(Boolean));
    } else if (heard === null || all.length > SMALL) return null;
    pollex.beginLook(options.again === true);
    pollex.learnTicking();
    pollex.forgetSeen();
    const sight = new Sight(options);
    const start = document.body ?? document.documentElement;
    const place = { silent: false, pointed: false, near: true, inControl: false, strange: false, arrival: 0 };
    if (start) sight.visit(start, place);
    for (const stray of sight.around.strays) sight.visit(stray, place);
    pollex.watchTicking(true);
    return { ...sight.result(), heard: options.listening ? null : heard };
  }

  class Sight {
    /** @param {Options} options */
    constructor(options) {
      this.around = new pollex.Around(options);
      this.entries = new pollex.Entries(options.text ?? 2000, scrollY + this.around.top <= 0);
      this.standing = new pollex.Standing();
      this.lineage = new pollex.Lineage(options.again === true);
      this.overlays = new pollex.Overlays();
      this.extra = options.extra?.length ? options.extra.join(", ") : null;
      this.most = options.elements ?? 100;
      this.elementText = options.elementText ?? 100;
      /** @type {any[]} */
      this.elements = [];
      /** Controls that have their entries. @type {Set<Element>} */
      this.told = new Set();
      /** @type {number[]} */
      this.hosts = [];
      /** @type {any[]} */
      this.frames = [];
      this.lists = 0;
      this.written = 0;
    }

    result() {
      this.entries.endLine();
      const page = document.scrollingElement ?? document.documentElement;
      const { beyond, ahead, controls } = this.around;
      return {
        url: location.href, title: document.title, scrollY: Math.round(scrollY), scrollHeight: page?.scrollHeight ?? 0,
        viewportHeight: innerHeight, entries: this.entries.all, elements: this.elements, text: this.entries.wholeText(),
        beyond, ahead, controls, frames: this.frames, hosts: this.hosts,
        lineage: this.lineage.result(),
        gone: pollex.wentFromDocument(this.entries.controls()),
        away: pollex.wentAway(this.entries.controls(), (/** @type {DOMRect} */ box) => this.around.isNear(box)),
      };
    }

    /** @param {Element} element @param {Place} place */
    visit(element, place) {
      const tag = element.localName;
      if (SKIPPED.has(tag)) return;
      const box = element.getBoundingClientRect();
      const empty = box.width === 0 && box.height === 0;
      if (empty && !pollex.isDrawn(element)) {
        if (tag === "input") this.control(element, box, place);
        return;
      }
      const near = empty || place.inRow ? place.near : this.around.isNear(box);
      if (this.told.size >= MOST_TOLD) return this.around.passAll(element);
      if (!near && this.isFull()) return this.around.pass(element);
      const block = !pollex.INLINE.has(tag);
      const apart = !block && near && !empty && getComputedStyle(element).display !== "inline";
      if (block) this.entries.endLine();
      if (apart) this.entries.space(" ", false);
      if (near && !empty && this.hosts.length < HOSTS && pollex.mayHide(element)) this.hosts.push(pollex.numberOf(element));
      this.enter(element, tag, box, this.placeOf(element, box, near, empty, place));
      if (block) this.entries.endLine();
      if (apart) this.entries.space(" ", false);
    }

    /** @param {Element} element @param {DOMRect} box @param {boolean} near @param {boolean} empty @param {Place} place @returns {Place} */
    placeOf(element, box, near, empty, place) {
      if (!near) {
        pollex.leaveUntold(element);
        return { ...place, near, served: false };
      }
      if (empty) return { ...place, near };
      const arrival = pollex.arrivalOf(element, box, place.strange);
      return { ...place, near, arrival, strange: place.strange || arrival > 0 };
    }

    /** Whether the text and the list of elements have all they may have, so that what is far away need not be read. */
    isFull() {
      return this.entries.room <= 0 && this.elements.length >= this.most;
    }

    /** Whether a row, and so all rows after it, lie far below. @param {Element} row @param {number} count */
    isBeyond(row, count) {
      if (count < MANY_ROWS || !this.isFull()) return false;
      const box = row.getBoundingClientRect();
      return box.height > 0 && box.top > this.around.bottom;
    }

    /** @param {Element} element @param {string} tag @param {DOMRect} box @param {Place} place */
    enter(element, tag, box, place) {
      if (tag === "iframe" || tag === "frame") return this.frame(element, box, place);
      if (pollex.isControl(element) || (this.extra !== null && element.matches(this.extra))) return this.control(element, box, place);
      if (tag === "label" && pollex.labelled(/** @type {HTMLLabelElement} */ (element))) return this.label(element, place);
      if (place.near && place.inControl && pollex.gripOf(element)) return this.control(element, box, place);
      if (place.near && !place.inControl && (place.served || pollex.isActive(element, box, place.pointed))) return this.control(element, box, { ...place, pointed: true });
      if (HEADING.test(tag) || element.getAttribute("role") === "heading") return this.heading(element, tag, place);
      if (tag === "img" || tag === "svg") return this.picture(element, place);
      if (CLOSED.has(tag)) return undefined;
      return this.container(element, tag, place);
    }

    /** @param {Element} element @param {string} tag @param {Place} place */
    container(element, tag, place) {
      const role = pollex.roleOf(element);
      const kind = place.near ? pollex.kindOf(element, role) : null;
      const begun = kind ? this.entries.begin(kind, kind === role ? pollex.nameOf(element, role) : "") : -1;
      const inner = pollex.innermost(element, place.near && !place.inControl, place.pointed);
      this.inside(inner, inner.localName, place);
      if (!pollex.INLINE.has(tag) || !pollex.isMonospaced(element)) this.entries.endLine();
      if (kind) this.entries.end(begun);
    }

    /** @param {Element} element @param {string} tag @param {Place} place */
    inside(element, tag, place) {
      if (tag === "details" && !/** @type {HTMLDetailsElement} */ (element).open) {
        const summary = element.querySelector(":scope > summary");
        if (summary) this.visit(summary, place);
        return;
      }
      const serves = place.near && !place.inControl && pollex.servesRows(element);
      const rows = place.near && !place.inControl ? (serves ? pollex.servedRows : pollex.rowsOf)(element) : null;
      const list = rows ? ++this.lists : 0;
      const served = rows !== null && serves;
      /** @type {boolean | undefined} */
      let seen;
      /** @type {Element[]} */
      const boxes = [];
      for (const child of pollex.childrenOf(element)) {
        if (child.nodeType === Node.TEXT_NODE) {
          const data = /** @type {Text} */ (child).data;
          if (!/\S/.test(data)) {
            this.entries.space(data, !this.entries.line && pollex.isMonospaced(element));
            continue;
          }
          seen ??= element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
          const hidden = !seen && place.near && place.row && !place.silent && pollex.hoverable(element) !== null;
          if (hidden) this.entries.words(` (on hover: ${data.trim()}) `, place);
          if (seen && place.near) pollex.noteSeen(data);
          if (seen) this.entries.words(pollex.ticks(element) ? `${data} (changes by itself)` : data, place, pollex.isMonospaced(element));
        } else if (child instanceof Element) {
          if (rows?.(child) && this.isBeyond(child, element.childElementCount)) {
            this.around.passRest(element, child);
            break;
          }
          const box = rows?.(child) && !served ? pollex.boxIn(child) : null;
          if (box) boxes.push(box);
          else if (rows?.(child) || pollex.isRow(child)) this.row(child, list || ++this.lists, { ...place, served });
          else this.visit(child, place);
          if (!box && place.near && this.told.size < MOST_TOLD && pollex.isEmpty(child) && !this.told.has(child)) boxes.push(child);
        }
      }
      const over = seen && place.near && !place.silent ? this.overlays.over(element) : "";
      if (over) this.entries.line += ` (over ${over}) `;
      if (boxes.length && (!place.silent || place.row)) this.boxes(boxes, place);
    }

    /** @param {Element} element @param {number} list @param {Place} place */
    row(element, list, place) {
      this.entries.endLine();
      if (!place.near) return this.visit(element, place);
      const box = element.getBoundingClientRect();
      const inRow = box.height > 0 && box.height <= ROW_HEIGHT && this.around.isNear(box);
      const begun = this.entries.begin(pollex.isLine(element, box) ? "line" : "row", list);
      const signs = pollex.rowSigns(element);
      this.visit(element, { ...place, inRow, row: element, inCells: pollex.hasCells(element) });
      this.entries.endRow(begun, element, signs);
    }

    /** A label tells its words with its control, and only what is hidden in it is still to be found. @param {Element} element @param {Place} place */
    label(element, place) {
      const control = pollex.labelled(/** @type {HTMLLabelElement} */ (element));
      const told = control !== null && pollex.reachable(control) !== null;
      this.inside(element, "label", { ...place, silent: place.silent || told, pointed: true });
    }

    /** @param {Element} element @param {string} tag @param {Place} place */
    heading(element, tag, place) {
      const level = Number(element.getAttribute("aria-level") ?? tag[1]) || 2;
      const text = pollex.textOf(element, pollex.LONGEST_TEXT);
      const inside = () => this.inside(element, tag, { ...place, silent: true });
      if (!place.near) this.around.announce(element);
      if (!place.near || !text || place.silent || !pollex.isSeen(element, element.getBoundingClientRect())) return inside();
      return this.entries.heading(["h", level, text, place.arrival], inside);
    }

    /** @param {Element} element @param {Place} place */
    picture(element, place) {
      if (!place.near || element.getAttribute("aria-hidden") === "true") return this.icon(element, place);
      if (place.silent) return this.icon(element, place);
      const shapes = element.localName === "svg" ? pollex.shapesNamed(element) : [];
      const said = pollex.nameOf(element, "image") || (element.localName === "svg" && pollex.wordsDrawn(element, shapes.map((/** @type {[Element, string]} */ [shape]) => shape)));
      if (said) this.entries.line += ` (${pollex.tidy(said, LONGEST_SAID)}) `;
      const left = shapes.length ? pollex.countShapes(element) - shapes.length : 0;
      if (left > MANY_SHAPES) this.entries.line += ` (drawing of ${shapes.length + left} shapes, of which ${shapes.length} are told) `;
      for (const [shape, name] of shapes) this.entries.add(["c", pollex.numberOf(shape), "shape", name, null, [], null, {}]);
      const pages = element.localName === "svg" ? pollex.pagesIn(element) : [];
      if (!said && !shapes.length && !pages.length && !this.wordless(element)) this.icon(element, place);
      for (const page of pages) this.inside(page, page.localName, place);
    }

    /** Whether a picture without words is large enough to be told. @param {Element} element */
    wordless(element) {
      const { width, height } = element.getBoundingClientRect();
      if (Math.min(width, height) < pollex.PICTURE) return false;
      const name = pollex.pictureName(element);
      this.entries.line += ` (picture ${name && `‹${name}› `}${pollex.sizeName(element)} without words) `;
      return true;
    }

    /** A small mark that only some rows have. @param {Element} element @param {Place} place */
    icon(element, place) {
      const name = place.near && place.row ? pollex.iconOf(element, place.row) : "";
      if (name) this.entries.line += ` ‹${name}› `;
    }

    /** What boxes without words in an element show. @param {Element[]} boxes @param {Place} place */
    boxes(boxes, place) {
      const marks = new Set(place.row ? boxes.slice(0, MOST_MARKS).filter((box) => pollex.iconOf(box, /** @type {Element} */ (place.row))) : []);
      for (const mark of marks) this.icon(mark, place);
      const others = boxes.filter((box) => !marks.has(box));
      for (const box of others.slice(0, MOST_MARKS)) if (pollex.isPictured(box)) this.wordless(box);
      if (others.length) this.entries.line += pollex.boxesSaid(others, place.row !== undefined);
    }

    /** @param {Element} element @param {DOMRect} box @param {Place} place */
    frame(element, box, place) {
      if (!place.near || box.width < 2 || box.height < 2) return;
      const number = pollex.numberOf(element);
      this.entries.add(["f", number, pollex.nameOf(element, "frame")]);
      if (this.elements.length < this.most) this.elements.push({ frame: number });
      const style = getComputedStyle(element);
      this.frames.push([number, box.left + Number.parseFloat(style.borderLeftWidth), box.top + Number.parseFloat(style.borderTopWidth), box.width, box.height]);
    }

    /** @param {Element} element @param {DOMRect} box @param {Place} place */
    control(element, box, place) {
      const seen = pollex.reachable(element);
      const reach = seen ?? (place.near && place.row ? pollex.hoverable(element) : null);
      if (reach === null || pollex.isOutside(reach.by, reach.box)) return this.inside(element, element.localName, place);
      if (place.inCells && Math.min(box.width, box.height) < HANDLE && !/\S/.test(element.textContent ?? "")) return undefined;
      const near = reach.by === element || place.inRow ? place.near : this.around.isNear(reach.box);
      const role = pollex.roleOf(element);
      this.around.controls += 1;
      if (this.elements.length < this.most) this.elements.push(pollex.infoOf(element, this.elementText));
      const whole = pollex.isWhole(role) || place.served === true;
      if (!near) this.around.count(reach.box, role);
      else if (!this.tell(element, role, { ...reach, hovered: seen === null }, place)) place = { ...place, silent: true };
      if (CLOSED.has(element.localName) || element.localName === "input" || (role === "textbox" && !pollex.drawsCode(element))) return undefined;
      this.inside(element, element.localName, { ...place, near, silent: place.silent || whole, inControl: place.inControl || whole || role === "textbox", pointed: pollex.isPointed(element), served: false });
      if (this.told.has(element)) this.entries.unname(pollex.numberOf(element));
    }

    /** Whether the words inside are still to be told. @param {Element} element @param {string} role @param {{box: DOMRect, by: Element, hovered: boolean}} reach @param {Place} place */
    tell(element, role, reach, place) {
      const more = this.standing.of(reach);
      if (more === null) return false;
      if (reach.hovered) more.hovered = true;
      const over = this.overlays.over(element);
      if (over) more.over = over;
      if (place.arrival) more.arrival = place.arrival;
      if (pollex.isWritten(element) && ++this.written <= MOST_WRITTEN) more.long = true;
      const entry = pollex.entryOf(element, role, more);
      if (entry === null) return true;
      this.told.add(element);
      const rows = this.lineage.add(element, place.row);
      if (rows.length) entry[7].rows = rows;
      this.entries.add(entry);
      return !(SAYING.has(role) && isSaidBy(entry[3], pollex.textOf(element)));
    }
  }

  /** Whether a name says all that stands in an element: a day of a calendar by its date. @param {string} name @param {string} text */
  function isSaidBy(name, text) {
    return name === text || (text !== "" && name.split(/[^\p{L}\p{N}]+/u).includes(text));
  }

  Object.assign(pollex, { look });
})();
