/** What may be the label of a value: attributes and nature of its element, and what stands before it. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.ownLabels) return;

  const { DELETED } = pollex;
  const LABELLING = /(^|[-_ ])(label|term|key|caption|name|title|heading)s?($|[-_ ])/i;
  const LABEL_TAGS = new Set(["dt", "th", "label", "strong", "b", "small", "h4", "h5", "h6", "legend"]);
  const ATTRIBUTES = [["itemprop", "term"], ["data-label", "term"], ["data-title", "term"], ["data-th", "term"], ["aria-label", "term"], ["data-field", "attribute"], ["data-testid", "attribute"], ["data-test", "attribute"], ["data-name", "attribute"]];

  /** What an element's attributes and nature say that it is. @param {Element} element @returns {string[][]} */
  function ownLabels(element) {
    /** @type {string[][]} */
    const labels = [];
    for (const [attribute, by] of ATTRIBUTES) {
      const value = element.getAttribute(attribute);
      if (value) labels.push([by, value]);
    }
    const name = element.getAttribute("class");
    if (name) labels.push(["class", name]);
    if (/^h[1-6]$/.test(element.localName) || element.getAttribute("role") === "heading") labels.push(["heading", element.localName]);
    if (element.localName === "time") labels.push(["time", ""]);
    if (element.localName === "strong" || element.localName === "b") labels.push(["strong", ""]);
    if (DELETED.has(element.localName)) labels.push(["old", ""]);
    return labels;
  }

  /** The label that an element is for what comes after it. @param {Element} element @param {boolean} alone */
  function labelIn(element, alone) {
    if (element.childElementCount > 3 || element.querySelector("table, ul, ol, p, div > div")) return "";
    const text = pollex.shownText(element);
    if (!text || text.length > 40) return "";
    if (text.endsWith(":")) return text.slice(0, -1).trim();
    return alone && (LABEL_TAGS.has(element.localName) || LABELLING.test(element.getAttribute("class") ?? "")) ? text : "";
  }

  /** The label and the value that a box holds, where it holds nothing else. @param {Element} element */
  function pairIn(element) {
    const [first, second, ...others] = [...element.childNodes].filter((node) => node instanceof Element ? pollex.isRead(node) : /\S/.test(node.nodeValue ?? ""));
    if (!(first instanceof Element) || !second || others.length || first.matches("a[href], time, img") || first.querySelector("a[href]")) return null;
    const label = pollex.shownText(first).replace(/:$/, "");
    if (!label || label.length > 30 || /\d/.test(label)) return null;
    if (!(second instanceof Element)) return { label, element, facet: "own" };
    return second.querySelector("p, li, div > div") ? null : { label, element: second, facet: "text" };
  }

  Object.assign(pollex, { ownLabels, labelIn, pairIn });
})();
