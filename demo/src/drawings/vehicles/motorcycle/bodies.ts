import { CRUISER } from './cruiser.ts';
import type { Motorcycle } from './motorcycle-body.ts';
import { NAKED } from './naked.ts';
import { OFFROAD } from './offroad.ts';
import { SCOOTER } from './scooter.ts';
import { SPORT } from './sport.ts';
import { TOURING } from './touring.ts';

export const MOTORCYCLES: Record<string, Motorcycle> = {
  naked: NAKED,
  sport: SPORT,
  cruiser: CRUISER,
  scooter: SCOOTER,
  offroad: OFFROAD,
  touring: TOURING,
};
