/** Places and sizes of windows: pure calculations. */

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Edge = "n" | "e" | "s" | "w" | "ne" | "nw" | "se" | "sw";
export type Snap = "left" | "right" | "top" | "top-left" | "top-right" | "bottom-left" | "bottom-right";

const SMALLEST = 120;
/** How much of a window's bar stays within reach. */
const HEADER = 80;
const BAR = 44;
/** How small a window is shown at least, where it reaches below the desk. */
const LOWEST = 240;
const NEAR = 14;
const GAP = 8;

/**
 * Return the nearest rectangle whose bar can still be taken hold of and that is no larger than the desk. `covered` is how
 * much of the desk's right side something else has taken: what lay there moves beside it.
 */
export function within(rect: Rect, desk: Size, covered = 0): Rect {
  const width = Math.min(rect.width, Math.max(SMALLEST, desk.width));
  const height = Math.min(rect.height, Math.max(SMALLEST, desk.height));
  const outside = Math.max(0, Math.min(rect.x + width - desk.width, rect.x));
  const beside = rect.x - Math.min(outside, covered);
  const x = Math.min(Math.max(beside, HEADER - width), Math.max(0, desk.width - HEADER));
  const y = Math.min(Math.max(rect.y, 0), Math.max(0, desk.height - BAR));
  return { x: Math.round(x), y: Math.round(y), width, height };
}

/** Return what is shown of a rectangle: it ends where the desk does, so that all of its content can be scrolled to. */
export function visible(rect: Rect, desk: Size): Rect {
  return { ...rect, height: Math.min(rect.height, Math.max(LOWEST, desk.height - rect.y)) };
}

export function resized(rect: Rect, edge: Edge, dx: number, dy: number): Rect {
  const width = Math.max(SMALLEST, rect.width + (edge.includes("e") ? dx : edge.includes("w") ? -dx : 0));
  const height = Math.max(SMALLEST, rect.height + (edge.includes("s") ? dy : edge.startsWith("n") ? -dy : 0));
  return {
    x: edge.includes("w") ? rect.x + rect.width - width : rect.x,
    y: edge.startsWith("n") ? rect.y + rect.height - height : rect.y,
    width: Math.round(width),
    height: Math.round(height),
  };
}

/** Return where a window snaps to when it is let go at a point. */
export function snapAt(x: number, y: number, desk: Size): Snap | null {
  const side = x <= NEAR ? "left" : x >= desk.width - NEAR ? "right" : null;
  if (side !== null) {
    if (y < desk.height / 4) return `top-${side}`;
    return y > (desk.height * 3) / 4 ? `bottom-${side}` : side;
  }
  return y <= NEAR ? "top" : null;
}

export function snapped(snap: Snap, desk: Size): Rect {
  const halfWidth = Math.floor(desk.width / 2);
  const halfHeight = Math.floor(desk.height / 2);
  return {
    x: snap.includes("right") ? halfWidth : 0,
    y: snap.startsWith("bottom") ? halfHeight : 0,
    width: snap === "top" ? desk.width : halfWidth,
    height: snap.includes("-") ? halfHeight : desk.height,
  };
}

/** Return rectangles side by side that fill the desk, as many as there are windows. */
export function tiled(count: number, desk: Size): Rect[] {
  const columns = Math.ceil(Math.sqrt(count * Math.max(0.5, desk.width / desk.height / 1.4)));
  const rows = Math.ceil(count / columns);
  const height = (desk.height - GAP * (rows + 1)) / rows;
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = row === rows - 1 ? count - row * columns : columns;
    const width = (desk.width - GAP * (inRow + 1)) / inRow;
    const column = index - row * columns;
    return {
      x: Math.round(GAP + column * (width + GAP)),
      y: Math.round(GAP + row * (height + GAP)),
      width: Math.max(SMALLEST, Math.floor(width)),
      height: Math.max(SMALLEST, Math.floor(height)),
    };
  });
}
