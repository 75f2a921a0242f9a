/** What the page knows of the conversation beside its messages: what is being said, the gate, the model. */

import type { Client } from "../client.ts";
import type { Desk } from "../desk.ts";
import type { PlanProps } from "../generated/components.ts";
import type { Answer, ChatMessage, ModelState, Request, ServerMessage, WorkspaceGate } from "../socket/messages.ts";
import { toast } from "../toast.ts";

export class Talk {
  /** What the model is saying now, as it came. */
  streamed = "";
  gate: Pick<WorkspaceGate, "fullControl" | "locked"> = { fullControl: false, locked: false };
  plans: PlanProps[] = [];
  model: ModelState = { name: "", choices: [], busy: false };
  /** Whether what the system says is to be seen elsewhere too, since nobody looks at the chat. */
  hidden = () => false;
  private path = "";
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly desk: Desk,
    private readonly client: Client,
  ) {
    client.listeners.add((message) => this.take(message));
    desk.onChange((changes) => (changes.chat || changes.components.size > 0) && this.tell());
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
    if (message.role !== "system" || !this.hidden()) return;
    const [first = "", ...rest] = message.text.split("\n");
    toast("warning", first, rest.join("\n"));
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
