/** The chat beside the windows: opened, closed and drawn as a whole. Whether it is open is this browser's own choice. */

import { html, nothing, render, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import { icon } from "../components/media/icons.ts";
import { Newest } from "../components/newest.ts";
import type { Shell } from "../shell.ts";
import { chatBar } from "./bar.ts";
import type { Composer } from "./composer.ts";
import "./composer.ts";
import { gateSwitch } from "./gate.ts";
import { CHAT_KEY, pressed, STOP_KEY } from "./keys.ts";
import { messageLog, welcome } from "./messages.ts";
import { modelChoice } from "./model-choice.ts";
import { planList } from "./plans.ts";
import { askedList, QuestionToasts } from "./questions.ts";
import { costSoFar } from "./cost.ts";
import type { Talk } from "./talk.ts";

const KEY = "pollex-chat";
const WIDE = matchMedia("(min-width: 60rem)");
const GAP = 12;

export class ChatDock {
  private open: boolean;
  private seen = 0;
  private plans = 0;
  private frame = 0;
  private readonly newest = new Newest(true);
  private readonly composer = createRef<Composer>();
  private readonly middle = createRef<HTMLElement>();
  private readonly resized = new ResizeObserver(() => this.newest.followed && this.scroll());

  constructor(
    private readonly shell: Shell,
    private readonly talk: Talk,
    private readonly showWindow: (id: string) => void,
  ) {
    this.open = WIDE.matches && localStorage.getItem(KEY) !== "closed";
    talk.hidden = () => !this.open;
    talk.onChange(() => this.later());
    const toasts = new QuestionToasts();
    talk.onChange(() => toasts.tell(talk.questions));
    addEventListener("keydown", (event) => this.onKey(event));
    shell.dock.addEventListener("keydown", (event) => this.onDockKey(event));
    this.draw();
  }

  private toggle(open = !this.open): void {
    this.open = open;
    localStorage.setItem(KEY, open ? "open" : "closed");
    this.draw();
    if (open) void this.composer.value?.updateComplete.then(() => this.composer.value?.focus());
    else document.getElementById("chat-toggle")?.focus();
  }

  private stop(): void {
    void this.talk.ask({ type: "stop" });
  }

  private onKey(event: KeyboardEvent): void {
    if (pressed(event, STOP_KEY)) this.stop();
    else if (pressed(event, CHAT_KEY)) this.toggle(!this.open || !this.shell.dock.contains(document.activeElement));
    else return;
    event.preventDefault();
  }

  private onDockKey(event: KeyboardEvent): void {
    if (event.key === "Escape" && !event.isComposing) this.toggle(false);
  }

  private later(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  private draw(): void {
    const { talk, shell } = this;
    const said = talk.desk.chat.length;
    if (this.open) this.seen = said;
    const hadFocus = shell.dock.contains(document.activeElement);
    shell.dock.hidden = !this.open;
    render(this.content(), shell.dock);
    render(
      chatBar(talk, this.open, Math.max(0, said - this.seen), () => this.toggle(), () => this.stop()),
      shell.chat,
    );
    if (hadFocus && this.open && !shell.dock.contains(document.activeElement)) this.composer.value?.focus();
    if (this.middle.value) this.resized.observe(this.middle.value);
    if (this.newest.followed) requestAnimationFrame(() => this.scroll());
  }

  private readonly scrolled = () => {
    if (this.middle.value) this.newest.scrolled(this.middle.value);
  };

  /** Show the end, or the start of a plan that has come. */
  private scroll(): void {
    const middle = this.middle.value;
    if (!middle || !this.open) return;
    const plans = middle.querySelectorAll<HTMLElement>(".plan");
    const last = plans.length > this.plans ? plans[plans.length - 1] : undefined;
    this.plans = plans.length;
    if (last) middle.scrollTo({ top: last.offsetTop - GAP });
    else if (this.plans === 0) middle.scrollTo({ top: this.end(middle) });
  }

  /** Return where the end is: of a whole answer that is longer than the chat, its beginning. */
  private end(middle: HTMLElement): number {
    const said = middle.querySelectorAll<HTMLElement>(".saying");
    const last = said[said.length - 1];
    const long = last && !last.classList.contains("streamed") && last.offsetHeight > middle.clientHeight;
    return long ? last.offsetTop - GAP : middle.scrollHeight;
  }

  private content(): TemplateResult {
    const { talk } = this;
    const { chat } = talk.desk;
    return html`
      <header class="dock-head">
        <h2>Chat</h2>
        ${modelChoice(talk)}
        <button type="button" class="icon-button" aria-label="Close the chat" title="Close the chat (Escape)" @click=${() => this.toggle(false)}>${icon("close")}</button>
      </header>
      <div class="dock-middle" ${ref(this.middle)} @scroll=${this.scrolled}>
        ${chat.length === 0 && !talk.model.busy ? welcome(talk.model.name, (text) => this.composer.value?.fill(text)) : nothing}
        ${messageLog(chat, talk.streamed, talk.model.busy)}
        ${planList(talk)}
      </div>
      ${this.approvals()}
      ${askedList(talk.questions, () => WIDE.matches || this.toggle(false))}
      <footer class="dock-foot">
        <pollex-composer .send=${(text: string) => this.say(text)} ${ref(this.composer)}></pollex-composer>
        ${gateSwitch(talk)}
        ${costSoFar(talk.model.cost)}
      </footer>
    `;
  }

  private approvals(): TemplateResult | typeof nothing {
    const [first, ...others] = this.talk.approvals;
    if (first === undefined) return nothing;
    const text = others.length ? `${others.length + 1} calls wait for your approval` : "A call waits for your approval";
    return html`<div class="approvals" role="status">${icon("alert")}<span>${text}</span><button type="button" class="button" @click=${() => this.show(first)}>Show</button></div>`;
  }

  private show(window: string): void {
    if (!WIDE.matches) this.toggle(false);
    this.showWindow(window);
  }

  private async say(text: string): Promise<boolean> {
    const middle = this.middle.value;
    middle?.scrollTo({ top: middle.scrollHeight });
    const answer = await this.talk.ask({ type: "say", text });
    return answer.fault === undefined;
  }
}
