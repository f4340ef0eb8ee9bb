import * as z from 'zod/mini';
import { DECIDES, SEES_CLIENTS } from '../auth/manager-access.ts';
import { FLAGS, type Flag, type RoleId } from '../auth/permissions.ts';
import { instant, intParam, noQuery, option, pageInfo, route, success } from '../http.ts';
import { yen } from '../money.ts';
import { accountChange, limitChange, newAccount, roleChange } from './accounts.ts';
import { CLIENT_ROLES, clientsSearch } from './list-search.ts';

/** Flags without a meaning for clients: the rights of managers. */
const OF_MANAGERS: readonly Flag[] = [
  'bidManagementEnabled',
  'bidManageBidPrice',
  'bidManageSoldPrice',
  'bidManageStatus',
  'managerBidForClient',
];
export const CLIENT_FLAGS = FLAGS.filter((flag) => !OF_MANAGERS.includes(flag));

const clientRole = z.literal(CLIENT_ROLES as RoleId[]);
const userId = limitChange.shape.userId;

const clientRow = z.object({
  userId: z.int(),
  clientId: z.string(),
  name: z.string(),
  company: z.nullable(z.string()),
  email: z.string(),
  roleId: z.int(),
  countryId: z.nullable(z.int()),
  managerId: z.nullable(z.int()),
  creditLimitYen: yen,
  balanceYen: yen,
  /** Exposure of open bids. */
  exposureYen: yen,
  lastLoginAt: z.nullable(instant),
  createdAt: instant,
});
export type ClientRow = z.infer<typeof clientRow>;

export const listClients = route({
  method: 'GET',
  path: '/v1/clients/list',
  summary: 'Clients by part of name, company, email address or number, and by role; the newest first',
  access: SEES_CLIENTS,
  query: clientsSearch,
  reply: z.object({ success: z.literal(true), items: z.array(clientRow), pageInfo }),
  budget: 'search',
});

const decision = z.object({
  at: instant,
  /** Name of the manager or the program; null: the operator. */
  by: z.nullable(z.string()),
  event: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});

export const viewClient = route({
  method: 'GET',
  path: '/v1/clients/view',
  budget: 'read',
  summary: 'One client: limits, flags, role, assigned manager, and the latest changes',
  access: SEES_CLIENTS,
  query: z.strictObject({ userId: intParam(1, 2_147_483_647) }),
  reply: z.object({
    success: z.literal(true),
    client: z.extend(clientRow, {
      city: z.string(),
      mobile: z.string(),
      officePhone: z.nullable(z.string()),
      language: z.nullable(z.int()),
      emailVerified: z.boolean(),
      dealerId: z.nullable(z.int()),
      dailyBidLimit: z.int(),
      dailyUssLimit: z.int(),
      autobid: z.boolean(),
      note: z.nullable(z.string()),
      invoiceLink: z.nullable(z.string()),
      flags: z.record(z.enum(CLIENT_FLAGS), z.boolean()),
    }),
    /** Managers and dealers that the client can be assigned to. */
    managers: z.array(option),
    dealers: z.array(option),
    decisions: z.array(decision),
    /** Yen kept free for the overbid of the next bid (business-rules.md#overbid). */
    overbidYen: z.optional(yen),
  }),
  errors: ['NotFound'],
});
export type ClientView = z.infer<typeof viewClient.reply>;
export type Client = ClientView['client'];
export type Decision = ClientView['decisions'][number];

const change = { method: 'PUT', budget: 'write', access: DECIDES, reply: success, repeatSafe: true } as const;
const REPEATS = ['Idempotency.Mismatch', 'Idempotency.InProgress'] as const;

export const createClient = route({
  ...change,
  method: 'POST',
  path: '/v1/clients/create',
  budget: 'write',
  summary: 'Create a client; a mail contains a link for choosing a password, valid once within a day',
  query: noQuery,
  body: z.strictObject({ ...newAccount.shape, roleId: clientRole }),
  reply: z.object({ success: z.literal(true), userId: z.int() }),
  errors: [
    'Email.Invalid',
    'Phone.Incomplete',
    'User.EmailTaken',
    'User.NotDealer',
    'User.NotManager',
    'User.NoAutobid',
    'AccountDisabled',
    ...REPEATS,
  ],
});

export const inviteClient = route({
  ...change,
  method: 'POST',
  path: '/v1/clients/invite',
  budget: 'write',
  summary: 'Mail a client a new link for choosing a password; earlier ones stop working',
  query: noQuery,
  body: z.strictObject({ userId }),
  errors: ['NotFound', 'AccountDisabled', ...REPEATS],
});

export const setClientLimits = route({
  ...change,
  path: '/v1/clients/limits',
  summary: 'Set credit and daily limits, -1 is unlimited; absent fields and open bids are unchanged',
  query: noQuery,
  body: limitChange,
  errors: ['NotFound', ...REPEATS],
});

export const setClientFlags = route({
  ...change,
  path: '/v1/clients/flags',
  summary: "Switch single flags on or off, effective with the client's next request",
  query: noQuery,
  body: z.strictObject({ userId, flags: z.partialRecord(z.enum(CLIENT_FLAGS), z.boolean()) }),
  errors: ['NotFound', ...REPEATS],
});

export const setClientRole = route({
  ...change,
  path: '/v1/clients/role',
  summary: 'Set the role with its flags; 982 disables the account and ends its sessions',
  query: noQuery,
  body: z.strictObject({ userId, roleId: clientRole, keepFlags: roleChange.shape.keepFlags }),
  errors: ['NotFound', ...REPEATS],
});

export const enableClient = route({
  ...change,
  method: 'POST',
  path: '/v1/clients/enable',
  budget: 'write',
  summary: 'Restore the previous role and flags of a disabled client',
  query: noQuery,
  body: z.strictObject({ userId }),
  errors: ['NotFound', 'User.NotDisabled', ...REPEATS],
});

export const changeClient = route({
  ...change,
  path: '/v1/clients/account',
  summary: "Set manager, dealer, autobid, the managers' note and the link to invoices; null clears",
  query: noQuery,
  body: accountChange,
  errors: ['NotFound', 'User.NotDealer', 'User.NotManager', 'User.NoAutobid', ...REPEATS],
});
