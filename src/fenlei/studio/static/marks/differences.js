// Differences of two models fold by fold, about 0, with their mean and its interval.

import { html } from "../vendor/preact.js";
import { ticks, written } from "./scale.js";

const [HEIGHT, SIDE] = [96, 24];

export function Differences({ values, mean, low, high, names: [a, b], label, width: WIDTH = 520 }) {
  const reach = Math.max(...values.map(Math.abs), Math.abs(low ?? 0), Math.abs(high ?? 0), 1e-9) * 1.08;
  const at = (value) => WIDTH / 2 + ((WIDTH / 2 - SIDE) * value) / reach;
  return html`<svg class="mark-differences" role="img" aria-label=${label} viewBox=${`0 0 ${WIDTH} ${HEIGHT}`}>
    ${ticks(-reach, reach, 6).map((tick) => html`<line class="grid" x1=${at(tick)} x2=${at(tick)} y1="22" y2="70" /><text x=${at(tick)} y="86" text-anchor="middle">${written(tick)}</text>`)}
    <line class="zero" x1=${at(0)} x2=${at(0)} y1="16" y2="72" />
    <text x=${at(0) - 8} y="12" text-anchor="end">← ${cut(b, WIDTH)} +</text><text x=${at(0) + 8} y="12">${cut(a, WIDTH)} + →</text>
    ${low !== null && html`<line class="interval" x1=${at(low)} x2=${at(high)} y1="58" y2="58" /><line class="mean" x1=${at(mean)} x2=${at(mean)} y1="50" y2="66" />`}
    ${values.map((value) => html`<circle cx=${at(value)} cy="38" r="4"><title>${written(value)}</title></circle>`)}
  </svg>`;
}

const cut = (name, width) => {
  const most = Math.floor(width / 16);
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
};
