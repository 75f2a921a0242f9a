/** Nodes and the edges between them; a node can be chosen by mouse and by arrow keys, which follow the edges. */

import { html, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { ComponentElement } from "../component.ts";
import { type GraphBox, type GraphLayout, layoutGraph } from "./layout.ts";
import "./canvas.ts";

const NEXT = ["ArrowRight", "ArrowDown"];
const BEFORE = ["ArrowLeft", "ArrowUp"];

export class GraphComponent extends ComponentElement<"graph"> {
  private layout: GraphLayout | undefined;
  @state() private chosen: string | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("props")) return;
    const before = changed.get("props");
    const { nodes, edges, direction, selected } = this.props;
    if (JSON.stringify([before?.nodes, before?.edges, before?.direction]) !== JSON.stringify([nodes, edges, direction])) this.layout = layoutGraph(this.props);
    if (before?.selected !== selected) this.chosen = selected;
  }

  override render(): TemplateResult {
    const { layout } = this;
    if (!layout || layout.boxes.length === 0) return html`<p class="muted empty">There are no nodes yet.</p>`;
    return html`<pollex-canvas class="graph" .picture=${layout} .label=${"the graph"} .content=${this.picture(layout)}></pollex-canvas>`;
  }

  private picture(layout: GraphLayout): TemplateResult {
    return svg`
      <g aria-hidden="true">${layout.lines.map((each) => svg`<g class="graph-edge"><path d=${each.path}/>
        ${each.label ? svg`<g class="graph-label"><rect x=${each.x - each.label.length * 3.4 - 8} y=${each.y - 10} width=${each.label.length * 6.8 + 16} height="20" rx="10"/>
          <text x=${each.x} y=${each.y + 4}>${each.label}</text></g>` : nothing}</g>`)}</g>
      <g role="listbox" aria-label="Nodes">${layout.boxes.map((each) => this.box(each))}</g>
    `;
  }

  private box(each: GraphBox): TemplateResult {
    const chosen = this.chosen === each.id;
    const current = this.chosen ?? this.layout?.boxes[0]?.id;
    const leads = this.props.edges.filter((edge) => edge.from === each.id).map((edge) => edge.label ? `${edge.label}: ${edge.to}` : edge.to);
    return svg`
      <g role="option" class="graph-node card ${each.tone ? `tone-${each.tone}` : ""} ${chosen ? "chosen" : ""}" data-node=${each.id}
        tabindex=${current === each.id ? 0 : -1} aria-selected=${chosen ? "true" : "false"}
        aria-label=${leads.length > 0 ? `${each.label}; leads to ${leads.join(", ")}` : each.label}
        @click=${() => this.choose(each.id)} @keydown=${(event: KeyboardEvent) => this.onKey(event, each.id)}>
        <rect class="graph-ring" x=${each.x - 4} y=${each.y - 4} width=${each.width + 8} height=${each.height + 8} rx="13"/>
        <rect class="graph-card" x=${each.x} y=${each.y} width=${each.width} height=${each.height} rx="10"/>
        <text class="graph-name to-middle" x=${each.x + each.width / 2} y=${each.y + each.height / 2 + 4.5}>${each.label}</text>
      </g>
    `;
  }

  private choose(id: string): void {
    this.chosen = id;
    void this.use("select", { value: id });
  }

  private onKey(event: KeyboardEvent, id: string): void {
    const { edges } = this.props;
    const next = edges.find((edge) => edge.from === id)?.to;
    const before = edges.find((edge) => edge.to === id)?.from;
    const goal = NEXT.includes(event.key) ? next : BEFORE.includes(event.key) ? before : undefined;
    if (event.key === "Enter" || event.key === " ") this.choose(id);
    else if (event.key === "Home" || event.key === "End") void this.focusNode(this.layout?.boxes.at(event.key === "Home" ? 0 : -1)?.id);
    else if (goal !== undefined) void this.focusNode(goal);
    else return;
    event.preventDefault();
  }

  private async focusNode(id: string | undefined): Promise<void> {
    if (id === undefined) return;
    this.choose(id);
    await this.updateComplete;
    this.querySelector<SVGGElement>(`[data-node="${CSS.escape(id)}"]`)?.focus();
  }
}
