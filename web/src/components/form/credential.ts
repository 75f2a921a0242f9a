/**
 * A form for a credential. What is typed goes to the vault by one request and is in nothing else: no state, no command, no
 * event, and no field once it is sent. Name and domains stand in it as the server has them, whoever drew it.
 */

import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { CREDENTIAL_TYPES } from "../../generated/credentials.ts";
import { change, read } from "../../http.ts";
import type { Fault } from "../../socket/messages.ts";
import { ComponentElement } from "../component.ts";
import { fieldRow, fieldsOf, namedRow, typedValues, typeOf } from "./credential-fields.ts";
import { faultLine } from "./fault-line.ts";
import { icon } from "../media/icons.ts";

interface Stored {
  name: string;
  domains: string[];
  fields: string[];
}

export class CredentialComponent extends ComponentElement<"credential"> {
  @state() private fault: Fault | undefined;
  @state() private kept: Stored | undefined;
  /** The one of the same name, while a person is asked whether it may be replaced. */
  @state() private there: Stored | undefined;
  @state() private busy = false;
  @state() private note = "";
  @state() private rows = 1;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("props");
    if (before === undefined || about(before) === about(this.props)) return;
    const typed = Object.values(typedValues(this)).some((value) => value !== "");
    this.clear();
    if (typed) this.note = "What this form is for was changed, so what you had typed was cleared. Read it again.";
  }

  override render(): TemplateResult {
    const type = typeOf(this.props);
    return html`
      <form class="card credential" aria-label="Credential" autocomplete="off" @submit=${this.send}>
        <h3>${icon("lock")} ${CREDENTIAL_TYPES[type].title}</h3>
        ${this.props.title ? html`<p class="muted">${this.props.title}</p>` : nothing}
        ${this.place()}
        ${this.kept ? this.done(this.kept) : this.there ? this.question(this.there) : nothing}
        <div class="credential-fields" ?hidden=${this.kept !== undefined || this.there !== undefined}>${this.fields()}</div>
      </form>
    `;
  }

  private get domains(): string[] {
    return this.props.domains ?? (this.props.domain ? [this.props.domain] : []);
  }

  /** Say by which name it is kept and where it may be used, or ask for it. */
  private place(): TemplateResult {
    const name = this.props.credential;
    if (this.kept) return html``;
    return html`
      ${name || this.domains.length > 0
        ? html`<dl class="pairs">
            ${name ? html`<dt>Kept as</dt><dd><code>${name}</code></dd>` : nothing}
            ${this.domains.length > 0
              ? html`<dt>Used only on</dt><dd>${this.domains.map((domain) => html`<code>${domain}</code> `)}and its subdomains</dd>`
              : nothing}
          </dl>`
        : nothing}
    `;
  }

  private fields(): TemplateResult {
    const { asked, more } = fieldsOf(this.props);
    const id = (name: string) => `credential-${this.component}-${name}`;
    const open = CREDENTIAL_TYPES[typeOf(this.props)].open && asked.length === 0;
    return html`
      ${this.note ? html`<p class="panel warning" role="alert">${this.note}</p>` : nothing}
      ${this.props.credential ? nothing : this.line(id("name"), "name", "Name", "bank", "How tasks and workflows refer to it.")}
      ${this.domains.length > 0
        ? nothing
        : this.line(id("domains"), "domains", "Domains", "bank.example", "Where it may be used, subdomains included; several with commas.")}
      ${asked.map((field) => fieldRow(field, id(field.name)))}
      ${open ? Array.from({ length: this.rows }, (_, index) => namedRow(id(`row-${index}`), index + 1)) : nothing}
      ${open ? html`<p><button type="button" class="small" @click=${this.add}>Add a field</button></p>` : nothing}
      ${more.length > 0 ? html`<details><summary>If the site differs</summary>${more.map((field) => fieldRow(field, id(field.name)))}</details>` : nothing}
      ${faultLine(this.fault)}
      <div class="toolbar">
        <button type="submit" class="primary" ?disabled=${this.busy}>${this.busy ? "Keeping …" : "Keep"}</button>
        <span class="muted small">Encrypted in the vault of this machine. No model and no log sees it.</span>
      </div>
    `;
  }

  private line(id: string, what: string, label: string, placeholder: string, help: string): TemplateResult {
    return html`<div class="form-field"><label for=${id}>${label}</label>
      <input id=${id} data-place=${what} autocomplete="off" spellcheck="false" autocapitalize="none" placeholder=${placeholder}
        ?required=${what === "name" || typeOf(this.props) !== "custom"} aria-describedby="${id}-help">
      <span id="${id}-help" class="muted small">${help}</span></div>`;
  }

  private question(there: Stored): TemplateResult {
    const where = there.domains.length > 0 ? there.domains.join(", ") : "any domain";
    return html`
      <div class="panel warning" role="alert">
        <p><strong>There is a credential <code>${there.name}</code> already</strong>, for ${where}. If you replace it, its values are lost.</p>
        <div class="toolbar">
          <button type="button" class="danger" ?disabled=${this.busy} @click=${() => this.store(true)}>Replace it</button>
          <button type="button" @click=${this.back}>Go back</button>
        </div>
      </div>
    `;
  }

  private done(kept: Stored): TemplateResult {
    return html`
      <p class="panel success" role="status">Kept as <code>${kept.name}</code>, for ${kept.domains.join(", ") || "any domain"}.</p>
      <p class="muted small">Refer to it as ${kept.fields.map((field) => html`<code>{{secret.${kept.name}.${field}}}</code> `)}</p>
    `;
  }

  private async send(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy || this.kept || this.there) return;
    this.busy = true;
    this.note = "";
    const meant = about(this.props);
    const known = await read<{ credentials: Stored[] }>("/api/credentials");
    this.busy = false;
    if (about(this.props) !== meant) return;
    this.fault = known.fault;
    this.there = known.data?.credentials.find((each) => each.name === this.name);
    if (!this.fault && !this.there) await this.store(false);
  }

  private async store(replace: boolean): Promise<void> {
    const domains = this.domains.length > 0 ? this.domains : words(this.typed("domains"));
    const body = { type: typeOf(this.props), domains, fields: typedValues(this), replace };
    this.busy = true;
    const answer = await change<Stored>(`/api/credentials/${encodeURIComponent(this.name)}`, body);
    this.busy = false;
    this.there = undefined;
    this.fault = answer.fault;
    if (answer.data) {
      this.clear();
      this.kept = answer.data;
      void this.use("keep", { value: answer.data.name });
    }
  }

  private get name(): string {
    return this.props.credential ?? this.typed("name").trim();
  }

  private typed(what: string): string {
    return this.querySelector<HTMLInputElement>(`input[data-place=${what}]`)?.value ?? "";
  }

  private clear(): void {
    this.querySelector("form")?.reset();
    this.fault = this.kept = this.there = undefined;
    this.note = "";
    this.rows = 1;
  }

  private add(): void {
    this.rows += 1;
  }

  private back(): void {
    this.there = undefined;
  }
}

/** Return what a form is for, by which a change of it is told. */
function about(props: CredentialComponent["props"]): string {
  const { credential, type, domain, domains, fields } = props;
  return JSON.stringify([credential, type, domain, domains, fields]);
}

function words(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}
