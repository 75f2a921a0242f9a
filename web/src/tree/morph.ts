/** Brings what is shown to what should be shown, and leaves alone what a person has in hand: focus, text, scroll. */

import { Idiomorph } from "idiomorph";
import type { PageNode } from "../generated/components.ts";
import { build, type PageElement } from "./build.ts";
import { hideTwins, showTwins } from "./twins.ts";

/** Controls that a person has changed since the server last gave them another value. */
const touched = new WeakSet<Element>();
/** Controls of forms that were sent and not drawn since. */
const submitted = new Set<Element>();
/** What each slot shows. */
const drawn = new WeakMap<Element, readonly PageNode[]>();
const CONTROLS = "input,textarea,select";
/** Elements whose children are their value. */
const WHOLE = new Set(["textarea", "select", "optgroup", "option", "datalist"]);

export function touch(control: Element): void {
  touched.add(control);
}

/** Let the next drawing of the window show what the server says in a form. */
export function untouch(form: Element): void {
  for (const control of controlsIn(form)) {
    touched.delete(control);
    submitted.add(control);
  }
}

/** Keep what is in a form after all, since it could not be sent. */
export function keep(form: Element): void {
  for (const control of controlsIn(form)) {
    submitted.delete(control);
    touched.add(control);
  }
}

/** Draw nodes into a slot; what is the same as before is not looked at. */
export function draw(slot: HTMLElement, nodes: readonly PageNode[], window: string): void {
  update(slot, drawn.get(slot) ?? [], nodes, window);
  drawn.set(slot, nodes);
  for (const control of submitted) {
    if (!control.isConnected || slot.contains(control)) submitted.delete(control);
    if (slot.contains(control)) begin(control);
  }
}

/** Bring the children of an element from one list of nodes to another, as deep inside as they differ. */
function update(parent: HTMLElement, before: readonly PageNode[], after: readonly PageNode[], window: string): void {
  if (before === after) return;
  const changed = after.flatMap((node, index) => (index < before.length && same(before[index], node) ? [] : [index]));
  const mirrors = parent.childNodes.length === before.length && after.length >= before.length;
  const deeper = changed.filter((index) => index < before.length);
  if (!mirrors || !deeper.every((index) => isAlike(before[index], after[index]))) return morph(parent, after, window);
  for (const index of deeper) {
    update(parent.childNodes[index] as HTMLElement, childrenOf(before[index]), childrenOf(after[index]), window);
  }
  if (after.length > before.length) parent.append(...build(after.slice(before.length), window));
}

function morph(parent: HTMLElement, nodes: readonly PageNode[], window: string): void {
  const fresh = build(nodes, window);
  const hidden = hideTwins(parent, fresh);
  Idiomorph.morph(parent, fresh, {
    morphStyle: "innerHTML",
    ignoreActiveValue: true,
    callbacks: { beforeNodeMorphed: (old, next) => beforeMorph(old, next as Node), beforeAttributeUpdated },
  });
  if (hidden) showTwins(parent);
}

/** Return whether two elements differ in their children only, so that the element itself stays. */
function isAlike(one: PageNode | undefined, other: PageNode | undefined): boolean {
  if (!isElement(one) || !isElement(other) || WHOLE.has(one.tag)) return false;
  return same({ ...one, children: [] }, { ...other, children: [] });
}

function isElement(node: PageNode | undefined): node is PageElement {
  return typeof node === "object" && "tag" in node;
}

function childrenOf(node: PageNode | undefined): readonly PageNode[] {
  return isElement(node) ? (node.children ?? []) : [];
}

function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const [mine, theirs] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const keys = Object.keys(mine);
  return keys.length === Object.keys(theirs).length && keys.every((key) => same(mine[key], theirs[key]));
}

function beforeMorph(old: Node, fresh: Node): boolean {
  if (!(old instanceof Element) || !(fresh instanceof Element)) return true;
  if (old.localName === "pollex-place" && fresh.localName === "pollex-place") {
    old.id = fresh.id;
    old.setAttribute("component", fresh.getAttribute("component") ?? "");
    return false;
  }
  if (touched.has(old) && !sameDefault(old, fresh)) touched.delete(old);
  if (old instanceof HTMLSelectElement && fresh instanceof HTMLSelectElement && touched.has(old)) keepChoice(old, fresh);
  if (old instanceof HTMLTextAreaElement && touched.has(old)) return false;
  return true;
}

/** Keep what was typed, ticked or opened: the attribute is only where it began. */
function beforeAttributeUpdated(name: string, element: Element): boolean {
  if (name === "open" && element.localName === "details") return false;
  return !(touched.has(element) && (name === "value" || name === "checked"));
}

function keepChoice(old: HTMLSelectElement, fresh: HTMLSelectElement): void {
  const chosen = new Set([...old.selectedOptions].map((option) => option.value));
  for (const option of fresh.options) option.selected = chosen.has(option.value);
}

function sameDefault(old: Element, fresh: Element): boolean {
  return startOf(old) === startOf(fresh);
}

function startOf(element: Element): string {
  if (element instanceof HTMLSelectElement) return [...element.options].map((each) => each.defaultSelected).join();
  if (element instanceof HTMLTextAreaElement) return element.defaultValue;
  return `${element.getAttribute("value")} ${element.hasAttribute("checked")}`;
}

/** Return the controls of a form, but for those of components inside it: these hold their own. */
function controlsIn(form: Element): Element[] {
  const controls = [...Element.prototype.querySelectorAll.call(form, CONTROLS)];
  return controls.filter((control) => placeOf(control) === placeOf(form));
}

function placeOf(element: Element): Element | null {
  return Element.prototype.closest.call(element, "pollex-place");
}

/** Show what the server gave a control to begin with. */
function begin(control: Element): void {
  if (control instanceof HTMLSelectElement) {
    for (const option of control.options) option.selected = option.defaultSelected;
  } else if (control instanceof HTMLInputElement) {
    control.checked = control.defaultChecked;
    control.value = control.defaultValue;
  } else if (control instanceof HTMLTextAreaElement) {
    control.value = control.defaultValue;
  }
}
