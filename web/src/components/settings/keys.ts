/** The keys of providers: stored by one request, checked, forgotten. What is typed is in no state, and gone once it is sent. */

import { html, nothing, type TemplateResult } from "lit";
import { change, request } from "../../http.ts";
import type { Fault } from "../../socket/messages.ts";
import { toast } from "../../toast.ts";
import { faultLine } from "../form/fault-line.ts";

export interface ModelKey {
  provider: string;
  variable: string;
  model: string;
  needed: boolean;
  source: "environment" | "keyring" | "vault" | null;
}

export interface Redrawn {
  requestUpdate(): void;
  readonly updateComplete: Promise<boolean>;
  querySelector(selector: string): Element | null;
}

const SOURCES = { environment: "from the environment", keyring: "in the keyring", vault: "in the vault" } as const;

export class KeyRows {
  /** The provider whose key is being typed, or is asked about. */
  private open = "";
  private asks = "";
  private busy = "";
  private fault: Fault | undefined;

  constructor(
    private readonly host: Redrawn,
    private readonly changed: (keys: ModelKey[]) => void,
  ) {}

  draw(keys: readonly ModelKey[], id: string): TemplateResult {
    return html`<ul class="setting-rows">${keys.map((each) => html`<li>${this.row(keys, each, id)}</li>`)}</ul>`;
  }

  private row(keys: readonly ModelKey[], key: ModelKey, id: string): TemplateResult {
    const { provider, source, needed } = key;
    const badge = source ? html`<span class="badge success">Key ${SOURCES[source]}</span>` : html`<span class="badge">${needed ? "No key" : "Needs no key"}</span>`;
    const stored = source === "keyring" || source === "vault";
    const working = this.busy === provider;
    return html`
      <div class="key-row">
        <strong>${provider}</strong>${badge}
        <span class="toolbar">
          ${source !== "environment" && this.open !== provider
            ? html`<button type="button" class="small" @click=${() => this.show(provider)} aria-label="${source ? "Change" : "Add key"} of ${provider}">${source ? "Change" : "Add key"}</button>`
            : nothing}
          ${source ? html`<button type="button" class="small" ?disabled=${working} @click=${() => this.check(key)} aria-label="${working ? "Checking …" : "Check"} the key of ${provider}">${working ? "Checking …" : "Check"}</button>` : nothing}
          ${stored ? html`<button type="button" class="small danger" @click=${() => this.ask(provider)} aria-label="Forget the key of ${provider}">Forget</button>` : nothing}
        </span>
      </div>
      ${this.asks === provider ? this.question(keys, provider) : nothing}
      ${this.open === provider ? this.form(keys, key, `key-${id}-${provider}`) : nothing}
      ${this.open === provider || this.busy === `!${provider}` ? faultLine(this.fault) : nothing}
    `;
  }

  private form(keys: readonly ModelKey[], key: ModelKey, id: string): TemplateResult {
    return html`
      <form class="key-form" autocomplete="off" aria-label="Key of ${key.provider}" @submit=${(event: Event) => this.store(event, keys, key.provider)}>
        <label for=${id}>Key of ${key.provider} <span class="muted small">(${key.variable})</span></label>
        <input id=${id} type="password" autocomplete="new-password" spellcheck="false" required>
        <button type="submit" class="primary small">Keep</button>
        <button type="button" class="small" @click=${() => this.show("")}>Cancel</button>
      </form>
    `;
  }

  private question(keys: readonly ModelKey[], provider: string): TemplateResult {
    return html`<div class="panel warning" role="alert"><p>Forget the key of ${provider}? You need it again to ask its models.</p>
      <div class="toolbar"><button type="button" class="danger" @click=${() => this.forget(keys, provider)}>Forget it</button>
      <button type="button" @click=${() => this.ask("")}>Keep it</button></div></div>`;
  }

  private show(provider: string, asks = ""): void {
    this.open = provider;
    this.asks = asks;
    this.busy = "";
    this.fault = undefined;
    this.host.requestUpdate();
    void this.host.updateComplete.then(() => this.focusOpened());
  }

  private ask(provider: string): void {
    this.show("", provider);
  }

  /** Put the focus where the key is typed, or where it is asked whether to forget it. */
  private focusOpened(): void {
    const opened = this.host.querySelector(".key-form input, .setting-rows [role=alert] button:not(.danger)");
    if (opened instanceof HTMLElement) opened.focus();
  }

  private async store(event: Event, keys: readonly ModelKey[], provider: string): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const typed = form.querySelector("input");
    const answer = await change<ModelKey>(`/api/keys/${provider}`, { key: typed?.value ?? "" });
    form.reset();
    this.take(keys, answer.data, answer.fault);
    if (answer.data) toast("success", `The key of ${provider} is kept ${SOURCES[answer.data.source ?? "vault"]}.`);
  }

  private async forget(keys: readonly ModelKey[], provider: string): Promise<void> {
    const answer = await request<ModelKey>("DELETE", `/api/keys/${provider}`);
    this.take(keys, answer.data, answer.fault);
  }

  private take(keys: readonly ModelKey[], changed: ModelKey | undefined, fault: Fault | undefined): void {
    this.fault = fault;
    if (changed) {
      this.open = this.asks = "";
      this.changed(keys.map((each) => (each.provider === changed.provider ? changed : each)));
    }
    this.host.requestUpdate();
  }

  /** Ask the provider for one word: nothing else shows whether a key is good. */
  private async check({ provider, model }: ModelKey): Promise<void> {
    this.busy = provider;
    this.fault = undefined;
    this.host.requestUpdate();
    const answer = await request("POST", `/api/keys/${provider}/check`);
    this.busy = answer.fault ? `!${provider}` : "";
    this.fault = answer.fault;
    if (!answer.fault) toast("success", `${model} answers: the key is good.`);
    this.host.requestUpdate();
  }
}
