import { gradeIn } from '@seri/contract/lots/grade-words.ts';
import type { ListingLot } from '@seri/contract/lots/records.ts';
import { knownLotStatus } from '@seri/contract/lots/statuses.ts';
import { colorIn, driveIn, equipmentIn, gearboxIn } from '@seri/contract/lots/vehicle-words.ts';
import { glossaryOverrides } from '../../shell/glossary-overrides.ts';
import { cc } from '../../shell/i18n/format.ts';
import { language, t, textOf } from '../../shell/i18n/i18n.ts';

/** The auction house's own status code, for filter choices; a lot itself shows its state. */
export const statusText = (status: number): string => textOf(`LotStatus.${knownLotStatus(status)}`, 'LotStatus.4538');

/** Grade in words, for readers who do not know the auction houses' scale. */
export const gradeMeaning = (grade: string): string =>
  gradeIn(grade, language, glossaryOverrides) ?? t('lots.grade.other', { grade });

/** Translates colour codes and plain English colours; anything else stays unchanged. */
export const colorText = (color: string): string => colorIn(color, language, glossaryOverrides);
export const gearboxText = (gearbox: string): string => gearboxIn(gearbox, language, glossaryOverrides);
export const driveText = (drive: string): string => driveIn(drive, language, glossaryOverrides);

/** "Not equipped" shows as a dash in every language (business-rules.md#not-equipped). */
export const equipText = (equip: string): string =>
  equipmentIn(equip, language, glossaryOverrides)
    .map(({ text }) => text)
    .join(', ') || '–';

export const joined = (parts: readonly (string | null)[]): string => parts.filter((part) => part).join(' · ');

export const engineText = ({ engine, gearbox, color }: ListingLot): string =>
  joined([engine === null ? null : cc(engine), gearboxText(gearbox), colorText(color)]);

export const lotName = ({ maker, model }: { maker: string; model: string }): string => `${maker} ${model}`;

/** `TOYOTA PRIUS 2018`: title of a lot outside a list. */
export const lotTitle = (lot: { maker: string; model: string; year: number | null }): string =>
  [lotName(lot), lot.year].filter((part) => part !== null).join(' ');

export { isDayOnly } from '@seri/contract/lots/lot-state.ts';
