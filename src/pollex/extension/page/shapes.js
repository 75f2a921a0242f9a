/** The shapes of a drawing that can be told apart: each by its kind, its colour in a word, and its size. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.shapesOf) return;

  const SHAPES = "rect, circle, ellipse, polygon, path, image";
  const MOST = 60;
  /** Pixels of a side from which a drawing is more than an icon, and a shape more than a dot. */
  const [DRAWING, SHAPE] = [60, 5];
  /** How light or grey a colour may be before it is called so. */
  const [DARK, LIGHT, GREY] = [0.15, 0.9, 0.12];
  /** Up to which hue a colour has its name. @type {[number, string][]} */
  const HUES = [[15, "red"], [45, "orange"], [70, "yellow"], [165, "green"], [200, "turquoise"], [255, "blue"], [290, "purple"], [335, "pink"], [360, "red"]];

  /** The shapes of a drawing, without what lies behind all of it. @param {Element} svg @returns {Element[]} */
  function shapesOf(svg) {
    const whole = svg.getBoundingClientRect();
    if (whole.width < DRAWING || whole.height < DRAWING) return [];
    return [...svg.querySelectorAll(SHAPES)].filter((shape) => {
      const { width, height } = shape.getBoundingClientRect();
      const behind = width * height > 0.9 * whole.width * whole.height;
      return width >= SHAPE && height >= SHAPE && !behind && !shape.closest("defs, clipPath, mask, marker, pattern, symbol") && colourOf(shape) !== "" && pollex.isSeen(shape, shape.getBoundingClientRect());
    }).slice(0, MOST);
  }

  /** `red rect 40×30`, after its own name where it has one. @param {Element} shape */
  function shapeName(shape) {
    const { width, height } = shape.getBoundingClientRect();
    const said = pollex.tidy(shape.getAttribute("aria-label") || shape.querySelector("title")?.textContent, 40);
    return [said && `${said}:`, colourOf(shape), shape.localName, `${Math.round(width)}×${Math.round(height)}`].filter(Boolean).join(" ");
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

  Object.assign(pollex, { shapesOf, shapeName });
})();
