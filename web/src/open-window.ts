/** Opens a window of the product from wherever the page is: the launcher hears of it. */

import type { WINDOW_NAMES } from "./generated/windows.ts";

type WindowName = (typeof WINDOW_NAMES)[number];

interface WindowWish {
  name: WindowName;
  about?: string;
}

const EVENT = "pollex-open-window";

export function openWindow(name: WindowName, about?: string): void {
  dispatchEvent(new CustomEvent<WindowWish>(EVENT, { detail: about === undefined ? { name } : { name, about } }));
}

/** Have every such wish told. */
export function onOpenWindow(open: (wish: WindowWish) => void): void {
  addEventListener(EVENT, (event) => open((event as CustomEvent<WindowWish>).detail));
}
