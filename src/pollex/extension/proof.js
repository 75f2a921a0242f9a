/** Proofs by a key that the server has too: HMAC over fresh nonces, so that nothing that was heard can be said again. */

const HASH = { name: "HMAC", hash: "SHA-256" };

/** The key that stands for a code. @param {string} words @returns {Promise<string>} */
export const codeKey = (words) => digest(bytesOf(words), "pollex code");

/** The key of a new pairing. @param {string} key @param {string} nonces */
export const pairingKey = (key, nonces) => digest(unhex(key), `pairing\n${nonces}`);

/** What a side sends to show that it knows a key. @param {string} key @param {"server" | "extension"} side @param {string} nonces */
export const proofOf = (key, side, nonces) => digest(unhex(key), `${side}\n${nonces}`);

/** Whether the server has shown that it knows a key. @param {string} given @param {string} key @param {string} nonces */
export async function isServers(given, key, nonces) {
  const imported = await crypto.subtle.importKey("raw", unhex(key), HASH, false, ["verify"]);
  return crypto.subtle.verify(HASH, imported, unhex(given), bytesOf(`server\n${nonces}`));
}

/** Sixteen fresh bytes. */
export const nonce = () => hex(crypto.getRandomValues(new Uint8Array(16)));

/** @param {Uint8Array<ArrayBuffer>} key @param {string} message */
async function digest(key, message) {
  const imported = await crypto.subtle.importKey("raw", key, HASH, false, ["sign"]);
  return hex(new Uint8Array(await crypto.subtle.sign(HASH, imported, bytesOf(message))));
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
const bytesOf = (text) => new TextEncoder().encode(text);
/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
const unhex = (text) => Uint8Array.from(text.match(/[0-9a-f]{2}/g) ?? [], (each) => parseInt(each, 16));
