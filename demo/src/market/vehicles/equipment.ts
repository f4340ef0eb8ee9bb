import type { Seeded } from '@seri/server/platform/db/seeded.ts';
import type { BaseCar } from './draw-car.ts';

interface Feature {
  /** As in a feed. */
  code: string;
  share: number;
  /** First year of registration with this equipment. */
  fromYear?: number;
  bodies?: readonly string[];
  notBodies?: readonly string[];
  minNewYen?: number;
}

const WORK_BODIES = ['kei-truck', 'kei-van', 'van'];
const SLIDING = ['minivan', 'kei-box'];

const FEATURES: readonly Feature[] = [
  { code: 'NAVI', share: 0.62, notBodies: ['kei-truck'] },
  { code: 'TV', share: 0.45, fromYear: 2004, notBodies: ['kei-truck'] },
  { code: 'BC', share: 0.55, fromYear: 2006, notBodies: ['kei-truck'] },
  { code: '360', share: 0.22, fromYear: 2012, notBodies: WORK_BODIES },
  { code: 'ETC', share: 0.5, fromYear: 2002 },
  { code: 'AW', share: 0.6, notBodies: WORK_BODIES },
  { code: 'SR', share: 0.12, notBodies: [...WORK_BODIES, 'roadster', 'kei-box'], minNewYen: 2_300_000 },
  { code: 'LEATHER', share: 0.3, notBodies: WORK_BODIES, minNewYen: 3_300_000 },
  { code: 'PSEAT', share: 0.4, notBodies: WORK_BODIES, minNewYen: 2_900_000 },
  { code: 'SH', share: 0.25, fromYear: 2008, notBodies: WORK_BODIES, minNewYen: 1_300_000 },
  { code: 'SKEY', share: 0.68, fromYear: 2007, notBodies: ['kei-truck', 'kei-van'] },
  { code: 'LED', share: 0.55, fromYear: 2014 },
  { code: 'CC', share: 0.5, fromYear: 2010, notBodies: WORK_BODIES, minNewYen: 1_900_000 },
  { code: 'PSD', share: 0.7, fromYear: 2004, bodies: SLIDING, minNewYen: 1_450_000 },
  { code: 'DR', share: 0.3, fromYear: 2014 },
];

const isOf = ({ fromYear = 0, bodies, notBodies, minNewYen = 0 }: Feature, { version, year }: BaseCar): boolean =>
  year >= fromYear &&
  version.newYen >= minNewYen &&
  (bodies?.includes(version.body) ?? true) &&
  !(notBodies?.includes(version.body) ?? false);

/** Equipment codes of the car, as in a list. */
export function equipmentOf(random: Seeded, car: BaseCar): string {
  const always = car.version.body === 'kei-truck' ? ['AC', 'PS'] : ['AC', 'PS', 'PW', 'ABS'];
  const chosen = FEATURES.filter((feature) => isOf(feature, car) && random.chance(feature.share));
  const turbo = /TURBO/.test(car.trim) ? ['TURBO'] : [];
  return [...always, ...chosen.map(({ code }) => code), ...turbo].join(' ');
}

interface SalesPoint {
  ja: string;
  en: string;
}

const FUELS: Record<string, SalesPoint> = {
  hybrid: { ja: 'ハイブリッド', en: 'Hybrid' },
  phev: { ja: 'プラグインハイブリッド', en: 'Plug-in hybrid' },
  diesel: { ja: 'ディーゼル', en: 'Diesel' },
  electric: { ja: '電気自動車', en: 'Electric car' },
};
const DRAWN: readonly (SalesPoint & { share: number; fromYear?: number })[] = [
  { ja: 'ワンオーナー', en: 'One owner', share: 0.28 },
  { ja: '禁煙車', en: 'Non-smoker', share: 0.24 },
  { ja: '記録簿有', en: 'Service book', share: 0.42 },
  { ja: '寒冷地仕様', en: 'Cold-climate specification', share: 0.07 },
  { ja: '衝突被害軽減ブレーキ', en: 'Collision mitigation brake', share: 0.6, fromYear: 2016 },
  { ja: '車線逸脱警報', en: 'Lane departure warning', share: 0.45, fromYear: 2017 },
];
const UNUSED: SalesPoint = { ja: '届出済未使用車', en: 'Registered but not used' };
const UNUSED_KM = 100;

export const salesPointsOf = (random: Seeded, { version, year, mileageKm }: BaseCar): SalesPoint[] => [
  ...(FUELS[version.fuel] ? [FUELS[version.fuel] as SalesPoint] : []),
  ...DRAWN.filter(({ share, fromYear = 0 }) => year >= fromYear && random.chance(share)),
  ...(mileageKm <= UNUSED_KM ? [UNUSED] : []),
];
