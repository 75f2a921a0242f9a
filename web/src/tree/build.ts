/** Makes DOM nodes from the server's typed tree: by createElement and the allow-list, never by parsing HTML. */

import type { PageNode } from "../generated/components.ts";
import { allowsTag, FOREIGN, isForeign, judge } from "./policy.ts";

/** Elements that a keyboard reaches anyway. */
const REACHED = new Set(["a", "button", "input", "select", "summary", "textarea"]);
/** Elements whose own meaning must stay when they can be pressed. */
const MEANT = new Set(["form", "li", "option", "td", "th", "tr", "label"]);

export type PageElement = Exclude<PageNode, string | { component: string }>;

export function build(nodes: readonly PageNode[], window: string): Node[] {
  return nodes.map((node) => buildNode(node, window)).filter((node) => node !== null);
}

function buildNode(node: PageNode, window: string): Node | null {
  if (typeof node === "string") return document.createTextNode(node);
  if ("component" in node) return place(node.component);
  if (!allowsTag(node.tag)) return null;
  const element = document.createElement(node.tag);
  for (const [name, value] of Object.entries(node.attributes ?? {})) {
    const good = judge(node.tag, name, value, window);
    if (good !== null) element.setAttribute(name, good);
  }
  if (node.tag === "a" && isForeign(element.getAttribute("href") ?? "#")) setAll(element, FOREIGN);
  bind(element, node);
  element.append(...build(node.children ?? [], window));
  return element;
}

/** Return the place of a component; the component follows it wherever it is moved. */
export function place(component: string): HTMLElement {
  const element = document.createElement("pollex-place");
  element.id = `pollex-place:${component}`;
  element.setAttribute("component", component);
  return element;
}

/** Write what binds an element into attributes of ours, which no content can have: a copy of the element keeps them. */
function bind(element: HTMLElement, node: PageElement): void {
  if (node.binding) setAll(element, { "data-scope": node.binding.scope, "data-key": node.binding.key });
  if (!node.command) return;
  element.dataset.command = node.command;
  if (REACHED.has(node.tag) || node.tag === "form") return;
  element.tabIndex = 0;
  if (!MEANT.has(node.tag) && !element.hasAttribute("role")) element.setAttribute("role", "button");
}

function setAll(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
