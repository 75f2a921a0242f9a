/** Light, dark, or as the system has it. The choice is this browser's own. */

export type Theme = "system" | "light" | "dark";

const KEY = "pollex-theme";
const ORDER: readonly Theme[] = ["system", "light", "dark"];

export function theme(): Theme {
  const kept = localStorage.getItem(KEY);
  return ORDER.find((each) => each === kept) ?? "system";
}

export function setTheme(chosen: Theme): void {
  localStorage.setItem(KEY, chosen);
  document.documentElement.dataset.theme = chosen;
  dispatchEvent(new Event("pollex-theme"));
}

export function nextTheme(): Theme {
  return ORDER[(ORDER.indexOf(theme()) + 1) % ORDER.length] ?? "system";
}
