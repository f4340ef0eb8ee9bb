export interface PlantedBug {
  name: string;
  edits: Edit[];
  /** The test files that must find it, at least one of them. */
  tests: string[];
}

export interface Edit {
  file: string;
  /** Occurs in the file exactly once. */
  text: string;
  instead: string;
}

const RULES = 'contract/src/bids/rules.ts';
const GROUPS = 'contract/src/bids/groups.ts';
const STATUSES = 'contract/src/bids/statuses.ts';
const QUERIES = 'server/src/bids/core/queries.ts';
// Test databases are created from it; npm run generate builds it from server/schema.
const BASELINE = 'server/migrations/0000_baseline.sql';
const BID_FUNCTIONS = 'server/schema/bids/functions.sql';
const HISTORIES = 'server/src/bids/audit-log/histories.test.ts';
const PLACING = 'server/src/bids/place/place-bid.test.ts';
const GUARDS = 'server/src/bids/place/guards.test.ts';
const RACES = 'server/src/bids/place/races.test.ts';
const GROUP_RULE = 'contract/src/bids/groups.test.ts';

const bug = (name: string, file: string, text: string, instead: string, ...tests: string[]): PlantedBug => ({
  name,
  edits: [{ file, text, instead }],
  tests,
});

/** Mistakes that would cost money or trust, each in current code; npm run torture -- bugs tries them (docs/performance.md). */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  bug(
    'client-not-locked',
    BID_FUNCTIONS,
    'perform 1 from bid_clients where user_id = p_user for update;',
    'perform 1 from bid_clients where user_id = p_user;',
    RACES,
  ),
  bug(
    'exposure-not-guarded',
    'server/schema/bids/triggers.sql',
    'create or replace trigger bid_clients_exposure before update of exposure_yen on bid_clients\n  for each row execute function guard_exposure();',
    '',
    GUARDS,
  ),
  bug(
    'order-not-written',
    'server/src/bids/place/place-bid.ts',
    'order: agentOrderAfter(context, { bidId: live?.bidId ?? 0, userId, ...values }, { keepsOrder: true }),',
    'order: null,',
    PLACING,
    HISTORIES,
  ),
  bug('key-not-kept', QUERIES, 'if (change.repeat) parts.push(idempotencyPart(change.repeat));', '', PLACING),
  {
    name: 'half-steps',
    edits: [
      { file: RULES, text: 'if (amountYen % BID_STEP_YEN !== 0)', instead: 'if (amountYen % 1_000 !== 0)' },
      { file: BASELINE, text: 'amount_yen % 5000 = 0', instead: 'amount_yen % 1000 = 0' },
    ],
    tests: [GUARDS],
  },
  bug(
    'deadline-before-the-lock',
    BID_FUNCTIONS,
    'create or replace function bid_context(p_user integer, p_lot bigint, p_bid bigint) returns jsonb\nlanguage plpgsql volatile as $$\ndeclare\n  v_now timestamptz := clock_timestamp();',
    'create or replace function bid_context(p_user integer, p_lot bigint, p_bid bigint) returns jsonb\nlanguage plpgsql volatile as $$\ndeclare\n  v_now timestamptz := now();',
    PLACING,
    RACES,
    GUARDS,
  ),
  bug(
    'cancel-whenever',
    STATUSES,
    ': now < lot.cancelUntil;',
    ': now < lot.auctionAt;',
    'contract/src/bids/statuses.test.ts',
  ),
  bug('no-daily-limit', RULES, 'client.bidsLeftToday <= 0)', 'client.bidsLeftToday < 0)', PLACING, RACES),
  bug(
    'lower-whenever',
    RULES,
    'current && now >= lot.cancelUntil && amountYen < current.amountYen',
    'current && now >= lot.auctionAt && amountYen < current.amountYen',
    'contract/src/bids/rules.test.ts',
    PLACING,
  ),
  bug('two-live-bids', BASELINE, 'create unique index bids_one_live', 'create index bids_one_live', GUARDS),
  bug(
    'unknown-outcome-holds-no-place',
    GROUPS,
    'isWin(bid) || bid.mayBeBought || bid.isCleared;',
    'isWin(bid) || bid.isCleared;',
    GROUP_RULE,
    HISTORIES,
  ),
  bug(
    'group-withdraws-nothing',
    GROUPS,
    'const withdraw = [...missed, ...tellable.filter((bid) => bid.isCleared && !wanted.includes(bid))];',
    'const withdraw = [...missed];',
    GROUP_RULE,
    HISTORIES,
  ),
  bug(
    'group-exposure-one-too-few',
    GROUPS,
    'Math.max(cars, slots) - bought;',
    'Math.max(cars, slots) - bought - 1;',
    GROUP_RULE,
  ),
  bug(
    'held-amount-dropped',
    'server/src/bids/core/bid-effects.ts',
    'return heldYen > after.amountYen + after.adjustmentYen ? heldYen : 0;',
    'return 0;',
    PLACING,
    'server/src/bids/manage/edit-bid.test.ts',
  ),
  bug(
    'stale-version-accepted',
    'server/src/agent/order-queries.ts',
    `and version = \${order.version} and claim_token = \${claimToken} and state = 'sent'`,
    '',
    'server/src/agent/late-answers.test.ts',
  ),
  bug('event-not-written', QUERIES, '    eventPart(change),\n', '', PLACING, HISTORIES),
  bug(
    'version-not-raised',
    QUERIES,
    'update bids set version = version + 1, status',
    'update bids set version = version, status',
    PLACING,
    HISTORIES,
  ),
  bug(
    'win-of-another',
    'server/src/bids/outcomes/apply-lot-result.ts',
    'bids.find(({ bidId }) => bidId === order.bidId)',
    'bids.find(({ bidId }) => bidId !== order.bidId)',
    'server/src/bids/outcomes/apply-lot-result.test.ts',
  ),
  bug(
    'settled-twice',
    'server/src/bids/manage/settle-bid.ts',
    'if (bid.status === BID_STATUS.won) return null;\n  ensureVersion(ifMatch, bid);\n  if (bid.status !== BID_STATUS.win)',
    'ensureVersion(ifMatch, bid);\n  if (bid.status !== 6 && bid.status !== 7)',
    'server/src/flows/auctions/flows.test.ts',
    HISTORIES,
  ),
  bug(
    'decided-unseen',
    'server/src/bids/core/change-bid.ts',
    '  ensureVersion(ifMatch, bid);\n',
    '',
    'server/src/bids/manage/set-bid-status.test.ts',
  ),
  bug(
    'chain-without-links',
    BID_FUNCTIONS,
    'e.previous_hash := previous.hash;',
    'e.previous_hash := null;',
    'server/src/bids/audit-log/event-chain.test.ts',
  ),
  bug(
    'bid-without-event',
    'server/src/bids/groups/group-queries.ts',
    '.set({ group_cleared: isCleared })',
    '.set({ group_cleared: isCleared, bid_at: sql`clock_timestamp()` })',
    HISTORIES,
  ),
];
