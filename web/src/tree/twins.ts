/** Elements that share an id: content may have them, but nothing can be found again by such an id. */

const TWIN = "data-twin";

/** Take the ids away that several elements have, in what is shown or in what comes; return whether there are any. */
export function hideTwins(parent: Element, fresh: readonly Node[]): boolean {
  const shown = [parent, ...withIds(parent)];
  const coming = fresh.flatMap((node) => (node instanceof Element ? [node, ...withIds(node)] : []));
  const twins = new Set([...shared(shown), ...shared([parent, ...coming])]);
  if (twins.size === 0) return false;
  for (const element of [...shown, ...coming]) {
    const id = idOf(element);
    if (id !== null && twins.has(id)) rename(element, "id", TWIN);
  }
  return true;
}

/** Give them back. */
export function showTwins(parent: Element): void {
  for (const element of [parent, ...Element.prototype.querySelectorAll.call(parent, `[${TWIN}]`)]) {
    if (Element.prototype.hasAttribute.call(element, TWIN)) rename(element, TWIN, "id");
  }
}

function shared(elements: readonly Element[]): string[] {
  const ids = elements.map(idOf).filter((id) => id !== null);
  const seen = new Set<string>();
  return ids.filter((id) => seen.has(id) || !seen.add(id));
}

function withIds(element: Element): Iterable<Element> {
  return Element.prototype.querySelectorAll.call(element, "[id]");
}

function idOf(element: Element): string | null {
  return Element.prototype.getAttribute.call(element, "id");
}

function rename(element: Element, from: string, to: string): void {
  Element.prototype.setAttribute.call(element, to, Element.prototype.getAttribute.call(element, from) ?? "");
  Element.prototype.removeAttribute.call(element, from);
}
