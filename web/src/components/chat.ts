/** A conversation; without messages, the one of this workspace. */

import { html, nothing, type TemplateResult } from "lit";
import type { ChatProps } from "../generated/components.ts";
import { desk } from "../desk.ts";
import { ComponentElement } from "./component.ts";
import { enterSends } from "./form/enter-sends.ts";
import "./text/nodes.ts";
import { time } from "./data/times.ts";

type Message = NonNullable<ChatProps["messages"]>[number];

const ROLES = { person: "user", model: "assistant", system: "system" } as const;
const NAMES = { user: "You", assistant: "Assistant", system: "System" };

export class ChatComponent extends ComponentElement<"chat"> {
  private leave: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.leave = desk.onChange((changes) => changes.chat && this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.leave?.();
  }

  override render(): TemplateResult {
    const messages = this.props.messages ?? desk.chat.map(({ role, text, at }) => ({ role: ROLES[role], text: [text], at }));
    return html`
      <div class="chat">
        <div class="messages" role="log" aria-label="Conversation" tabindex="0">
          ${messages.length === 0 ? html`<p class="muted empty">Nothing has been said yet.</p>` : nothing}
          ${messages.map((message) => this.message(message))}
          ${this.props.busy ? html`<p class="muted" role="status">An answer is on its way …</p>` : nothing}
        </div>
        <form @submit=${this.send}>
          <textarea rows="2" aria-label="Message" placeholder=${this.props.placeholder ?? "Say what you want to see"}
            @keydown=${enterSends}></textarea>
          <button type="submit" class="primary">Send</button>
        </form>
      </div>
    `;
  }

  protected override updated(): void {
    const box = this.querySelector(".messages");
    if (box) box.scrollTop = box.scrollHeight;
  }

  private message({ role, text, at }: Message): TemplateResult {
    return html`
      <article class="message ${role}">
        <header class="small"><strong>${NAMES[role]}</strong> ${at ? time(at) : nothing}</header>
        <pollex-nodes class="prose" .window=${this.window} .nodes=${text}></pollex-nodes>
      </article>
    `;
  }

  private async send(event: Event): Promise<void> {
    event.preventDefault();
    const field = this.querySelector("textarea");
    const value = field?.value.trim();
    if (!field || !value) return;
    field.value = "";
    const answer = await this.use("send", { value });
    if (answer.fault && field.value === "") field.value = value;
  }
}
