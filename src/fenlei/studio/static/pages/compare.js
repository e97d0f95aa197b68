// Compare: choose models, run, watch folds arrive, cancel, resume, skip; the leaderboard.

import { html, useEffect, useState } from "../vendor/preact.js";
import { post, remove } from "../api.js";
import { duration, job, modelName, notice, session, t, table, worker } from "../store.js";
import { AsCode, Busy, FaultLine, Field, Needed, useAsk } from "../parts.js";
import { Board, LOWER } from "../leaderboard.js";

const METRICS = { classification: ["accuracy", "balanced_accuracy", "macro_f1", "auc", "log_loss"], regression: ["rmse", "mae", "r2"] };
const QUIET = 5000; // ms between two sentences for screen readers

export default function Compare() {
  if (!table.value) return html`<${Needed} words=${t("frame.needs_table")} place="data" go=${t("frame.go_data")} />`;
  return html`<${Plan} /><${Live} /><${AsCode} />`;
}

function Plan() {
  const { answer, fault, busy } = useAsk({ what: "candidates" });
  const before = session.value.plan;
  const [chosen, setChosen] = useState(before.models);
  const [plan, setPlan] = useState({ folds: before.folds ?? "", repeats: before.repeats, seed: before.seed, metric: before.metric ?? "", scale: before.scale ?? "", budget: before.budget ?? "", tune: before.tune, params: writtenParams(before.params) });
  const [problem, setProblem] = useState(null);
  if (!answer) return html`<${Busy} on=${busy} /><${FaultLine} fault=${fault} />`;
  const models = [...answer.models, ...answer.pools];
  const usual = models.filter((model) => model.compare && !model.reason).map((model) => model.name);
  const possible = models.filter((model) => !model.reason).map((model) => model.name);
  const names = chosen ?? usual;
  const isRunning = job.value?.state === "running";
  const last = job.value?.what === "compare" ? job.value : null;
  const set = (name, read = (value) => value) => (event) => setPlan({ ...plan, [name]: event.target.type === "checkbox" ? event.target.checked : read(event.target.value) });
  const toggle = (name) => setChosen(names.includes(name) ? names.filter((one) => one !== name) : [...names, name]);
  const wanted = () => ({
    models: chosen === null || sameNames(chosen, usual) ? null : chosen,
    folds: plan.folds === "" ? null : plan.folds === "loo" ? "loo" : Number(plan.folds),
    repeats: Number(plan.repeats), seed: Number(plan.seed), metric: plan.metric || null, scale: plan.scale || null, budget: plan.budget.trim() || null, tune: plan.tune, params: readParams(plan.params),
  });
  const run = async (event) => {
    event.preventDefault();
    setProblem(null);
    try {
      const next = wanted();
      job.value = await post("/api/jobs", { what: "compare", plan: next });
      session.value = { ...session.value, plan: { ...session.value.plan, ...next } };
    } catch (error) {
      setProblem(error);
    }
  };
  const word = last?.state === "cancelled" ? "compare.resume" : last?.state === "done" ? "compare.again" : "compare.run";
  const box = (model) => html`<li key=${model.name}><label class=${model.reason ? "unused" : ""}>
    <input type="checkbox" checked=${names.includes(model.name) && !model.reason} disabled=${Boolean(model.reason) || isRunning} onChange=${() => toggle(model.name)} />
    <span>${modelName.value.get(model.name)}<small>${model.reason ? t("compare.unsuitable", { reason: model.reason }) : model.name}</small></span></label></li>`;
  return html`<form onSubmit=${run}>
    <fieldset><legend>${t("compare.models")} <small>${t("compare.chosen", { count: names.length })}</small></legend>
      <div class="row">
        <button type="button" class="quiet" disabled=${isRunning} onClick=${() => setChosen(null)}>${t("compare.usual")}</button>
        <button type="button" class="quiet" disabled=${isRunning} onClick=${() => setChosen(possible)}>${t("compare.all")}</button>
        <button type="button" class="quiet" disabled=${isRunning} onClick=${() => setChosen([])}>${t("compare.nothing")}</button>
      </div>
      <ul class="choices">${models.filter((model) => model.compare).map(box)}</ul>
      <details><summary>${t("compare.if_named")}</summary><ul class="choices">${models.filter((model) => !model.compare).map(box)}</ul></details>
    </fieldset>
    <details><summary>${t("compare.options")}</summary><div class="row">
      <${Field} label=${t("compare.folds")}><input size="6" inputmode="numeric" pattern="[0-9]+|loo" placeholder=${t("compare.folds_default", { folds: answer.folds })} value=${plan.folds} onInput=${set("folds")} /><//>
      <${Field} label=${t("compare.repeats")}><input type="number" min="1" max="100" value=${plan.repeats} onInput=${set("repeats")} /><//>
      <${Field} label=${t("compare.seed")}><input type="number" min="0" value=${plan.seed} onInput=${set("seed")} /><//>
      <${Field} label=${t("compare.metric")}><select value=${plan.metric} onChange=${set("metric")}>
        ${METRICS[answer.task].map((one, i) => html`<option value=${i ? one : ""}>${t(`metric.${one}`)}</option>`)}</select><//>
      <${Field} label=${t("compare.scale")}><select value=${plan.scale} onChange=${set("scale")}>
        <option value="">${t("compare.scale_auto")}</option>${["standard", "minmax", "none"].map((one) => html`<option value=${one}>${t(`compare.scale_${one}`)}</option>`)}</select><//>
      <${Field} label=${t("compare.budget")}><input size="6" value=${plan.budget} onInput=${set("budget")} /><//>
      <label class="check"><input type="checkbox" checked=${plan.tune} onChange=${set("tune")} /> ${t("compare.tune")}</label>
    </div>
      <${Field} label=${t("compare.params")} help=${t("compare.params_help")}><textarea rows="3" cols="48" spellcheck="false" placeholder="svc: C=10; kernel=linear" value=${plan.params} onInput=${set("params")}></textarea><//></details>
    <${FaultLine} fault=${problem} />
    <p class="row"><button type="submit" class="primary" disabled=${isRunning || !names.length}>${t(word)}</button></p>
  </form>`;
}

/** Parameters as they are typed, a model a line: "svc: C=10; kernel=linear". */
const writtenParams = (params) => Object.entries(params ?? {}).map(([model, given]) => `${model}: ${Object.entries(given).map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`).join("; ")}`).join("\n");

function readParams(text) {
  const found = {};
  for (const line of text.split("\n").filter((one) => one.trim())) {
    const at = line.indexOf(":");
    const pairs = line.slice(at + 1).split(";").map((one) => one.trim()).filter(Boolean).map((one) => [one.split("=")[0].trim(), one.slice(one.indexOf("=") + 1).trim()]);
    found[at < 0 ? line.trim() : line.slice(0, at).trim()] = Object.fromEntries(pairs);
  }
  return found;
}

const sameNames = (a, b) => a.length === b.length && a.every((name) => b.includes(name));

/** The state of the job, and the leaderboard: live while it runs, with the result's intervals afterwards. */
function Live() {
  const { answer } = useAsk({ what: "result" });
  const found = job.value?.what === "compare" ? job.value : null;
  const isLive = found && found.state !== "done";
  const result = isLive ? null : answer?.result;
  useEffect(() => {
    if (found?.state !== "running") return;
    const timer = setInterval(() => {
      const [name, facts] = Object.entries(job.value.models).at(-1) ?? [];
      if (name) notice.value = t("compare.announce", { name, done: job.value.done, total: job.value.total, ...facts });
    }, QUIET);
    return () => clearInterval(timer);
  }, [found?.state]);
  if (!found && !result) return null;
  return html`<section aria-labelledby="board"><h2 id="board">${t("compare.board")}</h2>
    ${found && html`<${State} found=${found} />`}
    <${Board} rows=${result ? ranked(result) : live(found)} metric=${result ? (result.plan.metric ?? "accuracy") : liveMetric(found)} isRunning=${found?.state === "running"} number=${found?.id} result=${result} />
    ${result?.choice && html`<p class="help">${t("compare.choice", { first: result.choice.first, best: result.best })}</p>`}
    ${result?.notes.length > 0 && html`<ul class="notes">${result.notes.map((note) => html`<li>${note}</li>`)}</ul>`}
  </section>`;
}

function State({ found }) {
  const [now, setNow] = useState(Date.now() / 1000);
  const [fault, setFault] = useState(null);
  const isRunning = found.state === "running";
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now() / 1000), 500);
    return () => clearInterval(timer);
  }, [isRunning]);
  const elapsed = Math.max(0, now - found.started);
  const fresh = found.done - found.resumed;
  const left = fresh > 2 && found.total > found.done ? (elapsed / fresh) * (found.total - found.done) : null;
  const cancel = () => remove(`/api/jobs/${found.id}`).then((ended) => (job.value = ended), setFault);
  return html`<div class="state" data-state=${found.state}>
    ${isRunning && html`<div class="row"><progress max=${found.total || 1} value=${found.done} aria-label=${t("compare.state_running")}></progress>
      <button type="button" onClick=${cancel}>${t("compare.cancel")}</button></div>
      <p>${t("compare.progress", { done: found.done, total: found.total })}${found.resumed ? `, ${t("compare.resumed", { count: found.resumed })}` : ""} · ${t("compare.elapsed", { time: duration(elapsed) })}${left === null ? "" : ` · ${t("compare.left", { time: duration(left) })}`}</p>
      ${worker.value === "compiling" && html`<p class="help">${t("frame.compiling")}</p>`}`}
    ${found.state === "done" && html`<p>${t("compare.state_done", { time: duration(found.seconds) })}</p>`}
    ${found.state === "cancelled" && html`<p>${t("compare.state_cancelled", { done: found.done })}</p>`}
    ${found.state === "failed" && html`<${FaultLine} fault=${found.error} />`}
    <${FaultLine} fault=${fault} />
  </div>`;
}

const liveMetric = (found) => Object.values(found.models).at(-1)?.metric ?? "accuracy";

/** Rows of a running comparison: provisional means of the folds so far. */
function live(found) {
  const metric = liveMetric(found);
  const size = found.total / Math.max(1, Object.keys(found.models).length);
  const rows = Object.entries(found.models).map(([name, facts]) => {
    const scores = found.folds.filter((fold) => fold.model === name).map((fold) => fold.scores[metric]).filter((score) => score !== null);
    const mean = scores.length ? scores.reduce((sum, score) => sum + score, 0) / scores.length : null;
    return { name, scores, mean, ...spread(scores, mean), status: facts.reason ? "skipped" : facts.is_last ? "done" : "running", reason: facts.reason, rank: null, size };
  });
  const sign = LOWER.has(metric) ? 1 : -1;
  return rows.sort((a, b) => (a.mean === null) - (b.mean === null) || sign * (a.mean - b.mean));
}

/** From two folds on: the mean plus and minus two standard errors; the result has the corrected interval. */
function spread(scores, mean) {
  if (scores.length < 2) return { low: null, high: null };
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (scores.length - 1);
  const half = 2 * Math.sqrt(variance / scores.length);
  return { low: mean - half, high: mean + half };
}

function ranked(result) {
  const metric = result.plan.metric ?? "accuracy";
  const rows = result.models.map((model) => ({
    ...model, ...(model.summary[metric] ?? { mean: null, low: null, high: null }), p: model.paired?.p ?? null,
    scores: model.folds.map((fold) => fold.scores[metric]).filter((score) => score !== null),
    isBest: model.name === result.best, isBaseline: model.name === result.baseline,
  }));
  return rows.sort((a, b) => (a.rank ?? 1e9) - (b.rank ?? 1e9));
}
