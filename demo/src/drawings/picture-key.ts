import { DRAWING_PREFIX } from '@seri/contract/photos/entries.ts';
import {
  BODIES,
  PAINT_NAMES,
  turns,
  type VehiclePicture,
  type VehicleTurn,
  VIEWS,
  type View,
  viewsOf,
} from './vehicles/draw-vehicle.ts';

const MAX_SEED = 99;
const LARGEST_FIRST = (a: string, b: string) => b.length - a.length;
// Longest first: `pearl-white` before `white`, `kei-box` before its prefixes.
const KEY = new RegExp(
  `^(?<body>${BODIES.toSorted(LARGEST_FIRST).join('|')})-(?<paint>${PAINT_NAMES.toSorted(LARGEST_FIRST).join('|')})` +
    `-(?<seed>\\d{1,2})-(?<view>${VIEWS.toSorted(LARGEST_FIRST).join('|')})(?:-(?<mileage>\\d{1,7}))?$`,
);

/** The key after the prefix of drawings, `demo/`, which no picture of a real lot has; null without it. */
export const drawingKeyOf = (name: string): string | null =>
  name.startsWith(DRAWING_PREFIX) ? name.slice(DRAWING_PREFIX.length) : null;

/** Parses `sedan-navy-7-front34`, and `sedan-navy-7-odometer-61234` with its reading; null for any other key. */
export function parsePictureKey(key: string): VehiclePicture | null {
  const { body, paint, seed, view, mileage } = KEY.exec(key)?.groups ?? {};
  if (!body || !paint || !seed || !view || Number(seed) > MAX_SEED) return null;
  if (!viewsOf(body).includes(view as View)) return null;
  // One key per picture: no leading zeros, a reading only on the odometer.
  if (String(Number(seed)) !== seed || (view === 'odometer') !== (mileage !== undefined)) return null;
  if (mileage !== undefined && String(Number(mileage)) !== mileage) return null;
  return { body, paint, seed: Number(seed), view: view as View, mileageKm: Number(mileage ?? 0) };
}

const TURN = /^(?<still>.+)-turn$/;

/** Parses `naked-red-3-turn`: the motorcycle of `naked-red-3-side` on a turntable. */
export function parseTurnKey(key: string): VehicleTurn | null {
  const { still } = TURN.exec(key)?.groups ?? {};
  const picture = still === undefined ? null : parsePictureKey(`${still}-side`);
  return picture && turns(picture.body) ? { body: picture.body, paint: picture.paint, seed: picture.seed } : null;
}
