/** Files without the browser's debugger: by what is in them, since no page may name a path. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.putFiles) return;

  /** Choose files in a file input. @param {number} number @param {{name: string, type: string, base64: string}[]} files */
  function putFiles(number, files) {
    const field = pollex.elementOf(number);
    if (!(field instanceof HTMLInputElement)) return { gone: true };
    const chosen = new DataTransfer();
    for (const { name, type, base64 } of files) chosen.items.add(new File([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], name, { type }));
    field.files = chosen.files;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true, composed: true }));
    return {};
  }

  Object.assign(pollex, { putFiles });
})();
