import type { DB } from '../../platform/db/tables.ts';

type Table = keyof DB;

/** The part of a table that belongs to a person, and its fate when their data is erased (business-rules.md#personal-data). */
export interface Rule {
  /** The columns that reference the person. */
  userColumns: readonly string[];
  erased: boolean;
  /** The exported columns. Tables without any hold secrets or repeat other tables. */
  exported?: readonly string[];
}

/**
 * Every table that references an account. Data that only served the person's visits is erased. Bids and agreements about
 * them, orders, purchases and their documents, the books and the audit trails are binding and stay, with the account's id.
 */
export const RULES: Partial<Record<Table, Rule>> = {
  // Devices and links that sign the person in.
  sessions: {
    userColumns: ['user_id'],
    erased: true,
    exported: ['created_at', 'last_seen_at', 'ended_at', 'end_reason', 'address', 'user_agent'],
  },
  known_devices: { userColumns: ['user_id'], erased: true, exported: ['first_seen_at', 'last_seen_at'] },
  passkeys: { userColumns: ['user_id'], erased: true, exported: ['name', 'created_at', 'last_used_at'] },
  passkey_challenges: { userColumns: ['user_id'], erased: true },
  pending_logins: { userColumns: ['user_id'], erased: true },
  second_factors: { userColumns: ['user_id'], erased: true, exported: ['created_at'] },
  second_factor_setups: { userColumns: ['user_id'], erased: true },
  email_links: { userColumns: ['user_id'], erased: true },
  idempotency_keys: { userColumns: ['user_id'], erased: true },
  // Saved items and notifications.
  saved_searches: {
    userColumns: ['user_id'],
    erased: true,
    exported: ['title', 'page_type', 'params', 'alert', 'created_at'],
  },
  search_alerts: { userColumns: ['user_id'], erased: true },
  favorites: { userColumns: ['user_id'], erased: true, exported: ['lot_id', 'group_letter', 'created_at'] },
  lot_marks: {
    userColumns: ['user_id'],
    erased: true,
    exported: ['lot_id', 'hidden_at', 'seen_at', 'note', 'tags'],
  },
  list_visits: { userColumns: ['user_id'], erased: true, exported: ['page_type', 'last_at', 'new_since'] },
  shares: {
    userColumns: ['user_id'],
    erased: true,
    exported: ['lot_id', 'page_type', 'created_at', 'ended_at', 'views'],
  },
  lot_questions: {
    userColumns: ['user_id'],
    erased: true,
    exported: ['lot_id', 'fact', 'asked_at', 'answered_at'],
  },
  client_doors: {
    userColumns: ['user_id'],
    erased: true,
    exported: ['destination', 'buyer', 'currency', 'updated_at'],
  },
  bid_filters: { userColumns: ['user_id'], erased: true, exported: ['title', 'params', 'created_at'] },
  calendar_feeds: { userColumns: ['user_id'], erased: true, exported: ['created_at'] },
  notifications: {
    userColumns: ['user_id'],
    erased: true,
    exported: ['kind', 'created_at', 'read_at', 'lot_id', 'bid_id'],
  },
  notice_deliveries: {
    userColumns: ['user_id'],
    erased: true,
    exported: ['channel', 'state', 'reason', 'created_at', 'finished_at'],
  },
  notice_links: { userColumns: ['user_id'], erased: true },
  notice_endpoints: {
    userColumns: ['user_id'],
    erased: true,
    exported: ['channel', 'label', 'created_at', 'last_delivered_at'],
  },
  notice_settings: {
    userColumns: ['user_id'],
    erased: true,
    exported: ['choices', 'quiet_from', 'quiet_to', 'time_zone', 'digest_at'],
  },
  mails: { userColumns: ['user_id'], erased: true, exported: ['kind', 'created_at', 'sent_at'] },
  extra_photo_requests: { userColumns: ['user_id'], erased: true, exported: ['day', 'cancelled_at'] },
  extra_photo_days: { userColumns: ['user_id'], erased: true },
  // Bids and purchases.
  bid_clients: {
    userColumns: ['user_id'],
    erased: false,
    exported: ['balance_yen', 'credit_limit_yen', 'exposure_yen', 'daily_bid_limit', 'daily_uss_limit'],
  },
  bid_groups: { userColumns: ['user_id'], erased: false, exported: ['value', 'cars', 'round'] },
  bids: {
    userColumns: ['user_id', 'placed_by'],
    erased: false,
    exported: [
      'id',
      'user_id',
      'lot_id',
      'amount_yen',
      'status',
      'sold_price_yen',
      'comment',
      'created_at',
      'status_at',
    ],
  },
  bid_events: {
    userColumns: ['client_id', 'actor_id'],
    erased: false,
    exported: ['bid_id', 'event', 'before', 'after', 'at', 'actor', 'chain_no'],
  },
  bid_event_heads: { userColumns: ['client_id'], erased: false },
  group_decisions: { userColumns: ['user_id'], erased: false },
  agent_orders: { userColumns: ['client_id'], erased: false },
  agent_order_versions: { userColumns: ['client_id'], erased: false },
  negotiation_offers: { userColumns: ['asked_by'], erased: false },
  chat_messages: { userColumns: ['sender_id'], erased: false, exported: ['bid_id', 'text', 'sent_at'] },
  purchases: {
    userColumns: ['user_id'],
    erased: false,
    exported: [
      'sku',
      'lot_id',
      'purchased_on',
      'status',
      'car_price_yen',
      'total_yen',
      'vessel',
      'voyage',
      'etd',
      'eta',
    ],
  },
  addresses: {
    userColumns: ['user_id'],
    erased: false,
    exported: ['full_name', 'address', 'country_id', 'port', 'telephone', 'email', 'document', 'payment_method'],
  },
  purchase_fees: { userColumns: ['user_id'], erased: false },
  purchase_documents: { userColumns: ['user_id'], erased: false },
  purchase_events: { userColumns: ['user_id'], erased: false },
  ledger_accounts: { userColumns: ['user_id'], erased: false },
  ledger_postings: { userColumns: ['booked_by'], erased: false },
  incoming_transfers: {
    userColumns: ['user_id'],
    erased: false,
    exported: ['received_on', 'amount_yen', 'sender', 'reference'],
  },
  // Audit trails, and the work of staff.
  user_events: {
    userColumns: ['user_id', 'actor_id'],
    erased: false,
    exported: ['user_id', 'event', 'before', 'after', 'at'],
  },
  user_event_reasons: { userColumns: ['user_id'], erased: true, exported: ['reason'] },
  order_sheets: { userColumns: ['confirmed_by'], erased: false },
  lot_note_events: { userColumns: ['actor_id'], erased: false },
  lot_reference_values: { userColumns: ['set_by'], erased: false },
  lot_fact_events: { userColumns: ['actor_id'], erased: false },
  sheet_items: { userColumns: ['corrected_by'], erased: false },
  sheet_contradictions: { userColumns: ['decided_by'], erased: false },
  sheet_events: { userColumns: ['user_id'], erased: false },
  feed_name_events: { userColumns: ['actor_id'], erased: false },
  vehicle_word_events: { userColumns: ['actor_id'], erased: false },
  glossary_words: { userColumns: ['changed_by'], erased: false },
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
