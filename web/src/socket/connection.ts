/** The socket to the server: opened again when it breaks, and each request gets its answer or a fault. */

import { authorization, session } from "../session.ts";
import type { Answer, Fault, Request, ServerMessage } from "./messages.ts";

export type Status = "connecting" | "connected" | "waiting" | "refused";

/** What the connection tells. */
interface Hears {
  message(message: ServerMessage): void;
  status(status: Status): void;
  /** Return what to say first: the workspace, and the last number that was seen. */
  hello(): object;
}

const SHORTEST = 250;
const LONGEST = 8_000;
const PING = 20_000;
const LOST = unavailable(
  "The connection to the server was lost before it answered.",
  "Look whether it was done, and try again if it was not.",
);
const AWAY = unavailable(
  "The server cannot be reached.",
  "Try again when the page is connected; what you typed is kept.",
);

export class Connection {
  status: Status = "connecting";
  private socket: WebSocket | undefined;
  private pause = SHORTEST;
  private timer = 0;
  private pinged = 0;
  private heard = 0;
  private next = 1;
  private readonly waiting = new Map<string, (answer: Answer) => void>();
  /** What was asked before the first connection stood. */
  private readonly early: (() => void)[] = [];

  constructor(
    private readonly url: string,
    private readonly hears: Hears,
  ) {
    addEventListener("online", () => this.reopen());
    document.addEventListener("visibilitychange", () => document.hidden || this.reopen());
  }

  open(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "hello", token: session(), ...this.hears.hello() }));
      socket.send(JSON.stringify({ type: "ping" })); // who has missed nothing would hear nothing
      this.pinged = window.setInterval(() => this.ping(), PING);
    };
    socket.onmessage = (event: MessageEvent<string>) => this.take(JSON.parse(event.data) as ServerMessage);
    socket.onclose = () => this.closed();
  }

  /** Send a request, at first as soon as the server is reached; the answer carries a fault where it could not be done. */
  request(message: Request): Promise<Answer> {
    if (this.status === "connecting") return new Promise((resolve) => this.early.push(() => resolve(this.request(message))));
    if (this.status !== "connected") return Promise.resolve({ type: "answer", to: message.type, fault: AWAY });
    const id = String(this.next++);
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.socket?.send(JSON.stringify({ ...message, id }));
    });
  }

  private take(message: ServerMessage): void {
    this.heard = Date.now();
    if (this.status !== "connected") {
      this.pause = SHORTEST;
      this.tell("connected");
    }
    if (message.type === "answer" && message.id !== undefined) {
      this.waiting.get(message.id)?.(message);
      this.waiting.delete(message.id);
    }
    this.hears.message(message);
  }

  private ping(): void {
    if (Date.now() - this.heard > 2 * PING) this.socket?.close();
    else this.socket?.send(JSON.stringify({ type: "ping" }));
  }

  private closed(): void {
    clearInterval(this.pinged);
    this.socket = undefined;
    for (const resolve of this.waiting.values()) resolve({ type: "answer", to: "", fault: LOST });
    this.waiting.clear();
    if (this.status !== "refused") this.tell("waiting"); // else somebody may be typing the password
    this.timer = window.setTimeout(() => this.open(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, LONGEST);
    void this.judge();
  }

  /** Find out whether the server is there but does not know this browser any more. */
  private async judge(): Promise<void> {
    const answer = await fetch("/api/workspaces", { method: "HEAD", headers: authorization() }).catch(() => undefined);
    if (this.status === "connected") return;
    if (answer?.status === 401) this.tell("refused");
    else if (this.status === "refused") this.tell("waiting");
  }

  private reopen(): void {
    if (this.timer) this.open();
  }

  private tell(status: Status): void {
    this.status = status;
    this.hears.status(status);
    for (const ask of this.early.splice(0)) ask();
  }
}

function unavailable(message: string, hint: string): Fault {
  const empty = { pointer: null, expected: null, received: null, issues: [] };
  return { ...empty, code: "unavailable", message, hint, retry: true, uncertain: false };
}
