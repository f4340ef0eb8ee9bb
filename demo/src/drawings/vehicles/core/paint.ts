import { clamp, lerp } from './geometry.ts';

/** base: the color itself, light: the reflected sky, dark: the reflected ground. */
export interface Paint {
  ja: string;
  base: string;
  light: string;
  dark: string;
}

export const PAINTS: Record<string, Paint> = {
  'pearl-white': { ja: 'パールホワイト', base: '#e6e4dc', light: '#ffffff', dark: '#8f8d8b' },
  white: { ja: 'ホワイト', base: '#e3e8ec', light: '#ffffff', dark: '#84909c' },
  silver: { ja: 'シルバー', base: '#b4bbc1', light: '#f4f7f9', dark: '#59626b' },
  gray: { ja: 'グレー', base: '#7d848a', light: '#ccd3d9', dark: '#353b41' },
  gunmetal: { ja: 'ガンメタ', base: '#4a525b', light: '#a4b0bc', dark: '#1b1f24' },
  black: { ja: 'ブラック', base: '#23272c', light: '#8794a2', dark: '#08090b' },
  blue: { ja: 'ブルー', base: '#2868b6', light: '#a3c9f3', dark: '#0d264e' },
  navy: { ja: 'ネイビー', base: '#22376b', light: '#8ba3d4', dark: '#0b1330' },
  red: { ja: 'レッド', base: '#b9222b', light: '#f79a90', dark: '#4a0a12' },
  wine: { ja: 'ワインレッド', base: '#6f1c35', light: '#cb8b9c', dark: '#2a0713' },
  beige: { ja: 'ベージュ', base: '#cbb797', light: '#f8eedd', dark: '#766548' },
  brown: { ja: 'ブラウン', base: '#61463a', light: '#bfa18f', dark: '#241810' },
  green: { ja: 'グリーン', base: '#33604b', light: '#a2cbb3', dark: '#10251b' },
  yellow: { ja: 'イエロー', base: '#e8be2a', light: '#fff0ac', dark: '#80600f' },
  lime: { ja: 'ライムグリーン', base: '#5fb32b', light: '#d3f5a6', dark: '#1d4a0c' },
  khaki: { ja: 'カーキ', base: '#76734f', light: '#cdc9a4', dark: '#2c2b1b' },
  purple: { ja: 'パープル', base: '#5a3580', light: '#bfa2dd', dark: '#200f33' },
  orange: { ja: 'オレンジ', base: '#db6c22', light: '#ffc593', dark: '#722d0a' },
};

export const MATERIALS = {
  glassTop: '#bcd3e2',
  glassMiddle: '#6f8899',
  glassBottom: '#27333d',
  glassEdge: '#12171c',
  trim: '#23272b',
  trimSoft: '#3a4046',
  void: '#0c0e10',
  rubberLight: '#3c4146',
  chrome: '#d9dfe4',
  chromeDark: '#7b858e',
  tail: '#b3161c',
  tailLight: '#ff6a57',
  reverse: '#f2f1ee',
};

const channel = (hex: string, place: number) => Number.parseInt(hex.slice(place, place + 2), 16);

export function mix(from: string, to: string, share: number): string {
  const weight = clamp(share);
  const mixed = [1, 3, 5].map((place) => Math.round(lerp(channel(from, place), channel(to, place), weight)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** level -1 is the deepest shade, 0 the paint itself, 1 the reflected sky. */
export const shade = (paint: Paint, level: number): string =>
  level < 0 ? mix(paint.base, paint.dark, -level) : mix(paint.base, paint.light, level);

export function paintOf(name: string): Paint {
  const paint = PAINTS[name];
  if (!paint) throw new RangeError(`Unknown paint: ${name}`);
  return paint;
}
