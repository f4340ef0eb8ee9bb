import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import {
  companySettings,
  countryList,
  demoPeople,
  languageList,
  menuCounters,
  page,
  weekDays,
} from '@seri/contract/company/routes.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { FastifyInstance } from 'fastify';
import { NotFound } from '../platform/calls/errors.ts';
import { DEMO_PASSWORD, isDemonstration, readSettings } from '../platform/company-settings.ts';
import type { Database, Db } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { countriesIn } from '../platform/i18n/countries.ts';
import { brandingOf } from './branding.ts';
import { readDemoPeople, roleOf } from './demo-people.ts';
import { findPage, pagesWithText } from './page-text.ts';
import {
  countNewBids,
  countOverdueNegotiations,
  countSearches,
  countUnread,
  countUnreadChats,
  countUrgentBids,
  countWaiting,
  findDemoAccounts,
  findUnreached,
  readClock,
} from './queries.ts';
import { auctionWeek } from './week-days.ts';

/** The company's data for every page: settings, countries, languages, menu counters, auction days. */
export function companyRoutes(app: FastifyInstance, { db }: Database): void {
  registerRoute(app, companySettings, async () => {
    const [settings, demo, now] = await Promise.all([readSettings(db), findDemo(db), readClock(db)]);
    return {
      name: settings.companyName,
      logo: settings.logo,
      look: brandingOf(settings),
      notice: settings.notice,
      contacts: { message: settings.messageUrl, whatsapp: settings.whatsappUrl },
      depositYen: settings.depositYen,
      overbidAmount: settings.overbidAmount,
      agentFeeYen: settings.agentFeeYen,
      bidRule: settings.bidRule,
      managerLabel: settings.managerLabel,
      passwordMinimum: settings.passwordMinimum,
      humanCheck:
        settings.humanCheck === 'off' ? null : { kind: settings.humanCheck, siteKey: settings.recaptchaSiteKey },
      pages: pagesWithText(settings),
      serverTime: now.toISOString(),
      demo,
    };
  });

  registerRoute(app, demoPeople, () => readDemoPeople(db));

  registerRoute(app, countryList, async ({ query, currentUser }) =>
    countriesIn(query.language ? Number(query.language) : (currentUser?.language ?? LANGUAGE.en)),
  );

  registerRoute(app, page, async ({ query }) => {
    const text = findPage(await readSettings(db), query.name, Number(query.language) === LANGUAGE.ru ? 'ru' : 'en');
    if (!text) throw new NotFound();
    return text;
  });

  registerRoute(app, languageList, async () => [
    { value: LANGUAGE.en, label: 'English' },
    { value: LANGUAGE.ru, label: 'Русский' },
  ]);

  registerRoute(app, menuCounters, async ({ currentUser }) => {
    const isStaff = currentUser.userType === USER_TYPE.manager;
    const clientId = isStaff ? null : currentUser.userId;
    return {
      bid: await countNewBids(db, clientId),
      urgent: isStaff ? await countUrgentBids(db) : 0,
      negotiations: isStaff ? await countOverdueNegotiations(db) : 0,
      unreached: isStaff && currentUser.permissions.bidManagementEnabled ? await findUnreached(db) : [],
      ...(isStaff && currentUser.permissions.bidManagementEnabled ? { waiting: await countWaiting(db) } : {}),
      chat: await countUnreadChats(db, clientId),
      notifications: await countUnread(db, currentUser.userId),
      search: await countSearches(db, currentUser.userId),
    };
  });

  registerRoute(app, weekDays, async ({ currentUser }) => ({
    dayList: auctionWeek(await readClock(db), currentUser.language),
  }));
}

async function findDemo(db: Db) {
  if (!(await isDemonstration(db))) return null;
  const accounts = await findDemoAccounts(db);
  return {
    password: DEMO_PASSWORD,
    accounts: accounts.map((account) => ({ email: account.email, role: roleOf(account) })),
  };
}
