import type { DoorTotal } from '@seri/contract/costs/estimate.ts';
import type { VehicleFacts } from '@seri/contract/lots/facts.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import type { BikeLot, CarLot } from '@seri/contract/lots/records.ts';
import { equipmentIn } from '@seri/contract/lots/vehicle-words.ts';
import { glossaryOverrides } from '../../shell/glossary-overrides.ts';
import { language } from '../../shell/i18n/i18n.ts';
import { type LotSummary, summaryOf } from '../core/lot-summary.ts';
import { colorText, driveText, gearboxText } from '../core/lot-texts.ts';

/** A lot with all values used in a comparison, in the reader's language. */
export interface ComparedLot extends LotSummary {
  engineCc: number | null;
  gearbox: string;
  drive: string;
  powerPs: number | null;
  color: string;
  equipment: string[];
  chassis: string;
  facts: VehicleFacts;
  /** Total at the reader's door; null while it is unknown. */
  door: DoorTotal | null;
}

export function comparedOf(pageType: PageType, lot: CarLot | BikeLot): ComparedLot {
  const [specification, chassis] =
    'bikeInfo' in lot ? [lot.bikeSpecification, lot.bikeInfo.serial] : [lot.carSpecification, lot.carInfo.chassisId];
  return {
    ...summaryOf(pageType, lot),
    engineCc: specification.engineCC,
    gearbox: gearboxText(specification.transmission),
    drive: driveText(specification.drive ?? ''),
    powerPs: specification.horsePower,
    color: colorText(specification.color),
    equipment: equipmentIn(specification.equipment, language, glossaryOverrides).map(({ text }) => text),
    chassis,
    facts: lot.facts ?? {},
    door: null,
  };
}
