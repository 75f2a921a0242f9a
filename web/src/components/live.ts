/** The browser of a run, as it is now. A person can take it over: then clicks and keys go to it. */

import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { give, read } from "../http.ts";
import { LiveInput, type Point } from "../live/input.ts";
import { type Act, type Frame, live } from "../live/watch.ts";
import { openWindow } from "../open-window.ts";
import type { Answer, Fault } from "../socket/messages.ts";
import { toastFault } from "../toast.ts";
import { ComponentElement } from "./component.ts";
import { icon } from "./media/icons.ts";

/** Bytes of a file that are sent at once: a body of the server has 9 MB at the most. */
const PART = 8_000_000;

interface StoredCredential {
  name: string;
  fields: string[];
}

/** What an act made the page ask for. */
interface Asked {
  options?: string[];
  files?: boolean;
}

const HELP = "You are at the wheel: clicks and keys go to this browser. F6 goes to the next window.";

export class LiveComponent extends ComponentElement<"live"> {
  @state() private frame: Frame | undefined;
  @state() private fault: Fault | undefined;
  private watched = "";
  @state() private busy = false;
  /** Whether a person has just asked for the wheel. */
  private grasps = false;
  /** The options of a list that was clicked, which its browser would show outside the page. */
  @state() private options: string[] = [];
  /** Whether what was clicked takes a file, whose chooser its browser would show outside the page. */
  @state() private takesFile = false;
  @state() private stored: StoredCredential[] = [];
  private leave: (() => void) | undefined;
  private readonly input = new LiveInput((act) => void this.act(act));

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop();
  }

  protected override willUpdate(): void {
    if (this.props.run === this.watched) return;
    this.stop();
    const run = this.props.run;
    this.watched = run;
    this.leave = live.watch(run, { frame: (frame) => this.show(frame), answered: (answer) => this.answered(answer) });
  }

  /** Once a person has the wheel, their keys go to the browser. */
  protected override updated(): void {
    const surface = this.grasps && this.querySelector<HTMLElement>(".live-surface");
    if (!surface) return;
    this.grasps = false;
    surface.focus({ preventScroll: true });
  }

  private stop(): void {
    this.leave?.();
    this.leave = undefined;
    this.watched = "";
  }

  private answered(answer: Answer): void {
    this.fault = answer.fault;
  }

  private show(frame: Frame): void {
    this.frame = frame;
    this.fault = undefined;
  }

  override render(): TemplateResult {
    if (this.frame === undefined) return this.waiting();
    if (this.frame.ended) return this.ended(this.frame.note ?? "The run has ended.");
    return html`
      <div class="live ${this.taken ? "taken" : ""}">
        ${this.bar(this.frame)}
        ${this.fault ? this.trouble(this.fault) : nothing}
        ${this.taken ? this.help() : nothing}
        ${this.taken ? html`<div role="status">${this.options.length > 0 ? this.list() : nothing}${this.takesFile ? this.file() : nothing}</div>` : nothing}
        ${this.picture(this.frame)}
        ${this.frame.note ? html`<p class="muted small" role="status">${this.frame.note}</p>` : nothing}
      </div>
    `;
  }

  private get taken(): boolean {
    return this.frame?.taken === true && this.props.interactive !== false;
  }

  private waiting(): TemplateResult {
    return this.fault && !this.fault.retry
      ? this.trouble(this.fault)
      : html`<p class="muted empty" role="status">Waiting for the browser of the run …</p>`;
  }

  private ended(note: string): TemplateResult {
    return html`
      <div class="empty" role="status"><p class="muted">${note}</p>
        <button type="button" @click=${() => openWindow("run", this.props.run)}>Show the run</button></div>
    `;
  }

  private trouble({ message, hint }: Fault): TemplateResult {
    return html`<div class="placeholder" role="status"><strong>${message}</strong>${hint ? html`<span>${hint}</span>` : nothing}</div>`;
  }

  private bar(frame: Frame): TemplateResult {
    const travel = (kind: "back" | "forward" | "reload", label: string, sign: string) => html`
      <button type="button" class="icon-button" aria-label=${label} title=${label} ?disabled=${!this.taken} @click=${() => this.act({ kind })}>${icon(sign)}</button>
    `;
    return html`
      ${frame.tabs.length > 1 ? this.tabs(frame) : nothing}
      <form class="live-bar" @submit=${this.go}>
        ${travel("back", "Back", "back")}${travel("forward", "Forward", "arrow")}${travel("reload", "Load again", "refresh")}
        <input type="text" class="grow" name="address" aria-label="Address" autocomplete="off" spellcheck="false"
          .value=${frame.url} ?readonly=${!this.taken}>
        ${this.props.interactive === false || frame.recorded ? nothing : this.wheel()}
      </form>
    `;
  }

  private wheel(): TemplateResult {
    const [label, hint] = this.taken
      ? ["Give back", "Let the agent go on from here."]
      : ["Take over", "Stop the agent and use this browser yourself."];
    return html`<button type="button" class="primary" title=${hint} aria-busy=${this.busy} ?disabled=${this.busy}
      @click=${this.toggle}>${this.busy ? "A moment …" : label}</button>`;
  }

  private tabs(frame: Frame): TemplateResult {
    return html`
      <ul class="live-tabs" aria-label="Tabs of the browser">
        ${frame.tabs.map(
          (tab, index) => html`<li><button type="button" aria-current=${tab.active ? "true" : nothing} ?disabled=${!this.taken}
            title=${tab.url} @click=${() => this.act({ kind: "tab", index })}>${tab.title || tab.url}</button></li>`,
        )}
      </ul>
    `;
  }

  private picture(frame: Frame): TemplateResult {
    if (frame.image === undefined) return html`<p class="muted empty">There is no picture of the browser yet.</p>`;
    const source = `data:image/jpeg;base64,${frame.image}`;
    const name = `The browser shows ${frame.title || frame.url || "an empty page"}`;
    const size = [frame.width ?? 0, frame.height ?? 0];
    if (!this.taken) return html`<img class="live-picture" src=${source} alt=${name} width=${size[0]} height=${size[1]}>`;
    return html`
      <div class="live-surface" tabindex="0" role="application" aria-label=${name} aria-description=${HELP}
        @pointerdown=${this.onGrasp} @pointermove=${this.onMove} @pointerleave=${() => this.input.leave()}
        @click=${this.onClick} @dblclick=${this.onClick} @contextmenu=${this.onClick} @auxclick=${this.onClick}
        @wheel=${this.onWheel} @keydown=${this.onKey} @paste=${this.onPaste}>
        <img class="live-picture" src=${source} alt="" draggable="false" width=${size[0]} height=${size[1]}>
      </div>
    `;
  }

  private help(): TemplateResult {
    return html`
      <div class="live-help small muted">
        <span class="grow">${HELP} What you type into password and code fields is never recorded.</span>
        <select class="small" aria-label="Type a stored secret into the field" @focus=${this.findStored} @change=${this.typeStored}>
          <option value="">Type a stored secret …</option>
          ${this.stored.map(({ name, fields }) => fields.map((field) => html`<option value="${name}.${field}">${name}: ${field}</option>`))}
        </select>
      </div>
    `;
  }

  private list(): TemplateResult {
    return html`
      <label class="live-list">Choose <select aria-label="Options of the list that you clicked" @change=${this.choose}>
        <option value="">…</option>
        ${this.options.map((option) => html`<option>${option}</option>`)}
      </select></label>
    `;
  }

  private file(): TemplateResult {
    return html`<label class="live-list">The page asks for a file <input type="file" multiple @change=${this.give}></label>`;
  }

  private async give(event: Event): Promise<void> {
    const files = [...((event.currentTarget as HTMLInputElement).files ?? [])];
    for (const [at, file] of files.entries()) {
      const fault = await this.send(file, at < files.length - 1);
      if (fault) return toastFault(fault);
    }
    if (files.length > 0) this.takesFile = false;
  }

  /** Send a file in parts that a body may have; with `more`, another one follows. */
  private async send(file: File, more: boolean): Promise<Fault | undefined> {
    for (let at = 0; at === 0 || at < file.size; at += PART) {
      const query = new URLSearchParams({ name: file.name, more: String(more), part: String(at + PART < file.size) });
      const { fault } = await give(`/api/runs/${this.props.run}/files?${query}`, file.slice(at, at + PART));
      if (fault) return fault;
    }
    return undefined;
  }

  private choose(event: Event): void {
    const { value } = event.currentTarget as HTMLSelectElement;
    if (value) void this.act({ kind: "choose", text: value });
  }

  private async findStored(): Promise<void> {
    const { data } = await read<{ credentials: StoredCredential[] }>("/api/credentials");
    if (!data) return;
    this.stored = data.credentials;
  }

  private typeStored(event: Event): void {
    const box = event.currentTarget as HTMLSelectElement;
    if (box.value) void this.act({ kind: "type", secret: box.value });
    box.value = "";
  }

  private onClick(event: MouseEvent): void {
    const isRight = event.button === 2;
    if (isRight !== (event.type === "contextmenu")) return;
    event.preventDefault();
    (event.currentTarget as HTMLElement).focus();
    this.input.click(event, this.at(event));
  }

  private onGrasp(event: PointerEvent): void {
    if (event.button === 0) this.input.grasp(this.at(event));
  }

  private onMove(event: PointerEvent): void {
    this.input.move(event, this.at(event));
  }

  private onWheel(event: WheelEvent): void {
    event.preventDefault();
    this.input.wheel(event, this.at(event));
  }

  private onKey(event: KeyboardEvent): void {
    if (!this.input.key(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private onPaste(event: ClipboardEvent): void {
    event.preventDefault();
    this.input.type(event.clipboardData?.getData("text/plain") ?? "");
  }

  /** Return where the pointer is, in pixels of the browser's own page. */
  private at(event: MouseEvent): Point {
    const box = (event.currentTarget as HTMLElement).querySelector("img")?.getBoundingClientRect();
    const { width = 0, height = 0 } = this.frame ?? {};
    if (!box) return { x: 0, y: 0 };
    const part = (value: number, size: number, most: number) => Math.max(0, Math.min(most, Math.round((value / size) * most)));
    return { x: part(event.clientX - box.left, box.width, width), y: part(event.clientY - box.top, box.height, height) };
  }

  private async toggle(): Promise<void> {
    this.input.flush();
    this.busy = true;
    const on = !this.taken;
    const answer = await live.takeOver(this.props.run, on);
    this.busy = false;
    this.grasps = on && answer.fault === undefined;
  }

  private async act(act: Act): Promise<void> {
    const answer = await live.act(this.props.run, act);
    if (act.kind !== "hover") this.ask(answer.data as Asked | null | undefined);
  }

  /** Show what the page asks for. */
  private ask(asked: Asked | null | undefined): void {
    this.options = asked?.options ?? [];
    this.takesFile = asked?.files === true;
  }

  private go(event: Event): void {
    event.preventDefault();
    const address = new FormData(event.currentTarget as HTMLFormElement).get("address");
    if (typeof address !== "string" || !address.trim() || !this.taken) return;
    const url = /^[a-z][a-z0-9+.-]*:/i.test(address.trim()) ? address.trim() : `https://${address.trim()}`;
    void this.act({ kind: "goto", url });
  }
}
