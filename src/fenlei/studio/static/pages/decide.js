// Decide: a threshold for two classes, moved without asking the server; costs for any number of classes.

import { html, useMemo } from "../vendor/preact.js";
import { chosenModel, count, fixed, modelName, pools, restate, shown, t, table } from "../store.js";
import { AsCode, AsTable, Busy, FaultLine, Field, Needed, useAsk } from "../parts.js";
import { auc, cheapest, histograms, passedAt, ratesOf, wilson } from "../threshold.js";
import { Costs } from "../costs.js";
import { Calibration, Honest, Keep, nonNegative, PriorShift } from "../decide_parts.js";
import { Curve } from "../marks/curve.js";
import { TwoHistograms } from "../marks/two_histograms.js";

export default function Decide({ query }) {
  const { answer, fault, busy } = useAsk(table.value ? { what: "result" } : null, "result");
  if (!table.value) return html`<${Needed} words=${t("frame.needs_table")} place="data" go=${t("frame.go_data")} />`;
  if (!answer) return html`<${Busy} on=${busy} /><${FaultLine} fault=${fault} />`;
  const { result } = answer;
  if (!result?.best) return html`<${Needed} words=${t("frame.needs_result")} place="compare" go=${t("frame.go_compare")} />`;
  if (!result.classes.length) return html`<p>${t("decide.regression")}</p>`;
  const names = result.models.filter((model) => model.status === "done" && !pools.value.has(model.name)).map((model) => model.name);
  const name = chosenModel(names, query.model, result);
  return html`<${Field} label=${t("word.model")}><select value=${name} onChange=${(event) => restate({ model: event.target.value, t: "" })}>
      ${names.map((one) => html`<option value=${one}>${modelName.value.get(one) ?? one}</option>`)}</select><//>
    <${Scores} key=${name} name=${name} query=${query} />`;
}

function Scores({ name, query }) {
  const asked = { what: "decide.scores", model: name };
  if (query.positive !== undefined) asked.positive = Number(query.positive);
  const { answer, fault, busy } = useAsk(asked);
  if (!answer) return html`<${Busy} on=${busy} /><${FaultLine} fault=${fault} />`;
  return answer.classes.length === 2 ? html`<${Threshold} found=${answer} query=${query} />` : html`<${Costs} found=${answer} query=${query} />`;
}

function Threshold({ found, query }) {
  const { thresholds, tp, fp } = found.arrays;
  const { P, N, classes, positive } = found;
  const [plus, minus] = [classes[positive], classes[1 - positive]];
  const value = query.t === undefined ? 0.5 : Number(query.t);
  const [costFp, costFn] = [nonNegative(query.fp ?? "", 1), nonNegative(query.fn ?? "", 1)];
  const passed = passedAt(thresholds, value);
  const counts = ratesOf(tp, fp, P, N, passed);
  const best = useMemo(() => cheapest(tp, fp, P, costFp, costFn), [found, costFp, costFn]);
  const curves = useMemo(() => curvesOf(tp, fp, P, N), [found]);
  const bars = useMemo(() => histograms(thresholds, tp, fp), [found]);
  const theory = costFp + costFn > 0 ? costFp / (costFp + costFn) : null;
  const n = P + N;
  const set = (next) => restate({ t: Number.isFinite(next) ? next : 0.5 });
  const toIndex = (index) => set(index === 0 ? thresholds[0] + Math.max(1e-9, Math.abs(thresholds[0]) * 1e-9) : thresholds[index - 1]);
  const byKey = (event) => {
    const jump = Math.max(1, Math.round(thresholds.length / 100));
    const steps = { ArrowRight: -1, ArrowUp: -1, ArrowLeft: 1, ArrowDown: 1, PageUp: -jump, PageDown: jump, Home: thresholds.length, End: -thresholds.length }[event.key];
    if (!steps) return;
    event.preventDefault();
    toIndex(Math.min(thresholds.length, Math.max(0, passed + steps)));
  };
  const cost = (costFp * counts.fp + costFn * counts.fn) / n;
  const rates = rateRows(counts, P, N);
  const command = `fenlei predict decision.fenlei NEW.csv`;
  return html`
    <p class="help">${t("decide.lead", { rows: count(n) })} ${t("decide.optimistic")}</p>
    <div class="row">
      <${Field} label=${t("decide.positive")}><select value=${positive} onChange=${(event) => restate({ positive: event.target.value, t: "" })}>
        ${classes.map((one, i) => html`<option value=${i}>${one}</option>`)}</select><//>
      <${Field} label=${t("decide.threshold")}><input type="number" step="any" value=${value} onChange=${(event) => set(Number(event.target.value))} /><//>
    </div>
    <section>
      <h2>${t("decide.scores")}</h2>
      <${TwoHistograms} ...${bars} positive=${positive} threshold=${value} names=${[plus, minus]} label=${t("decide.histogram_sentence", { positive: plus, negative: minus })} />
      <input type="range" class="threshold" aria-label=${t("decide.threshold")} aria-valuetext=${shown(value)} min=${bars.from} max=${bars.to} step="any" value=${Math.min(bars.to, Math.max(bars.from, value))}
        onInput=${(event) => set(Number(Number(event.target.value).toPrecision(6)))} onKeyDown=${byKey} />
      <p class="help">${t("decide.threshold_help", { positive: plus })}</p>
    </section>
    <div class="columns">
      <section><h2>${t("decide.confusion")}</h2><${Confusion} counts=${counts} plus=${plus} minus=${minus} />
        <h2>${t("decide.rates")}</h2>
        <table class="rates"><thead><tr><th scope="col">${t("decide.rate")}</th><th scope="col" class="number">${t("word.value")}</th><th scope="col">${t("decide.interval")}</th></tr></thead>
          <tbody>${rates.map(([key, share, low, high]) => html`<tr key=${key}><th scope="row">${t(`decide.${key}`)}</th><td class="number" data-rate=${key}>${fixed(share, 4)}</td><td>${low === null ? "" : `${fixed(low, 4)} – ${fixed(high, 4)}`}</td></tr>`)}</tbody></table>
      </section>
      <section><h2>${t("decide.costs")}</h2>
        <div class="row">
          <${Field} label=${t("decide.cost_fp")}><input type="number" min="0" step="any" value=${costFp} onInput=${(event) => restate({ fp: event.target.value })} /><//>
          <${Field} label=${t("decide.cost_fn")}><input type="number" min="0" step="any" value=${costFn} onInput=${(event) => restate({ fn: event.target.value })} /><//>
        </div>
        <p class="lead">${t("decide.mean_cost")} <b data-rate="cost">${shown(cost, 6)}</b></p>
        <p>${t("decide.cheapest", { t: best === 0 ? `> ${shown(thresholds[0])}` : shown(thresholds[best - 1]) })} <button type="button" onClick=${() => toIndex(best)}>${t("decide.go_cheapest")}</button></p>
        ${found.are_probabilities && theory !== null && html`<p>${t("decide.theory", { t: shown(theory) })} <button type="button" onClick=${() => set(theory)}>${t("decide.go_theory")}</button></p>`}
        ${!found.are_probabilities && html`<p class="help">${t("decide.not_probabilities", { model: found.model })}</p>`}
        <${Honest} model=${found.model} positive=${positive} costFp=${costFp} costFn=${costFn} />
        ${found.are_probabilities && html`<${PriorShift} P=${P} N=${N} value=${value} costFp=${costFp} costFn=${costFn} counts=${counts} share=${query.share} plus=${plus} set=${set} />`}
        ${found.are_probabilities && html`<${Keep} words=${t("decide.kept", { model: found.model, positive: plus, t: shown(value) })} document=${keptThreshold(found, value, costFp, costFn)} />`}
      </section>
      <section><h2>${t("decide.roc")}</h2>
        <${Curve} x=${curves.fpr} y=${curves.tpr} dot=${[counts.fp / N, counts.tp / P]} diagonal=${true} xLabel=${t("decide.fpr")} yLabel=${t("decide.recall")}
          label=${t("decide.roc_sentence", { tpr: fixed(counts.tp / P), fpr: fixed(counts.fp / N), auc: fixed(curves.auc, 4) })} />
        <p class="help">${t("decide.roc_sentence", { tpr: fixed(counts.tp / P), fpr: fixed(counts.fp / N), auc: fixed(curves.auc, 4) })}</p>
        <${AsTable} headings=${[t("decide.threshold"), t("decide.fpr"), t("decide.recall"), t("decide.precision")]} rows=${tableOf(thresholds, curves)} /></section>
      <section><h2>${t("decide.pr")}</h2>
        <${Curve} x=${curves.tpr.subarray(1)} y=${curves.precision.subarray(1)} dot=${passed ? [counts.tp / P, counts.tp / (counts.tp + counts.fp)] : null} xLabel=${t("decide.recall")} yLabel=${t("decide.precision")}
          label=${t("decide.pr_sentence", { precision: fixed(counts.tp / (counts.tp + counts.fp)), recall: fixed(counts.tp / P) })} />
        <p class="help">${t("decide.pr_sentence", { precision: fixed(counts.tp / (counts.tp + counts.fp)), recall: fixed(counts.tp / P) })}</p></section>
    </div>
    ${found.are_probabilities && html`<${Calibration} model=${found.model} positive=${positive} />`}
    <${AsCode} extra=${{ script: `\n# After "${t("decide.keep")}": the rows of a new file, decided by this threshold.\n# ${command}\n` }} />`;
}

/** The threshold t as costs: t of a false positive, 1 - t of a false negative; actions by classes. */
function keptThreshold(found, value, costFp, costFn) {
  const limit = Math.min(1, Math.max(0, value));
  const costs = [[0, 0], [0, 0]];
  costs[found.positive][1 - found.positive] = limit;
  costs[1 - found.positive][found.positive] = 1 - limit;
  return { model: found.model, costs, threshold: limit, positive: found.classes[found.positive], cost_fp: costFp, cost_fn: costFn };
}

function Confusion({ counts, plus, minus }) {
  const cell = (key) => html`<td class=${key === "tp" || key === "tn" ? "right" : "wrong"}><b data-count=${key}>${count(counts[key])}</b><small>${t(`decide.${key}`)}</small></td>`;
  return html`<table class="confusion"><thead><tr><td></td><th scope="col">${t("decide.predicted")} ${plus}</th><th scope="col">${minus}</th></tr></thead>
    <tbody><tr><th scope="row">${t("decide.truth")} ${plus}</th>${cell("tp")}${cell("fn")}</tr><tr><th scope="row">${minus}</th>${cell("fp")}${cell("tn")}</tr></tbody></table>`;
}

function rateRows({ tp, fp, fn, tn }, P, N) {
  const share = (key, k, m) => [key, m ? k / m : NaN, ...(m ? wilson(k, m) : [null, null])];
  return [
    share("accuracy", tp + tn, P + N), share("recall", tp, P), share("fpr", fp, N), share("precision", tp, tp + fp),
    ["f1", 2 * tp + fp + fn ? (2 * tp) / (2 * tp + fp + fn) : NaN, null, null],
  ];
}

function curvesOf(tp, fp, P, N) {
  const m = tp.length;
  const [tpr, fpr, precision] = [new Float64Array(m + 1), new Float64Array(m + 1), new Float64Array(m + 1)];
  precision[0] = 1;
  for (let i = 0; i < m; i += 1) {
    tpr[i + 1] = tp[i] / P;
    fpr[i + 1] = fp[i] / N;
    precision[i + 1] = tp[i] / (tp[i] + fp[i]);
  }
  return { tpr, fpr, precision, auc: auc(tp, fp, P, N) };
}

function tableOf(thresholds, { fpr, tpr, precision }) {
  const step = Math.max(1, Math.floor(thresholds.length / 50));
  const rows = [];
  for (let i = 0; i < thresholds.length; i += step) rows.push([shown(thresholds[i]), fixed(fpr[i + 1], 4), fixed(tpr[i + 1], 4), fixed(precision[i + 1], 4)]);
  return rows;
}
