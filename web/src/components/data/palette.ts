/** Colours of series: apart for most eyes, and clear on light and dark. */
export const PALETTE = ["#6366f1", "#e07a1f", "#14967f", "#d6457f", "#8a6d0b", "#2f86d6", "#9a4fd1", "#6b7a90"];
