// Scores of two classes: one class upwards, the other downwards, and the threshold as a line.

import { html } from "../vendor/preact.js";

const WIDTH = 640;
const HALF = 64;

/** `positive` is the number of the class above the line: classes have the colours that they have in every picture. */
export function TwoHistograms({ up, down, from, to, threshold, label, names, positive }) {
  const most = Math.max(...up, ...down, 1);
  const step = WIDTH / up.length;
  const x = (WIDTH * (threshold - from)) / (to - from || 1);
  const inside = Math.min(WIDTH, Math.max(0, x));
  const bar = (count, i, sign, name) => {
    const height = (HALF - 4) * Math.sqrt(count / most);
    return html`<rect class=${name} x=${i * step + 0.5} width=${Math.max(1, step - 1)} y=${sign > 0 ? HALF - height : HALF + 1} height=${height} style=${{ fill: `var(--c${name === "positive" ? positive : 1 - positive})` }}><title>${count}</title></rect>`;
  };
  return html`<svg class="mark-histograms" role="img" aria-label=${label} viewBox=${`0 -20 ${WIDTH} ${2 * HALF + 42}`}>
    ${up.map((count, i) => bar(count, i, 1, "positive"))}${down.map((count, i) => bar(count, i, -1, "negative"))}
    <line class="base" x1="0" x2=${WIDTH} y1=${HALF + 0.5} y2=${HALF + 0.5} />
    <line class="threshold" x1=${inside} x2=${inside} y1="-6" y2=${2 * HALF + 4} />
    <text x="0" y="-8">▲ ${names[0]}</text><text x=${WIDTH / 2} y=${2 * HALF + 18} text-anchor="middle">▼ ${names[1]}</text>
    <text x="0" y=${2 * HALF + 18}>${from.toPrecision(3)}</text><text x=${WIDTH} y=${2 * HALF + 18} text-anchor="end">${to.toPrecision(3)}</text>
  </svg>`;
}
