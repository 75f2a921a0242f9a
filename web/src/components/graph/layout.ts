/** Places for the nodes of a graph: in layers, so that edges lead one way, and ordered so that few of them cross. */

import type { GraphProps } from "../../generated/components.ts";

export interface GraphBox {
  id: string;
  label: string;
  tone: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface GraphLine {
  path: string;
  label: string;
  x: number;
  y: number;
}

export interface GraphLayout {
  width: number;
  height: number;
  boxes: GraphBox[];
  lines: GraphLine[];
}

const HEIGHT = 40;
const BETWEEN = 24;
const ACROSS = 72;
const EDGE = 12;
const ROUNDS = 4;

export function layoutGraph({ nodes, edges, direction }: GraphProps): GraphLayout {
  const layers = orderLayers(nodes.map((each) => each.id), edges);
  const boxes = new Map<string, GraphBox>();
  const down = direction === "down";
  let along = EDGE;
  const sizes = layers.map((layer) => Math.max(...layer.map((id) => widthOf(labelOf(nodes, id)))));
  const spans = layers.map((layer) => span(layer.map((id) => (down ? widthOf(labelOf(nodes, id)) : HEIGHT))));
  const widest = Math.max(0, ...spans);
  layers.forEach((layer, depth) => {
    let beside = EDGE + (widest - (spans[depth] ?? 0)) / 2;
    for (const id of layer) {
      const node = nodes.find((each) => each.id === id);
      const label = labelOf(nodes, id);
      const width = down ? widthOf(label) : (sizes[depth] ?? 0);
      boxes.set(id, { id, label, tone: node?.tone ?? "", width, height: HEIGHT, x: down ? beside : along, y: down ? along : beside });
      beside += (down ? width : HEIGHT) + BETWEEN;
    }
    along += (down ? HEIGHT : (sizes[depth] ?? 0)) + ACROSS;
  });
  const [length, breadth] = [along - ACROSS + EDGE, widest + 2 * EDGE];
  const lines = edges.flatMap((edge) => {
    const [from, to] = [boxes.get(edge.from), boxes.get(edge.to)];
    return from && to ? [line(from, to, down, edge.label ?? "")] : [];
  });
  return { width: down ? breadth : length, height: down ? length : breadth, boxes: [...boxes.values()], lines };
}

/** Return the ids in layers: each behind all that lead to it; edges that close a circle do not count. */
function orderLayers(ids: string[], edges: GraphProps["edges"]): string[][] {
  const next = new Map(ids.map((id) => [id, edges.filter((edge) => edge.from === id).map((edge) => edge.to)]));
  const depth = new Map(ids.map((id) => [id, 0]));
  const state = new Map<string, "open" | "done">();
  const order: string[] = [];
  const forward: [string, string][] = [];
  const visit = (id: string) => {
    state.set(id, "open");
    for (const to of next.get(id) ?? []) {
      if (state.get(to) !== "open") forward.push([id, to]);
      if (!state.has(to)) visit(to);
    }
    state.set(id, "done");
    order.unshift(id);
  };
  for (const id of ids) if (!state.has(id)) visit(id);
  for (const id of order) {
    for (const [from, to] of forward) if (from === id) depth.set(to, Math.max(depth.get(to) ?? 0, (depth.get(id) ?? 0) + 1));
  }
  const layers: string[][] = [];
  for (const id of ids) (layers[depth.get(id) ?? 0] ??= []).push(id);
  return untangled(layers.filter(Boolean), forward);
}

/** Move each node towards the middle of those that it is joined to, forth and back a few times. */
function untangled(layers: string[][], edges: [string, string][]): string[][] {
  for (let round = 0; round < ROUNDS; round++) {
    const place = new Map(layers.flatMap((layer) => layer.map((id, at): [string, number] => [id, at])));
    const middle = (id: string) => {
      const near = edges.flatMap(([from, to]) => (from === id ? [to] : to === id ? [from] : [])).map((each) => place.get(each) ?? 0);
      return near.length > 0 ? near.reduce((sum, each) => sum + each, 0) / near.length : (place.get(id) ?? 0);
    };
    for (const layer of layers) {
      const wanted = new Map(layer.map((id) => [id, middle(id)]));
      layer.sort((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0));
      layer.forEach((id, at) => place.set(id, at));
    }
  }
  return layers;
}

function line(from: GraphBox, to: GraphBox, down: boolean, label: string): GraphLine {
  const start = down ? { x: from.x + from.width / 2, y: from.y + HEIGHT } : { x: from.x + from.width, y: from.y + HEIGHT / 2 };
  const end = down ? { x: to.x + to.width / 2, y: to.y } : { x: to.x, y: to.y + HEIGHT / 2 };
  const bend = Math.max(24, Math.abs(down ? end.y - start.y : end.x - start.x) / 2);
  const [one, other] = down ? [`${start.x} ${start.y + bend}`, `${end.x} ${end.y - bend}`] : [`${start.x + bend} ${start.y}`, `${end.x - bend} ${end.y}`];
  const head = down ? `m-4-7 4 7 4-7` : `m-7-4 7 4-7 4`;
  return { path: `M${start.x} ${start.y}C${one} ${other} ${end.x} ${end.y}${head}`, label, x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
}

function labelOf(nodes: GraphProps["nodes"], id: string): string {
  const label = nodes.find((each) => each.id === id)?.label ?? id;
  return label.length > 40 ? `${label.slice(0, 39)}…` : label;
}

function widthOf(label: string): number {
  return Math.max(64, label.length * 7.6 + 28);
}

function span(sizes: number[]): number {
  return sizes.reduce((sum, each) => sum + each, 0) + BETWEEN * Math.max(0, sizes.length - 1);
}
