// One dot per finished fold on a common scale, with the mean as a line and its interval as a bar.

import { html } from "../vendor/preact.js";

const WIDTH = 220;
const HEIGHT = 26;

export function Folds({ scores, mean, low, high, from, to, label }) {
  const x = (value) => 6 + ((WIDTH - 12) * (Math.min(to, Math.max(from, value)) - from)) / (to - from || 1);
  return html`<svg class="mark-folds" role="img" aria-label=${label} width=${WIDTH} height=${HEIGHT} viewBox=${`0 0 ${WIDTH} ${HEIGHT}`}>
    <line class="track" x1="6" x2=${WIDTH - 6} y1=${HEIGHT / 2} y2=${HEIGHT / 2} />
    ${low !== null && high !== null && html`<line class="interval" x1=${x(low)} x2=${x(high)} y1=${HEIGHT / 2} y2=${HEIGHT / 2} />`}
    ${scores.map((score) => html`<circle cx=${x(score)} cy=${HEIGHT / 2} r="3.5" />`)}
    ${mean !== null && html`<line class="mean" x1=${x(mean)} x2=${x(mean)} y1="5" y2=${HEIGHT - 5} />`}
  </svg>`;
}
