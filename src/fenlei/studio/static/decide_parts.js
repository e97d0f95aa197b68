// Parts of the place Decide: the honest cost, another share of the positive class, calibration.

import { html, useState } from "./vendor/preact.js";
import { post } from "./api.js";
import { count, fixed, restate, session, shown, t } from "./store.js";
import { AsTable, Busy, FaultLine, Field, useAsk } from "./parts.js";
import { Reliability } from "./marks/reliability.js";

/** The threshold is chosen on the other folds, and paid on this one. */
export function Honest({ model, positive, costFp, costFn }) {
  const { answer, fault, busy } = useAsk({ what: "decide.honest", model, positive, cost_fp: costFp, cost_fn: costFn });
  if (!answer) return html`<${Busy} on=${busy} /><${FaultLine} fault=${fault} />`;
  return html`<h3>${t("decide.honest")}</h3>
    <p>${t("decide.honest_says", { honest: shown(answer.mean, 6), optimistic: shown(answer.optimistic, 6) })} <b class="hidden" data-rate="honest">${String(answer.mean)}</b></p>
    <p class="help">${t("decide.honest_help")}</p>
    <${AsTable} title=${t("decide.honest_folds")} headings=${[t("pair.fold"), t("decide.rows"), t("decide.threshold"), t("decide.mean_cost_short")]}
      rows=${answer.folds.map((one) => [one.fold, count(one.rows), one.threshold === null ? t("decide.none_positive") : shown(one.threshold), shown(one.cost, 6)])} />`;
}

/**
 * What changes where the positive class is more or less frequent than in these rows: probabilities are moved by the
 * ratio of the odds, so the threshold on the old ones is t' = t q / (t q + (1 - t)), q = odds of the rows / new odds.
 */
export function PriorShift({ P, N, value, costFp, costFn, counts, share, plus, set }) {
  const own = P / (P + N);
  const given = Number(share);
  const isGiven = share !== undefined && share !== "" && given > 0 && given < 1;
  const next = isGiven ? given : own;
  const theory = costFp + costFn > 0 ? costFp / (costFp + costFn) : 0.5;
  const ratio = (own / (1 - own)) * ((1 - next) / next);
  const moved = (theory * ratio) / (theory * ratio + (1 - theory));
  const cost = costFp * (counts.fp / N) * (1 - next) + costFn * (counts.fn / P) * next;
  return html`<details open=${isGiven}><summary>${t("decide.prior")}</summary>
    <${Field} label=${t("decide.prior_share", { positive: plus, own: fixed(own) })}><input type="number" min="0" max="1" step="any" value=${share ?? ""} placeholder=${fixed(own)} onInput=${(event) => restate({ share: event.target.value })} /><//>
    <p>${t("decide.prior_says", { t: shown(value), cost: shown(cost, 6) })}</p>
    <p>${t("decide.prior_theory", { t: shown(moved) })} <button type="button" onClick=${() => set(moved)}>${t("decide.go_there")}</button></p></details>`;
}

/** Shares of the class among rows of a similar probability. */
export function Calibration({ model, positive, classes = null }) {
  const [isOpen, setOpen] = useState(false);
  const { answer, fault, busy } = useAsk(isOpen ? { what: "decide.calibration", model, positive } : null, "decide.calibration");
  const words = answer && t("decide.calibration_says", { name: answer.classes[answer.positive], brier: shown(answer.brier) });
  return html`<details onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${t("decide.calibration")}</summary><${Busy} on=${isOpen && busy} /><${FaultLine} fault=${fault} />
    ${classes && html`<${Field} label=${t("plane.class")}><select value=${positive} onChange=${(event) => restate({ positive: event.target.value })}>${classes.map((one, k) => html`<option value=${k}>${one}</option>`)}</select><//>`}
    ${answer && html`<${Reliability} x=${answer.x} y=${answer.y} rows=${answer.rows} xName=${t("decide.said")} yName=${t("decide.observed")} label=${words} /><p class="help">${words}</p>
      <${AsTable} headings=${[t("decide.said"), t("decide.observed"), t("decide.rows")]} rows=${answer.x.map((x, i) => [fixed(x, 4), fixed(answer.y[i], 4), count(answer.rows[i])])} />`}</details>`;
}

/** Keep a decision: a model that decides so, and its costs. */
export function Keep({ document, words }) {
  const [said, setSaid] = useState("");
  const [fault, setFault] = useState(null);
  const keep = async () => {
    setFault(null);
    try {
      const { decision, facts } = await post("/api/decision", document);
      session.value = { ...session.value, decision };
      setSaid(words ?? t("decide.kept_costs", { cost: shown(facts.mean_cost, 6) }));
    } catch (error) {
      setFault(error);
    }
  };
  return html`<p><button type="button" class="primary" onClick=${keep}>${t("decide.keep")}</button></p>${said && html`<p class="said" role="status">${said} <a href="#/take_away">${t("place.take_away")}</a></p>`}<${FaultLine} fault=${fault} />`;
}

/** A number of at least 0, or something else. */
export const nonNegative = (text, otherwise) => (Number.isFinite(Number(text)) && text !== "" && Number(text) >= 0 ? Number(text) : otherwise);
