/** How far a run is, node by node: its events are followed until it ends. */

import type { WorkflowDrawing } from "../../generated/workflows.ts";
import { change } from "../../http.ts";

export interface NodeState {
  kind: "running" | "done" | "failed" | "waiting";
  /** How often it ended: more than once in a loop. */
  times: number;
  ms: number;
  /** Why it failed. */
  message: string;
}

interface RunEvent {
  kind: string;
  data: { path?: string; ok?: boolean; ms?: number; fault?: { message: string; hint?: string | null } | null };
}

const KINDS = ["node.started", "node.finished", "question.asked", "approval.asked", "question.answered", "approval.answered", "run.finished"];

export class RunStatus {
  readonly nodes = new Map<number, NodeState>();
  private source: EventSource | undefined;
  private closed = false;
  /** Events that came before the picture. */
  private early: RunEvent[] = [];

  constructor(
    readonly run: string,
    private readonly drawing: () => WorkflowDrawing | undefined,
    /** Told whether the run has ended, and which node has begun. */
    private readonly changed: (ended: boolean, begun?: number) => void,
  ) {
    void this.open();
  }

  private async open(): Promise<void> {
    const { data } = await change<{ address: string }>("/api/tickets", { path: `/api/runs/${this.run}/events` });
    if (data === undefined || this.closed) return;
    this.source = new EventSource(data.address);
    for (const kind of KINDS) this.source.addEventListener(kind, (event) => this.take(JSON.parse((event as MessageEvent<string>).data) as RunEvent));
  }

  close(): void {
    this.closed = true;
    this.source?.close();
    this.source = undefined;
  }

  /** Take what came before the picture was there. */
  drawn(): void {
    const early = this.early;
    this.early = [];
    for (const event of early) this.take(event);
  }

  private take(event: RunEvent): void {
    if (this.drawing() === undefined) return void this.early.push(event);
    const { kind, data } = event;
    let begun: number | undefined;
    if (kind === "run.finished") {
      this.close();
      for (const state of this.nodes.values()) if (state.kind === "running" || state.kind === "waiting") state.kind = "failed";
    } else {
      const position = this.position(data.path ?? "");
      if (position !== undefined) this.put(position, kind, data);
      if (kind === "node.started") begun = position;
    }
    this.changed(kind === "run.finished", begun);
  }

  private put(position: number, kind: string, data: RunEvent["data"]): void {
    const before = this.nodes.get(position) ?? { kind: "running", times: 0, ms: 0, message: "" };
    if (kind === "node.finished") {
      const message = data.fault ? [data.fault.message, data.fault.hint].filter(Boolean).join(" ") : before.message;
      const failed = data.ok === false || before.kind === "failed";
      this.nodes.set(position, { kind: failed ? "failed" : "done", times: before.times + 1, ms: data.ms ?? 0, message });
    } else {
      this.nodes.set(position, { ...before, kind: kind.endsWith(".asked") ? "waiting" : before.kind === "failed" ? "failed" : "running" });
    }
  }

  /** Return the node that a path such as `/2[0]/3` leads to; what a called workflow does is its node's. */
  private position(path: string): number | undefined {
    let found: number | undefined;
    for (const [, step] of path.matchAll(/\/(\d+)/g)) {
      found = Number(step);
      const node = this.drawing()?.nodes.find((each) => each.position === found);
      if (!node) return undefined;
      if (node.type === "workflow") return found;
    }
    return found;
  }
}
