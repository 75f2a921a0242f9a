/** The picture of a workflow: its nodes as boxes that can be chosen, the lines between them, and how each went. */

import { nothing, svg, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { DrawnNode, DrawnText, WorkflowDrawing } from "../../generated/workflows.ts";
import type { NodeState } from "./status.ts";

interface NodeMarks {
  /** The id of the chosen box, and of the one that Tab leads to. */
  chosen: string | undefined;
  current: string | undefined;
  /** Boxes that are being moved, and how far. */
  moving: ReadonlySet<string>;
  shift: { x: number; y: number };
  state(node: DrawnNode): NodeState | undefined;
  /** What is open in a node. */
  open(node: DrawnNode): string | undefined;
}

interface NodeVerbs {
  choose(node: DrawnNode): void;
  key(event: KeyboardEvent, node: DrawnNode): void;
  down(event: PointerEvent, node: DrawnNode): void;
}

const SIGNS = { running: "M-4 0a4 4 0 1 1 4 4", done: "m-4 0 3 3 5-6", failed: "m-3-3 6 6m0-6-6 6", waiting: "M0-4v4.5M0 3.4v.2" };
const SAID = { running: "at work", done: "done", failed: "failed", waiting: "waits for an answer" };

export function picture(drawing: WorkflowDrawing, label: string, marks: NodeMarks, verbs: NodeVerbs): TemplateResult {
  const { begin, end } = drawing;
  const frames = drawing.nodes.filter((each) => each.shape === "frame");
  return svg`
    <g aria-hidden="true">${frames.map((each) => frame(each))}</g>
    <g aria-hidden="true" class="graph-lines">
      ${drawing.edges.map((edge) => svg`<g class="graph-edge ${edge.kind}">
        ${edge.dot ? svg`<circle cx=${edge.dot.x} cy=${edge.dot.y} r="3" class="graph-head"/>` : nothing}
        <path d=${edge.path}/>${edge.head ? svg`<path class="graph-head" d=${edge.head}/>` : nothing}</g>`)}
      <circle class="graph-head" cx=${begin.x} cy=${begin.y} r="6"/>
      <circle class="graph-end" cx=${end.x} cy=${end.y} r="6"/><circle class="graph-head" cx=${end.x} cy=${end.y} r="3"/>
      ${drawing.labels.map((each) => svg`<g class="graph-label kind-${each.kind}">
        <rect x=${each.x} y=${each.y} width=${each.width} height=${each.height} rx="10"/>
        <text x=${each.x + each.width / 2} y=${each.y + 14}>${each.text}</text></g>`)}
    </g>
    ${drawing.nodes.length > 0
      ? svg`<g role="listbox" aria-label="Nodes of ${label}">${repeat(drawing.nodes, (each) => each.id, (each) => node(each, marks, verbs))}</g>`
      : nothing}
  `;
}

/** Return the name of a box: what is written in it, as it stands there, then all that is not. */
function spoken(each: DrawnNode, state: NodeState | undefined, open: string | undefined): string {
  const written = [...(each.chip ? [each.position] : []), ...each.texts.map((text) => text.text), ...(state && state.times > 1 ? [`${state.times} times`] : [])];
  const cut = each.texts.some((text) => text.text.endsWith("…")) ? [each.title, each.summary, ...each.remarks].join(", ") : "";
  return [written.join(" "), cut, state ? SAID[state.kind] : "", open].filter(Boolean).join("; ");
}

/** The area of a loop or a group lies below everything; its heading is what can be chosen. */
function frame(each: DrawnNode): TemplateResult {
  return svg`<rect class="graph-frame kind-${each.type}" x=${each.x} y=${each.y} width=${each.width} height=${each.height} rx="10"/>`;
}

function node(each: DrawnNode, marks: NodeMarks, verbs: NodeVerbs): TemplateResult {
  const state = marks.state(each);
  const open = marks.open(each);
  const box = each.area;
  const chosen = marks.chosen === each.id;
  const moves = marks.moving.has(each.id);
  const names = ["graph-node", `kind-${each.type}`, each.shape, chosen ? "chosen" : "", state ? `is-${state.kind}` : "", moves ? "moving" : ""];
  const label = spoken(each, state, open);
  return svg`
    <g role="option" class=${names.filter(Boolean).join(" ")} data-node=${each.id} data-position=${each.position}
      tabindex=${marks.current === each.id ? 0 : -1} aria-selected=${chosen ? "true" : "false"} aria-label=${label}
      transform=${moves ? `translate(${marks.shift.x} ${marks.shift.y})` : nothing}
      @click=${() => verbs.choose(each)} @keydown=${(event: KeyboardEvent) => verbs.key(event, each)}
      @pointerdown=${(event: PointerEvent) => verbs.down(event, each)}>
      <rect class="graph-ring" x=${box.x - 4} y=${box.y - 4} width=${box.width + 8} height=${box.height + 8} rx="13"/>
      ${shape(each, box)}
      ${each.chip ? svg`<rect class="graph-chip" x=${each.chip.x} y=${each.chip.y} width=${each.chip.width} height=${each.chip.height} rx="11"/>
        <text class="graph-position" x=${each.chip.x + each.chip.width / 2} y=${each.chip.y + 15}>${each.position}</text> ` : nothing}
      ${each.texts.map(line)}
      ${open ? svg`<g class="graph-open"><circle cx=${box.x} cy=${box.y + 2} r="9"/><path transform="translate(${box.x} ${box.y + 2})" d=${SIGNS.waiting}/></g>` : nothing}
      ${state ? badge(state, box.x + box.width, box.y + 2) : nothing}
    </g>
  `;
}

function shape(each: DrawnNode, box: DrawnNode["area"]): TemplateResult {
  const { x, y, width, height } = each;
  if (each.shape === "diamond") {
    return svg`<rect class="graph-area" x=${box.x} y=${box.y} width=${box.width} height=${box.height}/>
      <path class="graph-diamond" d="M${x + width / 2} ${y}l${width / 2} ${height / 2}l${-width / 2} ${height / 2}l${-width / 2} ${-height / 2}Z"/>`;
  }
  if (each.shape === "frame") return svg`<rect class="graph-area" x=${box.x} y=${box.y} width=${box.width} height=${box.height} rx="10"/>`;
  return svg`<rect class="graph-card" x=${x} y=${y} width=${width} height=${height} rx="10"/>
    <path class="graph-stripe" d="M${x + 0.5} ${y + 9}v${height - 18}"/>`;
}

function line(text: DrawnText): TemplateResult {
  return svg`<text class="graph-${text.role} to-${text.anchor}" x=${text.x} y=${text.y} direction=${text.rtl ? "rtl" : nothing}>${text.text}</text> `;
}

function badge(state: NodeState, x: number, y: number): TemplateResult {
  const times = state.times > 1 ? String(state.times) : "";
  const width = 18 + (times ? 4 + times.length * 7 : 0);
  return svg`<g class="graph-badge"><rect x=${x + 9 - width} y=${y - 9} width=${width} height="18" rx="9"/>
    <g transform="translate(${x + 18 - width} ${y})"><path d=${SIGNS[state.kind]}/></g>
    ${times ? svg`<text x=${x + 3} y=${y + 4}>${times}</text>` : nothing}</g>`;
}
