import { createTabStore } from '../theme/tab-store.ts';

/** Loads one part of the app's code: `() => import(…)`. */
export type PartLoader<Part> = () => Promise<Part>;

/** Why a part did not load. Only a reload helps when a release has `replaced` it. */
export type PartProblem = 'offline' | 'replaced';

export class PartNotLoaded extends Error {
  readonly problem: PartProblem;

  constructor(problem: PartProblem, cause: unknown) {
    super(`A part of the app did not load: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** How long a part that the page needs waits for the next try, unless the browser reports a connection before. */
const RETRY_AFTER_MS = 3_000;
const PROBE_TIMEOUT_MS = 5_000;

/** Parts that the page needs and does not have. */
const missing = new Map<object, PartProblem>();
/** The problem to show; null when the page has all that it needs. */
export const missingPart = createTabStore<PartProblem | null>(null);

/** A second reload within this time would not help either, for example between two servers of different releases. */
const RELOAD_AGAIN_AFTER_MS = 60_000;

let hasFailed = false;

/**
 * Loads a part, or throws a {@link PartNotLoaded}. An error in the part's own code is thrown as it is. Never reloads the
 * page, because what was typed in it would be lost.
 */
export async function loadPart<Part>(load: PartLoader<Part>): Promise<Part> {
  try {
    return await tryLoading(load);
  } catch (error) {
    const problem = await findProblem();
    if (problem) throw new PartNotLoaded(problem, error);
    // The connection was lost for a moment only, or the part's own code fails: then it fails again.
    return tryLoading(load);
  }
}

async function tryLoading<Part>(load: PartLoader<Part>): Promise<Part> {
  try {
    if (hasFailed) await loadStylesAgain().catch(unlessBlocked);
    return await load();
  } catch (error) {
    hasFailed = true;
    throw error;
  }
}

/**
 * Loads a part that the page needs, and shows when it is missing: without a connection, it is tried again until there is
 * one. `onReplaced` is called when only a reload helps.
 */
export async function loadNeededPart<Part>(load: PartLoader<Part>, onReplaced?: () => void): Promise<Part> {
  const key = {};
  try {
    return await loadUntilThere(load, (problem) => {
      if (problem === 'replaced') onReplaced?.();
      note(key, problem);
    });
  } finally {
    note(key, null);
  }
}

/** Loads a part in the background: without a connection, it is tried again until there is one. */
export const loadInBackground = <Part>(load: PartLoader<Part>): Promise<Part> => loadUntilThere(load, () => {});

async function loadUntilThere<Part>(load: PartLoader<Part>, onProblem: (problem: PartProblem) => void): Promise<Part> {
  for (;;) {
    try {
      return await loadPart(load);
    } catch (error) {
      if (!(error instanceof PartNotLoaded)) throw error;
      onProblem(error.problem);
      await connectionOrPause();
    }
  }
}

function note(key: object, problem: PartProblem | null): void {
  if (problem) missing.set(key, problem);
  else missing.delete(key);
  const problems = [...missing.values()];
  missingPart.set(problems.includes('replaced') ? 'replaced' : (problems[0] ?? null));
}

const connectionOrPause = (): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, RETRY_AFTER_MS);
    addEventListener('online', go);
  });

/** A style sheet that is lost although there is a connection, for example to a blocker, must not keep any part away. */
async function unlessBlocked(error: unknown): Promise<void> {
  if (await findProblem()) throw error;
}

/** Asks for the script of every page, this module's own: its name changes with every release. */
async function findProblem(): Promise<PartProblem | null> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  const answer = await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store', signal }).catch(() => null);
  if (answer?.status === 404) return 'replaced';
  // A busy server, or one that limits calls, is asked again as well.
  return answer?.ok ? null : 'offline';
}

/** Loads the style sheets that failed: the next import of their part would go on without them. */
async function loadStylesAgain(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const loaded = new Set(links.filter((link) => link.sheet).map((link) => link.href));
  const failed = new Set(links.map((link) => link.href).filter((href) => !loaded.has(href)));
  await Promise.all([...failed].map(loadStyle));
}

const loadStyle = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`The style sheet ${href} did not load`));
    };
    Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href });
    document.head.append(link);
  });

/** Opens the page anew after a release; only where nothing can have been typed. */
export function reloadOnce(): void {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const hasJustReloaded = opened?.type === 'reload' && performance.now() < RELOAD_AGAIN_AFTER_MS;
  if (!hasJustReloaded) location.reload();
}
