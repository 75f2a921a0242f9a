/** Which children of an element repeat one another, as records of a group, and what the group is called. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.likeIn) return;

  const NEVER = new Set(["a", "b", "br", "button", "dd", "dt", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "input", "label", "option", "p", "path", "small", "span", "strong", "svg", "td", "th", "tr"]);
  const SURE = new Set(["li", "article"]);

  /** What makes children of one parent alike. @param {Element} element */
  function likeness(element) {
    const name = (element.getAttribute("class") ?? "").trim().split(/\s+/)[0].split(/--/)[0];
    return `${element.localName}.${SURE.has(element.localName) ? "" : name}.${element.getAttribute("role") ?? ""}`;
  }

  /** Which children repeat one another, if any. @param {Element} element @param {Element[]} children @returns {string | null} */
  function likeIn(element, children) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const child of children) if (mayRepeat(child)) counts.set(likeness(child), (counts.get(likeness(child)) ?? 0) + 1);
    let best = null;
    let most = 0;
    for (const [like, count] of counts) {
      const sure = SURE.has(like.split(".")[0]) || /\.(listitem|article|row)$/.test(like);
      if (count > most && count >= (sure ? 1 : 3)) [best, most] = [like, count];
    }
    return best;
  }

  /** @param {Element} element */
  function mayRepeat(element) {
    if (element.localName === "a") return element.firstElementChild !== null && !pollex.INLINE.has(element.firstElementChild.localName);
    return !NEVER.has(element.localName) || element.hasAttribute("role");
  }

  /** Where a group stands and what it is called. @param {Element} element */
  function groupOf(element) {
    const around = element.closest("section, form, fieldset, [role=region], [role=group], [aria-label], dialog, aside");
    const name = [pollex.nameOf(element, "table"), around && around !== element ? pollex.nameOf(around, "region") : ""].filter(Boolean).join(" ");
    return { number: pollex.numberOf(element), name, heading: pollex.headingOf(element), called: `${element.id} ${element.getAttribute("class") ?? ""}`.trim(), beside: element.closest("nav, header, footer, [role=navigation], [role=banner], [role=contentinfo], menu, [role=menu]") !== null };
  }

  Object.assign(pollex, { likeness, likeIn, groupOf });
})();
