/** The connection with Pollex on this machine. Only the worker has one; pages never do. */

import { useSocket } from "./outbox.js";
import { codeKey, isServers, nonce, pairingKey, proofOf } from "./proof.js";

/** @typedef {{ id: string, key: string, port: number }} Pairing */
/** @typedef {{ state: "unpaired" | "connecting" | "connected" | "away", why?: string }} LinkState */

const CODE = /^\s*(\d{1,5})((?:[\s-]+[A-Z2-7]{4}){4})\s*$/i;
const HANDSHAKE_MS = 10_000;
/** Milliseconds after which Pollex counts its browser as gone, as we count Pollex. */
const AWAY_MS = 90_000;
/** The close code of a server that does not know the pairing. */
const REFUSED = 4401;

/** One life of this worker: what another one was asked, it has forgotten. */
const WORKER = nonce();

/** @type {WebSocket | null} */
let socket = null;
/** @type {{ said: (message: any) => void, ready: () => Promise<object> }} */
let listener = { said: () => {}, ready: async () => ({}) };
/** @type {LinkState} */
let state = { state: "unpaired" };

export const linkState = () => state;

/** Hear what the server says once both sides know each other; `ready` is what is said to it first. @param {typeof listener} heard */
export const onConnected = (heard) => {
  listener = heard;
};

/** Connect with the server of the pairing, unless that is done; nothing where there is no pairing. */
export async function connect() {
  const { pairing } = /** @type {{ pairing?: Pairing }} */ (await chrome.storage.local.get("pairing"));
  if (!pairing) return tell({ state: "unpaired" });
  if (socket) return;
  tell({ state: "connecting" });
  try {
    await greet(pairing.port, pairing.key, pairing.id);
  } catch (error) {
    tell({ state: "away", why: message(error) });
  }
}

/** Make a pairing of a code that a person typed. @param {string} code */
export async function pair(code) {
  const [, port, words] = CODE.exec(code) ?? [];
  if (!port || !words) throw new Error("A code looks like 8765-ABCD-EFGH-JKLM-NPQR. `pollex extension --pair` shows one.");
  socket?.close();
  socket = null;
  useSocket(null);
  tell({ state: "connecting" });
  try {
    const key = await codeKey(words.replace(/[\s-]/g, "").toUpperCase());
    const { id, nonces } = await greet(Number(port), key, null);
    await chrome.storage.local.set({ pairing: { id, key: await pairingKey(key, nonces), port: Number(port) } });
  } catch (error) {
    tell({ state: "unpaired", why: message(error) });
    throw error;
  }
}

/** Forget on this side the pairing, and the settings with it. */
export async function unpair() {
  await chrome.storage.local.clear();
  socket?.close();
  tell({ state: "unpaired" });
}

/**
 * Open a socket and let both sides show that they know the key: the server first.
 * @param {number} port @param {string} key @param {string | null} id @returns {Promise<{ id: string, nonces: string }>}
 */
async function greet(port, key, id) {
  const opened = new WebSocket(`ws://127.0.0.1:${port}/extension`);
  socket = opened;
  try {
    const heard = messagesOf(opened);
    await heard.open;
    const own = nonce();
    opened.send(JSON.stringify({ type: "hello", nonce: own, name: browserName(), ...(id && { pairing: id }) }));
    const challenge = await heard.next("challenge");
    const nonces = `${own}\n${challenge.nonce}`;
    if (!(await isServers(challenge.proof, key, nonces))) throw new Error("What answers on this port is not the Pollex that was paired.");
    opened.send(JSON.stringify({ type: "proof", proof: await proofOf(key, "extension", nonces) }));
    const welcome = await heard.next("welcome");
    const first = await listener.ready();
    heard.stay();
    useSocket(opened, { type: "ready", worker: WORKER, ...first });
    tell({ state: "connected" });
    return { id: welcome.pairing, nonces };
  } catch (error) {
    opened.close();
    if (socket === opened) socket = null;
    throw error;
  }
}

/** What comes in on a socket, in order. @param {WebSocket} opened */
function messagesOf(opened) {
  /** @type {((value: any) => void) | null} */
  let taken = null;
  /** @type {(reason: Error) => void} */
  let broken = () => {};
  let staying = false;
  /** @param {string} why */
  const fail = (why) => broken(new Error(why));
  const clock = setTimeout(() => fail("Pollex does not answer."), HANDSHAKE_MS);
  const open = new Promise((done, failed) => {
    broken = failed;
    opened.onopen = done;
  });
  opened.onmessage = (event) => {
    const said = JSON.parse(event.data);
    if (said.type === "refused") fail([said.fault.message, said.fault.hint].filter(Boolean).join(" "));
    else if (said.type !== "beat") taken?.(said);
  };
  opened.onclose = (event) => {
    clearTimeout(clock);
    fail("Pollex does not run here. Start it with `pollex serve`.");
    if (socket !== opened) return;
    socket = null;
    useSocket(null);
    if (staying) tell({ state: "away", why: event.code === REFUSED ? event.reason : "Pollex has ended." });
  };
  /** @param {string} type @returns {Promise<any>} */
  const next = (type) =>
    new Promise((done, failed) => {
      broken = failed;
      taken = (said) => (said.type === type ? done(said) : failed(new Error(`Pollex said ${JSON.stringify(said.type)}, not ${type}.`)));
    });
  const stay = () => {
    clearTimeout(clock);
    taken = listener.said;
    staying = true;
  };
  return { open, next, stay };
}

/** Whether Pollex has been away for so long that it does not go on with what it did. */
export async function hasStayedAway() {
  const { away } = /** @type {{ away?: number }} */ (await chrome.storage.session.get("away"));
  return away !== undefined && Date.now() - away > AWAY_MS;
}

/** Remember since when Pollex is away. @param {LinkState["state"]} now */
async function noteAway(now) {
  if (now === "connected") return chrome.storage.session.remove("away");
  const { away } = await chrome.storage.session.get("away");
  if (now === "away" && away === undefined) await chrome.storage.session.set({ away: Date.now() });
}

/** @param {LinkState} now */
function tell(now) {
  state = now;
  noteAway(now.state);
  chrome.runtime.sendMessage({ type: "link", ...now }).catch(() => {}); // nobody looks
}

function browserName() {
  const [, name, version] = /(Edg|OPR|Chrome)\/(\d+)/.exec(navigator.userAgent) ?? [];
  const system = /Windows|Macintosh|CrOS|Android|Linux/.exec(navigator.userAgent)?.[0] ?? "";
  return `${{ Edg: "Edge", OPR: "Opera" }[name ?? ""] ?? name ?? "Chrome"} ${version ?? ""}${system && ` on ${system}`}`.trim();
}

/** @param {unknown} error */
const message = (error) => (error instanceof Error ? error.message : String(error));
