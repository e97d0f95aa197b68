// The only module that talks to the server. The token is kept for this tab, and is in no address and no cookie.

import { lang } from "./store.js";

const KEY = "fenlei-token";

/** Move the token from the address to this tab's storage; false if there is none. */
export function takeToken() {
  const found = new URLSearchParams(location.hash.slice(1)).get("token");
  if (found) {
    sessionStorage.setItem(KEY, found);
    history.replaceState(null, "", location.pathname + "#/");
  }
  return Boolean(sessionStorage.getItem(KEY));
}

/** An error that the server worded. */
export class Fault extends Error {
  constructor(status, key, text) {
    super(text);
    this.status = status;
    this.key = key;
  }
}

function headers(type) {
  const found = { Authorization: `Bearer ${sessionStorage.getItem(KEY) ?? ""}`, "Accept-Language": lang.value };
  return type ? { ...found, "Content-Type": type } : found;
}

async function request(method, path, body, signal) {
  const init = { method, headers: headers(body === undefined ? "" : "application/json"), signal, cache: "no-store" };
  if (body !== undefined) init.body = JSON.stringify(body);
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Fault(0, "frame.lost", "");
  }
  if (!response.ok) throw await faultOf(response);
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("application/json")) return unpack(await response.arrayBuffer());
  const found = await response.json();
  if (found.superseded) throw new Fault(409, "studio.superseded", "");
  return found;
}

async function faultOf(response) {
  try {
    const { error } = await response.json();
    return new Fault(response.status, error.key, error.text);
  } catch {
    return new Fault(response.status, "frame.lost", "");
  }
}

export const get = (path, signal) => request("GET", path, undefined, signal);
export const put = (path, body) => request("PUT", path, body);
export const patch = (path, body) => request("PATCH", path, body);
export const post = (path, body, signal) => request("POST", path, body, signal);
export const remove = (path) => request("DELETE", path);

/** Ask the desk; of one panel only the newest ask is answered. */
export const ask = (what, fields = {}, panel = "") => post("/api/ask", { ...fields, what, panel });

const TYPES = { "<f8": Float64Array, "<f4": Float32Array, "<u4": Uint32Array, "<i4": Int32Array, "<u1": Uint8Array, "<i8": BigInt64Array };

/** An answer with arrays: a header in JSON, then the values. */
function unpack(buffer) {
  const view = new DataView(buffer);
  const length = view.getUint32(0, true);
  const document = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 12, length)));
  let start = 12 + length;
  const arrays = {};
  for (const [name, dtype, shape] of document.arrays) {
    const Type = TYPES[dtype];
    const count = shape.reduce((product, size) => product * size, 1);
    const bytes = count * Type.BYTES_PER_ELEMENT;
    arrays[name] = new Type(buffer.slice(start, start + bytes));
    arrays[name].shape = shape;
    start += bytes;
  }
  return { ...document, arrays };
}

/** Send a file; `progress` receives the share that has left. */
export function upload(path, file, progress) {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest(); // fetch does not tell how much of a body has left
    call.open("PUT", path);
    for (const [name, value] of Object.entries(headers("application/octet-stream"))) call.setRequestHeader(name, value);
    call.responseType = "json";
    call.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    call.onload = () => {
      const error = call.response?.error;
      if (call.status < 300) resolve(call.response);
      else reject(new Fault(call.status, error?.key ?? "frame.lost", error?.text ?? ""));
    };
    call.onerror = () => reject(new Fault(0, "frame.lost", ""));
    call.send(file);
  });
}

/** Save one of the fixed names. */
export async function download(name) {
  const response = await fetch(`/api/files/${encodeURIComponent(name)}`, { headers: headers("") });
  if (!response.ok) throw await faultOf(response);
  save(name, await response.blob());
}

/** Let the browser save a text or a blob. */
export function save(name, content) {
  const blob = content instanceof Blob ? content : new Blob([content], { type: "text/plain" });
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(blob);
  anchor.download = name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
}

const QUIET = 40_000; // ms without a beat, after which the stream is opened again
let streaming = null;

/** Follow what happens, from an event's number on; `tell` receives each event, `connected` true or false. */
export async function follow(after, tell, connected) {
  for (let failures = 0; ; ) {
    streaming = new AbortController();
    let timer = setTimeout(() => streaming.abort(), QUIET);
    try {
      const response = await fetch(`/api/events?after=${after}`, { headers: headers(""), signal: streaming.signal });
      if (!response.ok) throw await faultOf(response);
      failures = 0;
      connected(true);
      for await (const event of lines(response.body)) {
        clearTimeout(timer);
        timer = setTimeout(() => streaming.abort(), QUIET);
        after = event.n ?? after;
        tell(event);
      }
    } catch (error) {
      if (error.status === 401) return;
    }
    clearTimeout(timer);
    failures += 1;
    if (failures > 1) connected(false);
    await new Promise((resolve) => setTimeout(resolve, Math.min(5000, 300 * failures)));
  }
}

/** End the stream, so that it is opened again. */
export const restart = () => streaming?.abort();

async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const part of parts) if (part) yield JSON.parse(part);
  }
}
