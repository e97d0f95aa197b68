// Small parts that places share.

import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import { ask, get, remove, save } from "./api.js";
import { connection, notice, t, version, worker } from "./store.js";

/** A sentence about what went wrong. */
export const FaultLine = ({ fault }) =>
  fault ? html`<p class="fault" role="alert">${fault.text || fault.message || t("frame.lost", { folder: "" })}</p>` : null;

/**
 * The answer of the desk to an ask, asked again when the ask, the table or the result changes.
 * Returns { answer, fault, busy, isCurrent }; the last answer stays while the next one is computed, and is then not current.
 */
export function useAsk(asked, panel) {
  const [state, setState] = useState({ answer: null, fault: null, busy: true, of: null });
  const key = asked === null ? null : JSON.stringify(asked);
  const now = version.value;
  const of = `${now} ${key}`;
  useEffect(() => {
    if (asked === null) {
      setState({ answer: null, fault: null, busy: false, of });
      return;
    }
    let isWanted = true;
    setState((before) => ({ ...before, busy: true }));
    const { what, ...fields } = asked;
    ask(what, fields, panel ?? what).then(
      (answer) => isWanted && setState({ answer, fault: null, busy: false, of }),
      (fault) => isWanted && fault.key !== "studio.superseded" && setState({ answer: null, fault, busy: false, of }),
    );
    return () => (isWanted = false);
  }, [key, now]);
  return { ...state, isCurrent: state.of === of };
}

/** A line while the desk computes; after some seconds it can be cancelled. */
export function Busy({ on }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!on) return;
    setSeconds(0);
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, [on]);
  if (!on || seconds < 1) return null;
  return html`<p class="busy" role="status">
    <span class="spin" aria-hidden="true"></span>
    ${worker.value === "compiling" ? t("frame.compiling") : `${t("frame.computing")} …`}
    ${seconds >= 10 ? html` <button type="button" onClick=${() => remove("/api/ask")}>${t("frame.cancel")}</button>` : null}
  </p>`;
}

/**
 * Markup that our own printers made: the one place where a page takes markup. Data in it was escaped there.
 * The policy of the page forbids style attributes, so they are set one by one.
 */
export function Fragment({ markup, title }) {
  const place = useRef(null);
  useEffect(() => {
    const node = place.current;
    node.innerHTML = markup.replaceAll(' style="', ' data-style="');
    for (const one of node.querySelectorAll("[data-style]")) {
      for (const rule of one.dataset.style.split(";")) {
        const at = rule.indexOf(":");
        if (at > 0) one.style.setProperty(rule.slice(0, at).trim(), rule.slice(at + 1).trim());
      }
      delete one.dataset.style;
    }
    for (const one of node.querySelectorAll(".scroll, .formula")) {
      one.tabIndex = 0;
      one.setAttribute("role", "group");
      one.setAttribute("aria-label", one.closest("section")?.querySelector("h2")?.textContent ?? title);
    }
  }, [markup]);
  return html`<div class="fragment" ref=${place}></div>`;
}

/** A button that copies a text and says so. */
export function Copy({ text, words }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await copied(text);
    setCopied(true);
    notice.value = t("frame.copied");
    setTimeout(() => setCopied(false), 2000);
  };
  return html`<button type="button" class="quiet" onClick=${copy}>${isCopied ? t("frame.copied") : (words ?? t("frame.copy"))}</button>`;
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

/** "As code" and a link that restores the view, at the end of a place. */
export function AsCode({ extra = null }) {
  const [code, setCode] = useState(null);
  const [fault, setFault] = useState(null);
  const now = version.value;
  useEffect(() => setCode(null), [now]);
  const open = (event) => {
    if (event.currentTarget.open && code === null) get("/api/code").then(setCode, setFault);
  };
  return html`<details class="code" onToggle=${open}>
    <summary>${t("frame.as_code")}</summary>
    <${FaultLine} fault=${fault} />
    ${code && html`<${Code} title=${t("frame.command")} text=${extra?.command ?? code.command} />
      <${Code} title=${t("frame.script")} text=${extra?.alone ?? (extra?.script ? code.script + extra.script : code.script)} name="studio.py" />`}
    <p><${Copy} text=${location.href} words=${t("frame.copy_link")} /></p>
  </details>`;
}

/** A snippet with its buttons. */
export function Code({ title, text, name }) {
  return html`<div class="snippet">
    <div class="row"><h3>${title}</h3><span class="grow"></span><${Copy} text=${text} />
      ${name && html`<button type="button" class="quiet" onClick=${() => save(name, text)}>${t("take.download")}</button>`}</div>
    <pre tabindex="0">${text}</pre>
  </div>`;
}

/** A field with its label above. */
export const Field = ({ label, children, help }) =>
  html`<label class="field"><span>${label}</span>${children}${help && html`<small>${help}</small>`}</label>`;

/** What is needed before a place has something to show, and where to get it. */
export const Needed = ({ words, place, go }) =>
  html`<div class="empty"><p>${words}</p><p><a class="button" href=${`#/${place}`}>${go}</a></p></div>`;

/** A table of plain values under a picture. */
export const AsTable = ({ headings, rows, title = t("frame.as_table") }) =>
  html`<details class="as-table"><summary>${title}</summary>
    <div class="scroll" tabindex="0" role="group" aria-label=${title}><table>
      <thead><tr>${headings.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
    </table></div>
  </details>`;

/** Whether the window is narrow: pictures are then drawn for it, so that their words stay readable. */
export function useNarrow() {
  const [isNarrow, setNarrow] = useState(() => matchMedia("(max-width: 40rem)").matches);
  useEffect(() => {
    const media = matchMedia("(max-width: 40rem)");
    const look = () => setNarrow(media.matches);
    media.addEventListener("change", look);
    return () => media.removeEventListener("change", look);
  }, []);
  return isNarrow;
}

export const isOn = () => connection.value === "on";
