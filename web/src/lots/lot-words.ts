import type { ListingLot } from '@seri/contract/lots/records.ts';
import { knownLotStatus, LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { cc } from '../shell/format.ts';
import { t, textOf } from '../shell/i18n.ts';

export const statusText = (status: number): string => textOf(`LotStatus.${knownLotStatus(status)}`, 'LotStatus.4538');

/** The grade in words, for those who do not know the houses' scale. */
export const gradeMeaning = (grade: string): string =>
  textOf(`lots.grade.${grade.replace(/\.0$/, '')}`, 'lots.grade.other', { grade });

const word = (kind: 'color' | 'gearbox', text: string): string =>
  textOf(`lots.${kind}.${text.toLowerCase()}`, 'lots.raw', { text });

/** House codes and plain English colors in the reader's words; anything else as the house wrote it. */
export const colorText = (color: string): string => word('color', color);
export const gearboxText = (gearbox: string): string => word('gearbox', gearbox);

/** "Not equipped" shows as a dash in every language (decisions D6.16). */
export const equipText = (equip: string): string => (/^(not equipped)?$/i.test(equip.trim()) ? '–' : equip);

export const joined = (parts: readonly (string | null)[]): string => parts.filter((part) => part).join(' · ');

export const engineText = ({ engine, gearbox, color }: ListingLot): string =>
  joined([engine === null ? null : cc(engine), gearboxText(gearbox), colorText(color)]);

/** What stands for the countdown once bids are no longer taken. */
export function endedText(status: number): string {
  if (status === LOT_STATUS.ongoing) return t('lots.time.live');
  return status === LOT_STATUS.upcoming ? t('lots.time.closed') : t('lots.time.ended');
}

export const lotName = ({ maker, model }: { maker: string; model: string }): string => `${maker} ${model}`;
/** A day without a time of day (decisions D4.33). */
export const isDayOnly = (auctionDate: string): boolean => auctionDate.length === 10;
