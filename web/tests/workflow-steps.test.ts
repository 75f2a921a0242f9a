import { describe, expect, test } from "vitest";
import { dropTargets, family, nearest, neighbour, stepPlace } from "../src/components/workflow/steps.ts";
import type { DrawnNode, WorkflowDrawing } from "../src/generated/workflows.ts";

const WIDTH = 100;
const HEIGHT = 40;

/** A node at a place; `owner` is the box that runs it. */
function box(position: number, x: number, y: number, more: Partial<DrawnNode> = {}): DrawnNode {
  return { id: `n${position}`, position, x, y, width: WIDTH, height: HEIGHT, shape: "card", next: [], owner: null, ...more } as DrawnNode;
}

/** One, a loop of two and three, four, then a fork into five and six. */
const NODES = [
  box(1, 100, 100, { next: ["n2"] }),
  box(2, 80, 200, { shape: "frame", height: 200, width: 140, next: ["n5"] }),
  box(3, 100, 240, { owner: "n2", next: ["n4"] }),
  box(4, 100, 320, { owner: "n2" }),
  box(5, 100, 450, { shape: "diamond", next: ["n6", "n7"] }),
  box(6, 0, 550, { owner: "n5" }),
  box(7, 200, 550, { owner: "n5" }),
];
const DRAWING = { begin: { x: 150, y: 50 }, nodes: NODES } as WorkflowDrawing;
const [one, loop, three, four, fork, left, right] = NODES as [DrawnNode, DrawnNode, DrawnNode, DrawnNode, DrawnNode, DrawnNode, DrawnNode];

describe("an arrow key", () => {
  test.each([
    ["ArrowDown", one, loop],
    ["ArrowUp", loop, one],
    ["ArrowDown", fork, left],
    ["ArrowRight", left, right],
    ["ArrowLeft", right, left],
    ["ArrowLeft", three, loop],
    ["ArrowRight", loop, three],
    ["ArrowUp", one, undefined],
  ] as const)("%s from %o", (key, from, to) => {
    expect(neighbour(DRAWING, from, key)?.id).toBe(to?.id);
  });
});

describe("a step up or down", () => {
  test.each([
    [one, true, { after: 2 }],
    [one, false, undefined],
    [loop, false, {}],
    [three, true, { after: 4 }],
    [four, false, { into: 2 }],
    [three, false, undefined],
    [left, true, undefined],
    [fork, false, { after: 1 }],
  ])("%o, down: %s", (node, down, place) => {
    expect(stepPlace(DRAWING, node, down)).toEqual(place);
  });
});

test("a box is moved with all that it runs, and not into itself", () => {
  expect([...family(DRAWING, "n2")]).toEqual(["n2", "n3", "n4"]);
  const places = dropTargets(DRAWING, family(DRAWING, "n2")).map(({ place }) => place);
  expect(places).toEqual([{}, { after: 1 }, { after: 5 }, { after: 6 }, { after: 7 }]);
});

test("what is let go inside a loop, above its first node, goes into it", () => {
  const targets = dropTargets(DRAWING, new Set(["n1"]));
  expect(nearest(targets, { x: 150, y: 228 })?.place).toEqual({ into: 2 });
  expect(nearest(targets, { x: 150, y: 60 })?.place).toEqual({});
});
