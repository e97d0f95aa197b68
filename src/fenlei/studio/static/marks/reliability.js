// Observed share over predicted probability: a dot per bin, larger where more rows are, beside the diagonal.

import { html } from "../vendor/preact.js";

const [SIZE, LEFT, BOTTOM] = [260, 56, 34];
const at = (value) => LEFT + SIZE * value;
const up = (value) => 10 + SIZE * (1 - value);

export function Reliability({ x, y, rows, xName, yName, label }) {
  const most = Math.max(...rows, 1);
  return html`<svg class="mark-curve" role="img" aria-label=${label} viewBox=${`0 0 ${LEFT + SIZE + 12} ${SIZE + BOTTOM + 10}`}>
    ${[0, 0.25, 0.5, 0.75, 1].map((tick) => html`<line class="grid" x1=${LEFT} x2=${LEFT + SIZE} y1=${up(tick)} y2=${up(tick)} /><text x=${LEFT - 6} y=${up(tick) + 4} text-anchor="end">${tick}</text><text x=${at(tick)} y=${SIZE + 24} text-anchor="middle">${tick}</text>`)}
    <line class="chance" x1=${at(0)} y1=${up(0)} x2=${at(1)} y2=${up(1)} />
    <path class="line" d=${`M${x.map((value, i) => `${at(value).toFixed(1)} ${up(y[i]).toFixed(1)}`).join("L")}`} />
    ${x.map((value, i) => html`<circle class="dot" cx=${at(value)} cy=${up(y[i])} r=${3 + 6 * Math.sqrt(rows[i] / most)}><title>${rows[i]}</title></circle>`)}
    <text x=${LEFT + SIZE / 2} y=${SIZE + BOTTOM + 6} text-anchor="middle">${xName}</text>
    <text transform=${`translate(11 ${10 + SIZE / 2}) rotate(-90)`} text-anchor="middle">${yName}</text>
  </svg>`;
}
