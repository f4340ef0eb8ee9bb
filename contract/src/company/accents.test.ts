import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  brandColors,
  CONTROL_CONTRAST,
  DEFAULT_ACCENTS,
  faultsOf,
  ON_FILL,
  PHOTO_WALL,
  refuseAccent,
  SURFACES,
  TEXT_CONTRAST,
  type Theme,
} from './accents.ts';
import { contrast, luminance, mixed } from './contrast.ts';

const THEMES = ['light', 'dark'] as const;
/** Text colors on selected items and own messages besides the accents, as in tokens.css. */
const INKS: Record<Theme, string[]> = {
  light: ['#1c1f24', '#595f69', '#1b7040', '#8a5200', '#b3261e', '#1e5f99'],
  dark: ['#e8e6e1', '#a7adb7', '#62c78e', '#e5b04a', '#ff938a', '#7db8f0'],
};
const OWN_MESSAGE_SHARE = 0.1;

const hex = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
/** As in the settings: dark colors pass, light ones are replaced by the suggestion. */
const accepted = hex.map((color) => refuseAccent(color)?.nearest ?? color);

describe('contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#23406b', '#f6f5f1', 9.54],
    ['#bf2f1d', '#ffffff', 5.77],
  ])('of %s on %s is %f, in either order', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });
});

describe('the accents of a company', () => {
  test('pass in the default design', () => {
    const { light, dark } = brandColors(DEFAULT_ACCENTS);
    expect([light.action.fill, dark.action.text, dark.urgent.fill]).toEqual(['#23406b', '#9dbdeb', '#c23a27']);
    expect(faultsOf({ light, dark })).toEqual([]);
  });

  // @covers OPS-09
  test('are readable on every background of both themes, and so is white text on them', () => {
    fc.assert(
      fc.property(accepted, accepted, (actionColor, urgentColor) => {
        const colors = brandColors({ actionColor, urgentColor });
        const faint = THEMES.flatMap((theme) => {
          const { action, urgent, selected } = colors[theme];
          const ownMessage = mixed(action.text, OWN_MESSAGE_SHARE, SURFACES[theme].surface);
          const words = [action, urgent].flatMap(({ text, fill, fillHover }) => [
            ...Object.values({ ...SURFACES[theme], selected }).map((ground) => [text, ground] as const),
            ...[fill, fillHover].map((ground) => [ON_FILL, ground] as const),
          ]);
          const inks = INKS[theme].flatMap((ink) => [selected, ownMessage].map((ground) => [ink, ground] as const));
          const rings = [action, urgent].map(({ text }) => [text, PHOTO_WALL[theme]] as const);
          return [
            ...[...words, ...inks].filter((pair) => contrast(...pair) < TEXT_CONTRAST),
            ...rings.filter((pair) => contrast(...pair) < CONTROL_CONTRAST),
          ];
        });
        expect(faint).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('contrast with every background as a filled area too', () => {
    fc.assert(
      fc.property(accepted, (color) => {
        const colors = brandColors({ actionColor: color, urgentColor: color });
        const isDelivered = Object.values(DEFAULT_ACCENTS).includes(color);
        for (const theme of THEMES)
          for (const ground of Object.values(SURFACES[theme]))
            expect(isDelivered || contrast(colors[theme].action.fill, ground) >= CONTROL_CONTRAST).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  // @covers OPS-09
  test('are refused with the figure, the background and the nearest color that passes', () => {
    expect(refuseAccent('#23406b')).toBeNull();
    expect(refuseAccent('#ffd400')).toMatchObject({ theme: 'light', contrast: 1.2, needed: 4.5 });
    fc.assert(
      fc.property(hex, (color) => {
        const refusal = refuseAccent(color);
        if (!refusal) return;
        expect(refusal.contrast).toBeLessThan(refusal.needed);
        expect(refuseAccent(refusal.nearest)).toBeNull();
        // Not lighter than before, and hardly darker than necessary.
        expect(luminance(refusal.nearest)).toBeLessThan(luminance(color));
        expect(contrast(refusal.nearest, SURFACES.light.page)).toBeLessThan(5);
      }),
      { numRuns: 1_000 },
    );
  });
});
