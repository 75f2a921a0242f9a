/** What a person does with a workflow: choose and edit nodes, add, move and delete them, run all or a part. */

import { state } from "lit/decorators.js";
import type { DrawnNode, NodeType } from "../../generated/workflows.ts";
import { change } from "../../http.ts";
import { whileLong } from "../../progress.ts";
import type { Fault } from "../../socket/messages.ts";
import { NodeDrag } from "./drag.ts";
import { NodeForm } from "./form.ts";
import { WorkflowInputs } from "./inputs.ts";
import type { Adding, AddPlace } from "./panel.ts";
import { WorkflowShown } from "./shown.ts";
import { changeDraft, nodeTypes, startRun, type Verb } from "./source.ts";
import { neighbour, type Place, stepPlace } from "./steps.ts";
import { WorkflowVersions } from "./versions.ts";

export abstract class WorkflowVerbs extends WorkflowShown {
  @state() protected adding: Adding | undefined;
  @state() protected inputs: WorkflowInputs | undefined;
  @state() protected versions: WorkflowVersions | undefined;
  @state() protected drag: NodeDrag | undefined;
  @state() protected busy = false;
  @state() protected waits = false;
  /** What was asked for when the draft's last fault came. */
  protected refused: Verb | undefined;

  protected async focusNode(node: DrawnNode | undefined): Promise<void> {
    if (!node) return;
    this.choose(node);
    await this.updateComplete;
    await this.canvas?.updateComplete;
    this.querySelector<SVGGElement>(`[data-node="${CSS.escape(node.id)}"]`)?.focus();
  }

  protected onKey(event: KeyboardEvent, node: DrawnNode): void {
    const drawing = this.shown?.drawing;
    if (!drawing) return;
    const { key } = event;
    if (key === "Enter" || key === " ") this.choose(node);
    else if (key === "Escape") this.choose(undefined);
    else if (key === "Home") void this.focusNode(drawing.nodes[0]);
    else if (key === "End") void this.focusNode(drawing.nodes.at(-1));
    else if (key === "+" || key === "-") this.canvas?.view.step(key === "+", this.canvas.place);
    else if (key === "0") this.canvas?.fit();
    else if (this.draft && key === "Delete") void this.deleteNode(node, false);
    else if (this.draft && event.altKey && (key === "ArrowUp" || key === "ArrowDown")) void this.step(node, key === "ArrowDown");
    else if (key === "ArrowUp" || key === "ArrowDown" || key === "ArrowLeft" || key === "ArrowRight") void this.focusNode(neighbour(drawing, node, key));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  protected onDown(event: PointerEvent, node: DrawnNode): void {
    const { canvas, draft } = this;
    if (!draft || !canvas || event.button !== 0) return;
    const drag = (this.drag = new NodeDrag(draft.drawing, node, canvas.point(event)));
    const move = (moved: PointerEvent) => {
      drag.move(canvas.point(moved));
      this.requestUpdate();
    };
    const end = (ended: PointerEvent) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      this.drag = undefined;
      const place = ended.type === "pointerup" ? drag.place : undefined;
      if (place && place.after !== node.position) void this.move(node, place);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** Change the draft. What goes wrong is returned, and shown here unless a form shows it. */
  protected async do(verb: Verb, args: object, quiet = false): Promise<{ fault?: Fault | undefined; data?: unknown }> {
    this.busy = true;
    const answer = await whileLong(changeDraft(verb, args), (long) => {
      this.waits = long;
    });
    this.busy = false;
    if (answer.data) {
      this.asked++;
      this.take(answer.data.draft ?? undefined);
      this.heard();
    }
    if (!quiet || !answer.fault) [this.fault, this.refused] = [answer.fault, verb];
    return answer.data ? { data: answer.data.data } : { fault: answer.fault };
  }

  protected async edit(discard = false): Promise<void> {
    if (this.types.length === 0) this.types = await nodeTypes();
    this.leaving = this.informed = false;
    await this.do("open", { name: this.props.workflow, discard });
    this.makeForm();
  }

  /** Leave the editor. What is kept is shown again, and its button has the focus. */
  protected async done(discard = false): Promise<void> {
    this.leaving = true;
    const { fault } = await this.do("close", { discard });
    if (fault) {
      this.leaving = false;
      return;
    }
    this.makeForm();
    await this.load();
    await this.updateComplete;
    this.querySelector<HTMLElement>(".flow-toolbar button")?.focus();
  }

  protected async apply(): Promise<void> {
    const { form, node } = this;
    if (!form || !node) return;
    const { fault } = await this.do("update", { position: node.position, ...form.change() }, true);
    form.refuse(fault);
    await this.focusWrong(fault);
  }

  /** Put the focus on the first field that is wrong. */
  private async focusWrong(fault: Fault | undefined): Promise<void> {
    this.requestUpdate();
    await this.updateComplete;
    if (fault) this.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }

  protected async step(node: DrawnNode, down: boolean): Promise<void> {
    const place = this.draft && stepPlace(this.draft.drawing, node, down);
    if (place) await this.move(node, place);
  }

  protected async move(node: DrawnNode, place: Place): Promise<void> {
    const { data } = await this.do("move", { position: node.position, place });
    await this.focusPosition((data as { position?: number } | undefined)?.position);
  }

  protected focusPosition(position: number | undefined): Promise<void> {
    return this.focusNode(this.shown?.drawing.nodes.find((each) => each.position === position));
  }

  protected async deleteNode(node: DrawnNode, force: boolean): Promise<void> {
    await this.do("delete", { position: node.position, owned: true, ...(force ? { force } : {}) });
  }

  protected async add(): Promise<void> {
    const { adding } = this;
    if (!adding?.form) return;
    const place = adding.places[adding.at]?.place;
    const { fault, data } = await this.do("add", { node: adding.form.whole(), ...(place ? { place } : {}) }, true);
    adding.form.refuse(fault);
    if (!fault) {
      this.adding = undefined;
      await this.focusPosition((data as { position: number }).position);
    }
    await this.focusWrong(fault);
  }

  protected async openAdder(): Promise<void> {
    this.panel = "add";
    this.adding = { types: this.types, form: this.newForm(this.types[0]), places: this.addPlaces(), at: 0 };
    await this.updateComplete;
    this.querySelector<HTMLElement>("form[aria-label='New node'] select")?.focus();
  }

  protected newForm(kind: NodeType | undefined): NodeForm | undefined {
    return kind && new NodeForm(kind, { config: {} }, () => this.requestUpdate());
  }

  protected addPlaces(): AddPlace[] {
    const ends: AddPlace[] = [{ label: "At the end", place: undefined }, { label: "At the beginning", place: {} }];
    const node = this.node;
    if (!node) return ends;
    const name = `${node.position} ${node.title}`;
    const inside: AddPlace[] = node.shape === "frame" ? [{ label: `Inside ${name}`, place: { into: node.position } }] : [];
    return [...inside, { label: `After ${name}`, place: { after: node.position } }, ...ends];
  }

  /** Run the whole: the draft as a trial, what is kept as a run. Inputs are asked for first. */
  protected async run(): Promise<void> {
    const { shown } = this;
    if (!shown) return;
    if (!WorkflowInputs.needed(shown.inputs)) this.fault = await this.start({});
    else {
      this.inputs = new WorkflowInputs(`inputs-${this.component}`, shown.inputs, () => this.requestUpdate(), (inputs) => this.start(inputs));
      this.panel = "inputs";
    }
    await this.updateComplete;
    if (this.panel === "inputs") this.querySelector<HTMLElement>("form[aria-label=Inputs] :is(input, select, textarea)")?.focus();
  }

  protected async start(inputs: object): Promise<Fault | undefined> {
    const fault = this.draft ? await this.tryOut({ inputs }, true) : await this.startKept(inputs);
    if (!fault && this.panel === "inputs") this.panel = undefined;
    return fault;
  }

  protected async startKept(inputs: object): Promise<Fault | undefined> {
    const answer = await startRun(this.kept?.document ?? {}, inputs);
    if (answer.data) this.follow(answer.data.id);
    return answer.fault;
  }

  /** Stop the trial of the draft, or the run of what is kept. */
  protected async stop(): Promise<void> {
    if (this.draft || !this.status) await this.do("stop", {});
    else this.fault = (await change<unknown>(`/api/runs/${this.status.run}/stop`, {})).fault;
  }

  protected async tryOut(args: object, quiet = false): Promise<Fault | undefined> {
    const { fault, data } = await this.do("try", args, quiet);
    const run = (data as { run?: string } | undefined)?.run;
    if (run && run !== this.status?.run) this.follow(run);
    return fault;
  }

  protected async openVersions(): Promise<void> {
    this.panel = "versions";
    this.versions = undefined;
    await this.load();
  }

  /** Show the versions that there are now: also one that was kept since they were asked for. */
  protected override keptChanged(): void {
    const versions = this.kept?.versions ?? [];
    if (this.panel !== "versions" || (this.versions && this.versions.newest === versions[0]?.number)) return;
    this.versions = new WorkflowVersions(this.props.workflow, versions, () => this.requestUpdate());
  }
}
