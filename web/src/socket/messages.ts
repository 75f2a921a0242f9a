/** What is said over the socket, as the rest of the page calls it. */

import type { ClientMessage } from "../generated/messages.ts";

export type {
  ChatMessage,
  DeskComponent,
  DeskUpdate,
  DeskWindow,
  Fault,
  Issue,
  ModelState,
  ServerMessage,
  ServerAnswer as Answer,
  WorkspaceGate,
  WorkspaceSnapshot as Snapshot,
} from "../generated/messages.ts";

/** A place in the state. */
export type StateAt = { scope: string; key: string; windowId?: string };

/** A command of a batch. */
export interface Envelope {
  op: string;
  params: Record<string, unknown>;
}

/** What gets an answer. */
export type Request = Exclude<ClientMessage, { type: "hello" | "ping" }>;
