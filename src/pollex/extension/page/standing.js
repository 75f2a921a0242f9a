/** How a control stands in the viewport: free, under something, or cut off by what is around it. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.Standing) return;

  /** Controls in view that are tested for covers; the rest only if one was found, for a test takes long on crowded pages. */
  const MOST_TESTS = 150;

  class Standing {
    tests = 0;
    covers = false;
    layers = new pollex.Layers();

    /**
     * What covers an element in view, or null where it is cut off and cannot be seen at all.
     * @param {{box: DOMRect, by: Element}} reach @returns {Record<string, unknown> | null}
     */
    of({ box, by }) {
      if (!pollex.isInView(box)) return {};
      if (++this.tests > MOST_TESTS && !this.covers) return {};
      const { point, cover } = pollex.hit(by, box);
      if (point || !cover) return {};
      const cut = cutOff(by, box);
      if (cut === "hidden") return null;
      if (cut === null && pollex.isOwn(cover, by)) return {};
      this.covers = true;
      return cut === "scrolled" ? { scrolled: true } : { cover: this.layers.over(cover, by) };
    }
  }

  /** Whether something around an element shows none of it, and whether scrolling that would help. @param {Element} element @param {DOMRect} box */
  function cutOff(element, box) {
    for (let at = pollex.parentOf(element); at && at !== document.documentElement; at = pollex.parentOf(at)) {
      const style = getComputedStyle(at);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const around = insideOf(at);
      const outside = box.bottom <= around.top || box.top >= around.bottom || box.right <= around.left || box.left >= around.right;
      if (!outside) continue;
      const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY) || at.scrollTop !== 0 || at.scrollLeft !== 0;
      return scrolls && around.width > 1 && around.height > 1 ? "scrolled" : "hidden";
    }
    return null;
  }

  /** The box of an element without its borders and bars. @param {Element} element */
  function insideOf(element) {
    const box = element.getBoundingClientRect();
    const [left, top] = [box.left + element.clientLeft, box.top + element.clientTop];
    const [right, bottom] = [Math.min(box.right, left + element.clientWidth), Math.min(box.bottom, top + element.clientHeight)];
    return { left, top, right, bottom, width: box.width, height: box.height };
  }

  /** What lies over something, in a few words. @param {Element} element */
  function describe(element) {
    const box = element.closest("dialog, [role=dialog], [role=alertdialog], [aria-modal]") ?? element;
    const name = pollex.nameOf(box);
    return `${pollex.roleOf(box) === "generic" ? box.localName : pollex.roleOf(box)}${name ? ` ${JSON.stringify(pollex.tidy(name, 40))}` : ""}`;
  }

  /** Whether no scrolling could bring an element into view. @param {Element} element @param {DOMRect} box */
  function isOutside(element, box) {
    if (box.right + scrollX > 0 && box.bottom + scrollY > 0) return false;
    for (let at = pollex.parentOf(element); at; at = pollex.parentOf(at)) if (at !== document.documentElement && (at.scrollTop !== 0 || at.scrollLeft !== 0)) return false;
    return true;
  }

  Object.assign(pollex, { Standing, describe, isOutside });
})();
