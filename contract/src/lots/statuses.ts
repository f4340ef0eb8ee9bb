/** Lot auction status numbers (business-rules.md#lot-statuses). */
export const LOT_STATUS = {
  ongoing: 4531,
  upcoming: 4532,
  sold: 4533,
  soldByNegotiation: 4534,
  notSold: 4535,
  cancelled: 4536,
  removed: 4537,
  unknown: 4538,
  unsold: 4539,
} as const;
export const LOT_STATUSES: readonly number[] = Object.values(LOT_STATUS);

/** Removed before its auction. */
export const isWithdrawn = (lotStatus: number): boolean =>
  lotStatus === LOT_STATUS.cancelled || lotStatus === LOT_STATUS.removed;

export type Tone = 'green' | 'amber' | 'red' | 'grey' | 'blue' | 'neutral';

const LOT_TONES: Record<number, Tone> = {
  4531: 'green',
  4532: 'amber',
  4533: 'red',
  4534: 'red',
  4535: 'amber',
  4536: 'grey',
  4537: 'amber',
  4538: 'amber',
  4539: 'amber',
};

/** Color of a lot's status badge; codes outside 4531 to 4539 show as Unknown (business-rules.md#lot-statuses). */
export const lotStatusTone = (status: number): Tone => LOT_TONES[status] ?? 'amber';
/** The status, or `unknown` for a code outside 4531 to 4539. */
export const knownLotStatus = (status: number): number => (status in LOT_TONES ? status : LOT_STATUS.unknown);

/** Color of the own bid amount on a list, besides the badge (business-rules.md#own-amount-colors). */
export function myBidTone(lotStatus: number): Tone {
  if (lotStatus === LOT_STATUS.ongoing) return 'green';
  return lotStatus === LOT_STATUS.sold || lotStatus === LOT_STATUS.soldByNegotiation ? 'red' : 'blue';
}

const GREEN_GRADES = ['6', '5', 'S'];
const AMBER_GRADES = ['3.5', '4', '4.5'];
const RED_GRADES = ['***', 'RA', 'R', '3', '2', 'RB', 'R2', 'R?', '1', 'WR'];

/** Color of an auction grade; "5.0" counts as "5" (business-rules.md#condition-grades). */
export function conditionTone(condition: string): Tone {
  const grade = /^\d+\.0$/.test(condition) ? condition.slice(0, -2) : condition;
  if (GREEN_GRADES.includes(grade)) return 'green';
  if (AMBER_GRADES.includes(grade)) return 'amber';
  return RED_GRADES.includes(grade) ? 'red' : 'neutral';
}
