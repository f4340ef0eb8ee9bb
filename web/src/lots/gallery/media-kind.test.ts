import { expect, test } from 'vitest';
import { kindOfType } from './media-kind.ts';

test('the element follows the media type that the server gives, whatever the address is called', () => {
  expect(kindOfType('video/webm')).toBe('video');
  expect(kindOfType('Video/MP4; codecs="avc1"')).toBe('video');
  expect(kindOfType('image/webp')).toBe('picture');
  expect(kindOfType(' image/gif')).toBe('picture');
  for (const other of ['text/html', 'application/json', 'audio/wav', '', null]) expect(kindOfType(other)).toBeNull();
});
