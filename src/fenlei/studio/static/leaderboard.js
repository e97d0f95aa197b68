// The leaderboard: a row per model with its folds, live or finished; sorted and pinned as the address says.

import { html, useState } from "./vendor/preact.js";
import { remove } from "./api.js";
import { duration, fixed, go, modelName, pools, restate, route, shown, t } from "./store.js";
import { FaultLine } from "./parts.js";
import { Folds } from "./marks/folds.js";

export const LOWER = new Set(["log_loss", "rmse", "mae"]); // of these the lower is better

const ORDERS = { rank: (row) => row.rank ?? 1e9, name: (row) => modelName.value.get(row.name) ?? row.name, time: (row) => row.fit_seconds ?? 1e9 };

/** Rows by what the address asks for; pinned ones first. */
function ordered(rows, by, pinned) {
  const key = ORDERS[by];
  const sorted = key ? [...rows].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0)) : rows;
  return [...sorted.filter((row) => pinned.includes(row.name)), ...sorted.filter((row) => !pinned.includes(row.name))];
}

export function Board({ rows: unsorted, metric, isRunning, number, result }) {
  const [fault, setFault] = useState(null);
  const { sort = "", pin = "" } = route.value.query;
  const pinned = pin.split(",").filter(Boolean);
  const rows = ordered(unsorted, sort, pinned);
  const toggle = (name) => restate({ pin: (pinned.includes(name) ? pinned.filter((one) => one !== name) : [...pinned, name]).join(",") });
  const header = (by, words, isNumber) => html`<th scope="col" class=${isNumber ? "number" : ""} aria-sort=${result && (sort || "rank") === by ? "ascending" : null}>${result ? html`<button type="button" class="quiet sort" onClick=${() => restate({ sort: by === "rank" ? "" : by })}>${words}</button>` : words}</th>`;
  const all = rows.flatMap((row) => [...row.scores, ...(row.mean === null ? [] : [row.mean])]);
  const [from, to] = metric === "log_loss" || LOWER.has(metric) ? [0, Math.max(...all, 1e-9)] : [Math.min(0.5, ...all), 1];
  const skip = (name) => remove(`/api/jobs/${number}/models/${encodeURIComponent(name)}`).catch(setFault);
  return html`<${FaultLine} fault=${fault} /><div class="scroll" tabindex="0" role="group" aria-labelledby="board"><table class="board">
    <thead><tr>${header("rank", t("compare.rank"), true)}${header("name", t("word.model"), false)}<th scope="col">${t("compare.folds_done")} <small>${shown(from, 3)} – ${shown(to, 3)}</small></th>
      <th scope="col" class="number">${t(`metric.${metric}`)}</th><th scope="col">${t("compare.interval")}</th>${result && html`<th scope="col" class="number">${t("compare.p")}</th>${header("time", t("compare.time"), true)}`}<th scope="col"><span class="hidden">${t("frame.more")}</span></th></tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${row.name} class=${row.isBest ? "best" : ""} data-model=${row.name}>
      <td class="number">${row.rank ?? ""}</td>
      <th scope="row">${modelName.value.get(row.name) ?? (row.name === "dummy" ? t("compare.most_frequent") : row.name)}${row.isBest && html` <span class="badge">${t("compare.best")}</span>`}${row.isBaseline && html` <span class="badge">${t("compare.baseline")}</span>`}
        ${row.reason && html`<small>${t(row.status === "failed" ? "compare.failed" : "compare.skipped")}: ${row.reason}</small>`}</th>
      <td><${Folds} scores=${row.scores.slice(0, 100)} mean=${row.mean} low=${row.low} high=${row.high} from=${from} to=${to} label=${t("compare.dots", { name: row.name, done: row.scores.length, total: Math.round(row.size ?? row.scores.length), mean: fixed(row.mean) })} /></td>
      <td class="number">${fixed(row.mean)}${!result && row.status === "running" && row.mean !== null && html`<small>${t("compare.provisional")}</small>`}</td>
      <td>${row.low === null ? "" : `${fixed(row.low)} – ${fixed(row.high)}`}</td>
      ${result && html`<td class="number">${row.p === null ? "" : row.p < 0.0005 ? "< 0.001" : fixed(row.p)}</td><td class="number">${row.fit_seconds === null ? "" : duration(row.fit_seconds)}</td>`}
      <td>${isRunning && row.status === "running" && row.name !== "dummy" && html`<button type="button" class="quiet" aria-label=${t("compare.skip_model", { name: row.name })} onClick=${() => skip(row.name)}>${t("compare.skip")}</button>`}
        ${result && html`<button type="button" class="quiet" aria-pressed=${pinned.includes(row.name)} aria-label=${t(pinned.includes(row.name) ? "compare.unpin_model" : "compare.pin_model", { name: row.name })} onClick=${() => toggle(row.name)}>${t(pinned.includes(row.name) ? "compare.unpin" : "compare.pin")}</button>`}
        ${result && row.status === "done" && !row.isBaseline && !pools.value.has(row.name) && html`<button type="button" class="quiet" aria-label=${t("compare.understand", { place: t("place.model"), name: row.name })} onClick=${() => go("model", { model: row.name })}>${t("place.model")}</button>`}</td>
    </tr>`)}</tbody>
  </table></div>`;
}
