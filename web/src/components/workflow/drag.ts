/** Dragging a node to another place: it follows the pointer, and the nearest place where it may go is marked. */

import type { DrawnNode, WorkflowDrawing } from "../../generated/workflows.ts";
import { type DropTarget, dropTargets, family, nearest, type Place } from "./steps.ts";

interface Point {
  x: number;
  y: number;
}

/** Pixels of the picture after which a press is a drag. */
const FAR = 6;

export class NodeDrag {
  shift: Point = { x: 0, y: 0 };
  target: DropTarget | undefined;
  /** Whether the pointer went far enough. */
  began = false;
  readonly moving: ReadonlySet<string>;
  private readonly targets: DropTarget[];

  constructor(
    drawing: WorkflowDrawing,
    readonly node: DrawnNode,
    private readonly start: Point,
  ) {
    this.moving = family(drawing, node.id);
    this.targets = dropTargets(drawing, this.moving);
  }

  move(point: Point): void {
    this.shift = { x: point.x - this.start.x, y: point.y - this.start.y };
    this.began ||= Math.hypot(this.shift.x, this.shift.y) > FAR;
    this.target = this.began ? nearest(this.targets, point) : undefined;
  }

  get place(): Place | undefined {
    return this.began ? this.target?.place : undefined;
  }
}
