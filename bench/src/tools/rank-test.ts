/**
 * Mann-Whitney test: probability that two samples with such ranks come from one distribution (two-sided, normal
 * approximation with tie correction; for at least 20 values on each side).
 */
export function rankTest(left: number[], right: number[]): number {
  const all = [...left.map((value) => ({ value, isLeft: true })), ...right.map((value) => ({ value, isLeft: false }))];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  let ties = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]?.value === all[start]?.value) end++;
    const sharedRank = (start + 1 + end) / 2;
    rankSum += sharedRank * all.slice(start, end).filter(({ isLeft }) => isLeft).length;
    ties += (end - start) ** 3 - (end - start);
    start = end;
  }
  const [n, m, total] = [left.length, right.length, all.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const spread = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))));
  return spread === 0 ? 1 : 2 * tail(Math.max(0, Math.abs(u - (n * m) / 2) - 0.5) / spread);
}

/** Share of the normal distribution above z (Abramowitz and Stegun 26.2.17, exact to seven digits). */
function tail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const [b1, b2, b3, b4, b5] = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return density * t * (b1 + t * (b2 + t * (b3 + t * (b4 + t * b5))));
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}
