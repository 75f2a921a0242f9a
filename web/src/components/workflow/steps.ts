/** From node to node: which one an arrow key leads to, who stands beside whom, and where a dragged node would go. */

import type { DrawnNode, WorkflowDrawing } from "../../generated/workflows.ts";

export interface Place {
  after?: number;
  into?: number;
}

/** Where a node can be dropped: the point in the picture, and what it means. */
export interface DropTarget {
  x: number;
  y: number;
  place: Place;
}

type Direction = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

/** Return the box that an arrow key leads to: down and up along the lines, sideways between the ways of a fork. */
export function neighbour(drawing: WorkflowDrawing, from: DrawnNode, direction: Direction): DrawnNode | undefined {
  const find = (id: string | null | undefined) => drawing.nodes.find((each) => each.id === id);
  const before = drawing.nodes.filter((each) => each.next.includes(from.id));
  if (direction === "ArrowDown") return find(from.next[0]);
  if (direction === "ArrowUp") return before[0];
  const beside = [...new Set(before.flatMap((each) => each.next))];
  const other = find(beside[beside.indexOf(from.id) + (direction === "ArrowRight" ? 1 : -1)]);
  return other ?? (direction === "ArrowLeft" ? find(from.owner) : drawing.nodes.find((each) => each.owner === from.id));
}

const axis = (node: DrawnNode): number => (node.shape === "frame" ? NaN : node.x + node.width / 2);

/** Return the nodes that run one after the other with this one, in order. */
function siblings(drawing: WorkflowDrawing, node: DrawnNode): DrawnNode[] {
  const owner = drawing.nodes.find((each) => each.id === node.owner);
  const alike = drawing.nodes.filter((each) => each.owner === node.owner);
  if (owner?.shape !== "diamond") return alike;
  const near = (each: DrawnNode) => each.x < node.x + node.width && node.x < each.x + each.width;
  return alike.filter((each) => each === node || Math.abs(axis(each) - axis(node)) < 1 || near(each));
}

/** Return where a node goes by one step up or down; nothing at the end of its row. */
export function stepPlace(drawing: WorkflowDrawing, node: DrawnNode, down: boolean): Place | undefined {
  const row = siblings(drawing, node);
  const at = row.indexOf(node);
  const other = row[at + (down ? 1 : -2)];
  if (other) return { after: other.position };
  if (down || at < 1) return undefined;
  const owner = drawing.nodes.find((each) => each.id === node.owner);
  return owner?.shape === "diamond" ? undefined : owner ? { into: owner.position } : {};
}

/** Return a box and those that it runs. */
export function family(drawing: WorkflowDrawing, id: string): Set<string> {
  const found = new Set([id]);
  for (const each of drawing.nodes) if (each.owner !== null && found.has(each.owner)) found.add(each.id);
  return found;
}

/** Return all places where a box may be dropped. */
export function dropTargets(drawing: WorkflowDrawing, moving: ReadonlySet<string>): DropTarget[] {
  const targets: DropTarget[] = [{ x: drawing.begin.x, y: drawing.begin.y + 19, place: {} }];
  for (const node of drawing.nodes.filter((each) => !moving.has(each.id))) {
    const inside = drawing.nodes.filter((each) => each.id !== node.id && family(drawing, node.id).has(each.id));
    const bottom = Math.max(node.y + node.height, ...inside.map((each) => each.y + each.height + 20));
    const x = node.shape === "frame" ? (inside[0] ? centre(inside[0]) : node.x + node.width / 2) : node.x + node.width / 2;
    targets.push({ x, y: bottom + 13, place: { after: node.position } });
    if (node.shape === "frame") targets.push({ x, y: (inside[0]?.y ?? node.y + node.height) - 13, place: { into: node.position } });
  }
  return targets;
}

function centre(node: DrawnNode): number {
  return node.x + node.width / 2;
}

export function nearest(targets: readonly DropTarget[], point: { x: number; y: number }): DropTarget | undefined {
  const far = (each: DropTarget) => Math.hypot((each.x - point.x) / 2, each.y - point.y);
  return targets.toSorted((one, other) => far(one) - far(other))[0];
}
