/** The shortcuts of the chat, which work wherever the focus is. */

const APPLE = /Mac|iP/.test(navigator.platform);

interface Shortcut {
  /** As a person reads it. */
  shown: string;
  /** As `aria-keyshortcuts` has it. */
  aria: string;
  key: string;
}

export const STOP_KEY = shortcut(".");
export const CHAT_KEY = shortcut("/");

function shortcut(key: string): Shortcut {
  return { key, shown: APPLE ? `⌘ ${key}` : `Ctrl ${key}`, aria: `${APPLE ? "Meta" : "Control"}+${key}` };
}

export function pressed(event: KeyboardEvent, { key }: Shortcut): boolean {
  return event.key === key && (APPLE ? event.metaKey : event.ctrlKey) && !event.altKey && !event.repeat;
}
