/** What a workflow's picture shows: the kept workflow or its draft, the chosen node, and how a run of it goes. */

import { state } from "lit/decorators.js";
import type { PropertyValues } from "lit";
import { desk } from "../../desk.ts";
import type { DrawnNode, KeptWorkflow, NodeType, WorkflowDraft } from "../../generated/workflows.ts";
import type { Fault } from "../../socket/messages.ts";
import { ComponentElement } from "../component.ts";
import type { GraphCanvas } from "../graph/canvas.ts";
import { type NodeContent, NodeForm } from "./form.ts";
import { DRAFT, draftNews, nodeTypes, readDraft, readKept } from "./source.ts";
import { RunStatus } from "./status.ts";

type Panel = "node" | "add" | "versions" | "inputs" | undefined;

export abstract class WorkflowShown extends ComponentElement<"workflow"> {
  @state() protected kept: KeptWorkflow | undefined;
  @state() protected draft: WorkflowDraft | undefined;
  @state() protected fault: Fault | undefined;
  @state() protected chosen: string | undefined;
  @state() protected panel: Panel;
  @state() protected form: NodeForm | undefined;
  @state() protected types: NodeType[] = [];
  @state() protected status: RunStatus | undefined;
  @state() protected running = false;
  protected leave: (() => void) | undefined;
  protected asked = 0;
  /** Whether the state has told of a draft: where it does so no more, the editor is gone. */
  protected informed = false;
  /** Whether the editor is being left here: the state may tell of its draft for a moment more. */
  protected leaving = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.leave = desk.onChange((changes) => changes.state.has(DRAFT) && this.heard());
    if (this.hasUpdated) void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.leave?.();
    this.status?.close();
    this.status = undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("props")) return;
    const before = changed.get("props");
    if (before?.workflow !== this.props.workflow || before.editable !== this.props.editable) void this.load();
    if (before?.run !== this.props.run && this.props.run) this.follow(this.props.run);
    if (before?.selected !== this.props.selected) this.chosen = this.boxOf(this.props.selected) ?? this.chosen;
  }

  protected get shown(): KeptWorkflow | WorkflowDraft | undefined {
    return this.draft ?? this.kept;
  }

  protected get node(): DrawnNode | undefined {
    return this.shown?.drawing.nodes.find((each) => each.id === this.chosen);
  }

  protected get canvas(): GraphCanvas | null {
    return this.querySelector<GraphCanvas>("pollex-canvas");
  }

  protected boxOf(alias: string | undefined): string | undefined {
    return this.shown?.drawing.nodes.find((each) => alias && each.alias === alias)?.id;
  }

  protected heard(): void {
    const news = draftNews();
    this.informed ||= news !== undefined;
    this.leaving &&= news !== undefined;
    if (!this.edits()) return void (this.draft && this.load());
    if (news?.trial?.running && news.trial.run !== this.status?.run) this.follow(news.trial.run);
    if (news && news.revision > (this.draft?.revision ?? 0)) void this.load();
  }

  /** Return whether the editor has this workflow. An answer to what was done here may be newer than the news. */
  protected edits(): boolean {
    const news = draftNews();
    if (!this.props.editable || this.leaving) return false;
    if (!news) return this.draft !== undefined && !this.informed;
    return news.workflow === this.props.workflow || news.revision < (this.draft?.revision ?? 0);
  }

  protected async load(): Promise<void> {
    const number = ++this.asked;
    const ours = this.edits();
    const [kept, draft] = [await readKept(this.props.workflow), ours ? await readDraft() : undefined];
    if (ours && this.types.length === 0) this.types = await nodeTypes();
    if (number !== this.asked) return;
    if (ours !== this.edits()) return this.load();
    this.kept = kept.data;
    this.keptChanged();
    this.fault = kept.fault ?? draft?.fault;
    this.take(draft?.data);
    this.status?.drawn();
    this.chosen ??= this.boxOf(this.props.selected);
    if (draft?.data?.trial?.running && this.status?.run !== draft.data.trial.run) this.follow(draft.data.trial.run);
  }

  /** Called with each new look at what is kept. */
  protected keptChanged(): void {}

  /** Show a draft as it is now. The form of a node that did not change stays, with what was typed into it. */
  protected take(draft: WorkflowDraft | undefined): void {
    if (draft && this.draft && draft.name === this.draft.name && draft.revision < this.draft.revision) return;
    const before = JSON.stringify(this.content(this.node?.position));
    this.draft = draft;
    if (draft?.trial && !draft.trial.running && draft.trial.run === this.status?.run) this.running = false;
    if (this.chosen && !this.node) this.choose(undefined);
    else if (this.panel === "node" && JSON.stringify(this.content(this.node?.position)) !== before) this.makeForm();
  }

  protected content(position: number | undefined): (NodeContent & { type: string }) | undefined {
    const nodes = (this.shown?.document.nodes ?? []) as (NodeContent & { position: number; type: string })[];
    return nodes.find((each) => each.position === position);
  }

  protected makeForm(): void {
    const content = this.draft ? this.content(this.node?.position) : undefined;
    const kind = this.types.find((each) => each.type === this.node?.type);
    this.form = content && kind ? new NodeForm(kind, { ...content, config: content.config ?? {} }, () => this.requestUpdate()) : undefined;
  }

  protected follow(run: string): void {
    this.status?.close();
    this.running = true;
    this.status = new RunStatus(
      run,
      () => this.shown?.drawing,
      (ended, begun) => {
        if (ended) this.running = false;
        if (begun !== undefined) this.bringIntoView(begun);
        this.requestUpdate();
      },
    );
  }

  /** Follow the node at work, until a person moves the picture. */
  private bringIntoView(position: number): void {
    const { canvas } = this;
    const node = this.shown?.drawing.nodes.find((each) => each.position === position);
    if (node && node.shape !== "frame" && canvas && !canvas.view.moved) canvas.view.show(node.area, canvas.place);
  }

  protected choose(node: DrawnNode | undefined): void {
    this.chosen = node?.id;
    this.panel = node ? "node" : undefined;
    this.makeForm();
    if (!node) return;
    const place = this.canvas?.place;
    if (place) this.canvas?.view.show(node.area, place);
    if (node.alias) void this.use("select", { value: node.alias });
  }
}
