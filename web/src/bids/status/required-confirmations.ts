export type Confirmation = 'lastHour' | 'future' | 'win' | 'today';

interface StatusIntent {
  to: number;
  now: Date;
  auctionAt: Date;
  agentCutoffAt: Date;
  /** The manager's own flag `lastHourBidWarning`. */
  lastHourBidWarning: boolean;
}

const japanDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', dateStyle: 'short' });

/** True from the agent's cut-off to the start, when nothing is forwarded any more (business-rules.md#last-hour). */
export const isLastHour = ({ now, auctionAt, agentCutoffAt }: Omit<StatusIntent, 'to' | 'lastHourBidWarning'>) =>
  now >= agentCutoffAt && now < auctionAt;

/** Confirmations in their order, before a status is sent (business-rules.md#status-questions). */
export function requiredConfirmations(intent: StatusIntent): Confirmation[] {
  const { to, now, auctionAt, lastHourBidWarning } = intent;
  const warned: Confirmation[] = lastHourBidWarning && isLastHour(intent) ? ['lastHour'] : [];
  const future = japanDay.format(auctionAt) > japanDay.format(now);
  if (to === 6) return [...warned, 'win', ...(future && warned.length === 0 ? (['future'] as const) : [])];
  if (warned.length > 0) return warned;
  return [future ? 'future' : 'today'];
}
