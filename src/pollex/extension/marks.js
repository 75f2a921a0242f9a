/**
 * What Chrome shows of the tabs that Pollex may work in: a badge for each, and a group of those in which it works.
 * Titles and colours of groups need one more permission, so what the state is stands in the badge.
 */

import { holdSockets } from "./sockets.js";

/** What a tab shows by its state. */
const LOOKS = {
  allowed: { text: "●", color: "#5f6368", title: "Pollex may work in this tab" },
  working: { text: "▶", color: "#1a73e8", title: "Pollex works in this tab" },
  waiting: { text: "?", color: "#b06000", title: "Pollex waits for you in this tab" },
};
const NONE = { text: "", color: "#5f6368", title: "Pollex" };
const NO_GROUP = -1;

/** @typedef {keyof typeof LOOKS} State */
/** `grouped`: by us; `hosts`: those that the run may reach. @typedef {{ state: State, grouped: boolean, hosts: string[] }} Mark */

/** @type {Map<number, Mark>} */
const marks = new Map();
let changes = chrome.storage.session.get("marks").then(({ marks: known }) => {
  for (const [tab, mark] of /** @type {[number, Mark][]} */ (known ?? [])) marks.set(tab, mark);
});

/** What is known of a tab that Pollex may work in. @param {number} tab */
export const markOf = (tab) => changes.then(() => marks.get(tab));

/** Show the state of a tab; none ends that. One change follows the other, so that a window gets one group. @param {number} tab @param {State | ""} state @param {string[]} [hosts] */
export function mark(tab, state, hosts) {
  changes = changes.then(() => change(tab, state, hosts)).catch(() => {}); // it is closed, or the person is moving it
  return changes;
}

/** Draw again what Chrome forgets when a tab goes to another document, and hold sockets once that is allowed. */
export function keepMarks() {
  chrome.tabs.onUpdated.addListener(async (tab, { status }) => {
    if (status && (await markOf(tab))) await draw(tab);
  });
  chrome.permissions.onAdded.addListener(() => changes.then(holdAll));
}

/** @param {number} tab @param {State | ""} state @param {string[]} [hosts] */
async function change(tab, state, hosts) {
  const before = marks.get(tab);
  if (state === "") marks.delete(tab);
  else marks.set(tab, { state, grouped: before?.grouped ?? false, hosts: state === "allowed" ? [] : (hosts ?? before?.hosts ?? []) });
  await chrome.storage.session.set({ marks: [...marks] });
  await holdAll();
  await draw(tab);
  const now = marks.get(tab);
  const works = now !== undefined && now.state !== "allowed";
  if (now && works && !now.grouped) now.grouped = await join(tab);
  else if (!works && before?.grouped) {
    if (now) now.grouped = false;
    await chrome.tabs.ungroup(tab);
  }
  await chrome.storage.session.set({ marks: [...marks] });
}

/** Hold the sockets of all tabs whose runs may not go everywhere. */
const holdAll = () => holdSockets([...marks].flatMap(([tab, { hosts }]) => (hosts.length ? [{ tab, hosts }] : [])));

/** @param {number} tabId */
async function draw(tabId) {
  const known = marks.get(tabId);
  const { text, color, title } = known ? LOOKS[known.state] : NONE;
  await Promise.all([chrome.action.setBadgeText({ tabId, text }), chrome.action.setBadgeBackgroundColor({ tabId, color }), chrome.action.setTitle({ tabId, title })]);
}

/** Put a tab into our group of its window; where the person has pinned or grouped it, it stays there. @param {number} tab */
async function join(tab) {
  const { groupId, pinned, windowId } = await chrome.tabs.get(tab);
  const ours = await Promise.all([...marks].filter(([, { grouped }]) => grouped).map(([each]) => chrome.tabs.get(each).catch(() => null)));
  const group = ours.find((each) => each?.windowId === windowId && each.groupId !== NO_GROUP)?.groupId;
  if (pinned || groupId !== NO_GROUP) return groupId !== NO_GROUP && groupId === group;
  await chrome.tabs.group({ tabIds: tab, ...(group !== undefined && { groupId: group }) });
  return true;
}
