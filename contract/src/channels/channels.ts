/** Where a notice can reach a user outside the portal. */
export const CHANNELS = ['mail', 'push', 'telegram', 'whatsapp', 'line', 'max'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Messengers whose address the user types and confirms with a code that is sent there. */
export const TYPED_CHANNELS = ['whatsapp', 'line', 'max'] as const;
export type TypedChannel = (typeof TYPED_CHANNELS)[number];

export const MODES = ['instant', 'digest', 'off'] as const;
export type Mode = (typeof MODES)[number];

/** Events with a mail of their own; the choice for mail can only switch it off. */
export const OWN_MAIL: readonly string[] = [
  'bid_status',
  'bid_won',
  'bid_finished',
  'lot_withdrawn',
  'bid_not_forwarded',
  'negotiation_offer',
  'chat_message',
  'new_lots',
  'purchase_status',
  'car_at_yard',
  'shipping_dates',
];

/** Events whose mail cannot be switched off: it confirms received money. */
export const ALWAYS_MAILED: readonly string[] = ['deposit_booked'];

/** Events that may break quiet hours if the user allows it; `queue_notices` in the schema has the same list. */
export const URGENT: readonly string[] = [
  'closing_soon',
  'bid_not_forwarded',
  'bid_won',
  'negotiation_offer',
  'urgent_bid',
  'order_failed',
];

/** Modes that a user may choose for an event on a channel; a single one means that there is no choice. */
export function modesFor(kind: string, channel: Channel): readonly Mode[] {
  if (channel !== 'mail') return MODES;
  if (ALWAYS_MAILED.includes(kind)) return ['instant'];
  return OWN_MAIL.includes(kind) ? ['instant', 'off'] : MODES;
}

export type Choices = Record<string, Partial<Record<Channel, Mode>>>;

/** The mode in effect; `queue_notices` in the schema decides by the same rule. */
export function modeOf(choices: Choices, kind: string, channel: Channel): Mode {
  const chosen = choices[kind]?.[channel];
  if (chosen && modesFor(kind, channel).includes(chosen)) return chosen;
  return channel !== 'mail' || OWN_MAIL.includes(kind) || ALWAYS_MAILED.includes(kind) ? 'instant' : 'off';
}
