// The arithmetic of a decision, on the sweep that the server sends once: pure functions of plain numbers.

/** How many of the descending thresholds are at least `value`: a binary search. */
export function passedAt(thresholds, value) {
  let [low, high] = [0, thresholds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (thresholds[middle] >= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The confusion matrix after so many thresholds. */
export function ratesOf(tp, fp, P, N, passed) {
  const [right, wrong] = passed ? [tp[passed - 1], fp[passed - 1]] : [0, 0];
  return { tp: right, fp: wrong, fn: P - right, tn: N - wrong };
}

/** The number of thresholds to pass at which the cost is least; of equals the highest threshold. */
export function cheapest(tp, fp, P, costFp, costFn) {
  let [best, least] = [0, costFn * P];
  for (let i = 0; i < tp.length; i += 1) {
    const cost = costFp * fp[i] + costFn * (P - tp[i]);
    if (cost < least) [best, least] = [i + 1, cost];
  }
  return best;
}

/** The area under the ROC curve, by trapezoids. */
export function auc(tp, fp, P, N) {
  let [area, x, y] = [0, 0, 0];
  for (let i = 0; i < tp.length; i += 1) {
    area += ((fp[i] - x) * (tp[i] + y)) / 2;
    [x, y] = [fp[i], tp[i]];
  }
  return area / (P * N);
}

const Z = 1.959963984540054;

/** Wilson's 95 % interval of a share of k in m. */
export function wilson(k, m) {
  const [share, spread] = [k / m, (Z * Z) / m];
  const centre = (share + spread / 2) / (1 + spread);
  const half = (Z / (1 + spread)) * Math.sqrt((share * (1 - share)) / m + spread / (4 * m));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

const BINS = 48;

/** Rows of both classes per bin of the score. */
export function histograms(thresholds, tp, fp) {
  const [from, to] = [Math.min(0, thresholds[thresholds.length - 1]), Math.max(1, thresholds[0])];
  const [up, down] = [new Array(BINS).fill(0), new Array(BINS).fill(0)];
  let [t, f] = [0, 0];
  for (let i = 0; i < thresholds.length; i += 1) {
    const bin = Math.min(BINS - 1, Math.floor((BINS * (thresholds[i] - from)) / (to - from)));
    up[bin] += tp[i] - t;
    down[bin] += fp[i] - f;
    [t, f] = [tp[i], fp[i]];
  }
  return { up, down, from, to };
}

/** Each row's action of least expected cost: counts (actions, classes), mean cost, rows that change. */
export function decided(scores, codes, K, costs, rejectCost) {
  const actions = K + (rejectCost === null ? 0 : 1);
  const counts = new Array(actions * K).fill(0);
  let [total, changed] = [0, 0];
  for (let i = 0; i < codes.length; i += 1) {
    let [best, least, top] = [0, Infinity, 0];
    for (let a = 0; a < actions; a += 1) {
      let risk = 0;
      if (a === K) risk = rejectCost;
      else for (let c = 0; c < K; c += 1) risk += costs[a][c] * scores[i * K + c];
      if (risk < least) [best, least] = [a, risk];
      if (a < K && scores[i * K + a] > scores[i * K + top]) top = a;
    }
    counts[best * K + codes[i]] += 1;
    total += best === K ? rejectCost : costs[best][codes[i]];
    if (best !== top) changed += 1;
  }
  return { counts, mean: total / codes.length, changed };
}
