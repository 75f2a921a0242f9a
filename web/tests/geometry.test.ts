import { describe, expect, test } from "vitest";
import { type Edge, type Rect, resized, snapAt, snapped, tiled, visible, within } from "../src/windows/geometry.ts";

const DESK = { width: 1200, height: 800 };
const WINDOW: Rect = { x: 100, y: 100, width: 400, height: 300 };

/** Places far outside the desk and inside it, and sizes from nothing to larger than the desk. */
const ANYWHERE: Rect[] = [-5000, -1, 0, 600, 5000].flatMap((x) =>
  [-5000, 0, 400, 5000].flatMap((y) => [1, 400, 9000].map((width): Rect => ({ x, y, width, height: width }))),
);

describe("a window within its desk", () => {
  test("stays where it is if all of it is there", () => {
    expect(within(WINDOW, DESK)).toEqual(WINDOW);
  });

  test.each(ANYWHERE)("can always be taken hold of: %o", (rect) => {
    const { x, y, width, height } = within(rect, DESK);
    expect(width).toBeLessThanOrEqual(DESK.width);
    expect(height).toBeLessThanOrEqual(DESK.height);
    expect(Math.min(x + width, DESK.width) - Math.max(x, 0)).toBeGreaterThanOrEqual(Math.min(80, width));
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThan(DESK.height);
  });

  test("moves beside what covers the right side, and no further than the left edge", () => {
    const right = { x: 900, y: 0, width: 300, height: 300 };
    expect(within(right, { width: 1000, height: 800 }, 200).x).toBe(700);
    expect(within({ ...right, x: 50, width: 990 }, { width: 1000, height: 800 }, 200).x).toBe(10);
  });

  test("is shown down to the desk's end, and never as a sliver", () => {
    expect(visible({ ...WINDOW, y: 600 }, DESK).height).toBe(240);
    expect(visible({ ...WINDOW, y: 400, height: 900 }, DESK).height).toBe(400);
    expect(visible(WINDOW, DESK)).toEqual(WINDOW);
  });
});

describe("dragging an edge", () => {
  const EDGES: [Edge, Rect][] = [
    ["e", { ...WINDOW, width: 410 }],
    ["w", { ...WINDOW, x: 110, width: 390 }],
    ["s", { ...WINDOW, height: 320 }],
    ["n", { ...WINDOW, y: 120, height: 280 }],
    ["se", { ...WINDOW, width: 410, height: 320 }],
    ["nw", { x: 110, y: 120, width: 390, height: 280 }],
    ["ne", { ...WINDOW, y: 120, width: 410, height: 280 }],
    ["sw", { ...WINDOW, x: 110, width: 390, height: 320 }],
  ];

  test.each(EDGES)("%s moves that edge alone", (edge, expected) => {
    expect(resized(WINDOW, edge, 10, 20)).toEqual(expected);
  });

  test("leaves the other edge where it is when the window can get no smaller", () => {
    const { x, y, width, height } = resized(WINDOW, "nw", 1000, 1000);
    expect([x + width, y + height]).toEqual([500, 400]);
    expect([width, height]).toEqual([120, 120]);
  });
});

describe("snapping", () => {
  const POINTS: [number, number, string | null][] = [
    [0, 400, "left"],
    [1199, 400, "right"],
    [0, 10, "top-left"],
    [1199, 790, "bottom-right"],
    [0, 790, "bottom-left"],
    [600, 5, "top"],
    [600, 400, null],
    [600, 799, null],
  ];

  test.each(POINTS)("at %d, %d is %s", (x, y, snap) => {
    expect(snapAt(x, y, DESK)).toBe(snap);
  });

  test("halves and quarters fill the desk without overlap", () => {
    const quarters = (["top-left", "top-right", "bottom-left", "bottom-right"] as const).map((snap) => snapped(snap, DESK));
    expect(area(quarters)).toBe(DESK.width * DESK.height);
    expect(overlaps(quarters)).toBe(false);
    expect(snapped("top", DESK)).toEqual({ x: 0, y: 0, ...DESK });
  });
});

test.each([1, 2, 3, 4, 5, 7, 12])("%d tiles lie on the desk without overlap", (count) => {
  const tiles = tiled(count, DESK);
  expect(tiles).toHaveLength(count);
  expect(overlaps(tiles)).toBe(false);
  for (const { x, y, width, height } of tiles) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(DESK.width);
    expect(y + height).toBeLessThanOrEqual(DESK.height);
  }
});

function area(rects: Rect[]): number {
  return rects.reduce((sum, each) => sum + each.width * each.height, 0);
}

function overlaps(rects: Rect[]): boolean {
  const meet = (one: Rect, other: Rect) =>
    one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
  return rects.some((one, index) => rects.slice(index + 1).some((other) => meet(one, other)));
}
