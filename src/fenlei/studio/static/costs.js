// Costs of any number of classes: a table of actions by classes, what it decides, and the reject option.

import { html, useMemo } from "./vendor/preact.js";
import { count, restate, shown, t } from "./store.js";
import { AsCode, Busy, FaultLine, Field, useAsk } from "./parts.js";
import { Calibration, Keep, nonNegative } from "./decide_parts.js";
import { decided } from "./threshold.js";

/** Costs as the address has them: rows of actions, "0,1,1;1,0,1;5,1,0"; else 0 where right and 1 where wrong. */
function costsOf(text, K) {
  const rows = (text ?? "").split(";").map((row) => row.split(",").map(Number));
  const isTable = rows.length === K && rows.every((row) => row.length === K && row.every((cost) => Number.isFinite(cost) && cost >= 0));
  return isTable ? rows : Array.from({ length: K }, (_, a) => Array.from({ length: K }, (_, c) => (a === c ? 0 : 1)));
}

export function Costs({ found, query }) {
  const { classes, arrays, are_probabilities } = found;
  const K = classes.length;
  const costs = useMemo(() => costsOf(query.costs, K), [query.costs, K]);
  const reject = query.reject ?? "";
  const rejectCost = nonNegative(reject, null);
  const isHere = Boolean(arrays?.scores); // else there are too many rows, and the desk counts
  const own = useMemo(() => isHere && decided(arrays.scores, arrays.codes, K, costs, rejectCost), [found, costs, rejectCost]);
  const { answer: counted, fault } = useAsk(isHere ? null : { what: "decide.counts", model: found.model, costs, reject_cost: rejectCost });
  const outcome = isHere ? own : counted;
  const n = isHere ? arrays.codes.length : found.n;
  const set = (a, c) => (event) => restate({ costs: costs.map((row, i) => row.map((old, j) => (i === a && j === c ? nonNegative(event.target.value, old) : old)).join(",")).join(";") });
  const actions = rejectCost === null ? classes : [...classes, t("decide.undecided")];
  if (!are_probabilities) return html`<p>${t("decide.not_probabilities", { model: found.model })}</p>`;
  if (!outcome) return html`<${Busy} on=${true} /><${FaultLine} fault=${fault} />`;
  return html`<p class="help">${t("decide.classes_only", { count: K })} ${t("decide.lead", { rows: count(n) })}</p>
    <section><h2>${t("decide.table")}</h2><div class="scroll" tabindex="0" role="group" aria-label=${t("decide.table")}><table class="costs">
      <thead><tr><th scope="col">${t("decide.action")}</th>${classes.map((one) => html`<th scope="col">${t("decide.truth")} ${one}</th>`)}</tr></thead>
      <tbody>${classes.map((action, a) => html`<tr key=${action}><th scope="row">${action}</th>${classes.map((truth, c) => html`<td><input type="number" min="0" step="any" aria-label=${t("decide.cost_of", { action, truth })} value=${costs[a][c]} onInput=${set(a, c)} /></td>`)}</tr>`)}</tbody></table></div>
      <${Field} label=${t("decide.reject")}><input type="number" min="0" step="any" value=${reject} onInput=${(event) => restate({ reject: event.target.value })} /><//></section>
    <section><h2>${t("decide.counts")}</h2><p class="help">${t("decide.counts_help")}</p>
      <p class="lead">${t("decide.mean_cost")} <b data-rate="cost">${shown(outcome.mean, 6)}</b></p>
      <p>${t("decide.changed", { count: count(outcome.changed), rows: count(n) })}</p>
      <div class="scroll" tabindex="0" role="group" aria-label=${t("decide.counts")}><table><thead><tr><th scope="col">${t("decide.action")}</th>${classes.map((one) => html`<th scope="col" class="number">${t("decide.truth")} ${one}</th>`)}</tr></thead>
        <tbody>${actions.map((action, a) => html`<tr key=${action}><th scope="row">${action}</th>${classes.map((_, c) => html`<td class="number">${count(outcome.counts[a * K + c])}</td>`)}</tr>`)}</tbody></table></div>
      <${Keep} document=${{ model: found.model, costs, reject_cost: rejectCost }} /></section>
    <${Calibration} model=${found.model} classes=${classes} positive=${Math.min(K - 1, Number(query.positive) || 0)} />
    <${AsCode} />`;
}
