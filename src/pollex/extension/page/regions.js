/** The parts of a page that people name as places: its status line, footer, table, heading, form; and what stands near a value. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.regionsOf) return;

  /** By tag or role, what the place is called. @type {Record<string, string>} */
  const KINDS = {
    output: "status", status: "status", log: "status", alert: "alert", footer: "footer", contentinfo: "footer",
    header: "header", banner: "header", nav: "navigation", navigation: "navigation", aside: "sidebar", complementary: "sidebar",
    table: "table", grid: "table", treegrid: "table", form: "form", search: "form", dialog: "dialog", alertdialog: "dialog",
    caption: "caption", figcaption: "caption", heading: "heading", h1: "heading", h2: "heading", h3: "heading", h4: "heading", h5: "heading", h6: "heading",
  };
  const CALLED = /(?:^|[\s_-])(status(?=[_-]?(?:line|bar|message))|footer|sidebar|alert|toast|notice|notification|modal|dialog)/i;
  const NEAR = 300;

  /** What a place an element is; empty for most. @param {Element} element */
  function kindOf(element) {
    const kind = KINDS[element.getAttribute("role")?.trim().split(/\s+/)[0] ?? ""] ?? KINDS[element.localName];
    return kind ?? CALLED.exec(`${element.id} ${element.getAttribute("class") ?? ""}`)?.[1].toLowerCase() ?? "";
  }

  /**
   * The places that an element is in, from the innermost outwards, each as its kind and its name.
   * @param {Element | null} element @param {Map<Element, string[][]>} known @returns {string[][]}
   */
  function regionsOf(element, known = new Map()) {
    if (!element) return [];
    const before = known.get(element);
    if (before) return before;
    const kind = kindOf(element);
    const outer = regionsOf(pollex.parentOf(element), known);
    const all = kind ? [[kind, pollex.nameOf(element, pollex.roleOf(element)).slice(0, 80)], ...outer] : outer;
    known.set(element, all);
    return all;
  }

  /** The heading that an element stands under, as a place of the page. @param {Element | null} element @param {Map<Element, string>} known @returns {string[][]} */
  function sectionOf(element, known) {
    const around = element && pollex.parentOf(element);
    if (!element || !around) return [];
    const box = element.closest("dl, table, p, li, h1, h2, h3, h4, h5, h6") ?? element;
    if (!known.has(box)) known.set(box, box.matches("h1, h2, h3, h4, h5, h6") ? pollex.textOf(box, 120) : pollex.headingOf(box));
    const name = known.get(box);
    return name ? [["section", name]] : [];
  }

  /** The words around elements: places and headings that they are under, and the text that they are a part of. @param {number[]} numbers */
  function nearWords(numbers) {
    return numbers.map((number) => {
      const element = pollex.elementOf(number);
      if (!element) return "";
      return [...regionsOf(element).flat(), pollex.headingOf(element), ...pollex.neighboursOf(element), passage(element), ...pollex.ownLabels(element).flat()].join(" ");
    });
  }

  /** The text that an element is a part of: of the first box around it that says more, where that is short. @param {Element} element */
  function passage(element) {
    const own = pollex.textOf(element, NEAR);
    for (let at = pollex.parentOf(element); at; at = pollex.parentOf(at)) {
      const wider = pollex.textOf(at, NEAR + 1);
      if (wider !== own) return wider.length > NEAR ? own : wider;
    }
    return own;
  }

  Object.assign(pollex, { regionsOf, sectionOf, nearWords });
})();
