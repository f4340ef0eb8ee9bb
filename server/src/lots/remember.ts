export type Remember = <T>(key: string, find: () => Promise<T>) => Promise<T>;

interface Remembered {
  value: Promise<unknown>;
  freshUntil: number;
}

const MOST_KEPT = 200;
/** An answer that took a second is kept twenty: renewing it never takes more than a twentieth of the time. */
const KEPT_TIMES_ITS_COST = 20;
/** What nobody asked for so long is no longer worth showing. */
const STALE_AFTER_MS = 60_000;

/**
 * Answers kept for a moment by their key. A stale answer is served once more while one caller renews it, so that a
 * costly count runs once however many people look.
 */
export function rememberFor(keepMs: number, { staleMs = STALE_AFTER_MS } = {}): Remember {
  const kept = new Map<string, Remembered>();
  return <T>(key: string, find: () => Promise<T>): Promise<T> => {
    if (keepMs === 0) return find();
    const last = kept.get(key);
    const found = last && Date.now() < last.freshUntil + staleMs ? last : undefined;
    if (found && Date.now() < found.freshUntil) return found.value as Promise<T>;
    const startedAt = Date.now();
    const value = find();
    const renewed: Remembered = { value: found ? found.value : value, freshUntil: Number.POSITIVE_INFINITY };
    kept.delete(key);
    kept.set(key, renewed);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string);
    value.then(
      () => {
        renewed.value = value;
        renewed.freshUntil = Date.now() + Math.max(keepMs, (Date.now() - startedAt) * KEPT_TIMES_ITS_COST);
      },
      () => {
        if (kept.get(key) === renewed) kept.delete(key);
      },
    );
    return renewed.value as Promise<T>;
  };
}
