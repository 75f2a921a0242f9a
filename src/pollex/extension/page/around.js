/** How far a look reaches, and what lies beyond: controls that are only counted, headings that come further down. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.Around) return;

  const ANY_CONTROL = "a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=tab], [role=menuitem], [role=checkbox], [role=switch], [tabindex]:not([tabindex^='-']), [onclick], [contenteditable='true']";
  const HEADINGS_AHEAD = 5;

  class Around {
    /** @param {{top?: number, bottom?: number, range?: number}} options */
    constructor(options) {
      const range = options.range ?? 1000;
      this.top = options.top ?? -range;
      this.bottom = options.bottom ?? innerHeight + range;
      this.right = innerWidth + range;
      /** @type {Record<string, Record<string, number>>} */
      this.beyond = { above: {}, below: {} };
      /** @type {string[]} */
      this.ahead = [];
      /** Controls near the viewport inside parts that are far from it. @type {Element[]} */
      this.strays = [];
      this.controls = 0;
    }

    /** @param {DOMRect} box */
    isNear(box) {
      return box.bottom >= this.top && box.top <= this.bottom && box.right > 0 && box.left < this.right;
    }

    /**
     * Count what is in a part of the page that is far away. Only what stands apart from it, such as a button that keeps its
     * place in the window, is left to be looked at.
     * @param {Element} element
     */
    pass(element) {
      pollex.leaveUntold(element);
      if (pollex.isControl(element)) this.countFar(element, element.getBoundingClientRect());
      if (element.firstElementChild === null) return;
      for (const control of element.querySelectorAll(ANY_CONTROL)) {
        const box = control.getBoundingClientRect();
        if (box.width === 0 && box.height === 0) continue;
        if (this.isNear(box)) this.strays.push(control);
        else this.countFar(control, box);
      }
      if (this.ahead.length < HEADINGS_AHEAD) for (const heading of element.querySelectorAll("h1, h2, h3")) this.announce(heading);
    }

    /** Count what is in a part of the page, wherever it stands. @param {Element} element */
    passAll(element) {
      for (const control of pollex.isControl(element) ? [element] : element.querySelectorAll(ANY_CONTROL)) {
        this.controls += 1;
        this.add("below", pollex.roleOf(control));
      }
    }

    /** Count what is in a list from a row on, without looking where each stands. @param {Element} list @param {Element} row */
    passRest(list, row) {
      for (let at = /** @type {Element | null} */ (row); at; at = at.nextElementSibling) pollex.leaveUntold(at);
      const controls = list.querySelectorAll(ANY_CONTROL);
      for (let place = firstFrom(row, controls); place < controls.length; place++) {
        pollex.leaveUntold(controls[place]);
        this.controls += 1;
        this.add("below", pollex.roleOf(controls[place]));
      }
    }

    /** @param {Element} element @param {DOMRect} box */
    countFar(element, box) {
      pollex.leaveUntold(element);
      this.controls += 1;
      this.count(box, pollex.roleOf(element));
    }

    /** @param {DOMRect} box @param {string} role */
    count(box, role) {
      this.add(box.bottom < this.top ? "above" : "below", role);
    }

    /** @param {string} side @param {string} role */
    add(side, role) {
      const word = role === "generic" ? "clickable" : role;
      this.beyond[side][word] = (this.beyond[side][word] ?? 0) + 1;
    }

    /** Remember a heading that comes further down. @param {Element} heading */
    announce(heading) {
      if (this.ahead.length >= HEADINGS_AHEAD || heading.getBoundingClientRect().top <= this.bottom) return;
      const text = pollex.textOf(heading, 40);
      if (text) this.ahead.push(text);
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

  Object.assign(pollex, { Around });
})();
