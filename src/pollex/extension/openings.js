/**
 * What an allowed tab opens itself. A tab that a person opens beside it, by Ctrl and a click or as a copy, is not Pollex's.
 * Chrome names the tab in front as the opener of what a page opens, so the page is heard itself: right before, it says that it opens something.
 */

/** Milliseconds between an opening and the tab that comes of it. */
const WITHIN_MS = 1000;

/** @type {Set<{ opener: number, byMouse: boolean }>} */
const openings = new Set();

/** A tab opens another one now: the page does, or a mouse whose button opens links beside it. @param {number} opener @param {boolean} [byMouse] */
export function noteOpening(opener, byMouse = false) {
  const opening = { opener, byMouse };
  openings.add(opening);
  setTimeout(() => openings.delete(opening), WITHIN_MS);
}

/** The tab that has opened one that has come: what a page opens begins without an address, what a mouse opens has one. @param {chrome.tabs.Tab} tab */
export function openerOf({ openerTabId, pendingUrl, url }) {
  const byMouse = Boolean(pendingUrl || url);
  const found = [...openings].find((each) => each.byMouse === byMouse && (!byMouse || each.opener === openerTabId));
  if (found) openings.delete(found);
  return found?.opener;
}
