import type { InspectionFacts } from '@seri/contract/feed/rows.ts';
import type { Seeded } from '@seri/server/platform/db/seeded.ts';

type Zone = InspectionFacts['zones'][number]['zone'];

interface ZoneList {
  zone: Zone;
  /** Part, its good finding, its possible faults. */
  parts: readonly (readonly [part: string, well: string, faults: readonly string[]])[];
  /** The picture that shows the zone. */
  view: string;
}

const ZONES: readonly ZoneList[] = [
  {
    zone: 'engine',
    view: 'engine',
    parts: [
      ['start', 'good', ['weak']],
      ['noise', 'none', ['small', 'present']],
      ['smoke', 'none', ['small']],
      ['oil leak', 'none', ['slight seep', 'present']],
      ['clutch', 'good', ['worn']],
    ],
  },
  {
    zone: 'electro',
    view: 'odometer',
    parts: [
      ['battery', 'good', ['weak', 'needs charging']],
      ['lamps', 'works', ['cracked']],
      ['indicators', 'works', ['aftermarket']],
      ['meter', 'works', ['scratch', 'aftermarket']],
      ['starter', 'works', ['weak']],
    ],
  },
  {
    zone: 'exterior',
    view: 'side',
    parts: [
      ['tank', 'good', ['scratch', 'dent', 'faded', 'repainted']],
      ['seat', 'good', ['cracked', 'faded', 'aftermarket']],
      ['cowls', 'good', ['scratches', 'cracked', 'repainted']],
      ['silencer', 'good', ['scratch', 'rust', 'aftermarket']],
      ['mirrors', 'good', ['scratch', 'aftermarket', 'missing']],
    ],
  },
  {
    zone: 'front',
    view: 'front',
    parts: [
      ['fork', 'good', ['slight seep', 'rust', 'scratch']],
      ['steering head', 'good', ['play']],
      ['front brake', 'works', ['worn', 'rust']],
      ['front tyre', 'good', ['worn', 'cracked']],
      ['front wheel', 'good', ['scratch', 'bent']],
    ],
  },
  {
    zone: 'rear',
    view: 'rear',
    parts: [
      ['shock absorber', 'good', ['slight seep', 'rust']],
      ['rear brake', 'works', ['worn', 'rust']],
      ['rear tyre', 'good', ['worn', 'cracked']],
      ['rear wheel', 'good', ['scratch', 'rust']],
    ],
  },
  {
    zone: 'chassis',
    view: 'rear34',
    parts: [
      ['frame', 'good', ['scratch', 'rust', 'repainted']],
      ['swing arm', 'good', ['rust', 'scratch']],
      ['stand', 'good', ['rust', 'bent']],
      ['handlebar stops', 'good', ['dent', 'bent']],
    ],
  },
];

const REMARKS_ALWAYS = ['Engine starts at once', 'Runs and rides'];
const REMARKS = [
  'Scratch on tank',
  'Small dent in tank',
  'Fallen on left side',
  'Fallen on right side',
  'Worn tyre',
  'Chain near its end',
  'Torn seat cover',
  'Rust on fork tubes',
  'Rust under the seat',
  'Aftermarket silencer',
  'Aftermarket handlebar',
  'Original parts included',
  'Spare key',
  'Service book',
  'One owner',
];
const CHAIN_REMARK = 'Chain near its end';
const MILEAGE_NOTES = ['Meter exchanged', 'Mileage not certain'];
const NOTE_SHARE = 0.09;
const IMAGE_SHARE = 0.7;

interface InspectedBike {
  condition: string;
  drive: string;
  /** The lot's pictures by view. */
  pictures: ReadonlyMap<string, string>;
}

/** A motorcycle inspection: six rated zones, findings, and lettered remarks. */
export function bikeInspection(
  random: Seeded,
  { condition, drive, pictures }: InspectedBike,
): { inspection: InspectionFacts; mileageNote: string } {
  const overall = pointsOf(condition);
  const zones = ZONES.map(({ zone, parts, view }) => {
    const points = Math.min(6, Math.max(2, overall + random.pick([-1, 0, 0, 0, 1])));
    const faultShare = (6 - points) * 0.16;
    const image = pictures.get(view);
    return {
      zone,
      rating: String(points),
      notes: [...parts, ...driveParts(zone, drive)].map(([part, well, faults]) => ({
        part,
        finding: random.chance(faultShare) ? random.pick(faults) : well,
      })),
      images: image && random.chance(IMAGE_SHARE) ? [image] : [],
    };
  });
  const possible = REMARKS.filter((remark) => drive === 'CHAIN' || remark !== CHAIN_REMARK);
  const share = 0.06 + (6 - overall) * 0.05;
  const remarks = [...REMARKS_ALWAYS, ...possible.filter(() => random.chance(share))];
  return { inspection: { zones, remarks }, mileageNote: random.chance(NOTE_SHARE) ? random.pick(MILEAGE_NOTES) : '' };
}

const driveParts = (zone: Zone, drive: string): ZoneList['parts'] =>
  zone === 'rear' ? [[drive.toLowerCase(), 'good', ['worn', 'rust']]] : [];

/** Points of a zone for an overall grade: 6 as new, 2 poor. */
function pointsOf(condition: string): number {
  if (condition === 'S' || condition === '6') return 6;
  if (condition.startsWith('R')) return 3;
  return Math.min(6, Math.max(2, Math.round(Number(condition))));
}
