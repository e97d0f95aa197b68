// A tree from the root down: each node is an item that can be reached by keyboard.

import { html, useEffect, useRef } from "../vendor/preact.js";

const [WIDE, HIGH, GAP, LEVEL] = [132, 58, 12, 104];

/** `nodes` in preorder, as "tree" answers; `path` are the nodes of a row; `say(node)` is what an item is called. */
export function TreePicture({ nodes, groups, chosen, path, choose, label, say }) {
  const svg = useRef(null);
  const wasKeyed = useRef(false);
  const width = (Math.max(...nodes.map((one) => one.x)) + 1) * (WIDE + GAP);
  const height = Math.max(...nodes.map((one) => one.depth)) * LEVEL + HIGH + 4;
  const at = (one) => [one.x * (WIDE + GAP) + GAP / 2, one.depth * LEVEL + 2];
  const byNode = new Map(nodes.map((one) => [one.node, one]));
  const current = byNode.has(chosen) ? chosen : 0;
  useEffect(() => {
    if (wasKeyed.current) svg.current.querySelector('[aria-selected="true"]')?.focus();
    wasKeyed.current = false;
  }, [current]);
  const keys = (event) => {
    const i = nodes.findIndex((one) => one.node === current);
    const to = {
      ArrowDown: nodes[i + 1], ArrowUp: nodes[i - 1], ArrowRight: nodes.find((one) => one.parent === current), ArrowLeft: byNode.get(nodes[i].parent), Home: nodes[0], End: nodes[nodes.length - 1],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    wasKeyed.current = true;
    choose(to.node);
  };
  return html`<svg class="mark-tree" ref=${svg} role="tree" aria-label=${label} width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} onKeyDown=${keys}>
    <g role="presentation">${nodes.filter((one) => one.parent >= 0).map((one) => {
      const [x, y] = at(one);
      const [px, py] = at(byNode.get(one.parent));
      const isOn = path.includes(one.node) && path.includes(one.parent);
      const [fx, fy, tx] = [px + WIDE / 2, py + HIGH, x + WIDE / 2];
      return html`<path class=${isOn ? "branch on" : "branch"} d=${`M${fx} ${fy}C${fx} ${fy + 22} ${tx} ${y - 40} ${tx} ${y}`} aria-hidden="true" /><text class="condition" x=${tx} y=${y - 7} text-anchor="middle" aria-hidden="true">${cut(one.branch, 20)}</text>`;
    })}</g>
    ${nodes.map((one) => {
      const [x, y] = at(one);
      const isChosen = one.node === current;
      return html`<g key=${one.node} role="treeitem" data-node=${one.node} tabindex=${isChosen ? 0 : -1} aria-level=${one.depth + 1} aria-selected=${isChosen ? "true" : "false"} aria-label=${say(one)} class=${`item${isChosen ? " chosen" : ""}${path.includes(one.node) ? " on" : ""}${one.is_leaf ? " leaf" : ""}`} transform=${`translate(${x} ${y})`} onClick=${() => choose(one.node)}>
        <rect class="box" width=${WIDE} height=${HIGH} rx=${one.is_leaf ? 20 : 4} /></g>
        <g class="words" aria-hidden="true" transform=${`translate(${x} ${y})`}>
        <text class="name" x=${WIDE / 2} y="20" text-anchor="middle">${cut(one.is_leaf ? String(one.label) : one.feature, 17)}${one.is_cut ? " …" : ""}</text>
        <text x=${WIDE / 2} y="37" text-anchor="middle">${short(one, groups)}</text>
        ${groups.length > 0 && bar(one)}</g>`;
    })}
  </svg>`;
}

const cut = (words, most) => (words.length > most ? `${words.slice(0, most - 1)}…` : words);

const number = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(1));

function short(one, groups) {
  if (!groups.length) return `${Number(one.counts[0].toPrecision(4))} (${one.rows})`;
  return groups.length <= 4 ? one.counts.map(number).join(" / ") : `${one.rows}`;
}

function bar({ counts, weight }) {
  const [total, full] = [weight || 1, WIDE - 24];
  let start = 12;
  return counts.map((count, k) => {
    const [x, wide] = [start, (full * count) / total];
    start += wide;
    return html`<rect x=${x} y="44" width=${wide} height="6" style=${{ fill: `var(--c${k % 10})` }} />`;
  });
}
