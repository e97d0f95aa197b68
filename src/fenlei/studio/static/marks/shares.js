// Shares of classes as bars with their numbers.

import { html } from "../vendor/preact.js";

export function Shares({ pairs, label }) {
  const sorted = [...pairs].sort((a, b) => b[1] - a[1]).slice(0, 12);
  const color = new Map(pairs.map(([name], i) => [name, `var(--c${i % 10})`]));
  return html`<table class="shares" aria-label=${label}><tbody>${sorted.map(
    ([name, share]) => html`<tr key=${name}><th scope="row">${name}</th><td class="number">${share.toFixed(4)}</td>
      <td><svg width="160" height="12" aria-hidden="true"><rect class="track" width="160" height="12" /><rect width=${160 * share} height="12" style=${{ fill: color.get(name) }} /></svg></td></tr>`,
  )}</tbody></table>`;
}
