import { type Flag, type Permissions, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { NewAccount, RoleChange } from '@seri/contract/users/accounts.ts';
import * as service from '@seri/contract/users/back-office-routes.ts';
import * as clients from '@seri/contract/users/client-routes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, type Caller, deciderOf, idOf } from '../platform/calls/actor.ts';
import { NotFound } from '../platform/calls/errors.ts';
import { clientCode } from '../platform/client-code.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database, Tx } from '../platform/db/db.ts';
import { onceInTransaction } from '../platform/http/idempotency.ts';
import { idempotencyKey, registerRoute } from '../platform/http/register-route.ts';
import { changeAccount } from './change-account.ts';
import {
  type ClientFound,
  type ClientRowFound,
  countClients,
  findAssignees,
  findClient,
  findClients,
  findDecisions,
  isClient,
} from './client-queries.ts';
import { setLimits } from './set-limits.ts';
import { setPermissions } from './set-permissions.ts';
import { enableAccount } from './set-role.ts';

const LAST_DECISIONS = 20;

export interface AccountFlows {
  /** Disabling ends all sessions immediately; sessions belong to another capability. */
  changeRole: (tx: Tx, input: RoleChange, actor: Actor) => Promise<void>;
  /** A new account whose owner gets a link by mail. */
  createInvitedAccount: (tx: Tx, account: NewAccount, actor: Actor) => Promise<number>;
  invite: (tx: Tx, userId: number, actor: Actor) => Promise<void>;
}

/** Clients and decisions about them, for managers and for the provider's programs. */
export function clientRoutes(app: FastifyInstance, { db }: Database, flows: AccountFlows): void {
  for (const spec of [clients.listClients, service.serviceListClients])
    registerRoute(app, spec, async ({ query }) => {
      const [rows, counts] = await Promise.all([findClients(db, query, query), countClients(db, query)]);
      const { page, pageSize } = query;
      return {
        success: true as const,
        items: rows.map(toRow),
        pageInfo: { page, pageSize, totalSearchResults: counts.found, totalResults: counts.all },
      };
    });

  for (const spec of [clients.viewClient, service.serviceViewClient])
    registerRoute(app, spec, async ({ query: { userId } }) => {
      const [client, assignees, decisions, { overbidAmount }] = await Promise.all([
        findClient(db, userId),
        findAssignees(db),
        findDecisions(db, userId, LAST_DECISIONS),
        readSettings(db),
      ]);
      if (!client) throw new NotFound();
      const options = (userType: number) =>
        assignees
          .filter((keeper) => keeper.user_type === userType && keeper.id !== userId)
          .map(({ id, full_name }) => ({ value: id, label: full_name }));
      return {
        success: true as const,
        client: toClient(client),
        managers: options(USER_TYPE.manager),
        dealers: options(USER_TYPE.client),
        decisions: decisions.map(({ at, by, event, before, after }) => ({
          at: at.toISOString(),
          by,
          event,
          before: before as Record<string, unknown> | null,
          after: after as Record<string, unknown> | null,
        })),
        overbidYen: overbidAmount,
      };
    });

  /** Runs one idempotent decision about a client in a transaction. Throws NotFound for staff accounts. */
  const decide = (
    caller: Caller & { request: FastifyRequest },
    userId: number,
    work: (tx: Tx, actor: Actor) => Promise<void>,
  ) => {
    const actor = deciderOf(caller);
    return onceInTransaction(db, idempotencyKey(caller.request, actor), async (tx) => {
      if (!(await isClient(tx, userId))) throw new NotFound();
      await work(tx, idOf(actor));
      return { success: true as const };
    });
  };

  for (const spec of [clients.createClient, service.serviceCreateClient])
    registerRoute(app, spec, (call) => {
      const actor = deciderOf(call);
      return onceInTransaction(db, idempotencyKey(call.request, actor), async (tx) => ({
        success: true as const,
        userId: await flows.createInvitedAccount(tx, call.body, idOf(actor)),
      }));
    });
  for (const spec of [clients.inviteClient, service.serviceInviteClient])
    registerRoute(app, spec, (call) =>
      decide(call, call.body.userId, (tx, actor) => flows.invite(tx, call.body.userId, actor)),
    );
  for (const spec of [clients.setClientLimits, service.serviceSetLimits])
    registerRoute(app, spec, (call) => decide(call, call.body.userId, (tx, actor) => setLimits(tx, call.body, actor)));
  for (const spec of [clients.setClientFlags, service.serviceSetFlags])
    registerRoute(app, spec, (call) =>
      decide(call, call.body.userId, (tx, actor) => setPermissions(tx, call.body, actor)),
    );
  for (const spec of [clients.setClientRole, service.serviceSetRole])
    registerRoute(app, spec, (call) =>
      decide(call, call.body.userId, (tx, actor) => flows.changeRole(tx, call.body, actor)),
    );
  for (const spec of [clients.enableClient, service.serviceEnableClient])
    registerRoute(app, spec, (call) =>
      decide(call, call.body.userId, (tx, actor) => enableAccount(tx, call.body.userId, actor)),
    );
  for (const spec of [clients.changeClient, service.serviceChangeClient])
    registerRoute(app, spec, (call) =>
      decide(call, call.body.userId, (tx, actor) => changeAccount(tx, call.body, actor)),
    );
}

const toRow = (row: ClientRowFound): clients.ClientRow => ({
  userId: row.id,
  clientId: clientCode(row.id),
  name: row.full_name,
  company: row.company,
  email: row.email,
  roleId: row.role_id,
  countryId: row.country_id,
  managerId: row.manager_id,
  creditLimitYen: row.credit_limit_yen,
  balanceYen: row.balance_yen,
  exposureYen: row.exposure_yen,
  lastLoginAt: row.last_login_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});

const toClient = (row: ClientFound): clients.Client => ({
  ...toRow(row),
  city: row.city,
  mobile: row.mobile,
  officePhone: row.office_phone,
  language: row.language,
  emailVerified: row.email_verified_at !== null,
  dealerId: row.dealer_id,
  dailyBidLimit: row.daily_bid_limit,
  dailyUssLimit: row.daily_uss_limit,
  autobid: row.autobid,
  note: row.client_note,
  invoiceLink: row.invoice_link,
  flags: clientFlags(row.permissions),
});

const clientFlags = (permissions: Partial<Permissions>): Record<Flag, boolean> =>
  Object.fromEntries(clients.CLIENT_FLAGS.map((flag) => [flag, permissions[flag] === true])) as Record<Flag, boolean>;
