/** A workflow as a picture: its nodes can be chosen, edited, moved and tried, and show how a run of it goes. */

import { html, nothing, svg, type TemplateResult } from "lit";
import type { DrawnNode, KeptWorkflow, WorkflowDraft } from "../../generated/workflows.ts";
import { openWindow } from "../../open-window.ts";
import type { Fault } from "../../socket/messages.ts";
import "../graph/canvas.ts";
import { faultPanel } from "./form.ts";
import { picture } from "./nodes.ts";
import { type Adding, nodeAdder, nodeEditor, nodeFacts, outcome, panelFrame } from "./panel.ts";
import { toolbar } from "./toolbar.ts";
import { WorkflowVerbs } from "./verbs.ts";

export class WorkflowComponent extends WorkflowVerbs {
  /** What the panel is about. */
  private subject = "";

  override render(): TemplateResult {
    const { shown } = this;
    if (!shown) return this.fault ? faultPanel(this.fault) : html`<p class="muted" role="status">Loading …</p>`;
    const panel = this.drawPanel();
    return html`
      <div class="flow">
        ${toolbar(
          { draft: this.draft, editable: this.props.editable, running: this.running, run: this.keptRun, failed: this.failed, busy: this.busy, waits: this.waits, title: String(shown.document.name) },
          {
            edit: () => void this.edit(),
            add: () => void this.openAdder(),
            undo: () => void this.do("undo", {}),
            redo: () => void this.do("redo", {}),
            save: () => void this.do("save", {}),
            done: () => void this.done(),
            run: () => void this.run(),
            stop: () => void this.stop(),
            show: () => this.status && openWindow("run", this.status.run),
            versions: () => void this.openVersions(),
          },
        )}
        ${this.fault ? this.drawFault(this.fault) : nothing}
        <div class="flow-body">
          <pollex-canvas .picture=${shown.drawing} .label=${String(shown.document.name)} .content=${this.drawPicture(shown)}></pollex-canvas>
          ${panel}
        </div>
      </div>
    `;
  }

  /** The run that is followed, unless it is a trial: of those nothing is kept. */
  private get keptRun(): string | undefined {
    return this.draft?.trial?.run === this.status?.run ? undefined : this.status?.run;
  }

  /** Another node, or another panel, is read from its beginning. */
  protected override updated(): void {
    const subject = `${this.panel} ${this.chosen}`;
    if (subject !== this.subject) this.querySelector(".flow-panel")?.scrollTo({ top: 0 });
    this.subject = subject;
  }

  private get failed(): boolean {
    return [...(this.status?.nodes.values() ?? [])].some((each) => each.kind === "failed");
  }

  private drawPicture(shown: KeptWorkflow | WorkflowDraft): TemplateResult {
    const { drawing } = shown;
    const open = (this.draft?.open ?? []) as { position?: number; message: string }[];
    const began = this.drag?.began ? this.drag : undefined;
    const marks = {
      chosen: this.chosen,
      current: this.chosen ?? drawing.nodes[0]?.id,
      moving: began?.moving ?? new Set<string>(),
      shift: began?.shift ?? { x: 0, y: 0 },
      state: (node: DrawnNode) => this.status?.nodes.get(node.position),
      open: (node: DrawnNode) => open.find((each) => each.position === node.position)?.message,
    };
    const target = began?.target;
    return svg`
      ${picture(drawing, String(shown.document.name), marks, {
        choose: (node) => this.choose(node),
        key: (event, node) => this.onKey(event, node),
        down: (event, node) => this.onDown(event, node),
      })}
      ${target ? svg`<path class="graph-target" d="M${target.x - 70} ${target.y}h140"/>` : nothing}
    `;
  }

  private drawFault(fault: Fault): TemplateResult {
    const node = this.node;
    const conflict = fault.code === "conflict" ? this.refused : undefined;
    const unsaved = conflict === "open" || conflict === "close";
    const needed = this.draft && node && conflict === "delete";
    const said = needed ? { ...fault, issues: [], hint: "Change what needs it first, or delete it anyway." } : fault;
    return html`<div class="flow-fault">${faultPanel(said)}
      ${unsaved ? html`<button type="button" class="small danger" @click=${() => (this.draft ? this.done(true) : this.edit(true))}>Discard them${this.draft ? "" : " and edit this one"}</button>` : nothing}
      ${needed ? html`<button type="button" class="small danger" @click=${() => this.deleteNode(node, true)}>Delete it anyway</button>` : nothing}
      <button type="button" class="icon-button" aria-label="Close this message" @click=${() => (this.fault = undefined)}>✕</button></div>`;
  }

  private drawPanel(): TemplateResult | typeof nothing {
    const close = () => (this.panel = undefined);
    if (this.panel === "versions" && this.versions) return panelFrame("Versions", close, this.versions.render());
    if (this.panel === "inputs" && this.inputs) return panelFrame("Run with", close, this.inputs.render());
    if (this.panel === "add" && this.adding && this.draft) return panelFrame("Add a node", close, this.drawAdder(this.adding));
    const { node } = this;
    if (this.panel !== "node" || !node) return nothing;
    const went = outcome(node, this.status?.nodes.get(node.position), this.draft?.trial);
    const content = this.form
      ? nodeEditor(this.form, this.busy, {
          close,
          save: () => void this.apply(),
          step: (down) => void this.step(node, down),
          remove: () => void this.deleteNode(node, false),
          tryNode: (rest) => void this.tryOut({ position: node.position, ...(rest ? { rest } : {}) }),
        })
      : nodeFacts(node, this.content(node.position)?.config);
    return panelFrame(`${node.position} ${node.title}`, close, html`${went}${content}`);
  }

  private drawAdder(adding: Adding): TemplateResult {
    return nodeAdder(adding, this.busy, {
      type: (name) => (this.adding = { ...adding, form: this.newForm(this.types.find((each) => each.type === name)) }),
      place: (at) => (this.adding = { ...adding, at }),
      add: () => void this.add(),
    });
  }
}
