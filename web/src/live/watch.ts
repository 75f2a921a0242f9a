/** Who watches the browser of which run: asks the server for its pictures, also after the connection was lost. */

import type { Client } from "../client.ts";
import type { Answer, ServerMessage } from "../socket/messages.ts";
import type { ClientAct, ServerFrame } from "../generated/messages.ts";

export type Act = ClientAct["act"];
export type Frame = ServerFrame;

/** What a watcher hears. */
interface Watcher {
  frame(frame: Frame): void;
  /** Told how the request to watch ended, each time it is made. */
  answered(answer: Answer): void;
}

/** Milliseconds until a run is asked for again that is just beginning. */
const AGAIN = 1_000;

class LiveRuns {
  private client: Client | undefined;
  private readonly watchers = new Map<string, Set<Watcher>>();

  connect(client: Client): void {
    this.client = client;
    client.listeners.add((message) => this.take(message));
    client.connected.add(() => {
      for (const run of this.watchers.keys()) this.ask(run);
    });
  }

  /** Get the pictures of a run's browser until the function that is returned is called. */
  watch(run: string, watcher: Watcher): () => void {
    const others = this.watchers.get(run);
    if (others) others.add(watcher);
    else this.watchers.set(run, new Set([watcher]));
    this.ask(run);
    return () => this.leave(run, watcher);
  }

  /** Take the browser over, or give it back to the agent. */
  takeOver(run: string, on: boolean): Promise<Answer> {
    return this.server.ask({ type: "take", run, on });
  }

  /** Act in the browser. That a pointer could rest nowhere is no news. */
  act(run: string, act: Act): Promise<Answer> {
    return this.server.ask({ type: "act", run, act }, act.kind === "hover");
  }

  private get server(): Client {
    if (this.client === undefined) throw new Error("the page is not started");
    return this.client;
  }

  private ask(run: string): void {
    void this.server.ask({ type: "watch", run, on: true }, true).then((answer) => {
      for (const each of this.watchers.get(run) ?? []) each.answered(answer);
      if (answer.fault?.retry) setTimeout(() => this.watchers.has(run) && this.ask(run), AGAIN);
    });
  }

  private leave(run: string, watcher: Watcher): void {
    const rest = this.watchers.get(run);
    rest?.delete(watcher);
    if (rest === undefined || rest.size > 0) return;
    this.watchers.delete(run);
    void this.server.ask({ type: "watch", run, on: false }, true);
  }

  private take(message: ServerMessage): void {
    if (message.type === "frame") for (const each of this.watchers.get(message.run) ?? []) each.frame(message);
  }
}

export const live = new LiveRuns();
