import { readFileSync } from 'node:fs';
import { brandColors, DEFAULT_ACCENTS, ON_FILL, PHOTO_WALL, SURFACES } from '@seri/contract/company/accents.ts';
import { expect, test } from 'vitest';

const sheet = readFileSync(new URL('../../ui/theme/tokens.css', import.meta.url), 'utf8');
const tokensAfter = (selector: string) => {
  const body = sheet.slice(sheet.indexOf(`${selector} {`)).split('}', 1)[0] ?? '';
  return Object.fromEntries([...body.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
};

// A company's own accents are checked on these backgrounds, and the default ones are the fallback of a browser.
// @covers OPS-09
test.each([
  ['light', ':root'],
  ['dark', ':root[data-mantine-color-scheme="dark"]'],
] as const)(
  'backgrounds and accents of the %s theme equal those that accents are checked against',
  (theme, selector) => {
    const tokens = { ...tokensAfter(':root'), ...tokensAfter(selector) };
    const { action, urgent, selected } = brandColors(DEFAULT_ACCENTS)[theme];
    expect(tokens).toMatchObject({
      ...SURFACES[theme],
      'photo-wall': PHOTO_WALL[theme],
      'on-fill': ON_FILL,
      sel: selected,
      indigo: action.text,
      'indigo-fill': action.fill,
      'indigo-fill-hover': action.fillHover,
      vermilion: urgent.text,
      'vermilion-fill': urgent.fill,
      'vermilion-fill-hover': urgent.fillHover,
    });
  },
);
