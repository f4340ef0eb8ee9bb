import { expect, test } from 'vitest';
import { demoExtraPhotos } from './demo-extra-photos.ts';
import { parsePictureKey } from './picture-key.ts';

test('supplies further views of the same car, in another yard', async () => {
  const lot = { lotId: 1, house: 'USS Tokyo', lotNo: 1, auctionDay: '2026-11-24' };
  const steps: number[] = [];
  const asking = { signal: new AbortController().signal, onProgress: (percent: number) => void steps.push(percent) };
  const images = ['/p/demo/sedan-white-1-front34', '/p/demo/sedan-white-1-odometer-5'];
  const found = await demoExtraPhotos(60).find({ ...lot, images }, asking);
  expect(found).toHaveLength(5);
  for (const image of found) {
    const picture = parsePictureKey(image.slice('/p/demo/'.length));
    expect(picture).toMatchObject({ body: 'sedan', paint: 'white' });
    expect(images).not.toContain(image);
    expect((picture?.seed ?? 0) % 3).not.toBe(1);
  }
  expect(steps.at(-1)).toBe(100);
  expect(await demoExtraPhotos(0).find({ ...lot, images: ['/p/real.jpg'] }, asking)).toEqual([]);
  const given = new AbortController();
  const cancelled = demoExtraPhotos(10_000).find({ ...lot, images }, { ...asking, signal: given.signal });
  given.abort();
  await expect(cancelled).rejects.toThrow();
});
