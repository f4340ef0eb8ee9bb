import type { Negotiation } from '@seri/contract/bids/negotiation.ts';
import type { Tone } from '@seri/contract/lots/statuses.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';

/** State of a negotiation, worded for the client or for staff. */
export const negotiationText = ({ state, offerYen }: Negotiation, forClient: boolean): string =>
  t(`bids.offer.${forClient ? 'mine' : 'staff'}.${state}`, { amount: groupThousands(offerYen ?? 0) });

export const negotiationTone = ({ state, isOverdue }: Negotiation): Tone => {
  if (isOverdue) return 'red';
  if (state === 'asked') return 'amber';
  return state === 'accepted' ? 'green' : 'grey';
};
