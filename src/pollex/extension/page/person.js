// Tells the driver of a tab that somebody presses a key or a button there. It knows which of that it did itself.

for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, (event) => event.isTrusted && globalThis.pollexPressed?.(kind), { capture: true, passive: true });
}
