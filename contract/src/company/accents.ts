import { contrast, type Hex, luminance, mixed, withLuminance } from './contrast.ts';

export type Theme = 'light' | 'dark';
/** The two accents of a company: the color of actions and links, and the color of money at stake and expiring time. */
export interface Accents {
  actionColor: Hex;
  urgentColor: Hex;
}

/** The colors of a company that has chosen none. */
export const DEFAULT_ACCENTS: Accents = { actionColor: '#23406b', urgentColor: '#bf2f1d' };

/** WCAG 2.2 AA: 1.4.3 for text, 1.4.11 for lines, rings and fields. */
export const TEXT_CONTRAST = 4.5;
export const CONTROL_CONTRAST = 3;

/** Backgrounds of an accent used as text, line or ring; as in tokens.css. */
export const SURFACES = {
  light: { page: '#f6f5f1', surface: '#ffffff', raised: '#ffffff', hover: '#f9f8f4' },
  dark: { page: '#14171c', surface: '#1c2027', raised: '#262c35', hover: '#21262e' },
} as const satisfies Record<Theme, Record<string, Hex>>;
/** Background of photos: the accent is a ring there, never text. */
export const PHOTO_WALL: Record<Theme, Hex> = { light: '#e9e7e0', dark: '#3d4550' };
export const ON_FILL: Hex = '#ffffff';

/** One accent in one theme. */
export interface Shades {
  /** Text, links, lines, rings. */
  text: Hex;
  /** Background of white text and icons. */
  fill: Hex;
  fillHover: Hex;
}
export interface ThemeColors {
  action: Shades;
  urgent: Shades;
  /** Background of selected items. */
  selected: Hex;
}
export type BrandColors = Record<Theme, ThemeColors>;

const DESIGNED: BrandColors = {
  light: {
    action: { text: '#23406b', fill: '#23406b', fillHover: '#1a3256' },
    urgent: { text: '#bf2f1d', fill: '#bf2f1d', fillHover: '#a12616' },
    selected: '#eef2f8',
  },
  dark: {
    action: { text: '#9dbdeb', fill: '#35609e', fillHover: '#3f6fb4' },
    urgent: { text: '#ff8a75', fill: '#c23a27', fillHover: '#d04531' },
    selected: '#222c3b',
  },
};

/** More than 6:1 on every dark background. */
const DARK_TEXT_LUMINANCE = 0.42;
/** White text on it has 4.6:1, and it has 3:1 against every dark background; there is little room between. */
const DARK_FILL_LUMINANCE = 0.1785;
const DARK_HOVER_LUMINANCE = 0.14;
const HOVER_SHARE = 0.72;
/** Share of the accent in a selected background, mixed over the surface. */
const SELECTED_SHARE = { light: 0.065, dark: 0.12 };
/** The selected background for black: every other accent makes a lighter one, so text is readable on any accent's background. */
const DARKEST_SELECTED: Hex = mixed('#000000', SELECTED_SHARE.light, SURFACES.light.surface);

const shadesOf = (color: Hex): Record<Theme, Shades> => ({
  light: { text: color, fill: color, fillHover: withLuminance(color, luminance(color) * HOVER_SHARE) },
  dark: {
    text: withLuminance(color, DARK_TEXT_LUMINANCE),
    fill: withLuminance(color, DARK_FILL_LUMINANCE),
    fillHover: withLuminance(color, DARK_HOVER_LUMINANCE),
  },
});

/** All shades of both accents. The default pair was designed by hand; for any other pair they are calculated. */
export function brandColors({ actionColor, urgentColor }: Accents): BrandColors {
  const isOwnAction = actionColor !== DEFAULT_ACCENTS.actionColor;
  const isOwnUrgent = urgentColor !== DEFAULT_ACCENTS.urgentColor;
  const [action, urgent] = [shadesOf(actionColor), shadesOf(urgentColor)];
  const inTheme = (theme: Theme): ThemeColors => ({
    action: isOwnAction ? action[theme] : DESIGNED[theme].action,
    urgent: isOwnUrgent ? urgent[theme] : DESIGNED[theme].urgent,
    selected: isOwnAction
      ? mixed(action[theme].fill, SELECTED_SHARE[theme], SURFACES[theme].surface)
      : DESIGNED[theme].selected,
  });
  return { light: inTheme('light'), dark: inTheme('dark') };
}

interface Fault {
  theme: Theme;
  /** The background it would be on. */
  on: string;
  /** Rounded down to one digit, so that a refused contrast never looks sufficient. */
  contrast: number;
  needed: number;
}

/** Pairs in use that lack contrast, the worst first. */
export function faultsOf(colors: BrandColors): Fault[] {
  const faults = (['light', 'dark'] as const).flatMap((theme) => {
    const { action, urgent, selected } = colors[theme];
    const grounds = Object.entries({ ...SURFACES[theme], selected });
    return [action, urgent].flatMap(({ text, fill, fillHover }) => [
      ...grounds.map(([on, ground]) => ({ theme, on, contrast: contrast(text, ground), needed: TEXT_CONTRAST })),
      { theme, on: 'photo wall', contrast: contrast(text, PHOTO_WALL[theme]), needed: CONTROL_CONTRAST },
      ...[fill, fillHover].map((ground) => ({
        ...{ theme, on: 'white words', contrast: contrast(ON_FILL, ground), needed: TEXT_CONTRAST },
      })),
    ]);
  });
  return faults
    .filter((pair) => pair.contrast < pair.needed)
    .toSorted((a, b) => a.contrast / a.needed - b.contrast / b.needed)
    .map((pair) => ({ ...pair, contrast: Math.floor(pair.contrast * 10) / 10 }));
}

/** Faults of one color with any other color. */
function faultsWith(color: Hex): Fault[] {
  const { light, dark } = brandColors({ actionColor: color, urgentColor: color });
  return faultsOf({ light: { ...light, selected: DARKEST_SELECTED }, dark });
}

export interface FaintColor extends Fault {
  /** The lightest color of the same hue with enough contrast. */
  nearest: Hex;
}

const HALVINGS = 12;

/** Why a color cannot be an accent, with the nearest one that can; null when it is fine. */
export function refuseAccent(color: Hex): FaintColor | null {
  const [fault] = faultsWith(color);
  if (!fault) return null;
  let [passes, fails] = [0, luminance(color)];
  for (let step = 0; step < HALVINGS; step++) {
    const between = (passes + fails) / 2;
    if (faultsWith(withLuminance(color, between)).length > 0) fails = between;
    else passes = between;
  }
  return { ...fault, nearest: withLuminance(color, passes) };
}
