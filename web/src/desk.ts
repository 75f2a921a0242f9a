/** The page's picture of the workspace: what the server sent, and what has to be drawn again in the next frame. */

import { childrenOf, mayHold } from "./components/arrangement/children.ts";
import type { ChatMessage, DeskComponent, DeskUpdate, DeskWindow, Snapshot, StateAt } from "./socket/messages.ts";

/** What changed since the last frame. */
export interface Changes {
  windows: Set<string>;
  components: Set<string>;
  /** Keys of the state, as `stateKey` writes them. */
  state: Set<string>;
  chat: boolean;
}

type Listener = (changes: Changes) => void;

/** Return a name for a place in the state; only the scope `window` has a window. */
export function stateKey(at: StateAt): string {
  return JSON.stringify([at.scope, at.scope === "window" ? (at.windowId ?? "") : "", at.key]);
}

function noChanges(): Changes {
  return { windows: new Set(), components: new Set(), state: new Set(), chat: false };
}

export class Desk {
  id = "";
  seq: number | undefined;
  readonly windows = new Map<string, DeskWindow>();
  readonly components = new Map<string, DeskComponent>();
  readonly state = new Map<string, unknown>();
  chat: ChatMessage[] = [];
  /** Components that others draw inside themselves. */
  claimed: ReadonlySet<string> = new Set();
  private changes = noChanges();
  private frame = 0;
  private readonly listeners = new Set<Listener>();

  /** Call a listener in the frame after each change, however many messages it came in. */
  onChange(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  takeSnapshot(snapshot: Snapshot): void {
    this.id = snapshot.id;
    this.seq = snapshot.seq;
    replace(this.windows, snapshot.windows.map((each) => [each.id, each]), this.changes.windows);
    replace(this.components, snapshot.components.map((each) => [each.id, each]), this.changes.components);
    replace(this.state, snapshot.state.map((each) => [stateKey(each), each.value]), this.changes.state);
    this.chat = snapshot.chat;
    this.changes.chat = true;
    this.draw();
  }

  takeUpdate(update: DeskUpdate): void {
    this.seq = Math.max(this.seq ?? 0, update.seq);
    put(this.windows, update.windows, this.changes.windows);
    put(this.components, update.components, this.changes.components);
    for (const change of update.state) this.setState(change, change.new);
    this.draw();
  }

  takeChat(message: ChatMessage): void {
    this.seq = Math.max(this.seq ?? 0, message.seq);
    if (this.chat.some((each) => each.message === message.message)) return;
    this.chat = [...this.chat, message];
    this.changes.chat = true;
    this.draw();
  }

  setState(at: StateAt, value: unknown): void {
    const key = stateKey(at);
    if (value === null || value === undefined) this.state.delete(key);
    else this.state.set(key, value);
    this.changes.state.add(key);
    this.draw();
  }

  private claims(): Set<string> {
    const held = (holder: DeskComponent) => childrenOf(holder).filter((id) => mayHold(holder, this.components.get(id)));
    return new Set([...this.components.values()].flatMap(held));
  }

  private draw(): void {
    this.frame ||= requestAnimationFrame(() => {
      const changes = this.changes;
      this.frame = 0;
      this.changes = noChanges();
      if (changes.components.size > 0) this.claimed = this.claims();
      for (const listener of [...this.listeners]) listener(changes);
    });
  }
}

/** Put a whole new table into a map and note what differs; equal parts stay as they are. */
function replace<T>(map: Map<string, T>, entries: [string, T][], changed: Set<string>): void {
  const before = new Map(map);
  map.clear();
  for (const [id, value] of entries) {
    const old = before.get(id);
    const same = old !== undefined && JSON.stringify(old) === JSON.stringify(value);
    map.set(id, same ? old : value);
    before.delete(id);
    if (!same) changed.add(id);
  }
  for (const id of before.keys()) changed.add(id);
}

function put<T>(map: Map<string, T>, entries: Record<string, T | null>, changed: Set<string>): void {
  for (const [id, value] of Object.entries(entries)) {
    if (value === null) map.delete(id);
    else map.set(id, value);
    changed.add(id);
  }
}

/** The one desk that this page shows. */
export const desk = new Desk();
