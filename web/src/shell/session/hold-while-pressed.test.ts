import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdWhilePressed } from './hold-while-pressed.ts';

let page: EventTarget;
let schedule: (change: () => void) => void;
let shown: string[];
const on = (event: string) => page.dispatchEvent(new Event(event));
const change = (name: string) => schedule(() => shown.push(name));
const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  schedule = holdWhilePressed(page);
  shown = [];
});
afterEach(() => vi.useRealTimers());

test('a change shows at once while nothing is pressed', async () => {
  change('a');
  await Promise.resolve();
  expect(shown).toEqual(['a']);
});

test('a change during a press shows after its click', async () => {
  on('pointerdown');
  change('a');
  await passMs(500);
  on('pointerup');
  expect(shown).toEqual([]);
  on('click');
  change('of the click');
  await Promise.resolve();
  expect(shown).toEqual(['of the click']);
  await passMs(0);
  expect(shown).toEqual(['of the click', 'a']);
});

test('a press without a click holds changes until shortly after its release', async () => {
  on('pointerdown');
  change('a');
  on('pointerup');
  await passMs(49);
  expect(shown).toEqual([]);
  await passMs(1);
  expect(shown).toEqual(['a']);
});

test.each([
  ['a press that becomes scrolling', () => on('pointercancel'), 0],
  ['a press whose release never comes', () => {}, 2_000],
])('%s does not stop the screen', async (_, end, afterMs) => {
  on('pointerdown');
  change('a');
  end();
  await passMs(afterMs);
  expect(shown).toEqual(['a']);
  change('b');
  await Promise.resolve();
  expect(shown).toEqual(['a', 'b']);
});
