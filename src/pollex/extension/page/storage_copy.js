/** A copy of what a page keeps in its storage, made before an act, to put it back where the act was refused. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.copyStorage) return;

  /** @type {Map<Storage, Map<string, string>>} */
  let copies = new Map();

  /** The storages of this document; none where the browser refuses them. */
  function storages() {
    try {
      return [localStorage, sessionStorage];
    } catch {
      return [];
    }
  }

  /** @param {Storage} storage */
  function entries(storage) {
    return new Map(Object.keys(storage).map((name) => [name, storage.getItem(name) ?? ""]));
  }

  function copyStorage() {
    copies = new Map(storages().map((storage) => [storage, entries(storage)]));
  }

  /** Put back what the last copy has; whether anything was different. */
  function restoreStorage() {
    let differed = false;
    for (const [storage, copy] of copies) {
      const now = entries(storage);
      for (const [name, value] of copy) {
        if (now.get(name) === value) continue;
        storage.setItem(name, value);
        differed = true;
      }
      for (const name of now.keys()) {
        if (copy.has(name)) continue;
        storage.removeItem(name);
        differed = true;
      }
    }
    return differed;
  }

  Object.assign(pollex, { copyStorage, restoreStorage });
})();
