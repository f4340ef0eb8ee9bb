import type { SheetFacts } from '@seri/contract/feed/rows.ts';
import type { Seeded } from '@seri/server/platform/db/seeded.ts';

/** Highest mileage and age for each grade. */
const GRADES: readonly { grade: string; mileageKm: number; ageYears: number }[] = [
  { grade: 'S', mileageKm: 300, ageYears: 1 },
  { grade: '6', mileageKm: 5_000, ageYears: 1 },
  { grade: '5', mileageKm: 25_000, ageYears: 3 },
  { grade: '4.5', mileageKm: 60_000, ageYears: 7 },
  { grade: '4', mileageKm: 115_000, ageYears: 14 },
  { grade: '3.5', mileageKm: 175_000, ageYears: 20 },
  { grade: '3', mileageKm: 260_000, ageYears: 30 },
];
const WORST = '2';
const REPAIRED_SHARE = 0.07;
const REPAIRED = ['R', 'R', 'RA', 'RA', 'RA', 'RB', 'R2'];

const DAMAGES: Record<string, [number, number]> = {
  S: [0, 0],
  '6': [0, 0],
  '5': [0, 2],
  '4.5': [1, 4],
  '4': [2, 5],
  '3.5': [3, 7],
};
const MANY: [number, number] = [4, 8];

const PANELS_JA: Record<string, string> = {
  frontBumper: 'Fバンパー',
  bonnet: 'ボンネット',
  windscreen: 'Fガラス',
  roof: 'ルーフ',
  bootLid: 'リアゲート',
  rearBumper: 'Rバンパー',
  leftFrontFender: '左Fフェンダー',
  leftFrontDoor: '左Fドア',
  leftRearDoor: '左Rドア',
  leftRearFender: '左Rフェンダー',
  leftSill: '左サイドステップ',
  rightFrontFender: '右Fフェンダー',
  rightFrontDoor: '右Fドア',
  rightRearDoor: '右Rドア',
  rightRearFender: '右Rフェンダー',
  rightSill: '右サイドステップ',
};
const PANELS = Object.keys(PANELS_JA);
const MARKS_JA: Record<string, string> = {
  A: 'キズ',
  U: '凹み',
  W: '補修跡',
  S: 'サビ',
  P: '塗装要',
  X: '交換要',
  XX: '交換済',
};

export function gradeOf(random: Seeded, { mileageKm, ageYears }: { mileageKm: number; ageYears: number }): string {
  if (mileageKm > 1_000 && random.chance(REPAIRED_SHARE)) return random.pick(REPAIRED);
  // Random care: some cars are a little better or worse than their figures.
  const usage = random.between(0.75, 1.3);
  const fits = GRADES.find((limit) => mileageKm * usage <= limit.mileageKm && ageYears * usage <= limit.ageYears);
  return fits?.grade ?? WORST;
}

export function sheetOf(random: Seeded, grade: string, salesPointsJa: string[]): SheetFacts {
  const repaired = grade.startsWith('R');
  const [fewest, most] = DAMAGES[grade] ?? MANY;
  const panels = drawn(random, PANELS, random.whole(fewest, most));
  const damages = panels.map((panel) => ({ code: markFor(random, panel, repaired), panel }));
  return {
    interiorGrade: interiorOf(random, grade),
    damages,
    remarksJa: [
      ...damages
        .slice(0, 4)
        .map(
          ({ code, panel }) =>
            `${PANELS_JA[panel]}${MARKS_JA[code.replace(/\d$/, '')]}${code.endsWith('3') ? '大' : ''}`,
        ),
      ...(repaired ? ['修復歴有'] : []),
      ...salesPointsJa,
    ],
    seed: random.whole(0, 999_999),
  };
}

function markFor(random: Seeded, panel: string, repaired: boolean): string {
  if (panel === 'windscreen') return random.chance(0.2) ? 'X' : 'A1';
  if (repaired && random.chance(0.3)) return random.pick(['XX', 'W2', 'W3', 'P2']);
  const size = random.pick([1, 1, 1, 2, 2, 3]);
  return `${random.pick(['A', 'A', 'A', 'U', 'U', 'W', 'S'])}${size}`;
}

function interiorOf(random: Seeded, grade: string): string {
  if (grade === 'S' || grade === '6' || grade === '5') return 'A';
  if (grade === '4.5') return random.pick(['A', 'B', 'B']);
  if (grade === '4') return random.pick(['B', 'B', 'C']);
  return random.pick(['B', 'C', 'C', 'D']);
}

/** Picks `count` different items with `count` random draws. */
function drawn<Item>(random: Seeded, items: readonly Item[], count: number): Item[] {
  const left = [...items];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(random.whole(0, left.length - 1), 1),
  ).flat();
}
