import { expect, test } from 'vitest';
import { rememberFor } from './remember.ts';

const MINUTE_MS = 60_000;

test('everybody who asks at once waits for one answer', async () => {
  const remember = rememberFor(MINUTE_MS);
  let counted = 0;
  const count = async () => ++counted;
  expect(await Promise.all([remember('lots', count), remember('lots', count), remember('lots', count)])).toEqual([
    1, 1, 1,
  ]);
  expect(await remember('lots', count)).toBe(1);
  expect(await remember('other lots', count)).toBe(2);
});

test('a failure is told to who waits and not kept', async () => {
  const remember = rememberFor(MINUTE_MS);
  await expect(remember('lots', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(await remember('lots', async () => 7)).toBe(7);
});

test('a stale answer is served once more while a new one is on its way', async () => {
  const remember = rememberFor(1);
  expect(await remember('lots', async () => 1)).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  let release: (lots: number) => void = () => {};
  const slow = new Promise<number>((resolve) => {
    release = resolve;
  });
  expect(await remember('lots', () => slow)).toBe(1);
  expect(await remember('lots', () => slow)).toBe(1);
  release(2);
  await slow;
  expect(await remember('lots', async () => 3)).toBe(2);
});

test('where nothing stale may be served, whoever comes later waits for the new answer', async () => {
  const remember = rememberFor(1, { staleMs: 0 });
  expect(await remember('reader', async () => 1)).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await remember('reader', async () => 2)).toBe(2);
});

test('the oldest answers make room, so that memory stays small', async () => {
  const remember = rememberFor(MINUTE_MS);
  for (let key = 0; key <= 200; key++) await remember(String(key), async () => key);
  expect(await remember('0', async () => 'again')).toBe('again');
  expect(await remember('200', async () => 'again')).toBe(200);
});
