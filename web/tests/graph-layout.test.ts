import { describe, expect, test } from "vitest";
import { layoutGraph } from "../src/components/graph/layout.ts";

const graph = (names: string, edges: string[], direction: "down" | "right" = "down") =>
  layoutGraph({
    nodes: names.split(" ").map((id) => ({ id })),
    edges: edges.map((each) => ({ from: each[0] as string, to: each[1] as string })),
    direction,
  } as Parameters<typeof layoutGraph>[0]);

const places = (drawn: ReturnType<typeof layoutGraph>) => Object.fromEntries(drawn.boxes.map((box) => [box.id, box]));

describe.each(["down", "right"] as const)("a graph that goes %s", (direction) => {
  const along = direction === "down" ? "y" : "x";

  test("has each node behind all that lead to it", () => {
    const at = places(graph("a b c d", ["ab", "bc", "ac", "cd"], direction));
    expect([at.a, at.b, at.c, at.d].map((box) => box?.[along])).toEqual([at.a, at.b, at.c, at.d].map((box) => box?.[along]).toSorted((one = 0, other = 0) => one - other));
    expect(new Set([at.a, at.b, at.c, at.d].map((box) => box?.[along])).size).toBe(4);
  });

  test("has no boxes that overlap, and none outside its size", () => {
    const drawn = graph("a b c d e f", ["ab", "ac", "ad", "be", "ce", "df"], direction);
    drawn.boxes.forEach((one, index) => {
      expect(one.x).toBeGreaterThanOrEqual(0);
      expect(one.x + one.width).toBeLessThanOrEqual(drawn.width);
      expect(one.y + one.height).toBeLessThanOrEqual(drawn.height);
      for (const other of drawn.boxes.slice(index + 1)) {
        const apart = one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y || other.y + other.height <= one.y;
        expect(apart, `${one.id} and ${other.id}`).toBe(true);
      }
    });
  });
});

test("a circle is drawn, and ends", () => {
  const drawn = graph("a b c", ["ab", "bc", "ca"]);
  expect(drawn.lines).toHaveLength(3);
  expect(new Set(drawn.boxes.map((box) => box.y)).size).toBe(3);
});

test("an edge to a node that there is not is left out", () => {
  expect(graph("a b", ["ab", "ax"]).lines).toHaveLength(1);
});

test("two crossing edges are untangled", () => {
  const at = places(graph("a b c d", ["ad", "bc"]));
  expect(Math.sign((at.a?.x ?? 0) - (at.b?.x ?? 0))).toBe(Math.sign((at.d?.x ?? 0) - (at.c?.x ?? 0)));
});
