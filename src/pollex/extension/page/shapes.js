/** The shapes of a drawing that can be told apart: each by its kind, its colour in a word, and its size. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.shapesOf) return;

  const SHAPES = "rect, circle, ellipse, polygon, path, image, text";
  const APART = "defs, clipPath, mask, marker, pattern, symbol";
  const MOST = 60;
  /** What of a drawing is a piece of a page. */
  const PRESSED = "a[href], button, input, select, textarea, [tabindex], [onclick]";
  /** Pixels of a side from which a drawing is more than an icon, and a shape more than a dot. */
  const [DRAWING, SHAPE] = [60, 5];
  /** How light or grey a colour may be before it is called so. */
  const [DARK, LIGHT, GREY] = [0.15, 0.9, 0.12];
  /** Up to which hue a colour has its name. @type {[number, string][]} */
  const HUES = [[15, "red"], [45, "orange"], [70, "yellow"], [165, "green"], [200, "turquoise"], [255, "blue"], [290, "purple"], [335, "pink"], [360, "red"]];

  /** The shapes of a drawing, without what lies behind all of it, and of words only those that can be pressed or have a colour. @param {Element} svg @returns {Element[]} */
  function shapesOf(svg) {
    const whole = svg.getBoundingClientRect();
    if (whole.width < DRAWING || whole.height < DRAWING) return [];
    /** @type {Element[]} */
    const found = [];
    for (const shape of svg.querySelectorAll(SHAPES)) {
      if (found.length >= MOST) break;
      const { width, height } = shape.getBoundingClientRect();
      const behind = width * height > 0.9 * whole.width * whole.height;
      if (width < SHAPE || height < SHAPE || behind || shape.closest(APART) || !pollex.isSeen(shape, shape.getBoundingClientRect())) continue;
      if (shape.localName === "text" ? isTold(shape) : colourOf(shape) !== "") found.push(shape);
    }
    return found;
  }

  /** How many shapes a drawing has, told or not. @param {Element} svg */
  function countShapes(svg) {
    return svg.querySelectorAll(SHAPES).length;
  }

  /** Whether words are a shape of their own. @param {Element} text */
  function isTold(text) {
    return pollex.listens(text) || text.hasAttribute("onclick") || getComputedStyle(text).cursor === "pointer" || !["", "black", "grey", "white"].includes(colourOf(text));
  }

  /** The shapes of a drawing with their names: `red rect 40×30 "7" at 10,20`; the place only where there are others. @param {Element} svg @returns {[Element, string][]} */
  function shapesNamed(svg) {
    const shapes = shapesOf(svg);
    const { left, top } = svg.getBoundingClientRect();
    const on = shapes.length ? wordsOn(textsIn(svg).filter((text) => !shapes.includes(text)), shapes) : new Map();
    return shapes.map((shape) => {
      const box = shape.getBoundingClientRect();
      const at = shapes.length > 1 ? ` at ${Math.round(box.left - left)},${Math.round(box.top - top)}` : "";
      const said = on.get(shape)?.map((/** @type {Element} */ text) => pollex.tidy(text.textContent, 40)).join(" ");
      return [shape, `${shapeName(shape)}${said ? ` ${JSON.stringify(said)}` : ""}${at}`];
    });
  }

  /** The words that stand on each shape, by the smallest around them; those on none by `undefined`. @param {Element[]} texts @param {Element[]} shapes */
  function wordsOn(texts, shapes) {
    const area = (/** @type {DOMRect} */ box) => box.width * box.height;
    const boxes = shapes.map((shape) => ({ shape, box: shape.getBoundingClientRect() })).sort((one, other) => area(one.box) - area(other.box));
    return Map.groupBy(texts, (text) => {
      const { left, top, width, height } = text.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      return boxes.find(({ box }) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom)?.shape;
    });
  }

  /** The pieces of a page in a drawing that have controls. @param {Element} svg @returns {Element[]} */
  function pagesIn(svg) {
    return [...svg.querySelectorAll(`foreignObject:has(${PRESSED})`)].slice(0, MOST);
  }

  /** @param {Element} svg @returns {Element[]} */
  function textsIn(svg) {
    const texts = [...svg.querySelectorAll(`text, foreignObject:not(:has(${PRESSED}))`)].slice(0, MOST);
    return texts.filter((text) => /\S/.test(text.textContent ?? "") && !text.closest(APART));
  }

  /** The words in a drawing: its title, else what is written in it, but for what is told with a shape. @param {Element} svg @param {Element[]} [shapes] */
  function wordsDrawn(svg, shapes = []) {
    const title = shapes.length ? "" : svg.querySelector(":scope > title")?.textContent ?? svg.querySelector("title")?.textContent;
    if (title && /\S/.test(title)) return title;
    const texts = textsIn(svg).filter((text) => pollex.isSeen(text, text.getBoundingClientRect()) && !shapes.includes(text));
    return (wordsOn(texts, shapes).get(undefined) ?? []).map((text) => pollex.tidy(text.textContent, 60)).join(" ");
  }

  /** `red rect 40×30`, after its own name where it has one. @param {Element} shape */
  function shapeName(shape) {
    const said = pollex.tidy(shape.getAttribute("aria-label") || shape.querySelector("title")?.textContent, 40);
    const written = shape.localName === "text" ? JSON.stringify(pollex.tidy(shape.textContent, 40)) : "";
    return [said && `${said}:`, colourOf(shape), shape.localName, written, sizeName(shape)].filter(Boolean).join(" ");
  }

  /** @param {Element} element */
  function sizeName(element) {
    const { width, height } = element.getBoundingClientRect();
    return `${Math.round(width)}×${Math.round(height)}`;
  }

  /** Where an element stands in what is around it. @param {Element} element */
  function placeName(element) {
    const [{ left, top }, around] = [element.getBoundingClientRect(), element.parentElement?.getBoundingClientRect()];
    return around ? ` at ${Math.round(left - around.left)},${Math.round(top - around.top)}` : "";
  }

  /** What it is filled with, else drawn with. @param {Element} shape */
  function colourOf(shape) {
    if (shape.localName === "image") return "drawn";
    const { fill, stroke } = getComputedStyle(shape);
    return colourName(fill) || colourName(stroke);
  }

  /** A colour in a word; nothing for one that cannot be seen. @param {string} colour */
  function colourName(colour) {
    const [red, green, blue, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    if (blue === undefined || alpha === 0) return colour.startsWith("url") ? "patterned" : "";
    const [most, least] = [Math.max(red, green, blue) / 255, Math.min(red, green, blue) / 255];
    if (most < DARK) return "black";
    if (most - least < GREY) return least > LIGHT ? "white" : "grey";
    const [r, g, b] = [red / 255, green / 255, blue / 255];
    const turn = most === r ? (g - b) / (most - least) : most === g ? 2 + (b - r) / (most - least) : 4 + (r - g) / (most - least);
    const hue = (turn * 60 + 360) % 360;
    return HUES.find(([end]) => hue <= end)?.[1] ?? "";
  }

  Object.assign(pollex, { countShapes, shapesNamed, pagesIn, wordsDrawn, sizeName, placeName, colourName });
})();
