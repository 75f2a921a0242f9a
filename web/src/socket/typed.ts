/** What a person typed into bound controls: sent after a pause, and kept until the server has recorded it. */

import { type Desk, stateKey } from "../desk.ts";
import type { Answer, Request, StateAt } from "./messages.ts";

const PAUSE = 300;

interface Entry {
  at: StateAt;
  value: unknown;
  sent: boolean;
}

export class Typed {
  private readonly entries = new Map<string, Entry>();
  private timer = 0;

  constructor(
    private readonly desk: Desk,
    private readonly request: (message: Request) => Promise<Answer>,
  ) {}

  /** Take a value; it is shown everywhere at once. */
  put(at: StateAt, value: unknown): void {
    this.entries.set(stateKey(at), { at, value, sent: false });
    this.desk.setState(at, value);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.flush(), PAUSE);
  }

  /** Send what waits; whatever is sent behind it finds it done. */
  flush(): void {
    clearTimeout(this.timer);
    for (const entry of this.entries.values()) if (!entry.sent) this.send(entry);
  }

  /** Send everything again that the server may not have, and show it over what the server said. */
  resend(): void {
    for (const entry of this.entries.values()) {
      this.desk.setState(entry.at, entry.value);
      entry.sent = false;
    }
    this.flush();
  }

  /** Forget a value that the server has recorded, and show a newer one over what it said. */
  recorded(at: StateAt): void {
    const entry = this.entries.get(stateKey(at));
    if (entry === undefined) return;
    if (entry.sent) this.entries.delete(stateKey(at));
    else this.desk.setState(at, entry.value);
  }

  private send(entry: Entry): void {
    entry.sent = true;
    void this.request({ type: "type", ...entry.at, scope: entry.at.scope as "workspace", value: entry.value }).then((answer) => {
      if (answer.fault?.code === "unavailable") entry.sent = false;
      else if (answer.fault) this.entries.delete(stateKey(entry.at));
    });
  }
}
