/** The service worker: keeps the connection with Pollex, and answers the panel. */

import { allow, allowedTabs, disallow } from "./consent.js";
import { connect, hasStayedAway, linkState, onConnected, pair, unpair } from "./link.js";
import { debugLog } from "./debug.js";
import { markOf } from "./marks.js";
import { call, hands, listen, releaseAll } from "./relay.js";
import { ABOUT_TASKS, ask, replyTo, resumeTask, startTask, take, taskState } from "./task.js";

/** Minutes after which a worker that has ended looks for Pollex again. */
const AGAIN = 0.5;

/** What the panel asks, by its type. @type {Record<string, (asked: any) => unknown>} */
const ASKED = {
  link_state: () => linkState(),
  pair: ({ code }) => pair(code),
  unpair: () => forgetPairing(),
  allowed_tabs: async () => Promise.all((await allowedTabs()).map(async (each) => ({ ...each, ...(await markOf(each.tab)) }))),
  allow_tab: ({ tab }) => allow(tab),
  disallow_tab: ({ tab }) => disallow(tab),
  connect: () => connect(),
  task_state: async () => ({ task: await taskState(), ...(await ask({ type: "models" })) }),
  start_task: (message) => startTask(message),
  stop_task: (message) => ask(message),
  record: (message) => startTask(message),
  finish: (message) => ask(message),
  take: (message) => take(message),
  store_key: (message) => ask(message),
  reply: (message) => replyTo(message),
};

/** What Pollex says, by its type. @type {Record<string, (said: any) => unknown>} */
const SAID = { call, ...ABOUT_TASKS };

chrome.storage.local.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" }); // content scripts are nearer to pages than the pairing may be
listen();
onConnected({
  said: (message) => (Object.hasOwn(SAID, message.type) ? SAID[message.type]?.(message) : undefined),
  ready: async () => {
    resumeTask();
    return { tabs: await allowedTabs(), hands: hands() };
  },
});

/** End the pairing, and what was allowed with it. */
async function forgetPairing() {
  const tabs = (await allowedTabs()).map(({ tab }) => tab);
  await releaseAll(tabs);
  await Promise.all(tabs.map(disallow));
  const { origins = [] } = await chrome.permissions.getAll();
  await chrome.permissions.remove({ origins }).catch(() => {}); // what the manifest has stays
  await unpair();
}

chrome.runtime.onMessage.addListener((asked, sender, answer) => {
  if (sender.origin !== location.origin || !Object.hasOwn(ASKED, asked?.type)) return false; // no page steers anything
  debugLog("asked", asked);
  Promise.resolve(ASKED[asked.type]?.(asked)).then(
    (found) => answer({ ok: true, found }),
    (error) => answer({ ok: false, why: error.message }),
  );
  return true;
});
/** Look for Pollex again; where it stays away, let go of what it worked in. */
async function lookAgain() {
  await connect();
  if (await hasStayedAway()) await releaseAll((await allowedTabs()).map(({ tab }) => tab));
}

chrome.alarms.onAlarm.addListener(lookAgain);
chrome.runtime.onStartup.addListener(() => connect());
chrome.runtime.onInstalled.addListener(() => connect());
chrome.alarms.create("connect", { periodInMinutes: AGAIN });
connect();
