/**
 * Ways to an element that lead to no other: CSS and XPath. They are made of what lasts; of places among siblings only where
 * nothing else does.
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.cssOf) return;

  const { isStable, marksOf, siblingPlace, placed } = pollex;
  const LARGE = 5000;

  /** @typedef {{roots: any[], only: (css: string) => Element | null}} Census see census.js */

  /** Makes a selector that fits one element only. */
  class Path {
    /** @param {Element} element @param {Census} census */
    constructor(element, census) {
      this.element = element;
      this.census = census;
      this.tries = document.getElementsByTagName("*").length > LARGE ? 8 : 40;
    }

    /** @returns {string | null} */
    css() {
      const own = marksOf(this.element);
      const alone = own.find((/** @type {string} */ mark) => this.isUnique(mark));
      if (alone) return alone;
      const parts = [...own.slice(0, 3), this.element.localName];
      for (let at = pollex.above(this.element); at && at !== document.body; at = pollex.above(at)) {
        for (const anchor of marksOf(at).slice(0, 3)) {
          for (const part of parts) if (this.tries-- > 0 && this.isUnique(`${anchor} ${part}`)) return `${anchor} ${part}`;
        }
      }
      return this.isUnique(this.element.localName) ? this.element.localName : this.chain(own[0]);
    }

    /** By places among siblings, from the nearest element that can be told by itself. @param {string | undefined} own */
    chain(own) {
      const steps = [placed(this.element)];
      let at = pollex.above(this.element);
      for (; at; at = pollex.above(at)) {
        const here = at;
        const anchor = marksOf(at).slice(0, 2).find((/** @type {string} */ mark) => this.isUnique(mark, here));
        steps.unshift(anchor ?? placed(at));
        if (anchor) break;
      }
      const telling = steps.filter((step, place) => (place === 0 && at !== null) || place === steps.length - 1 || step.includes(":nth-of-type("));
      const last = own && !telling[telling.length - 1].includes(":nth") ? own : telling[telling.length - 1];
      const short = [...telling.slice(0, -1), last].join(" ");
      return [short, telling.join(" "), steps.join(" > ")].find((css) => this.isUnique(css)) ?? null;
    }

    /** @param {string} css @param {Element} [element] */
    isUnique(css, element = this.element) {
      return this.census.only(css) === element;
    }
  }

  /** @param {Element} element @param {Census} census @returns {string | null} */
  function cssOf(element, census) {
    return new Path(element, census).css();
  }

  /** @param {Element} element @param {Census} census @returns {string | null} */
  function xpathOf(element, { roots }) {
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    let path = "";
    for (let at = /** @type {Element | null} */ (element); at; at = at.parentElement) {
      if (isStable(at.id) && !at.id.includes('"') && root.querySelectorAll(`#${CSS.escape(at.id)}`).length === 1) {
        path = `//*[@id="${at.id}"]${path}`;
        break;
      }
      const { place, alone } = siblingPlace(at);
      const plain = at.namespaceURI === "http://www.w3.org/1999/xhtml" && /^[a-z][\w.-]*$/.test(at.localName);
      path = `/${plain ? at.localName : `*[local-name()="${at.localName}"]`}${alone ? "" : `[${place}]`}${path}`;
    }
    const found = pollex.byXPath(path, path.startsWith("/html") ? [document] : roots);
    return found.length === 1 && found[0] === element ? path : null;
  }

  Object.assign(pollex, { cssOf, xpathOf });
})();
