// Passkeys: passes the server's requests to the browser, and its answers to the server.
import { t } from "../site/language.js";
import { post } from "./post.js";

/** @param {string} text in base64url */
function toBytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function toText(buffer) {
  const plain = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * What the browser says, in words: it names only what went wrong, in English.
 * @param {unknown} error
 */
function inWords(error) {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "InvalidStateError") return new Error(t("This device has a passkey for you already."));
  if (name === "NotAllowedError" || name === "AbortError") return new Error(t("Nothing was done: the passkey was not confirmed."));
  if (name) return new Error(t("This browser can’t use passkeys here."));
  return error;
}

/**
 * @param {() => Promise<Credential|null>} work
 * @returns {Promise<PublicKeyCredential>}
 */
async function askBrowser(work) {
  if (!window.PublicKeyCredential) throw new Error(t("This browser can’t use passkeys here."));
  const made = await work().catch((error) => Promise.reject(inWords(error)));
  if (!(made instanceof PublicKeyCredential)) throw new Error(t("This browser can’t use passkeys here."));
  return made;
}

/** @param {PublicKeyCredential} made @param {Record<string, ArrayBuffer|null>} response */
function answerOf(made, response) {
  const texts = Object.entries(response).flatMap(([name, value]) => (value ? [[name, toText(value)]] : []));
  return { id: made.id, rawId: toText(made.rawId), type: made.type, response: Object.fromEntries(texts) };
}

/** Makes a passkey; returns where to go. @param {string} label */
export async function makePasskey(label) {
  const wanted = await post("/you/passkeys/options", {});
  const made = await askBrowser(() =>
    navigator.credentials.create({
      publicKey: {
        ...wanted,
        challenge: toBytes(wanted.challenge),
        user: { ...wanted.user, id: toBytes(wanted.user.id) },
        excludeCredentials: wanted.excludeCredentials.map((/** @type {{id: string}} */ known) => ({ ...known, id: toBytes(known.id) })),
      },
    }),
  );
  const { clientDataJSON, attestationObject } = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  return (await post("/you/passkeys", { label, credential: answerOf(made, { clientDataJSON, attestationObject }) })).go;
}

/** Signs in with any passkey for this server; returns where to go. */
export async function signIn() {
  const wanted = await post("/you/sign-in/options", {});
  const made = await askBrowser(() => navigator.credentials.get({ publicKey: { ...wanted, challenge: toBytes(wanted.challenge), allowCredentials: [] } }));
  const response = /** @type {AuthenticatorAssertionResponse} */ (made.response);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return (await post("/you/sign-in", { credential: answerOf(made, { clientDataJSON, authenticatorData, signature, userHandle }) })).go;
}
