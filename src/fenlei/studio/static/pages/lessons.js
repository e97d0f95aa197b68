// Lessons: the examples of the books, played step by step; and a table that is drawn by hand.

import { html } from "../vendor/preact.js";
import { lang, link, t } from "../store.js";
import { Busy, Code, Copy, FaultLine, useAsk } from "../parts.js";
import { Player } from "../player.js";
import { Scratch } from "../scratch.js";

export default function Lessons({ query }) {
  const { answer, fault, busy } = useAsk({ what: "lessons", lang: lang.value }, "lessons");
  if (!answer) return html`<${Busy} on=${busy} /><${FaultLine} fault=${fault} />`;
  const at = answer.lessons.findIndex((one) => one.key === query.lesson);
  return html`
    <p class="row"><a class=${`button ${query.lesson || query.scratch ? "" : "primary"}`} href=${link("lessons")}>${t("lessons.all")}</a>
      <a class=${`button ${query.scratch ? "primary" : ""}`} href=${link("lessons", { scratch: 1 })}>${t("scratch.title")}</a></p>
    ${query.scratch ? html`<${Scratch} query=${query} methods=${answer.methods} />` : at < 0 ? html`<${List} lessons=${answer.lessons} />` : html`<${Lesson} key=${query.lesson} about=${answer.lessons[at]} before=${answer.lessons[at - 1]} after=${answer.lessons[at + 1]} query=${query} />`}
    ${(query.scratch || at < 0) && html`<p><${Copy} text=${location.href} words=${t("frame.copy_link")} /></p>`}`;
}

function List({ lessons }) {
  const sources = [...new Set(lessons.map((one) => one.source))];
  return html`<p>${t("lessons.help")}</p>${sources.map((source) => html`<section key=${source} aria-labelledby=${`s${source}`}>
    <h2 id=${`s${source}`}>${t(`lessons.source_${source}`)}</h2>
    <ul class="sets">${lessons.filter((one) => one.source === source).map((one) => html`<li key=${one.key}><a class="button lesson" href=${link("lessons", { lesson: one.key })}>
      <strong>${one.title}</strong><span>${one.question}</span><small>${one.at} · ${one.model}${one.is_played ? html` · ▶ ${t("lessons.played")}` : null}</small></a></li>`)}</ul>
  </section>`)}`;
}

function Lesson({ about, before, after, query }) {
  const { answer, fault, busy } = useAsk({ what: "lesson", lesson: about.key, data_lang: query.data || lang.value, lang: lang.value }, "lesson");
  return html`<section aria-labelledby="lesson"><h2 id="lesson">${about.title}</h2>
    <p class="lead">${about.question}</p>
    <p class="help">${t("lessons.from", { source: about.source, at: about.at })} · ${t("lessons.table", { name: about.data })} · ${about.model}</p>
    <${Busy} on=${busy} /><${FaultLine} fault=${fault} />
    ${answer && html`<${Player} key=${`${about.key}-${answer.track}`} tracks=${answer.tracks} table=${answer.table} total=${answer.total} query=${query} first=${answer.track} title=${t("player.title")} />
      <nav class="row" aria-label=${t("lessons.neighbours")}>${before && html`<a class="button" href=${link("lessons", { lesson: before.key })}>← ${before.title}</a>`}${after && html`<a class="button" href=${link("lessons", { lesson: after.key })}>${after.title} →</a>`}</nav>
      <details class="code"><summary>${t("frame.as_code")}</summary><${Code} title=${t("frame.script")} text=${answer.script} name="lesson.py" />
        <p><${Copy} text=${location.href} words=${t("frame.copy_link")} /></p></details>`}
  </section>`;
}
