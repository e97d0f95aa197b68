// A small histogram: a bar per pair [label, rows].

import { html } from "../vendor/preact.js";

const WIDTH = 96;
const HEIGHT = 24;

export function Bars({ pairs, label }) {
  if (!pairs.length) return null;
  const most = Math.max(...pairs.map((pair) => pair[1]), 1);
  const step = WIDTH / pairs.length;
  return html`<svg class="mark-bars" role="img" aria-label=${label} width=${WIDTH} height=${HEIGHT} viewBox=${`0 0 ${WIDTH} ${HEIGHT}`}>
    <line class="base" x1="0" x2=${WIDTH} y1=${HEIGHT - 0.5} y2=${HEIGHT - 0.5} />
    ${pairs.map(([name, rows], i) => {
      const height = (HEIGHT - 2) * (rows / most);
      return html`<rect x=${i * step + 0.5} y=${HEIGHT - 1 - height} width=${Math.max(1, step - 1)} height=${height}><title>${name}: ${rows}</title></rect>`;
    })}
  </svg>`;
}
