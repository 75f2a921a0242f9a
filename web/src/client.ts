/** Speaks with the server for the whole page: what it says goes to the desk, what a person does goes to it. */

import type { Desk } from "./desk.ts";
import { withProgress } from "./progress.ts";
import { Connection, type Status } from "./socket/connection.ts";
import type { Answer, Envelope, Request, ServerMessage, StateAt } from "./socket/messages.ts";
import { Typed } from "./socket/typed.ts";
import { toastFault } from "./toast.ts";

export class Client {
  /** Told every message of the server, after the desk. */
  readonly listeners = new Set<(message: ServerMessage) => void>();
  /** Told each time the connection stands, also after it was lost. */
  readonly connected = new Set<() => void>();
  /** Told of what a person does in a window, which is over when it is answered. */
  readonly acts = new Set<(answer: Promise<Answer>) => void>();
  private readonly connection: Connection;
  private readonly typed: Typed;

  constructor(
    private readonly desk: Desk,
    url: string,
    onStatus: (status: Status) => void,
  ) {
    this.connection = new Connection(url, {
      message: (message) => this.take(message),
      status: (status) => {
        onStatus(status);
        if (status !== "connected") return;
        this.typed.flush();
        for (const listener of this.connected) listener();
      },
      hello: () => this.hello(),
    });
    this.typed = new Typed(desk, (message) => this.connection.request(message));
  }

  open(): void {
    this.connection.open();
  }

  /** Do something that a person asked for; what was typed before goes first, and a fault is shown unless `quiet`. */
  async ask(message: Request, quiet = false): Promise<Answer> {
    this.typed.flush();
    const asked = withProgress(this.connection.request(message));
    if (message.type === "press" || message.type === "use") for (const listener of this.acts) listener(asked);
    const answer = await asked;
    if (answer.fault && !quiet) toastFault(answer.fault);
    return answer;
  }

  apply(batch: Envelope[]): Promise<Answer> {
    return this.ask({ type: "batch", batch });
  }

  type(at: StateAt, value: unknown): void {
    this.typed.put(at, value);
  }

  flush(): void {
    this.typed.flush();
  }

  private hello(): object {
    const named = this.desk.id || new URLSearchParams(location.search).get("workspace");
    return { questions: true, ...(named ? { workspace: named } : {}), ...(this.desk.seq === undefined ? {} : { after: this.desk.seq }) };
  }

  private take(message: ServerMessage): void {
    if (message.type === "snapshot") {
      this.desk.takeSnapshot(message);
      this.typed.resend();
    } else if (message.type === "update") {
      this.desk.takeUpdate(message);
      for (const change of message.state) this.typed.recorded(change);
    } else if (message.type === "chat") {
      this.desk.takeChat(message);
    } else if (message.type === "error") {
      toastFault(message.fault);
    }
    for (const listener of this.listeners) listener(message);
  }
}
