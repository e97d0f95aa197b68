// All state that outlives a place, as signals; words, numbers and links.

import { computed, signal } from "./vendor/preact.js";

const stored = (name, otherwise) => localStorage.getItem(`fenlei-${name}`) ?? otherwise;

export const lang = signal(stored("lang", ""));
export const scheme = signal(stored("scheme", "auto"));
export const texts = signal({});
export const session = signal(null); // as /api/session gives it
export const datasets = signal([]);
export const models = signal([]); // of the registry: name, label, kind, compare
export const limits = signal({ upload: 0 });
export const job = signal(null);
export const worker = signal("ready"); // state of the desk or the job: ready, busy, compiling, ended
export const connection = signal("on"); // on, lost, stopped
export const notice = signal(""); // said politely to screen readers
export const version = signal(0); // grows whenever table or result change: asks are asked again

export const table = computed(() => session.value?.table ?? null);
export const pools = computed(() => new Set(models.value.filter((model) => model.pooled).map((model) => model.name)));
export const modelName = computed(() => new Map(models.value.map((model) => [model.name, model.label])));

/** The model that was asked for, or the best single one. */
export const chosenModel = (names, wanted, result) => [wanted, result?.single, ...names].find((name) => names.includes(name));

/** The words of a key, with {names} filled in. */
export function t(key, values = {}) {
  const words = texts.value[key] ?? key;
  return words.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

// --- numbers

/** A number in at most `digits` significant digits, with a real minus. */
export function shown(value, digits = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (typeof value === "bigint" || Number.isInteger(value)) return String(value).replace("-", "−");
  const size = Math.abs(value);
  const text = size !== 0 && (size < 1e-4 || size >= 1e7) ? value.toExponential(digits - 1) : String(Number(value.toPrecision(digits)));
  return text.replace("-", "−");
}

/** A number with a fixed count of decimals. */
export const fixed = (value, decimals = 3) =>
  value === null || value === undefined || Number.isNaN(value) ? "–" : value.toFixed(decimals).replace("-", "−");

/** A count with thin spaces between thousands. */
export const count = (value) => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");

/** Seconds as people say them. */
export function duration(seconds) {
  if (seconds < 0.0995) return `${Math.max(1, Math.round(1000 * seconds))} ms`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

export const megabytes = (bytes) => `${Math.round(bytes / 2 ** 20)} MB`;

// --- links: #/place?name=value

/** The place and the query of the address. */
export const route = signal(parse(location.hash));
window.addEventListener("hashchange", () => (route.value = parse(location.hash)));

function parse(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  return { place: path, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** The address of a place with a query; empty values are left out. */
export function link(place, query = {}) {
  const kept = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const words = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString();
  return `#/${place}${words ? `?${words}` : ""}`;
}

export function go(place, query = {}) {
  location.hash = link(place, query);
}

/** Change some values of the query without a step back in the history. */
export function restate(values) {
  const { place, query } = route.value;
  const next = { ...query, ...values };
  history.replaceState(null, "", link(place, next));
  route.value = parse(location.hash);
}

export function remember(name, value) {
  localStorage.setItem(`fenlei-${name}`, value);
}
