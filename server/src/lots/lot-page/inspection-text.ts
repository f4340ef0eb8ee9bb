import { isForeignLink } from '@seri/contract/addresses.ts';
import { type InspectionFacts, inspectionFacts } from '@seri/contract/feed/rows.ts';
import type { BikeInspection } from '@seri/contract/lots/records.ts';
import { photoAddressesOf, photoAddressOf } from '@seri/contract/photos/names.ts';
import * as z from 'zod';

type Zone = InspectionFacts['zones'][number];

const TITLES: Record<Zone['zone'], string> = {
  engine: 'Engine',
  electro: 'Electro',
  exterior: 'Exterior',
  front: 'Front',
  rear: 'Rear',
  chassis: 'Chassis',
};
const LETTER_A = 65;
const zoneShape = inspectionFacts.shape.zones.element.shape;
/** As {@link inspectionFacts}, but drops pictures that are not the portal's own, since older versions stored any. */
const storedInspection = z.object({
  ...inspectionFacts.shape,
  zones: z.array(z.object({ ...zoneShape, images: z.array(z.string()).transform(photoAddressesOf) })),
});
const NOTHING: InspectionFacts = { zones: [], remarks: [] };

/** Data of an unknown shape counts as no inspection. */
export function readInspection(value: unknown): InspectionFacts {
  const parsed = storedInspection.safeParse(value);
  return parsed.success ? parsed.data : NOTHING;
}

export const rateOf = ({ zones }: InspectionFacts, zone: Zone['zone']): string | null =>
  zones.find((found) => found.zone === zone)?.rating || null;

/** The inspection of a motorcycle as text; parts must not contain a separator (business-rules.md#bike-inspection). */
export const toInspection = (facts: InspectionFacts, videos: readonly string[]): BikeInspection => ({
  list: facts.remarks.map((remark, index) => `${String.fromCharCode(LETTER_A + index)}-${oneRemark(remark)}`).join(' '),
  videos: videos.flatMap(videoAddress).join('#'),
  rate: Object.keys(TITLES).flatMap((name) => {
    const zone = facts.zones.find((found) => found.zone === name);
    return zone ? [{ txt: zoneText(zone), img: zone.images.join('#') }] : [];
  }),
});

/** A video of the portal, or a linked page on another site. */
function videoAddress(video: string): string[] {
  const own = photoAddressOf(video);
  if (own !== null) return [own];
  return isForeignLink(video) ? [video] : [];
}

function zoneText({ zone, rating, notes }: Zone): string {
  const pairs = notes.map(({ part, finding }) => `${word(part)}-${word(finding)}`).join(',');
  return `${TITLES[zone]}:${word(rating)}${pairs && `#${pairs}`}`;
}

const word = (text: string) =>
  text
    .replaceAll(/[#:,-]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
/** A letter and a dash would begin the next remark. */
const oneRemark = (text: string) => text.replaceAll(/\b([A-Z])-/g, '$1 ').trim();
