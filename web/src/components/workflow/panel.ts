/** What stands beside the picture: a node with its result and its form, a node to add, inputs to run with. */

import { html, nothing, type TemplateResult } from "lit";
import type { DraftTrial, DrawnNode, NodeType } from "../../generated/workflows.ts";
import { jsonView } from "../text/json-view.ts";
import type { NodeForm } from "./form.ts";
import type { NodeState } from "./status.ts";

interface PanelVerbs {
  close(): void;
  save(): void;
  step(down: boolean): void;
  remove(): void;
  tryNode(rest: boolean): void;
}

const SAID = { running: "At work", done: "Done", failed: "Failed", waiting: "Waits for an answer" };
const TONES = { running: "info", done: "success", failed: "danger", waiting: "warning" };

export function panelFrame(title: string, close: () => void, content: unknown): TemplateResult {
  return html`
    <section class="flow-panel" aria-label=${title}>
      <header><h3>${title}</h3><button type="button" class="icon-button" aria-label="Close" @click=${close}>✕</button></header>
      ${content}
    </section>
  `;
}

/** How a node went, in the run that is followed. */
export function outcome(node: DrawnNode, state: NodeState | undefined, trial: DraftTrial | null | undefined): TemplateResult | typeof nothing {
  const results = (trial?.nodes ?? []).filter((each) => String(each.path).match(/\/(\d+)$/)?.[1] === String(node.position));
  const last = results.at(-1);
  if (!state && !last) return nothing;
  const kind = state?.kind ?? (last?.ok ? "done" : "failed");
  const message = state?.message;
  return html`
    <div class="flow-outcome" role="status">
      <p><span class="badge ${TONES[kind]}">${SAID[kind]}</span>
        ${state && state.times > 1 ? html`<span class="muted small">${state.times} times</span>` : nothing}
        ${state?.ms ? html`<span class="muted small">${Math.round(state.ms)} ms</span>` : nothing}</p>
      ${message ? html`<p class="danger small">${message}</p>` : nothing}
      ${last && last.result !== undefined && last.result !== null ? html`<h4>Result</h4>${jsonView(last.result, 2)}` : nothing}
    </div>
  `;
}

/** A node that is only looked at. */
export function nodeFacts(node: DrawnNode, config: unknown): TemplateResult {
  return html`
    <p class="muted small">${node.type.replaceAll("_", " ")} · position ${node.position}</p>
    <p>${node.about || node.summary}</p>
    ${jsonView(config, 2)}
  `;
}

/** A node that is edited. */
export function nodeEditor(form: NodeForm, busy: boolean, verbs: PanelVerbs): TemplateResult {
  const send = (event: Event) => {
    event.preventDefault();
    verbs.save();
  };
  return html`
    <div class="toolbar">
      <button type="button" class="small" ?disabled=${busy} @click=${() => verbs.tryNode(false)}>Try this node</button>
      <button type="button" class="small" ?disabled=${busy} @click=${() => verbs.tryNode(true)}>Run from here</button>
    </div>
    <p class="muted small">Both go on in the browser as the last trial left it. The first trial begins with an empty page.</p>
    <form aria-label="Node" @submit=${send}>
      <p class="muted small">${form.kind.title}: ${form.kind.description}</p>
      ${form.render()}
      <div class="toolbar"><button type="submit" class="primary" ?disabled=${busy}>Apply</button></div>
    </form>
    <div class="toolbar divider">
      <button type="button" class="small" ?disabled=${busy} @click=${() => verbs.step(false)}>Move up</button>
      <button type="button" class="small" ?disabled=${busy} @click=${() => verbs.step(true)}>Move down</button>
      <button type="button" class="small danger" ?disabled=${busy} @click=${verbs.remove}>Delete</button>
    </div>
  `;
}

/** Where a new node can go, as a person says it. */
export interface AddPlace {
  label: string;
  place: { after?: number; into?: number } | undefined;
}

export interface Adding {
  types: readonly NodeType[];
  form: NodeForm | undefined;
  places: readonly AddPlace[];
  at: number;
}

interface AddVerbs {
  type(name: string): void;
  place(at: number): void;
  add(): void;
}

/** A node that is not there yet. */
export function nodeAdder(adding: Adding, busy: boolean, verbs: AddVerbs): TemplateResult {
  const send = (event: Event) => {
    event.preventDefault();
    verbs.add();
  };
  const value = (event: Event) => (event.target as HTMLSelectElement).value;
  return html`
    <form aria-label="New node" @submit=${send}>
      <label class="field">What it does<select @change=${(event: Event) => verbs.type(value(event))}>
        ${adding.types.map((each) => html`<option value=${each.type} .selected=${each.type === adding.form?.kind.type}>${each.title}</option>`)}
      </select></label>
      <label class="field">Where<select @change=${(event: Event) => verbs.place(Number(value(event)))}>
        ${adding.places.map((each, index) => html`<option value=${index} .selected=${index === adding.at}>${each.label}</option>`)}
      </select></label>
      ${adding.form ? html`<p class="muted small">${adding.form.kind.description}</p>${adding.form.render()}` : nothing}
      <div class="toolbar"><button type="submit" class="primary" ?disabled=${busy}>Add node</button></div>
    </form>
  `;
}
