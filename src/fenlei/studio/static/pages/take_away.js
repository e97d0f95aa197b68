// Take away: report, result, models, the decision, predictions of a new file, command and script.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { ask, download, get, post, save, upload } from "../api.js";
import { job, pools, session, t, table, version } from "../store.js";
import { Copy, FaultLine, Field, useAsk } from "../parts.js";

export default function TakeAway() {
  const { answer } = useAsk(table.value ? { what: "result" } : null, "result");
  return html`<${Files} best=${answer?.result?.best} /><${Predict} hasBest=${Boolean(answer?.result?.best) || !table.value} />${table.value && html`<${Code} />`}`;
}

function Files({ best }) {
  const hasResult = Boolean(best);
  const [fault, setFault] = useState(null);
  const hasDecision = Boolean(session.value.decision);
  const listed = [
    ["report.html", "take.report", hasResult], ["result.json", "take.result", hasResult], ["best.fenlei", "take.best", hasResult],
    ["working.html", "take.working", hasResult && !pools.value.has(best), () => ask("model.save_working", { model: best })],
    ["decision.fenlei", "take.decider", hasDecision], ["costs.csv", "take.costs", hasDecision], ["decision.json", "take.decision", hasDecision],
  ];
  return html`<section><h2>${t("take.files")}</h2><div class="scroll" tabindex="0" role="group" aria-label=${t("take.files")}><table class="files"><tbody>
    ${listed.map(([name, key, isThere, make = async () => {}]) => html`<tr key=${name}><th scope="row"><code>${name}</code></th><td>${t(key)}</td>
      <td>${isThere ? html`<button type="button" aria-label=${`${t("take.download")} ${name}`} onClick=${() => make().then(() => download(name)).catch(setFault)}>${t("take.download")}</button>` : html`<span class="unused">${t("take.not_yet")}</span>`}</td></tr>`)}
  </tbody></table></div><${FaultLine} fault=${fault} /></section>`;
}

function Predict({ hasBest }) {
  const [file, setFile] = useState(null);
  const [proba, setProba] = useState(false);
  const [model, setModel] = useState("best");
  const [fault, setFault] = useState(null);
  const [number, setNumber] = useState(null);
  const input = useRef(null);
  const found = job.value?.what === "predict" ? job.value : null;
  const isRunning = job.value?.state === "running";
  const run = async (event) => {
    event.preventDefault();
    setFault(null);
    try {
      await upload(`/api/new?name=${encodeURIComponent(file.name)}`, file, () => {});
      const started = await post("/api/jobs", { what: "predict", model, proba });
      job.value = started;
      setNumber(started.id);
    } catch (error) {
      setFault(error);
    }
  };
  if (!hasBest) return null;
  return html`<section><h2>${t("take.predict")}</h2><p class="help">${t("take.predict_help")}</p>
    <form class="row" onSubmit=${run}>
      <${Field} label=${t("take.choose")}><input type="file" required ref=${input} onChange=${(event) => setFile(event.target.files[0] ?? null)} /><//>
      <${Field} label=${t("take.model")}><select value=${model} onChange=${(event) => setModel(event.target.value)}>
        <option value="best">${t("take.best_name")}</option>${session.value.decision && html`<option value="decision">${t("take.decider")}</option>`}</select><//>
      <label class="check"><input type="checkbox" checked=${proba} onChange=${(event) => setProba(event.target.checked)} /> ${t("take.proba")}</label>
      <button type="submit" disabled=${!file || isRunning}>${t("take.run")}</button>
    </form>
    <${FaultLine} fault=${fault ?? (found?.state === "failed" ? found.error : null)} />
    ${found?.state === "running" && html`<p class="busy" role="status"><span class="spin" aria-hidden="true"></span> ${t("frame.computing")}</p>`}
    ${found?.state === "done" && html`<p class="said" role="status">${t("take.done")} <button type="button" class="primary" onClick=${() => download("predictions.csv").catch(setFault)}>${t("take.download")} predictions.csv</button></p>
      ${found.note && html`<p class="help">${found.note}</p>`}`}
  </section>`;
}

function Code() {
  const [code, setCode] = useState(null);
  const [fault, setFault] = useState(null);
  const now = version.value;
  useEffect(() => {
    get("/api/code").then(setCode, setFault);
  }, [now]);
  return html`<section><h2>${t("take.code")}</h2><p class="help">${t("take.code_help")}</p><${FaultLine} fault=${fault} />
    ${code && html`<div class="snippet"><div class="row"><h3>${t("frame.command")}</h3><span class="grow"></span><${Copy} text=${code.command} /></div><pre tabindex="0">${code.command}</pre></div>
      <div class="snippet"><div class="row"><h3>${t("frame.script")}</h3><span class="grow"></span><${Copy} text=${code.script} /><button type="button" class="quiet" onClick=${() => save("studio.py", code.script)}>${t("take.download")}</button></div><pre tabindex="0">${code.script}</pre></div>`}
  </section>`;
}
