// The player: one component for the frames of every working; all by mouse or keyboard, and by link.

import { html, useEffect, useMemo, useRef, useState } from "./vendor/preact.js";
import { restate, shown, t } from "./store.js";
import { Fragment } from "./parts.js";
import { Objective } from "./marks/objective.js";

const SPEEDS = [0.5, 1, 2, 4]; // frames per second
const QUIET = 5000; // ms between two captions that are read out
const LATER = 250; // ms until the link follows

const SIGNS = {
  first: "M1 2h1.5v12H1zM9 2v12L3 8zM15 2v12L9 8z", back: "M14 2v12L6 8zM2.5 2H4v12H2.5z", play: "M3 1l12 7-12 7z", pause: "M3 2h4v12H3zM9 2h4v12H9z",
  next: "M2 2l8 6-8 6zM12 2h1.5v12H12z", last: "M1 2l6 6-6 6zM7 2l6 6-6 6zM13.5 2H15v12h-1.5z",
};
const Sign = ({ path }) => html`<svg class="sign" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d=${path} /></svg>`;

/** Tracks as the desk made them; `query` has track, frame and try of the link, `first` is the track to begin with. */
export function Player({ tracks, table, total, query, first, title }) {
  const track = tracks.find((one) => one.key === query.track) ?? tracks.find((one) => one.key === first) ?? tracks[0];
  const last = track.frames.length - 1;
  const [at, setAt] = useState(Math.max(0, Number(query.frame || 1) - 1));
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [known, setKnown] = useState(at); // in "try it", frames up to here have been answered
  const isTrying = query.try === "1";
  const here = Math.min(at, last);
  const frame = track.frames[here];
  const say = usePolite();
  const isAsked = isTrying && here > known && frame.asked;

  const move = (to) => {
    const next = Math.min(last, Math.max(0, to));
    if (isTrying && next > known + 1) return setAt(known + 1 > last ? last : known + 1); // one question after the other
    setAt(next);
  };
  useEffect(() => {
    const timer = setTimeout(() => restate({ frame: here ? here + 1 : "" }), LATER);
    return () => clearTimeout(timer);
  }, [here]);
  useEffect(() => say(`${frame.caption}. ${t("player.count", { at: here + 1, count: last + 1 })}`), [here, track.key]);
  useEffect(() => {
    if (!isPlaying) return;
    if (here >= last || isAsked) return setPlaying(false);
    const timer = setTimeout(() => move(here + 1), 1000 / speed);
    return () => clearTimeout(timer);
  }, [isPlaying, here, speed, isAsked, track.key]);
  const play = () => {
    if (!isPlaying && here >= last) move(0);
    setPlaying(!isPlaying);
  };
  const choose = (key) => {
    setPlaying(false);
    setAt(0);
    setKnown(0);
    restate({ track: key, frame: "" });
  };
  const keys = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const moves = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: last };
    if (event.key in moves) move(moves[event.key]);
    else if (event.key === " " && event.target.tagName !== "BUTTON" && event.target.tagName !== "SUMMARY") play();
    else return;
    event.preventDefault();
  };
  const button = (words, sign, to, isOff) =>
    html`<button type="button" aria-label=${words} title=${words} disabled=${isOff} onClick=${() => { setPlaying(false); move(to); }}><${Sign} path=${sign} /></button>`;
  return html`<div class="player" role="group" aria-label=${title} tabindex="0" onKeyDown=${keys}>
    <div class="row">
      ${tracks.length > 1 && html`<label class="field"><span>${t("player.track")}</span><select value=${track.key} onChange=${(event) => choose(event.target.value)}>
        ${tracks.map((one) => html`<option value=${one.key}>${one.key === "steps" ? t("player.steps") : one.title} (${one.frames.length})</option>`)}</select></label>`}
      <label class="check"><input type="checkbox" checked=${isTrying} onChange=${(event) => { setKnown(here); setPlaying(false); restate({ try: event.target.checked ? 1 : "" }); }} /> ${t("player.try")}</label>
    </div>
    ${track.says && html`<p class="help">${track.says}</p>`}
    <div class="row controls" role="toolbar" aria-label=${t("player.controls")}>
      ${button(t("player.first"), SIGNS.first, 0, here === 0)}${button(t("player.back"), SIGNS.back, here - 1, here === 0)}
      <button type="button" aria-label=${t(isPlaying ? "player.pause" : "player.play")} title=${t(isPlaying ? "player.pause" : "player.play")} disabled=${last === 0} onClick=${play}><${Sign} path=${isPlaying ? SIGNS.pause : SIGNS.play} /></button>
      ${button(t("player.next"), SIGNS.next, here + 1, here >= last || isAsked)}${button(t("player.last"), SIGNS.last, last, here >= last || isTrying)}
      <input class="grow" type="range" min="1" max=${last + 1} value=${here + 1} disabled=${last === 0} aria-label=${t("player.frame")} aria-valuetext=${frame.caption} onInput=${(event) => { setPlaying(false); move(Number(event.target.value) - 1); event.target.value = String(Math.min(Number(event.target.value), (isTrying ? known + 1 : last) + 1)); }} />
      <label class="speed"><span class="hidden">${t("player.speed")}</span><select value=${String(speed)} onChange=${(event) => setSpeed(Number(event.target.value))}>
        ${SPEEDS.map((one) => html`<option value=${String(one)}>${one} ×</option>`)}</select></label>
      <span class="count">${t("player.count", { at: here + 1, count: last + 1 })}${thinned(track, frame)}</span>
    </div>
    <p class="caption" data-frame=${here + 1}>${frame.caption}</p>
    <div class="columns">
      <div>${isAsked ? html`<${Asked} key=${`${track.key}-${here}`} asked=${frame.asked} show=${() => setKnown(here)} />` : html`${frame.says && html`<p>${frame.says}</p>`}<${Fragment} markup=${frame.html} title=${title} />`}</div>
      ${(track.objective || (frame.figure && !isAsked)) && html`<div class="pictures">${frame.figure && !isAsked && html`<${Fragment} markup=${frame.figure} title=${title} />`}
        ${track.objective && html`<${Objective} points=${track.frames.map((one) => [one.iteration, one.objective])} at=${here} until=${isTrying ? (isAsked ? here - 1 : Math.max(here, known)) : last} name=${track.objective} step=${t("player.iteration")} label=${curveLabel(track, frame, isAsked)} />`}</div>`}
    </div>
    <${Rows} table=${table} total=${total} marked=${frame.rows} />
    <${Polite} say=${say} />
  </div>`;
}

const curveLabel = (track, frame, isAsked) => t("player.curve", { name: track.objective, at: frame.iteration, value: isAsked ? "?" : shown(frame.objective, 6) });

/** Of thinned iterations: which of how many this is. */
function thinned(track, frame) {
  const all = track.frames[track.frames.length - 1].iteration;
  const isWhole = all + (track.frames[0].iteration === 0 ? 1 : 0) === track.frames.length;
  return isWhole || !all ? "" : ` · ${t("player.thinned", { at: frame.iteration, count: all })}`;
}

/** The number that comes next, asked for before it is shown. */
function Asked({ asked, show }) {
  const [given, setGiven] = useState("");
  const [verdict, setVerdict] = useState("");
  const [isHinted, setHinted] = useState(false);
  const check = (event) => {
    event.preventDefault();
    const number = numberOf(given);
    if (number === null) setVerdict("player.no_number");
    else if (isNear(number, asked.value)) setVerdict("player.right");
    else setVerdict("player.wrong");
  };
  const isRight = verdict === "player.right";
  return html`<form class="asked panel" onSubmit=${check}>
    <div class="row"><${Fragment} markup=${isHinted && asked.hint ? asked.hint : asked.question} title=${t("player.question")} />
      <label class="field"><span>${t("player.question")}</span><input autocomplete="off" inputmode="decimal" value=${given} onInput=${(event) => { setGiven(event.target.value); setVerdict(""); }} /></label>
      <button type="submit" disabled=${!given.trim()}>${t("player.check")}</button>
      ${asked.hint && !isHinted && html`<button type="button" class="quiet" onClick=${() => setHinted(true)}>${t("player.hint")}</button>`}
      <button type="button" class=${isRight ? "primary" : "quiet"} onClick=${show}>${t(isRight ? "player.on" : "player.show")}</button></div>
    <p class="help">${t("player.how_near")}</p>
    <p role="status" class=${isRight ? "said" : ""}>${verdict && t(verdict, { value: shown(asked.value, 6) })}</p>
  </form>`;
}

/** A number, or a fraction of two; null if it is neither. */
export function numberOf(text) {
  const parts = text.trim().replaceAll("−", "-").replaceAll(",", ".").split("/");
  const numbers = parts.map((part) => (part.trim() === "" ? NaN : Number(part)));
  const found = numbers.length === 2 ? numbers[0] / numbers[1] : numbers[0];
  return parts.length <= 2 && Number.isFinite(found) ? found : null;
}

/** Within half a percent, or equal where the right number is 0. */
export const isNear = (given, right) => Math.abs(given - right) <= Math.max(0.005 * Math.abs(right), 1e-9);

const MOST_ROWS = 60;

function Rows({ table, total, marked }) {
  const chosen = useMemo(() => new Set(marked), [marked]);
  const listed = table.at.length === total ? table.at.map((_, i) => i) : table.at.map((row, i) => [row, i]).filter(([row]) => chosen.has(row)).map(([, i]) => i);
  if (!listed.length) return null;
  return html`<details open=${total <= 20}><summary>${t("player.table")}</summary>
    <div class="scroll tall" tabindex="0" role="group" aria-label=${t("player.table")}><table class="rows">
      <thead><tr><th scope="col" class="number">${t("data.number")}</th>${table.names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${listed.slice(0, MOST_ROWS).map((i) => html`<tr key=${i} class=${chosen.has(table.at[i]) ? "marked" : ""} aria-current=${chosen.has(table.at[i]) ? "step" : null}>
        <th scope="row" class="number">${table.at[i] + 1}</th>${table.rows[i].map((cell) => html`<td class=${typeof cell === "number" ? "number" : ""}>${cell === null ? t("frame.missing") : typeof cell === "number" ? shown(cell, 6) : String(cell)}</td>`)}</tr>`)}</tbody>
    </table></div></details>`;
}

/** Speaks the newest words, at most once in some seconds. */
function usePolite() {
  const place = useRef(null);
  const state = useRef({ said: 0, timer: 0, isFirst: true });
  const say = (words) => {
    const now = state.current;
    if (now.isFirst) return void (now.isFirst = false); // what is there at the start is read as the page is
    clearTimeout(now.timer);
    const speak = () => {
      now.said = Date.now();
      if (place.current) place.current.textContent = words;
    };
    now.timer = setTimeout(speak, Math.max(0, now.said + QUIET - Date.now()));
  };
  say.place = place;
  return say;
}

const Polite = ({ say }) => html`<p class="hidden" role="status" aria-live="polite" ref=${say.place}></p>`;
