/** What a person could infer of a control that has no name: from its picture, its data, its id, its class; and where it stands on a track. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.looksOf) return;

  const SAID = ["label", "title", "tooltip", "tip", "value", "name", "action", "command", "icon", "testid"];
  /** Data of what an element is, also where a library puts words of its own before: data-original-title, data-item-name. */
  const DATA = new RegExp(`^data-(?:\\w+-)*(${SAID.join("|")})$`);
  const PLAIN = ["name", "rel"];
  const PICTURES = "img, svg, use, i, span, em, b";
  const WORDS_AT_MOST = 4;
  /** Characters of the classes of an element that are read. */
  const MOST_CLASSES = 2_000;
  /** Words of classes and ids that say how something is built, not what it is. */
  const BUILDING = new Set([
    "active", "all", "base", "block", "body", "bottom", "box", "btn", "button", "center", "class", "clickable", "col", "component", "container", "content", "control", "corner", "css",
    "default", "disabled", "div", "element", "fixed", "flex", "focus", "front", "glyphicon", "grid", "group", "hidden", "hover", "icon", "icons", "ico", "img", "inline", "inner", "input", "item", "large",
    "layout", "left", "link", "main", "margin", "material", "medium", "normal", "none", "only", "outer", "padding", "pointer", "primary", "right", "root", "row", "secondary", "selected", "size", "small", "solid",
    "space", "span", "state", "style", "svg", "text", "top", "touch", "transition", "visible", "widget", "wrap", "wrapper",
  ]);

  const GRIP = /^(?:grab|move|all-scroll|\w+-resize)$/;
  const SHORT = new Set(["up", "ok"]);
  const GREYS = new Set(["grey", "white"]);
  /** Neighbours that a swatch is compared with, and pixels of a side from which a picture is more than an icon. */
  const [BESIDE, PICTURE] = [12, 48];

  /** In a few words; nothing where nothing can be inferred. @param {Element} element */
  function looksOf(element) {
    const drawn = drawnBefore(element) || gripOf(element);
    if (drawn) return drawn;
    for (const attribute of [...dataOf(element), ...PLAIN]) {
      const said = element.getAttribute(attribute);
      if (said && /\p{L}|\p{N}/u.test(said)) return pollex.tidy(said, 40);
    }
    const pictures = [...element.querySelectorAll(PICTURES)].slice(0, 6);
    const around = element.parentElement && element.parentElement.children.length < 3 ? classesOf(element.parentElement) : [];
    return inferred([...pictures.flatMap(picturedBy), element.id, ...classesOf(element), ...around, ...pictures.flatMap(classesOf)]) || colourOf(element) || sizeOf(element);
  }

  /** The attributes of an element that say what it is, the most telling first. @param {Element} element @returns {string[]} */
  function dataOf(element) {
    const rank = (/** @type {string} */ attribute) => SAID.indexOf(DATA.exec(attribute)?.[1] ?? "");
    return element.getAttributeNames().filter((name) => rank(name) >= 0).sort((one, other) => rank(one) - rank(other));
  }

  /** By what a thing is held that can be dragged: the mouse pointer says so, and not already around it. @param {Element} element */
  function gripOf(element) {
    const { cursor } = getComputedStyle(element);
    const around = element.parentElement;
    return GRIP.test(cursor) && around && getComputedStyle(around).cursor !== cursor ? cursor : "";
  }

  /** Words that only the style sheet writes. @param {Element} element */
  function drawnBefore(element) {
    const content = getComputedStyle(element, "::before").content;
    return content.startsWith('"') && /[\p{L}\p{N}]{2}/u.test(content) ? pollex.tidy(content.slice(1, -1), 40) : "";
  }

  /** Names that a picture has: of its file, of the symbol that it uses. @param {Element} picture @returns {string[]} */
  function picturedBy(picture) {
    const source = picture.getAttribute("src") ?? "";
    const file = source.startsWith("data:") ? "" : source.split(/[?#]/)[0].split("/").at(-1) ?? "";
    return [(picture.getAttribute("href") ?? picture.getAttribute("xlink:href") ?? "").split("#")[1] ?? "", file.replace(/\.\w+$/, ""), picture.getAttribute("data-icon") ?? ""];
  }

  /** @param {Element} element @returns {string[]} */
  function classesOf(element) {
    return (element.getAttribute("class") ?? "").slice(0, MOST_CLASSES).split(/\s+/);
  }

  /** The words in identifiers, but for how things are built and for what is no word. @param {string[]} names */
  function inferred(names) {
    const words = names.flatMap((name) => name.replace(/([a-z])([A-Z])/g, "$1 $2").split(/[^\p{L}]+/u)).map((word) => word.toLowerCase());
    const telling = words.filter((word) => SHORT.has(word) || (word.length > 2 && word.length < 20 && /[aeiouy]/.test(word) && !BUILDING.has(word)));
    return [...new Set(telling)].slice(0, WORDS_AT_MOST).join(" ");
  }

  /** Words of classes that come and go with the mouse, the focus and what moves. */
  const STYLING = /^(?:hover|focus|ripple|anim|trans|enter|leav|fade|slide|touch|press|collapsing|ng|css|js|is|has|no|dirty|pristine|valid|with|odd|even|first|last|shadow|animated)/;

  /** What the classes of a control mark it as: done, starred; not how it is built or styled. @param {Element} element @returns {string[]} */
  function badgesOf(element) {
    const marks = classesOf(element).map((name) => inferred([name])).filter((words) => words && !words.split(" ").some((word) => STYLING.test(word)));
    return [...new Set(marks)].slice(0, 8);
  }

  /** The colour of what shows nothing else, as a swatch does, and its size and place where these tell it from those beside it; grey is a sign only beside colours. @param {Element} element */
  function colourOf(element) {
    const colour = element.firstChild ? "" : pollex.backgroundOf(element);
    const beside = colour ? pollex.besides(element, BESIDE).filter((/** @type {Element} */ each) => !each.firstChild) : [];
    if (!colour || (GREYS.has(colour) && !beside.some((/** @type {Element} */ each) => !["", ...GREYS].includes(pollex.backgroundOf(each))))) return "";
    const exact = getComputedStyle(element).backgroundColor;
    const size = pollex.sizeName(element);
    const sized = beside.some((/** @type {Element} */ each) => pollex.sizeName(each) !== size) ? ` ${size}` : "";
    const alike = beside.some((/** @type {Element} */ each) => pollex.sizeName(each) === size && getComputedStyle(each).backgroundColor === exact);
    return `${colour} ${exact}${sized}${alike ? pollex.placeName(element) : ""}`;
  }

  /** The size of what is only a picture. @param {Element} element */
  function sizeOf(element) {
    const shown = pollex.isPictured(element) ? element : element.querySelector("img");
    const { width = 0, height = 0 } = shown?.getBoundingClientRect() ?? {};
    return shown && Math.min(width, height) >= PICTURE ? `picture ${pollex.sizeName(shown)}` : "";
  }

  /** How far along a track something stands that is moved on one: a page that draws its own slider sets that in per cent. @param {Element} element */
  function alongOf(element) {
    const style = /** @type {HTMLElement} */ (element).style;
    const along = style && ["left", "bottom", "top", "right"].map((side) => style.getPropertyValue(side)).find((length) => length.endsWith("%"));
    return along ? `${Math.round(Number.parseFloat(along) * 10) / 10} %` : null;
  }

  Object.assign(pollex, { gripOf, looksOf, badgesOf, alongOf, inferred, PICTURE, pictureName: (/** @type {Element} */ picture) => inferred([...picturedBy(picture), ...[...picture.children].flatMap(picturedBy)]) });
})();
