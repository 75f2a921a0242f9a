/** One field of its own. What is typed is shown at once and sent after a pause. */

import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import type { FieldProps } from "../../generated/components.ts";
import { ComponentElement } from "../component.ts";

const PAUSE = 300;
const TYPES = { text: "text", number: "number", date: "date", time: "time", datetime: "datetime-local", slider: "range" } as const;

type Value = NonNullable<FieldProps["value"]> | null;

export class FieldComponent extends ComponentElement<"field"> {
  @state() private value: Value = null;
  private timer = 0;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("props") && !this.timer) this.value = this.props.value ?? null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.timer) this.send();
  }

  override render(): TemplateResult {
    const { label, help, required, kind } = this.props;
    const about = help ? html`<span id=${this.idOf("help")} class="muted small">${help}</span>` : nothing;
    const star = required ? html`<span class="danger" aria-hidden="true"> *</span>` : nothing;
    if (kind === "checkbox") return html`<div class="form-field"><label class="check">${this.control()} ${label}</label>${about}</div>`;
    if (kind === "multiselect") {
      return html`<fieldset class="form-field"><legend>${label}${star}</legend>${this.control()}${about}</fieldset>`;
    }
    return html`<div class="form-field"><label for=${this.idOf("control")}>${label}${star}</label>${this.control()}${about}</div>`;
  }

  private control(): TemplateResult {
    const { kind, disabled, required, placeholder, minimum, maximum, step, maxLength, help } = this.props;
    const id = this.idOf("control");
    const described = help ? this.idOf("help") : nothing;
    const text = this.value === null ? "" : String(this.value);
    if (kind === "checkbox") {
      return html`<input type="checkbox" ?disabled=${disabled} .checked=${this.value === true}
        @change=${(event: Event) => this.set((event.target as HTMLInputElement).checked, true)}>`;
    }
    if (kind === "select") {
      return html`<select id=${id} ?disabled=${disabled} ?required=${required} aria-describedby=${described}
        @change=${(event: Event) => this.set((event.target as HTMLSelectElement).value, true)}>
        ${text === "" ? html`<option value="" selected>${placeholder ?? "Choose …"}</option>` : nothing}
        ${this.options().map(([value, name]) => html`<option value=${value} .selected=${value === text}>${name}</option>`)}
      </select>`;
    }
    if (kind === "multiselect") return html`<div class="column gap-small">${this.options().map((option) => this.box(...option))}</div>`;
    if (kind === "textarea") {
      return html`<textarea id=${id} ?disabled=${disabled} ?required=${required} placeholder=${placeholder ?? nothing}
        maxlength=${maxLength ?? nothing} aria-describedby=${described} .value=${text}
        @input=${this.onInput} @change=${this.onChange}></textarea>`;
    }
    return html`<span class="row"><input id=${id} class="grow" type=${TYPES[kind]} ?disabled=${disabled} ?required=${required}
      placeholder=${placeholder ?? nothing} min=${minimum ?? nothing} max=${maximum ?? nothing} step=${step ?? nothing}
      maxlength=${maxLength ?? nothing} aria-describedby=${described} .value=${text} @input=${this.onInput} @change=${this.onChange}>
      ${kind === "slider" ? html`<output class="number">${text}</output>` : nothing}</span>`;
  }

  private box(value: string, name: string): TemplateResult {
    const chosen = Array.isArray(this.value) ? this.value : [];
    const toggle = (event: Event) => {
      const on = (event.target as HTMLInputElement).checked;
      this.set(on ? [...chosen, value] : chosen.filter((each) => each !== value), true);
    };
    return html`<label class="check"><input type="checkbox" ?disabled=${this.props.disabled} .checked=${chosen.includes(value)} @change=${toggle}> ${name}</label>`;
  }

  private options(): [string, string][] {
    return (this.props.options ?? []).map((each) => (typeof each === "string" ? [each, each] : [each.value, each.label ?? each.value]));
  }

  private idOf(name: string): string {
    return `field-${this.component}-${name}`;
  }

  private onInput(event: Event): void {
    this.set(this.read(event), false);
  }

  private onChange(event: Event): void {
    this.set(this.read(event), true);
  }

  private read(event: Event): Value {
    const { value } = event.target as HTMLInputElement;
    if (this.props.kind !== "number" && this.props.kind !== "slider") return value;
    return value === "" ? null : Number(value);
  }

  private set(value: Value, now: boolean): void {
    const same = JSON.stringify(value) === JSON.stringify(this.value) && !this.timer;
    this.value = value;
    clearTimeout(this.timer);
    if (now && !same) this.send();
    else if (!now) this.timer = window.setTimeout(() => this.send(), PAUSE);
  }

  private send(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    void this.use("change", { value: this.value });
  }
}
