/**
 * What a document's origin keeps in the browser, read as JSON and written back: local and session storage, databases.
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.keptHere) return;

  /** Everything that is kept for this document. @param {number} room bytes of databases that may be brought */
  async function keptHere(room) {
    const ancestors = [...location.ancestorOrigins];
    const at = { origin: self.origin, top: ancestors.at(-1) ?? self.origin, between: ancestors.slice(0, -1), place: place(), settings: windowSettings() };
    if (self.origin === "null") return at;
    try {
      const kept = { local: itemsOf(localStorage), session: itemsOf(sessionStorage) };
      return { ...at, ...kept, ...(await pollex.copyDatabases(room)) };
    } catch (error) {
      return { ...at, refused: String(error) };
    }
  }

  /** What a window is set to, as its pages see it. */
  function windowSettings() {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return { viewport: [innerWidth, innerHeight], scale: devicePixelRatio, languages: [...navigator.languages], timeZone, userAgent: navigator.userAgent };
  }

  /** @param {Storage} storage */
  function itemsOf(storage) {
    /** @type {Record<string, string>} */
    const items = {};
    for (let each = 0; each < storage.length; each++) {
      const name = /** @type {string} */ (storage.key(each));
      items[name] = storage.getItem(name) ?? "";
    }
    return items;
  }

  /** Where the page is scrolled to: by itself, or in the largest box in it. */
  function place() {
    const box = scroller();
    return [Math.round(box.scrollLeft), Math.round(box.scrollTop)];
  }

  function scroller() {
    const page = document.scrollingElement ?? document.documentElement;
    if (page.scrollHeight > page.clientHeight + 1) return page;
    for (let at = document.elementFromPoint(innerWidth / 2, innerHeight / 2); at; at = at.parentElement) {
      if (at.scrollHeight > at.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
    }
    return page;
  }

  /** Scroll back; a page may still be growing, so it is tried for a while. @param {number} x @param {number} y @param {number} patience ms */
  async function scrollBack(x, y, patience) {
    for (const end = performance.now() + patience; ; await new Promise((later) => setTimeout(later, 20))) {
      scroller().scrollTo({ left: x, top: y, behavior: "instant" });
      const [left, top] = place();
      if (Math.abs(left - x) <= 1 && Math.abs(top - y) <= 1) return true;
      if (performance.now() > end) return false;
    }
  }

  /** Write what was kept; what could not be written. @param {{local: Record<string, string>, session: Record<string, string>, databases: {name: string}[]}} kept @returns {Promise<string[]>} */
  async function putBack({ local, session, databases }) {
    const failed = [];
    try {
      for (const [name, value] of Object.entries(local)) localStorage.setItem(name, value);
      for (const [name, value] of Object.entries(session)) sessionStorage.setItem(name, value);
    } catch (error) {
      failed.push(`storage: ${error}`);
    }
    for (const copy of databases) {
      try {
        await pollex.buildDatabase(copy);
      } catch (error) {
        failed.push(`database ${copy.name}: ${error}`);
      }
    }
    return failed;
  }

  Object.assign(pollex, { keptHere, putBack, scrollBack, windowSettings });
})();
