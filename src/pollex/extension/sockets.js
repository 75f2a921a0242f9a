/** Sockets of the tabs in which Pollex works: where the person agrees, they lead to the hosts of the run only. */

/** What a person is asked for. Rules reach sockets only where Chrome lets the extension see them. */
export const SOCKETS = { permissions: /** @type {chrome.runtime.ManifestPermission[]} */ (["declarativeNetRequestWithHostAccess"]), origins: ["ws://*/*", "wss://*/*"] };

/** Hold the sockets of these tabs, and of no others. @param {{ tab: number, hosts: string[] }[]} limited */
export async function holdSockets(limited) {
  if (!chrome.declarativeNetRequest) return;
  const before = await chrome.declarativeNetRequest.getSessionRules();
  await chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: before.map(({ id }) => id), addRules: limited.map(rule) });
}

/** @param {{ tab: number, hosts: string[] }} limited @returns {chrome.declarativeNetRequest.Rule} */
function rule({ tab, hosts }) {
  const excludedRequestDomains = hosts.map((host) => host.replace(/^\*\./, ""));
  return { id: tab, action: { type: "block" }, condition: { tabIds: [tab], resourceTypes: ["websocket"], excludedRequestDomains } };
}
