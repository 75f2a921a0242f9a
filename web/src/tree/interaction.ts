/** What a person does with the content of windows: types into bound controls, presses what has a command. */

import type { Client } from "../client.ts";
import { stateKey, type Desk } from "../desk.ts";
import type { StateAt } from "../socket/messages.ts";
import { type Control, formValues, isControl, show, valueOf } from "./controls.ts";
import { keep, touch, untouch } from "./morph.ts";

const BOUND = "[data-scope]";
/** Controls whose command waits for a new value; a click only begins it. */
const WAITS = "select,textarea,input:not([type=button],[type=checkbox],[type=color],[type=radio],[type=reset],[type=submit])";

/** Listen once for all windows inside. */
export function listen(root: HTMLElement, client: Client): void {
  root.addEventListener("input", (event) => onInput(event, client));
  root.addEventListener("change", (event) => onChange(event, client));
  root.addEventListener("click", (event) => onClick(event, client));
  root.addEventListener("keydown", (event) => onKey(event));
  // A form inside a form keeps its submit from whoever listens above, so this one listens on the way down.
  root.addEventListener("submit", (event) => onSubmit(event, client), { capture: true });
}

/** Show the state in all bound controls inside, or in those of some keys. */
export function showState(root: HTMLElement, desk: Desk, keys?: ReadonlySet<string>): void {
  for (const control of root.querySelectorAll(BOUND)) {
    if (!isControl(control)) continue;
    const key = stateKey(bindingOf(control));
    if ((keys === undefined || keys.has(key)) && desk.state.has(key)) show(control, desk.state.get(key));
  }
}

function onInput(event: Event, client: Client): void {
  const control = event.target;
  if (!isControl(control) || !inContent(control)) return;
  touch(control);
  if (control.matches(BOUND)) client.type(bindingOf(control), valueOf(control));
}

function onChange(event: Event, client: Client): void {
  const control = event.target;
  if (!isControl(control) || !inContent(control)) return;
  if (control.matches(BOUND)) {
    client.type(bindingOf(control), valueOf(control));
    client.flush();
  }
  if (control.matches(`[data-command]:is(${WAITS})`)) void press(control, client, control);
}

function onClick(event: MouseEvent, client: Client): void {
  const target = event.target instanceof Element ? event.target : null;
  const link = target?.closest<HTMLAnchorElement>("a[href^='#']");
  if (link && inContent(link)) follow(link, event);
  const pressed = target?.closest<HTMLElement>("[data-command]");
  if (!pressed || !inContent(pressed) || pressed.localName === "form" || pressed.matches(WAITS)) return;
  void press(pressed, client, pressed);
}

/** Press what is no button of the browser's own by Enter and the space bar. */
function onKey(event: KeyboardEvent): void {
  const target = event.target;
  if (event.key !== "Enter" && event.key !== " ") return;
  if (!(target instanceof HTMLElement) || !target.matches("[data-command][tabindex]") || !inContent(target)) return;
  event.preventDefault();
  target.click();
}

function onSubmit(event: SubmitEvent, client: Client): void {
  event.preventDefault();
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !inContent(form) || !Element.prototype.matches.call(form, "[data-command]")) return;
  void press(form, client, event.submitter);
}

async function press(element: HTMLElement, client: Client, control: Element | null): Promise<void> {
  const closest = (selector: string) => Element.prototype.closest.call(element, selector);
  const windowId = windowOf(element);
  const form = isControl(element) || element instanceof HTMLButtonElement ? element.form : closest("form");
  const component = closest("pollex-place")?.getAttribute("component");
  const value = isControl(control) ? valueOf(control) : control instanceof HTMLButtonElement ? control.value : undefined;
  const message = {
    type: "press",
    windowId,
    command: Element.prototype.getAttribute.call(element, "data-command") ?? "",
    ...(value === undefined ? {} : { value }),
    ...(form ? { form: formValues(form, windowId) } : {}),
    ...(component ? { componentId: component } : {}),
  } as const;
  if (form) untouch(form);
  Element.prototype.setAttribute.call(element, "aria-busy", "true");
  const answer = await client.ask(message);
  if (form && answer.fault) keep(form);
  Element.prototype.removeAttribute.call(element, "aria-busy");
}

/** Go to a place in the same window without changing the page's address. */
function follow(link: HTMLAnchorElement, event: Event): void {
  event.preventDefault();
  const target = document.getElementById((link.getAttribute("href") ?? "").slice(1));
  if (target === null || !inContent(target)) return;
  target.scrollIntoView({ block: "start" });
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

function bindingOf(control: Control): StateAt {
  const { scope = "", key = "" } = control.dataset;
  return scope === "window" ? { scope, key, windowId: windowOf(control) } : { scope, key };
}

function inContent(element: Element): boolean {
  return Element.prototype.closest.call(element, ".content") !== null;
}

function windowOf(element: Element): string {
  const found = Element.prototype.closest.call(element, "[data-window]");
  return found?.getAttribute("data-window") ?? "";
}
