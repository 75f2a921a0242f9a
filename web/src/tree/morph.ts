/** Brings what is shown to what should be shown, and leaves alone what a person has in hand: focus, text, scroll. */

import { Idiomorph } from "idiomorph";
import type { PageNode } from "../generated/components.ts";
import { build } from "./build.ts";

/** Controls that a person has changed since the server last gave them another value. */
const touched = new WeakSet<Element>();
const CONTROLS = "input,textarea,select";

export function touch(control: Element): void {
  touched.add(control);
}

/** Let the next drawing of a form show what the server says. */
export function untouch(form: Element): void {
  for (const control of Element.prototype.querySelectorAll.call(form, CONTROLS)) touched.delete(control);
}

export function draw(slot: HTMLElement, nodes: readonly PageNode[], window: string): void {
  Idiomorph.morph(slot, build(nodes, window), {
    morphStyle: "innerHTML",
    ignoreActiveValue: true,
    callbacks: { beforeNodeMorphed: (old, fresh) => beforeMorph(old, fresh as Node), beforeAttributeUpdated },
  });
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
