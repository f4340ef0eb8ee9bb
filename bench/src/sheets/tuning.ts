import { HANDWRITING } from './fonts.ts';
import { BUILDING_FORMS } from './forms/building.ts';
import { type Part, runSheets } from './run.ts';

export const BUILDING: Part = { name: 'building', forms: BUILDING_FORMS, hands: HANDWRITING };

/** For tuning: the forms of the last third cannot be imported here (.dependency-cruiser.cjs). */
export const sheetsForTuning = (scale: number): Promise<void> => runSheets(scale, [BUILDING]);
