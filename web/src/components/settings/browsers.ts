/** The browsers that are paired by the extension: a code for another one, their list, and the end of a pairing. */

import { html, nothing, type TemplateResult } from "lit";
import { change, read, request } from "../../http.ts";
import type { Fault } from "../../socket/messages.ts";
import { toast } from "../../toast.ts";
import { copyButton } from "../text/copy.ts";
import { faultLine } from "../form/fault-line.ts";
import type { Redrawn } from "./keys.ts";
import { time } from "../data/times.ts";

interface Pairing {
  id: string;
  name: string;
  since: string;
  connected: boolean;
}

/** A code that waits to be typed, and when it ends. */
interface Code {
  text: string;
  until: number;
}

const SECOND = 1_000;

export class BrowserRows {
  private pairings: Pairing[] = [];
  private code: Code | undefined;
  private asks = "";
  private fault: Fault | undefined;
  private clock: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: Redrawn) {}

  draw(): TemplateResult {
    return html`
      <h3>Your own Chrome</h3>
      <p class="muted small">Browsers in which Pollex may work, in the tabs that you allow there. <code>pollex extension</code> says how to load the extension.</p>
      ${faultLine(this.fault)}
      ${this.pairings.length === 0 ? html`<p>No browser is paired.</p>` : html`<ul class="setting-rows">${this.pairings.map((each) => html`<li>${this.row(each)}</li>`)}</ul>`}
      ${this.code ? this.typing(this.code) : html`<button type="button" @click=${() => this.newCode()}>Pair a browser</button>`}
    `;
  }

  /** Read the list. While a code waits, look again every second: the browser that types it ends it. */
  async load(): Promise<void> {
    const before = new Set(this.pairings.map(({ id }) => id));
    const answer = await read<{ pairings: Pairing[] }>("/api/extension");
    this.fault = answer.fault;
    this.pairings = answer.data?.pairings ?? this.pairings;
    const paired = this.code && this.pairings.find(({ id }) => !before.has(id));
    if (paired) toast("success", `${paired.name} is paired.`);
    if (paired || (this.code && Date.now() >= this.code.until)) this.code = undefined;
    clearTimeout(this.clock);
    if (this.code) this.clock = setTimeout(() => this.load(), SECOND);
    this.host.requestUpdate();
  }

  /** Show the code no longer, and look no more. */
  leave(): void {
    clearTimeout(this.clock);
    this.code = undefined;
  }

  private row({ id, name, since, connected }: Pairing): TemplateResult {
    const badge = connected ? html`<span class="badge success">Connected</span>` : html`<span class="badge">Away</span>`;
    return html`
      <div class="key-row">
        <strong>${name}</strong>${badge}<span class="muted small">since ${time(since)}</span>
        <span class="toolbar"><button type="button" class="small danger" @click=${() => this.ask(id)} aria-label="End the pairing with ${name}">End</button></span>
      </div>
      ${this.asks === id ? this.question(id, name) : nothing}
    `;
  }

  private question(id: string, name: string): TemplateResult {
    return html`<div class="panel warning" role="alert"><p>End the pairing with ${name}? What Pollex does there ends with it.</p>
      <div class="toolbar"><button type="button" class="danger" @click=${() => this.revoke(id)}>End it</button>
      <button type="button" @click=${() => this.ask("")}>Keep it</button></div></div>`;
  }

  private typing({ text, until }: Code): TemplateResult {
    const seconds = Math.max(0, Math.ceil((until - Date.now()) / SECOND));
    const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    return html`<div class="panel" role="status" aria-label="Pairing code"><p>Type this into the extension's panel in Chrome, once:</p>
      <code class="pairing-code">${text}</code>
      <div class="toolbar"><span class="muted small" aria-hidden="true">It holds for ${left}.</span>${copyButton(text)}
      <button type="button" class="plain small" @click=${() => this.newCode()}>Another code</button></div></div>`;
  }

  private ask(id: string): void {
    this.asks = id;
    this.host.requestUpdate();
    void this.host.updateComplete.then(() => {
      const safe = this.host.querySelector(".setting-rows [role=alert] button:not(.danger)");
      if (safe instanceof HTMLElement) safe.focus();
    });
  }

  private async newCode(): Promise<void> {
    const answer = await change<{ code: string; seconds: number }>("/api/extension/codes");
    if (answer.data) this.code = { text: answer.data.code, until: Date.now() + answer.data.seconds * SECOND };
    await this.load();
    this.fault ??= answer.fault;
    this.host.requestUpdate();
    await this.host.updateComplete;
    this.host.querySelector(".pairing-code")?.closest(".panel")?.scrollIntoView({ block: "nearest" });
  }

  private async revoke(id: string): Promise<void> {
    const answer = await request("DELETE", `/api/extension/${id}`);
    this.asks = "";
    await this.load();
    this.fault ??= answer.fault;
    this.host.requestUpdate();
  }
}
