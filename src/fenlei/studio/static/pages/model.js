// Understand a model: how it was fitted, its parameters, how its scores are made.

import { html, useState } from "../vendor/preact.js";
import { modelName, restate, session, t, table } from "../store.js";
import { AsCode, Busy, Copy, FaultLine, Field, Fragment, Needed, useAsk } from "../parts.js";
import { Player } from "../player.js";

export default function Model({ query }) {
  if (!table.value) return html`<${Needed} words=${t("frame.needs_table")} place="data" go=${t("frame.go_data")} />`;
  return html`<${Chosen} query=${query} />`;
}

function Chosen({ query }) {
  const { answer: result } = useAsk({ what: "result" });
  const { answer: all, fault: problem } = useAsk({ what: "candidates" });
  if (!all) return html`<${FaultLine} fault=${problem} />`;
  const names = all.models.filter((model) => !model.reason).map((model) => model.name);
  const name = query.model ?? result?.result?.best ?? names[0];
  return html`
    <${Field} label=${t("word.model")}><select value=${name} onChange=${(event) => restate({ model: event.target.value, track: "", frame: "" })}>
      ${names.map((one) => html`<option value=${one}>${modelName.value.get(one)}</option>`)}</select><//>
    <${Parameters} key=${`p-${name}`} name=${name} />
    <${Working} key=${`w-${name}`} name=${name} query=${query} />
    <${Scores} key=${`s-${name}`} name=${name} />
    <${AsCode} extra=${as_code(name)} />`;
}

/** The command and the script of this model alone. */
function as_code(name) {
  const { source, target } = session.value;
  const data = source?.label ?? "";
  return { script: `\nmodel = fenlei.train(${JSON.stringify(data)}, ${JSON.stringify(name)}${target ? `, ${JSON.stringify(target)}` : ""})\nprint(model.estimator)\n` };
}

function Parameters({ name }) {
  const { answer, fault, busy } = useAsk({ what: "model", model: name });
  if (!answer) return html`<${Busy} on=${busy} /><${FaultLine} fault=${fault} />`;
  const changed = answer.parameters.filter((one) => !one.is_default).length;
  const scale = t(`compare.scale_${answer.scale ?? "none"}`);
  return html`<section>
    <p>${t("model.prepared", { scale, rows: answer.rows })}</p>
    <details><summary>${t("model.parameters")} <small>${answer.estimator}; ${t("model.changed", { count: changed })}</small></summary>
      <div class="scroll" tabindex="0" role="group" aria-label=${t("model.parameters")}><table><tbody>
        ${answer.parameters.map((one) => html`<tr class=${one.is_default ? "unused" : ""}><th scope="row">${one.name}</th><td><code>${one.value}</code></td></tr>`)}
      </tbody></table></div></details>
  </section>`;
}

function Working({ name, query }) {
  const { answer, fault, busy } = useAsk({ what: "model.working", model: name });
  return html`<section aria-labelledby="working"><div class="row"><h2 id="working">${t("model.how")}</h2><span class="grow"></span>
      ${answer && html`<${Copy} text=${answer.latex} words=${t("model.latex")} />`}</div>
    <${Busy} on=${busy} /><${FaultLine} fault=${fault} />
    ${answer && answer.tracks.length > 1 && html`<${Player} tracks=${answer.tracks} table=${answer.table} total=${answer.total} query=${query} first=${answer.tracks[1].key} title=${t("player.title")} />`}
    ${answer && html`<p class="help">${t("frame.rounded")}</p><${Fragment} markup=${answer.html} title=${t("model.how")} />`}
  </section>`;
}

function Scores({ name }) {
  const [isOpen, setOpen] = useState(false);
  const { answer, fault, busy } = useAsk(isOpen ? { what: "model.scores", model: name } : null, "model.scores");
  return html`<details onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${t("model.scores")}</summary>
    <${Busy} on=${isOpen && busy} /><${FaultLine} fault=${fault} />
    ${answer && html`<${Fragment} markup=${answer.html} title=${t("model.scores")} />`}
  </details>`;
}
