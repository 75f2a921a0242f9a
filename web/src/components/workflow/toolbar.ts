/** What can be done with a whole workflow: edit, add, undo, save, run, compare versions. */

import { html, nothing, type TemplateResult } from "lit";
import type { DraftTrial, WorkflowDraft } from "../../generated/workflows.ts";
import { icon } from "../media/icons.ts";

interface ToolbarState {
  draft: WorkflowDraft | undefined;
  editable: boolean;
  running: boolean;
  /** The run that is followed, or was followed last, where it is kept. */
  run: string | undefined;
  /** Whether a node of it failed. */
  failed: boolean;
  busy: boolean;
  waits: boolean;
  title: string;
}

interface ToolbarVerbs {
  edit(): void;
  add(): void;
  undo(): void;
  redo(): void;
  save(): void;
  /** Leave the editor. */
  done(): void;
  run(): void;
  stop(): void;
  /** Open the window of the run. */
  show(): void;
  versions(): void;
}

export function toolbar(state: ToolbarState, verbs: ToolbarVerbs): TemplateResult | typeof nothing {
  const { draft } = state;
  if (!state.editable) return nothing;
  return html`
    <div class="toolbar flow-toolbar" role="toolbar" aria-label=${state.title}>
      ${draft ? editing(draft, state, verbs) : html`<button type="button" @click=${verbs.edit}>${icon("edit")} Edit</button>`}
      ${state.running
        ? html`<button type="button" class="danger" @click=${verbs.stop}>${icon("stop")} Stop</button>`
        : html`<button type="button" class="primary" ?disabled=${state.busy} @click=${verbs.run}>${icon("play")} Run all</button>`}
      ${state.run ? html`<button type="button" @click=${verbs.show}>Show the run</button>` : nothing}
      <button type="button" class="plain" @click=${verbs.versions}>Versions</button>
      <span class="muted small" role="status">${said(state)}</span>
    </div>
  `;
}

function editing(draft: WorkflowDraft, state: ToolbarState, verbs: ToolbarVerbs): TemplateResult {
  return html`
    <button type="button" ?disabled=${state.busy} @click=${verbs.add}>${icon("add")} Add node</button>
    <button type="button" class="plain" ?disabled=${state.busy || draft.undo === 0} @click=${verbs.undo}>Undo edit</button>
    <button type="button" class="plain" ?disabled=${state.busy || draft.redo === 0} @click=${verbs.redo}>Redo edit</button>
    <button type="button" ?disabled=${state.busy || draft.saved} @click=${verbs.save}>${icon("save")} Save</button>
    <button type="button" class="plain" ?disabled=${state.busy} @click=${verbs.done}>Done</button>
  `;
}

function said({ draft, running, run, failed, waits }: ToolbarState): string {
  if (waits) return "At work …";
  if (running) return "Running …";
  if (!draft) return run === undefined ? "" : failed ? "It failed." : "It has run.";
  const open = draft.open.length > 0 ? `${draft.open.length} open: mend ${draft.open.length === 1 ? "it" : "them"} before it can run. ` : "";
  return open + tried(draft.trial) + (draft.saved ? "" : "Not saved yet.");
}

/** Say how a trial went, and where it failed. */
function tried(trial: DraftTrial | null): string {
  if (!trial || trial.ok === null) return "";
  if (trial.ok) return "The trial went well. ";
  const path = String(trial.nodes.findLast((each) => each.ok === false)?.path ?? "");
  const position = path.match(/\/(\d+)$/)?.[1];
  return `The trial failed${position ? ` at node ${position}` : ""}: ${trial.fault?.message ?? ""} `;
}
