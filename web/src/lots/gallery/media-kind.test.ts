import { expect, test } from 'vitest';
import { kindOfType } from './media-kind.ts';

test('the media type of the server decides the element, independent of the address', () => {
  expect(kindOfType('video/webm')).toBe('video');
  expect(kindOfType('Video/MP4; codecs="avc1"')).toBe('video');
  expect(kindOfType('image/webp')).toBe('picture');
  expect(kindOfType(' image/gif')).toBe('picture');
  for (const other of ['text/html', 'application/json', 'audio/wav', '', null]) expect(kindOfType(other)).toBeNull();
});
