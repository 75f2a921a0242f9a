/**
 * One look at a document: its controls, headings, landmarks and texts near the viewport, in the order of the page, as
 * short arrays that Python makes an outline of. Boxes are read in one sweep; nothing in the page is changed.
 *
 *   ["c", number, role, name, value, states, choices, more]   a control
 *   ["h", level, text]  a heading (without text: it belongs to the control after it)    ["t", text]    a text
 *   ["(", kind, name]   something begins: a landmark, a dialog, a table, a row           [")"]          and ends
 *   ["f", number, name] a frame: what is inside comes from a look of its own
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.look) return;

  const SKIPPED = new Set(["script", "style", "noscript", "template", "head", "link", "meta", "title", "datalist", "param", "source", "track", "br", "hr", "wbr", "col", "colgroup", "map"]);
  const CLOSED = new Set(["select", "textarea", "canvas", "embed", "object", "audio", "video", "img", "svg", "math", "progress", "meter"]);
  const LANDMARKS = new Set(["navigation", "main", "search", "dialog", "alertdialog", "banner", "contentinfo", "complementary", "toolbar", "tablist", "menu", "menubar", "table", "grid", "tree", "radiogroup", "listbox", "alert", "status"]);
  const WITH_NAME = new Set(["form", "region", "group"]);
  const BOXES = new Set(["div", "span", "section", "article", "center", "font", "b", "i", "em", "strong"]);
  const NO_ROWS = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "label", "input", "button", "option", "dt", "th", "td"]);
  const ROW_TAGS = new Set(["tr", "li", "article", "dd"]);
  /** Controls whose words are their name, so that these are not told twice. */
  const WHOLE = new Set(["button", "checkbox", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "switch", "tab"]);
  const ANY_CONTROL = "a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=tab], [role=menuitem], [role=checkbox], [role=switch], [tabindex]:not([tabindex^='-']), [onclick], [contenteditable='true']";
  const CONTROLS = "a, button, input, select, textarea, [tabindex], [role]";
  const TEXT = 160;
  const HOSTS = 40;
  /** Rows of a list from which those far below are only counted. */
  const MANY_ROWS = 50;
  /** Controls in view that are tested for covers; the rest only if one was found, for a test takes long on crowded pages. */
  const MOST_TESTS = 150;

  /** @typedef {{silent: boolean, pointed: boolean, near: boolean, inControl: boolean, served?: boolean}} Place `served`: a listener above serves it */

  /**
   * @param {{top?: number, bottom?: number, range?: number, elements?: number, text?: number, elementText?: number, extra?: string[], listening?: number[]}} options
   */
  function look(options) {
    if (options.listening) {
      const all = document.getElementsByTagName("*");
      pollex.learnListeners(options.listening.map((place) => all[place]).filter(Boolean));
    }
    const sight = new Sight(options);
    const start = document.body ?? document.documentElement;
    const place = { silent: false, pointed: false, near: true, inControl: false };
    if (start) sight.visit(start, place);
    for (const stray of sight.strays) sight.visit(stray, place);
    return sight.result();
  }

  class Sight {
    /** @param {any} options */
    constructor(options) {
      const range = options.range ?? 1000;
      this.top = options.top ?? -range;
      this.bottom = options.bottom ?? innerHeight + range;
      this.right = innerWidth + range;
      this.extra = options.extra?.length ? options.extra.join(", ") : null;
      this.most = options.elements ?? 100;
      this.elementText = options.elementText ?? 100;
      this.room = options.text ?? 2000;
      /** @type {any[]} */
      this.entries = [];
      /** @type {any[]} */
      this.elements = [];
      /** @type {string[]} */
      this.text = [];
      this.line = "";
      /** @type {number[]} */
      this.hosts = [];
      /** @type {any[]} */
      this.frames = [];
      /** @type {Record<string, Record<string, number>>} */
      this.beyond = { above: {}, below: {} };
      /** @type {string[]} */
      this.ahead = [];
      this.lists = 0;
      this.controls = 0;
      this.tests = 0;
      this.covers = false;
      /** Controls near the viewport inside parts that are far from it. @type {Element[]} */
      this.strays = [];
    }

    result() {
      this.endLine();
      const page = document.scrollingElement ?? document.documentElement;
      const scrollHeight = page?.scrollHeight ?? 0;
      return {
        url: location.href, title: document.title, scrollY: Math.round(scrollY), scrollHeight,
        viewportHeight: innerHeight, viewportWidth: innerWidth, entries: this.entries, elements: this.elements,
        text: this.text.join("").replace(/\s+/g, " ").trim(), beyond: this.beyond, ahead: this.ahead, frames: this.frames,
        hosts: this.hosts, controls: this.controls,
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
      const near = empty ? place.near : this.isNear(box);
      if (!near && this.isFull()) return this.pass(element);
      if (place.served && !near) place = { ...place, served: false };
      const block = !pollex.INLINE.has(tag);
      if (block) this.endLine();
      if (near && !empty && this.hosts.length < HOSTS && pollex.mayHide(element)) this.hosts.push(pollex.numberOf(element));
      this.enter(element, tag, box, { ...place, near });
      if (block) this.endLine();
    }

    /**
     * Count what is in a part of the page that is far away. Only what stands apart from it, such as a button that keeps its
     * place in the window, is looked at.
     * @param {Element} element
     */
    pass(element) {
      if (pollex.isControl(element)) this.countFar(element, element.getBoundingClientRect());
      if (element.firstElementChild === null) return;
      for (const control of element.querySelectorAll(ANY_CONTROL)) {
        const box = control.getBoundingClientRect();
        if (box.width === 0 && box.height === 0) continue;
        if (this.isNear(box)) this.strays.push(control);
        else this.countFar(control, box);
      }
      if (this.ahead.length < 5) for (const heading of element.querySelectorAll("h1, h2, h3")) this.announce(heading);
    }

    /** Whether the text and the list of elements have all they may have, so that what is far away need not be read. */
    isFull() {
      return this.room <= 0 && this.elements.length >= this.most;
    }

    /** Whether a row, and so all rows after it, lie far below. @param {Element} row @param {number} count */
    isBeyond(row, count) {
      if (count < MANY_ROWS || !this.isFull()) return false;
      const box = row.getBoundingClientRect();
      return box.height > 0 && box.top > this.bottom;
    }

    /** Count what is in a list from a row on, without looking where each stands. @param {Element} list @param {Element} row */
    passRest(list, row) {
      const side = this.beyond.below;
      const controls = list.querySelectorAll(ANY_CONTROL);
      for (let place = firstFrom(row, controls); place < controls.length; place++) {
        const role = pollex.roleOf(controls[place]);
        this.controls += 1;
        side[role] = (side[role] ?? 0) + 1;
      }
    }

    /** @param {Element} element @param {DOMRect} box */
    countFar(element, box) {
      this.controls += 1;
      this.count(box, pollex.roleOf(element));
    }

    /** Remember a heading that comes further down. @param {Element} heading */
    announce(heading) {
      if (this.ahead.length >= 5 || heading.getBoundingClientRect().top <= this.bottom) return;
      const text = pollex.textOf(heading, 40);
      if (text) this.ahead.push(text);
    }

    /** @param {DOMRect} box */
    isNear(box) {
      return box.bottom >= this.top && box.top <= this.bottom && box.right > 0 && box.left < this.right;
    }

    /** @param {Element} element @param {string} tag @param {DOMRect} box @param {Place} place */
    enter(element, tag, box, place) {
      if (tag === "iframe" || tag === "frame") return this.frame(element, box, place);
      if (pollex.isControl(element) || (this.extra !== null && element.matches(this.extra))) return this.control(element, box, place);
      if (tag === "label" && /** @type {HTMLLabelElement} */ (element).control) return this.label(element, place);
      if (place.near && !place.inControl && (place.served || this.isActive(element, tag, box, place))) return this.control(element, box, { ...place, pointed: true });
      if (/^h[1-6]$/.test(tag) || element.getAttribute("role") === "heading") return this.heading(element, tag, place);
      if (tag === "img" || tag === "svg") return this.picture(element, place);
      if (CLOSED.has(tag)) return undefined;
      return this.container(element, tag, place);
    }

    /** @param {Element} element @param {string} tag @param {DOMRect} box @param {Place} place */
    isActive(element, tag, box, place) {
      if (tag === "body" || tag === "html" || tag === "label" || box.width * box.height === 0) return false;
      if (!pollex.actsLikeControl(element, place.pointed)) return false;
      if (!pollex.listens(element)) return true;
      if (element.querySelector(CONTROLS) === null && this.rowsOf(element)) return false; // it listens for its rows
      const large = box.width * box.height > 0.5 * innerWidth * innerHeight;
      const pointer = !place.pointed && getComputedStyle(element).cursor === "pointer";
      return pointer || (!large && element.querySelector(CONTROLS) === null);
    }

    /** @param {Element} element @param {string} tag @param {Place} place */
    container(element, tag, place) {
      const role = pollex.roleOf(element);
      const kind = this.kindOf(element, tag, role);
      const begun = this.entries.length;
      if (kind && place.near) this.entries.push(["(", kind, kind === role ? pollex.nameOf(element, role) : ""]);
      const inner = this.innermost(element, place);
      this.inside(inner, inner.localName, place);
      this.endLine();
      if (kind && place.near) this.close(begun);
    }

    /** Through boxes that only hold one box: pages nest them by the thousand. @param {Element} element @param {Place} place */
    innermost(element, place) {
      let at = element;
      for (;;) {
        const only = at.firstElementChild;
        if (!only || at.childNodes.length !== 1 || !BOXES.has(only.localName) || only.attributes.length > 2) return at;
        if (pollex.rootOf(at) || pollex.rootOf(only) || pollex.isControl(only) || only.hasAttribute("role")) return at;
        const box = only.getBoundingClientRect();
        if (box.width === 0 || box.height === 0 || pollex.mayHide(only)) return at;
        if (place.near && !place.inControl && this.isActive(only, only.localName, box, place)) return at;
        at = only;
      }
    }

    /** What an element is in the structure of the page; nothing for most. @param {Element} element @param {string} tag @param {string} role */
    kindOf(element, tag, role) {
      if (role === "banner" || role === "contentinfo") return element.closest("article, aside, main, nav, section") && !element.hasAttribute("role") ? null : role;
      if (LANDMARKS.has(role)) return role;
      return WITH_NAME.has(role) && (tag === "fieldset" || element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby")) ? role : null;
    }

    /** End what began at an entry; what is empty goes. @param {number} begun */
    close(begun) {
      if (this.entries.length === begun + 1) this.entries.pop();
      else this.entries.push([")"]);
    }

    /** @param {Element} element @param {string} tag @param {Place} place */
    inside(element, tag, place) {
      if (tag === "details" && !/** @type {HTMLDetailsElement} */ (element).open) {
        const summary = element.querySelector(":scope > summary");
        if (summary) this.visit(summary, place);
        return;
      }
      const rows = place.near && !place.inControl ? this.rowsOf(element) : null;
      const list = rows ? ++this.lists : 0;
      const served = rows !== null && pollex.listens(element) && element.querySelector(CONTROLS) === null;
      /** @type {boolean | undefined} */
      let seen;
      for (const child of pollex.childrenOf(element)) {
        if (child.nodeType === Node.TEXT_NODE) {
          const data = /** @type {Text} */ (child).data;
          if (!/\S/.test(data)) {
            if (this.line) this.line += " ";
            continue;
          }
          seen ??= element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
          if (seen) this.words(data, place);
        } else if (child instanceof Element) {
          if (rows?.(child) && this.isBeyond(child, element.childElementCount)) {
            this.passRest(element, child);
            break;
          }
          if (rows?.(child) || child.localName === "tr") this.row(child, list || ++this.lists, { ...place, served });
          else this.visit(child, place);
        }
      }
    }

    /** Which children are repetitions of one another, if any. @param {Element} element @returns {((child: Element) => boolean) | null} */
    rowsOf(element) {
      const children = element.children;
      if (children.length < 3) return null;
      const sample = children[children.length > 3 ? 2 : 1];
      const tag = sample.localName;
      const kind = ROW_TAGS.has(tag) ? null : sample.className;
      if (pollex.INLINE.has(tag) || NO_ROWS.has(tag)) return null;
      const alike = (/** @type {Element} */ child) => child.localName === tag && (kind === null || child.className === kind);
      let count = 0;
      for (let index = 0; index < children.length && index < 8; index++) if (alike(children[index])) count += 1;
      return count >= 3 ? alike : null;
    }

    /** @param {Element} element @param {number} list @param {Place} place */
    row(element, list, place) {
      this.endLine();
      if (!place.near) return this.visit(element, place);
      const begun = this.entries.length;
      this.entries.push(["(", "row", list]);
      this.visit(element, place);
      this.endLine();
      this.close(begun);
    }

    /** @param {string} data @param {Place} place */
    words(data, place) {
      if (this.room > 0) {
        const taken = data.slice(0, this.room + 64);
        this.text.push(taken, " ");
        this.room -= taken.trim().length + 1;
      }
      if (place.near && !place.silent && this.line.length < TEXT * 2) this.line += data.length > TEXT * 2 ? data.slice(0, TEXT * 2) : data;
    }

    endLine() {
      if (!this.line) return;
      const text = pollex.tidy(this.line, TEXT);
      if (text.length > 2 || /[\p{L}\p{N}]/u.test(text)) this.entries.push(["t", text]);
      this.line = "";
    }

    /** A label tells its words with its control, and only what is hidden in it is still to be found. @param {Element} element @param {Place} place */
    label(element, place) {
      const control = /** @type {HTMLLabelElement} */ (element).control;
      const told = control !== null && pollex.reachable(control) !== null;
      this.inside(element, "label", { ...place, silent: place.silent || told, pointed: true });
    }

    /** @param {Element} element @param {string} tag @param {Place} place */
    heading(element, tag, place) {
      const level = Number(element.getAttribute("aria-level") ?? tag[1]) || 2;
      const text = pollex.textOf(element, TEXT);
      if (text && this.room > 0) this.words(text, { ...place, near: false });
      if (!place.near) {
        this.announce(element);
        return this.inside(element, tag, { ...place, silent: true });
      }
      if (!text || place.silent || !pollex.isSeen(element, element.getBoundingClientRect())) return this.inside(element, tag, { ...place, silent: true });
      this.endLine();
      const begun = this.entries.length;
      this.entries.push(["h", level, text]);
      this.inside(element, tag, { ...place, silent: true });
      const after = this.entries.slice(begun + 1);
      if (after.length === 1 && after[0][0] === "c" && after[0][3] === pollex.tidy(text)) this.entries[begun].length = 2;
      return undefined;
    }

    /** @param {Element} element @param {Place} place */
    picture(element, place) {
      const said = place.near && !place.silent && element.getAttribute("aria-hidden") !== "true" ? pollex.nameOf(element, "image") : "";
      if (said) this.line += ` (${pollex.tidy(said, 60)}) `;
    }

    /** @param {Element} element @param {DOMRect} box @param {Place} place */
    frame(element, box, place) {
      if (!place.near || box.width < 2 || box.height < 2) return;
      const number = pollex.numberOf(element);
      this.endLine();
      this.entries.push(["f", number, pollex.nameOf(element, "frame")]);
      const style = getComputedStyle(element);
      this.frames.push([number, box.left + Number.parseFloat(style.borderLeftWidth), box.top + Number.parseFloat(style.borderTopWidth), box.width, box.height]);
    }

    /** @param {Element} element @param {DOMRect} box @param {Place} place */
    control(element, box, place) {
      const reach = pollex.reachable(element);
      if (reach === null || isOutside(reach.box)) return this.inside(element, element.localName, place);
      const near = reach.by === element ? place.near : this.isNear(reach.box);
      const role = pollex.roleOf(element);
      this.controls += 1;
      if (this.elements.length < this.most) this.elements.push(this.info(element));
      const whole = WHOLE.has(role) || place.served === true;
      if (near) this.tell(element, role, reach, place);
      else this.count(reach.box, role);
      if (CLOSED.has(element.localName) || element.localName === "input") return undefined;
      if (pollex.roleOf(element) === "textbox") return undefined;
      return this.inside(element, element.localName, { ...place, near, silent: place.silent || whole, inControl: place.inControl || whole, pointed: true, served: false });
    }

    /** @param {Element} element @param {string} role @param {{box: DOMRect, by: Element}} reach @param {Place} place */
    tell(element, role, reach, place) {
      const more = this.standing(element, reach);
      if (more === null) return;
      const known = role === "generic" ? "clickable" : role;
      const name = role === "generic" || !WHOLE.has(role) ? this.shortName(element, role) : pollex.nameOf(element, role);
      if (name === "" && role === "link" && hasTwin(element)) return;
      this.endLine();
      this.entries.push(["c", pollex.numberOf(element), known, name, pollex.valueOf(element), pollex.statesOf(element), pollex.choicesOf(element), more]);
      if (role === "generic" && name === pollex.textOf(element)) place.silent = true;
    }

    /** The name of what may hold much more than a name. @param {Element} element @param {string} role */
    shortName(element, role) {
      const name = pollex.nameOf(element, role);
      if (role !== "generic" || name.length < 60) return name;
      const heading = element.querySelector("h1, h2, h3, h4, h5, h6, strong, b");
      return heading ? pollex.textOf(heading, 60) : "";
    }

    /**
     * Whether an element in view can be reached: what covers it, or null where it is cut off and cannot be seen at all.
     * @param {Element} element @param {{box: DOMRect, by: Element}} reach @returns {Record<string, unknown> | null}
     */
    standing(element, reach) {
      /** @type {Record<string, unknown>} */
      const more = {};
      const { box, by } = reach;
      if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) return more;
      if (++this.tests > MOST_TESTS && !this.covers) return more;
      const { point, cover } = pollex.hit(by, box);
      if (point || !cover) return more;
      const cut = cutOff(by, box);
      if (cut === "hidden") return null;
      if (cut === "scrolled") more.scrolled = true;
      this.covers = true;
      if (cut !== "scrolled") more.cover = [pollex.numberOf(cover), describe(cover)];
      return more;
    }

    /** @param {DOMRect} box @param {string} role */
    count(box, role) {
      const side = this.beyond[box.bottom < this.top ? "above" : "below"];
      const word = role === "generic" ? "clickable" : role;
      side[word] = (side[word] ?? 0) + 1;
    }

    /** Document 002's ElementInfo. @param {Element} element */
    info(element) {
      const control = /** @type {HTMLInputElement} */ (element);
      return {
        index: pollex.numberOf(element), tag: element.localName, type: element.getAttribute("type"),
        text: pollex.textOf(element, this.elementText), placeholder: element.getAttribute("placeholder"),
        value: pollex.valueOf(element), href: element.getAttribute("href"), ariaLabel: element.getAttribute("aria-label"),
        className: element.getAttribute("class"), id: control.id || null,
      };
    }
  }

  /** The place of the first element that is in a row or after it; they are in the order of the document. @param {Element} row @param {NodeListOf<Element>} elements */
  function firstFrom(row, elements) {
    let low = 0;
    for (let high = elements.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (row.compareDocumentPosition(elements[middle]) & Node.DOCUMENT_POSITION_FOLLOWING) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Whether no scrolling could bring a box into view. @param {DOMRect} box */
  function isOutside(box) {
    return box.right + scrollX <= 0 || box.bottom + scrollY <= 0;
  }

  /** Whether a link without words leads where another one beside it does. @param {Element} link */
  function hasTwin(link) {
    const address = link.getAttribute("href");
    const around = link.parentElement?.parentElement ?? link.parentElement;
    if (!address || !around) return false;
    return [...around.querySelectorAll("a[href]")].some((other) => other !== link && other.getAttribute("href") === address && /\S/.test(other.textContent ?? ""));
  }

  /** Whether something around an element shows none of it, and whether scrolling that would help. @param {Element} element @param {DOMRect} box */
  function cutOff(element, box) {
    for (let at = pollex.parentOf(element); at && at !== document.documentElement; at = pollex.parentOf(at)) {
      const style = getComputedStyle(at);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const around = at.getBoundingClientRect();
      const outside = box.bottom <= around.top || box.top >= around.bottom || box.right <= around.left || box.left >= around.right;
      if (!outside) continue;
      const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY) && around.width > 1 && around.height > 1;
      return scrolls ? "scrolled" : "hidden";
    }
    return null;
  }

  /** What lies over something, in a few words. @param {Element} element */
  function describe(element) {
    const box = element.closest("dialog, [role=dialog], [role=alertdialog], [aria-modal]") ?? element;
    const name = pollex.nameOf(box);
    return `${pollex.roleOf(box) === "generic" ? box.localName : pollex.roleOf(box)}${name ? ` ${JSON.stringify(pollex.tidy(name, 40))}` : ""}`;
  }

  Object.assign(pollex, { look, describe });
})();
