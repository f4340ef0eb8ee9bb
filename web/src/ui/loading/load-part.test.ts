import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// A copy of its own: the module remembers failures, and other tests in this process load texts with it.
vi.resetModules();
const { loadInBackground, loadNeededPart, loadPart, missingPart } = await import('./load-part.ts');
vi.resetModules();

const LOST = new TypeError('Failed to fetch dynamically imported module');

/** Replies to the question whether the page's own script still exists: a status, or null without a connection. */
let script: number | null;

beforeEach(() => {
  vi.useFakeTimers();
  script = 200;
  vi.stubGlobal('document', { querySelectorAll: () => [] });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('fetch', async () => {
    if (script === null) throw new TypeError('Failed to fetch');
    return new Response(null, { status: script });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A part that fails as often as said, and counts its loads. */
function part(failures: number, error: unknown = LOST) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) throw error;
    return 'loaded';
  });
  return load;
}

test('a part that was lost for a moment is loaded at the second try, without a notice', async () => {
  const load = part(1);
  await expect(loadNeededPart(load)).resolves.toBe('loaded');
  expect(load).toHaveBeenCalledTimes(2);
  expect(missingPart.get()).toBeNull();
});

test('an error in the code of a part is thrown as it is, after two tries', async () => {
  const error = new Error('a constant is missing');
  const load = part(9, error);
  await expect(loadNeededPart(load)).rejects.toBe(error);
  await expect(loadInBackground(part(9, error))).rejects.toBe(error);
  expect(load).toHaveBeenCalledTimes(2);
  expect(missingPart.get()).toBeNull();
});

test.each([
  [null, 'offline'],
  [502, 'offline'],
  [429, 'offline'],
  [404, 'replaced'],
] as const)(
  'with the reply %s to the question for its own script, the page calls a part %s',
  async (status, problem) => {
    script = status;
    await expect(loadPart(part(9))).rejects.toMatchObject({ problem });
  },
);

test('a needed part is shown as missing until it is there; one in the background is not', async () => {
  script = null;
  const onReplaced = vi.fn();
  const [first, second] = [loadNeededPart(part(3), onReplaced), loadNeededPart(part(1))];
  const background = loadInBackground(part(1));
  await vi.advanceTimersByTimeAsync(0);
  expect(missingPart.get()).toBe('offline');
  await vi.advanceTimersByTimeAsync(3_000);
  await expect(second).resolves.toBe('loaded');
  await expect(background).resolves.toBe('loaded');
  expect(missingPart.get()).toBe('offline');
  expect(onReplaced).not.toHaveBeenCalled();
  script = 404;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(missingPart.get()).toBe('replaced');
  expect(onReplaced).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(3_000);
  await expect(first).resolves.toBe('loaded');
  expect(missingPart.get()).toBeNull();
});

test('a style sheet that is blocked although there is a connection keeps no part away', async () => {
  const lost: string[] = [];
  const append = (link: { href: string; onerror(): void }) => {
    lost.push(link.href);
    queueMicrotask(() => link.onerror());
  };
  vi.stubGlobal('document', {
    querySelectorAll: () => [{ href: '/assets/blocked.css', sheet: null }],
    createElement: () => ({ remove() {} }),
    head: { append },
  });
  await expect(loadPart(part(1))).resolves.toBe('loaded');
  expect(new Set(lost)).toEqual(new Set(['/assets/blocked.css']));
  script = null;
  await expect(loadPart(part(0))).rejects.toMatchObject({ problem: 'offline' });
});
