// Start, frame, and the list of places.

import { html, render, useEffect, useRef } from "./vendor/preact.js";
import * as api from "./api.js";
import {
  connection, datasets, job, lang, limits, link, models, notice, remember, route, scheme, session, t, texts, version, worker,
} from "./store.js";
import Compare from "./pages/compare.js";
import Data from "./pages/data.js";
import Decide from "./pages/decide.js";
import Lessons from "./pages/lessons.js";
import Model from "./pages/model.js";
import Pair from "./pages/pair.js";
import Plane from "./pages/plane.js";
import Row from "./pages/row.js";
import Tree from "./pages/tree.js";
import Structure from "./pages/structure.js";
import TakeAway from "./pages/take_away.js";

const PLACES = [
  ["data", Data],
  ["compare", Compare],
  ["model", Model],
  ["plane", Plane],
  ["tree", Tree],
  ["row", Row],
  ["pair", Pair],
  ["structure", Structure],
  ["decide", Decide],
  ["take_away", TakeAway],
  ["lessons", Lessons],
];
const UNDERSTAND = ["model", "plane", "tree", "row", "pair", "structure"]; // one entry of the frame, with parts

/** Read the session; what is asked of the desk is asked again. */
async function read() {
  const found = await api.get("/api/session");
  if (!lang.value) lang.value = found.lang;
  [texts.value, datasets.value, models.value, limits.value] = [found.texts, found.datasets, found.models, found.limits];
  session.value = found;
  job.value = found.job;
  version.value += 1;
  document.documentElement.lang = found.lang === "zh" ? "zh-CN" : "en";
  document.title = `${found.source ? `${found.source.label} · ` : ""}fenlei Studio`;
  return found;
}

function take(event) {
  if (event.event === "fold") {
    const { model, fold, n, event: _, ...facts } = event;
    const before = job.value;
    if (!before) return;
    const folds = fold ? [...before.folds, { model, ...fold }] : before.folds;
    const done = model ? { ...before.models, [model]: { is_last: facts.is_last, score: facts.score, reason: facts.reason, metric: facts.metric } } : before.models;
    job.value = { ...before, total: facts.total, done: facts.done, resumed: facts.resumed, folds, models: done };
  } else if (event.event === "job") {
    const isEnd = event.job.state !== "running";
    job.value = event.job;
    worker.value = "busy";
    if (isEnd) version.value += 1;
  } else if (event.event === "worker") {
    worker.value = event.state;
  } else if (event.event === "table" || event.event === "reload") {
    read();
  }
}

/** Links to the places; those of Understand are one entry, which opens when one of them is shown. */
function Places({ name }) {
  const isInside = UNDERSTAND.includes(name);
  const entry = (one, words) => html`<li key=${one}><a href=${link(one)} aria-current=${one === name ? "page" : null}>${words}</a></li>`;
  const outside = PLACES.map(([one]) => one).filter((one) => !UNDERSTAND.includes(one) || one === UNDERSTAND[0]);
  return html`<nav aria-label=${t("frame.places")}><ul>
      ${outside.map((one) => one === UNDERSTAND[0] ? html`<li key="understand"><a class=${isInside ? "open" : ""} href=${link(one)}>${t("place.understand")}</a></li>` : entry(one, t(`place.${one}`)))}
    </ul>${isInside && html`<ul class="parts" aria-label=${t("place.understand")}>${UNDERSTAND.map((one) => entry(one, t(`part.${one}`)))}</ul>`}</nav>`;
}

function Frame() {
  const { place } = route.value;
  const [name, Page] = PLACES.find(([name]) => name === place) ?? PLACES[0];
  const main = useRef(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus({ preventScroll: false });
    window.scrollTo(0, 0);
  }, [name]);
  if (connection.value === "stopped") return html`<main class="alone"><h1>fenlei Studio</h1><p>${t("frame.stopped", { folder: session.value.folder })}</p></main>`;
  return html`
    <a class="skip" href="#main" onClick=${(event) => { event.preventDefault(); main.current.focus(); }}>${t("frame.skip")}</a>
    <header class="top">
      <p class="brand"><strong>fenlei</strong> Studio${session.value.source && html` <span class="source">${session.value.source.label}</span>`}</p>
      <${Places} name=${name} />
      <div class="switches">
        <button type="button" class="quiet" lang=${lang.value === "zh" ? "en" : "zh-CN"} onClick=${switchLanguage}>${t("frame.lang")}</button>
        <button type="button" class="quiet" aria-label=${t("frame.scheme")} title=${t("frame.scheme")} onClick=${switchScheme}>◐</button>
        <button type="button" class="quiet" title=${t("frame.stop_help")} onClick=${stop}>${t("frame.stop")}</button>
      </div>
    </header>
    ${connection.value === "lost" && html`<p class="fault banner" role="alert">${t("frame.lost", { folder: session.value.folder })}</p>`}
    <main id="main" tabindex="-1" ref=${main} aria-labelledby="place"><h1 id="place">${t(`place.${name}`)}</h1><${Page} key=${name} query=${route.value.query} /></main>
    <p class="hidden" role="status" aria-live="polite">${notice.value}</p>`;
}

async function switchLanguage() {
  lang.value = lang.value === "zh" ? "en" : "zh";
  remember("lang", lang.value);
  await read();
}

function switchScheme() {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const shown = scheme.value === "auto" ? (isDark ? "dark" : "light") : scheme.value;
  scheme.value = shown === "dark" ? "light" : "dark";
  remember("scheme", scheme.value);
  paint();
}

function paint() {
  if (scheme.value === "auto") delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme.value;
}

async function stop() {
  await api.post("/api/stop", {});
  connection.value = "stopped";
}

const WORDS = "To get in, open the address that the terminal shows when fenlei studio starts, with everything after the #.";
const WORDS_ZH = "请打开 fenlei studio 启动时终端显示的完整地址，包括 # 之后的部分。";

async function start() {
  paint();
  const node = document.getElementById("app");
  const alone = (...sentences) =>
    render(html`<main class="alone"><h1>fenlei Studio</h1>${sentences.map((one, i) => html`<p lang=${i ? "zh-CN" : "en"}>${one}</p>`)}</main>`, node);
  if (!api.takeToken()) return alone(WORDS, WORDS_ZH);
  route.value = { ...route.value };
  window.dispatchEvent(new HashChangeEvent("hashchange"));
  let found;
  try {
    found = await read();
  } catch (fault) {
    return fault.status === 401 ? alone(WORDS, WORDS_ZH) : alone(fault.message || "The Studio does not answer.");
  }
  render(html`<${Frame} />`, node);
  api.follow(found.events, take, (isOn) => {
    if (connection.value === "stopped") return;
    if (isOn && connection.value === "lost") read();
    connection.value = isOn ? "on" : "lost";
  });
}

start();
