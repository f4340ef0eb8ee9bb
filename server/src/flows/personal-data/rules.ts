import type { DB } from '../../platform/db/tables.ts';

type Table = keyof DB;

/** The part of a table that belongs to a person, and its fate when their data is erased (business-rules.md#personal-data). */
export interface Rule {
  /** The columns that reference the person. */
  by: readonly string[];
  erased: boolean;
  /** The exported columns. Tables without any hold secrets or repeat other tables. */
  given?: readonly string[];
}

/**
 * Every table that references an account. Data that only served the person's visits is erased. Bids and agreements about
 * them, orders, purchases and their documents, the books and the audit trails are binding and stay, with the account's id.
 */
export const RULES: Partial<Record<Table, Rule>> = {
  // Devices and links that sign the person in.
  sessions: {
    by: ['user_id'],
    erased: true,
    given: ['created_at', 'last_seen_at', 'ended_at', 'end_reason', 'address', 'user_agent'],
  },
  known_devices: { by: ['user_id'], erased: true, given: ['first_seen_at', 'last_seen_at'] },
  passkeys: { by: ['user_id'], erased: true, given: ['name', 'created_at', 'last_used_at'] },
  passkey_challenges: { by: ['user_id'], erased: true },
  pending_logins: { by: ['user_id'], erased: true },
  second_factors: { by: ['user_id'], erased: true, given: ['created_at'] },
  second_factor_setups: { by: ['user_id'], erased: true },
  email_links: { by: ['user_id'], erased: true },
  idempotency_keys: { by: ['user_id'], erased: true },
  // Saved items and notifications.
  saved_searches: { by: ['user_id'], erased: true, given: ['title', 'page_type', 'params', 'alert', 'created_at'] },
  search_alerts: { by: ['user_id'], erased: true },
  favorites: { by: ['user_id'], erased: true, given: ['lot_id', 'group_letter', 'created_at'] },
  shares: { by: ['user_id'], erased: true, given: ['lot_id', 'page_type', 'created_at', 'ended_at', 'views'] },
  bid_filters: { by: ['user_id'], erased: true, given: ['title', 'params', 'created_at'] },
  calendar_feeds: { by: ['user_id'], erased: true, given: ['created_at'] },
  notifications: { by: ['user_id'], erased: true, given: ['kind', 'created_at', 'read_at', 'lot_id', 'bid_id'] },
  mails: { by: ['user_id'], erased: true, given: ['kind', 'created_at', 'sent_at'] },
  extra_photo_requests: { by: ['user_id'], erased: true, given: ['day', 'cancelled_at'] },
  extra_photo_days: { by: ['user_id'], erased: true },
  // Bids and purchases.
  bid_clients: {
    by: ['user_id'],
    erased: false,
    given: ['balance_yen', 'credit_limit_yen', 'exposure_yen', 'daily_bid_limit', 'daily_uss_limit'],
  },
  bid_groups: { by: ['user_id'], erased: false, given: ['value', 'cars', 'round'] },
  bids: {
    by: ['user_id', 'placed_by'],
    erased: false,
    given: ['id', 'user_id', 'lot_id', 'amount_yen', 'status', 'sold_price_yen', 'comment', 'created_at', 'status_at'],
  },
  bid_events: {
    by: ['client_id', 'actor_id'],
    erased: false,
    given: ['bid_id', 'event', 'before', 'after', 'at', 'actor', 'chain_no'],
  },
  bid_event_heads: { by: ['client_id'], erased: false },
  group_decisions: { by: ['user_id'], erased: false },
  agent_orders: { by: ['client_id'], erased: false },
  agent_order_versions: { by: ['client_id'], erased: false },
  negotiation_offers: { by: ['asked_by'], erased: false },
  chat_messages: { by: ['sender_id'], erased: false, given: ['bid_id', 'text', 'sent_at'] },
  purchases: {
    by: ['user_id'],
    erased: false,
    given: ['sku', 'lot_id', 'purchased_on', 'status', 'car_price_yen', 'total_yen', 'vessel', 'voyage', 'etd', 'eta'],
  },
  addresses: {
    by: ['user_id'],
    erased: false,
    given: ['full_name', 'address', 'country_id', 'port', 'telephone', 'email', 'document', 'payment_method'],
  },
  purchase_fees: { by: ['user_id'], erased: false },
  purchase_documents: { by: ['user_id'], erased: false },
  purchase_events: { by: ['user_id'], erased: false },
  ledger_accounts: { by: ['user_id'], erased: false },
  ledger_postings: { by: ['booked_by'], erased: false },
  incoming_transfers: {
    by: ['user_id'],
    erased: false,
    given: ['received_on', 'amount_yen', 'sender', 'reference'],
  },
  // Audit trails, and the work of staff.
  user_events: { by: ['user_id', 'actor_id'], erased: false, given: ['user_id', 'event', 'before', 'after', 'at'] },
  order_sheets: { by: ['confirmed_by'], erased: false },
  lot_note_events: { by: ['actor_id'], erased: false },
  sheet_items: { by: ['corrected_by'], erased: false },
  feed_name_events: { by: ['actor_id'], erased: false },
  vehicle_word_events: { by: ['actor_id'], erased: false },
  glossary_words: { by: ['changed_by'], erased: false },
};

/** Values of an erased account. The row stays, since bids, purchases and bookings reference its id. */
export const BLANK = {
  full_name: 'Erased',
  mobile: '',
  office_phone: null,
  address: '',
  city: '',
  company: null,
  country_id: null,
  client_note: null,
  invoice_link: null,
  referral_code: null,
  password_hash: null,
  email_verified_at: null,
  bid_email_notify: false,
  autobid: false,
} as const;

export const blankEmail = (userId: number): string => `erased-${userId}@erased.invalid`;
