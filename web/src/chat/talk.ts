/** What the page knows of the conversation beside its messages: what is being said, the gate, the model. */

import type { Client } from "../client.ts";
import { type Desk, stateKey } from "../desk.ts";
import type { PlanProps } from "../generated/components.ts";
import type { Answer, ChatMessage, ModelState, Request, ServerMessage, WorkspaceGate } from "../socket/messages.ts";
import { toast } from "../toast.ts";

/** What a run asks, wherever it was started. */
export interface AskedQuestion {
  run: string;
  name: string;
  path: string;
  kind: "question" | "approval";
  question: string;
}

const QUESTIONS = stateKey({ scope: "workspace", key: "pollex.questions" });
const NO_COST = { ms: 0, tokensIn: 0, tokensOut: 0, usd: 0 };

export class Talk {
  /** What the model is saying now, as it came. */
  streamed = "";
  gate: Pick<WorkspaceGate, "fullControl" | "locked"> = { fullControl: false, locked: false };
  plans: PlanProps[] = [];
  model: ModelState = { name: "", choices: [], busy: false, cost: NO_COST };
  /** Whether what the system says is to be seen elsewhere too, since nobody looks at the chat. */
  hidden = () => false;
  private path = "";
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly desk: Desk,
    private readonly client: Client,
  ) {
    client.listeners.add((message) => this.take(message));
    desk.onChange((changes) => {
      if (changes.chat || changes.components.size > 0 || changes.state.has(QUESTIONS)) this.tell();
    });
  }

  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  /** Ask the server for something; a fault is shown as a toast, unless it is shown in its place. */
  ask(message: Request, quiet = false): Promise<Answer> {
    return this.client.ask(message, quiet);
  }

  /** Windows that wait for a person's yes or no. */
  get approvals(): string[] {
    return [...this.desk.components.values()].filter((each) => each.type === "approval").map((each) => each.windowId);
  }

  /** What runs ask, the newest run first. */
  get questions(): readonly AskedQuestion[] {
    return (this.desk.state.get(QUESTIONS) ?? []) as AskedQuestion[];
  }

  private take(message: ServerMessage): void {
    if (message.type === "snapshot") {
      this.takeGate(message.gate);
      this.model = message.model;
      this.streamed = "";
    } else if (message.type === "gate") {
      this.takeGate(message);
    } else if (message.type === "model") {
      this.model = message;
      if (!message.busy) this.streamed = "";
    } else if (message.type === "delta") {
      this.streamed = message.path === this.path ? this.streamed + message.text : message.text;
      this.path = message.path;
    } else if (message.type === "chat") {
      this.takeChat(message);
    } else return;
    this.tell();
  }

  private takeGate(gate: WorkspaceGate): void {
    this.gate = { fullControl: gate.fullControl, locked: gate.locked };
    this.plans = gate.plans as unknown as PlanProps[];
  }

  private takeChat(message: ChatMessage): void {
    if (message.role !== "person") this.streamed = "";
    if (message.role === "person" || !this.hidden()) return;
    const [first = "", ...rest] = message.text.split("\n");
    toast(message.role === "system" ? "warning" : "info", first, rest.join("\n"));
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
