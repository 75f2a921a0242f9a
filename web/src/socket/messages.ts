/** What is said over the socket. */

import type { PageNode } from "../generated/components.ts";

export interface StateAt {
  scope: string;
  key: string;
  windowId?: string;
}

export interface DeskWindow {
  id: string;
  title: string;
  x: number;
  y: number;
  width: number;
  height: number;
  zIndex: number;
  synthetic: boolean;
  content: PageNode[];
}

export interface DeskComponent {
  id: string;
  type: string;
  windowId: string;
  props: Record<string, unknown>;
  issues?: Issue[];
}

export interface Issue {
  pointer: string;
  message: string;
  hint?: string | null;
}

export interface Fault extends Issue {
  code: string;
}

export interface ChatMessage {
  message: string;
  role: "person" | "model" | "system";
  text: string;
  seq: number;
  at: string;
}

export interface Snapshot {
  id: string;
  seq: number;
  windows: DeskWindow[];
  components: DeskComponent[];
  state: (StateAt & { value: unknown })[];
  chat: ChatMessage[];
}

export interface DeskUpdate {
  seq: number;
  batch: string;
  by: string;
  windows: Record<string, DeskWindow | null>;
  components: Record<string, DeskComponent | null>;
  state: (StateAt & { old: unknown; new: unknown })[];
}

/** How a request ended. */
export interface Answer {
  id?: string;
  to: string;
  results?: { ok: boolean; data: unknown; notes: string[]; fault: Fault | null }[];
  data?: unknown;
  fault?: Fault;
}

export type ServerMessage =
  | ({ type: "snapshot" } & Snapshot)
  | ({ type: "update" } & DeskUpdate)
  | ({ type: "chat" } & ChatMessage)
  | ({ type: "answer" } & Answer)
  | { type: "error"; fault: Fault }
  | { type: "pong" };

/** A command of a batch. */
export interface Envelope {
  op: string;
  params: Record<string, unknown>;
}

export type Request =
  | { type: "batch"; batch: Envelope[] }
  | { type: "press"; windowId: string; command: string; value?: unknown; form?: object; componentId?: string }
  | { type: "use"; component: string; event: string; data: object }
  | ({ type: "type"; value: unknown } & StateAt)
  | { type: "say"; text: string }
  | { type: "approve"; path?: string; approved?: boolean }
  | { type: "undo" }
  | { type: "redo" };
