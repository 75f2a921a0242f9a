/** Nested items that open and close, by mouse and by arrow keys. */

import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import type { TreeNode } from "../../generated/components.ts";
import { ComponentElement } from "../component.ts";
import { icon } from "../media/icons.ts";

export class TreeComponent extends ComponentElement<"tree"> {
  /** Items that a person opened or closed. */
  @state() private toggled: ReadonlyMap<string, boolean> = new Map();
  @state() private current: string | undefined;

  override render(): TemplateResult {
    const { nodes = [], selected } = this.props;
    this.current ??= selected ?? nodes[0]?.id;
    return html`<ul role="tree" class="tree plain" aria-label="Tree" @keydown=${this.onKey}>${nodes.map((node) => this.item(node))}</ul>`;
  }

  private item(node: TreeNode): TemplateResult {
    const branch = (node.children?.length ?? 0) > 0;
    const open = branch && this.isOpen(node);
    const chosen = this.props.selected === node.id;
    return html`
      <li role="treeitem" aria-expanded=${branch ? (open ? "true" : "false") : nothing} aria-selected=${chosen ? "true" : "false"}
        tabindex=${this.current === node.id ? 0 : -1} data-node=${node.id}>
        <div class="tree-row ${chosen ? "selected" : ""}" @click=${() => this.select(node)}>
          <span class="twist ${open ? "open" : ""} ${branch ? "" : "leaf"}" aria-hidden="true"
            @click=${(event: Event) => this.toggle(event, node)}></span>
          ${node.icon ? icon(node.icon) : nothing}<span>${node.label}</span>
        </div>
        ${open ? html`<ul role="group" class="plain">${node.children?.map((child) => this.item(child))}</ul>` : nothing}
      </li>
    `;
  }

  private isOpen(node: TreeNode): boolean {
    return this.toggled.get(node.id) ?? node.open ?? false;
  }

  private toggle(event: Event, node: TreeNode, open = !this.isOpen(node)): void {
    event.stopPropagation();
    this.toggled = new Map(this.toggled).set(node.id, open);
  }

  private select(node: TreeNode): void {
    this.current = node.id;
    if (node.children?.length && !this.props.command) this.toggled = new Map(this.toggled).set(node.id, !this.isOpen(node));
    void this.use("select", { value: node.id });
  }

  private onKey(event: KeyboardEvent): void {
    const items = [...this.querySelectorAll<HTMLElement>("[role=treeitem]")];
    const item = (event.target as HTMLElement).closest<HTMLElement>("[role=treeitem]");
    const node = item && find(this.props.nodes, item.dataset.node ?? "");
    if (!item || !node) return;
    const at = items.indexOf(item);
    const branch = (node.children?.length ?? 0) > 0;
    if (event.key === "ArrowRight" && branch && !this.isOpen(node)) this.toggle(event, node, true);
    else if (event.key === "ArrowLeft" && branch && this.isOpen(node)) this.toggle(event, node, false);
    else if (event.key === "ArrowLeft") this.go(item.parentElement?.closest<HTMLElement>("[role=treeitem]"));
    else if (event.key === "ArrowDown" || event.key === "ArrowRight") this.go(items[at + 1]);
    else if (event.key === "ArrowUp") this.go(items[at - 1]);
    else if (event.key === "Home") this.go(items[0]);
    else if (event.key === "End") this.go(items.at(-1));
    else if (event.key === "Enter" || event.key === " ") this.select(node);
    else return;
    event.preventDefault();
  }

  private go(item: HTMLElement | null | undefined): void {
    if (!item) return;
    this.current = item.dataset.node;
    item.focus();
  }
}

function find(nodes: readonly TreeNode[], id: string): TreeNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : find(node.children ?? [], id);
    if (found) return found;
  }
  return undefined;
}
