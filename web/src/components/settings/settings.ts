/** The settings of Pollex, as the server has them: some can be changed here, and what needs a restart says so. */

import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { change, read } from "../../http.ts";
import type { Fault } from "../../socket/messages.ts";
import { setTheme, type Theme, theme } from "../../theme.ts";
import { toast } from "../../toast.ts";
import { ComponentElement } from "../component.ts";
import { faultLine } from "../form/fault-line.ts";
import { BrowserRows } from "./browsers.ts";
import { KeyRows, type ModelKey } from "./keys.ts";
import { type Setting, settingControl, settingsTable } from "./rows.ts";

const THEMES: readonly [Theme, string][] = [["system", "As the system has it"], ["light", "Light"], ["dark", "Dark"]];

export class SettingsComponent extends ComponentElement<"settings"> {
  @state() private settings: Setting[] | undefined;
  @state() private keys: ModelKey[] = [];
  @state() private fault: Fault | undefined;
  @state() private busy = "";
  private readonly keyRows = new KeyRows(this, (keys) => {
    this.keys = keys;
    void this.load();
  });
  private readonly browsers = new BrowserRows(this);
  private readonly themed = () => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("pollex-theme", this.themed);
    void this.load();
    void this.browsers.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("pollex-theme", this.themed);
    this.browsers.leave();
  }

  override render(): TemplateResult {
    if (this.settings === undefined) {
      return html`<p class="muted" role="status">${this.fault ? `${this.fault.message} ${this.fault.hint ?? ""}` : "Reading the settings …"}</p>`;
    }
    const section = this.props.section ?? "";
    const shows = (name: string) => section === "" || section === name;
    return html`
      <div class="settings">
        ${faultLine(this.fault)}
        ${shows("models") ? html`<section aria-label="Models">${this.models()}</section>` : nothing}
        ${shows("behaviour") ? html`<section aria-label="Behaviour">${this.behaviour()}</section>` : nothing}
        ${shows("chrome") ? html`<section aria-label="Your own Chrome">${this.browsers.draw()}</section>` : nothing}
        ${shows("all") ? html`<details ?open=${section === "all"}><summary>All settings and limits</summary>${settingsTable(this.settings)}</details>` : nothing}
      </div>
    `;
  }

  private models(): TemplateResult {
    const choices = ["local", ...this.keys.filter((each) => each.source !== null || !each.needed).map((each) => each.model)];
    return html`
      <h3>Models</h3>
      ${this.control("model", "Default model", "The first provider with a key below, else local")}
      <datalist id="models-${this.component}">${choices.map((each) => html`<option value=${each}></option>`)}</datalist>
      <h3>Keys of providers</h3>
      <p class="muted small">A key goes into the keyring of this system, and where there is none into the vault, encrypted. It is not shown again.</p>
      ${this.keyRows.draw(this.keys, this.component)}
    `;
  }

  private behaviour(): TemplateResult {
    return html`
      <h3>Behaviour</h3>
      ${this.control("approve", "What cannot be taken back")}
      ${this.control("headed", "Show the browser")}
      <div class="form-field">
        <label for="theme-${this.component}">Theme of this page</label>
        <select id="theme-${this.component}" @change=${(event: Event) => setTheme((event.target as HTMLSelectElement).value as Theme)}>
          ${THEMES.map(([value, label]) => html`<option value=${value} .selected=${value === theme()}>${label}</option>`)}
        </select>
        <span class="muted small">Kept in this browser.</span>
      </div>
    `;
  }

  private control(name: string, label: string, placeholder = ""): TemplateResult | typeof nothing {
    const setting = this.settings?.find((each) => each.name === name);
    if (setting === undefined) return nothing;
    const place = { id: `setting-${this.component}-${name}`, list: `models-${this.component}`, label, placeholder, busy: this.busy === name };
    return settingControl(setting, place, (value) => this.change(name, value));
  }

  private async load(): Promise<void> {
    const [settings, keys] = await Promise.all([
      read<{ settings: Setting[] }>("/api/settings"),
      read<{ keys: ModelKey[] }>("/api/keys"),
    ]);
    this.fault = settings.fault ?? keys.fault;
    this.settings = settings.data?.settings ?? this.settings;
    this.keys = keys.data?.keys ?? this.keys;
  }

  private async change(name: string, value: unknown): Promise<void> {
    this.busy = name;
    const answer = await change<{ settings: Setting[] }>("/api/settings", { settings: { [name]: value } });
    this.busy = "";
    this.fault = answer.fault;
    this.settings = answer.data?.settings ?? [...(this.settings ?? [])];
    const later = this.settings.find((each) => each.name === name)?.chosen !== undefined;
    if (answer.data) toast("success", later ? "Saved. It counts after the server is started again." : "Saved.");
  }
}
