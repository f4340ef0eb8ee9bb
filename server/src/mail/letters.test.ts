import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmailLink, linkToken } from '../platform/email-link.ts';
import type { Mail, MailKind } from '../platform/mail-outbox.ts';
import { SECRET_KEY } from '../testing/doors.ts';
import { createLot } from '../testing/lots.ts';
import { type MailStage, mailStage, PUBLIC_URL } from '../testing/mail.ts';
import { type ReceivedMail, startMailServer, type TestMailServer } from '../testing/mail-server.ts';
import { createPerson, type Person } from '../testing/people.ts';
import { english } from './texts-en.ts';
import { russian } from './texts-ru.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

let stage: MailStage;
let server: TestMailServer;
let worker: ReturnType<MailStage['worker']>;

beforeAll(async () => {
  stage = await mailStage();
  server = await startMailServer();
  worker = stage.worker(server.url);
});
afterAll(async () => {
  worker.stop();
  await server.close();
  await stage.close();
});

const person = (language: 692 | 693, fullName = 'Anna Petrova') => createPerson(stage.db, { language, fullName });

async function bidOf({ id }: Person, more: { status?: number; soldPriceYen?: number; finishReason?: string } = {}) {
  const lotId = await createLot(stage.db, {
    auction_at: new Date('2026-11-24T05:05:00Z'),
    auction_day: '2026-11-24',
    lot_no: Math.floor(Math.random() * 1e9),
  });
  const bid = await stage.db
    .insertInto('bids')
    .values({
      lot_id: lotId,
      user_id: id,
      placed_by: id,
      lot_source: 'auction',
      adjustment_yen: 0,
      amount_yen: 1_250_000,
      status: more.status ?? 3,
      sold_price_yen: more.soldPriceYen ?? null,
      finish_reason: more.finishReason ?? null,
      bid_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { bidId: bid.id, lotId };
}

/** A search of the reader's that has found so many lots, as the worker leaves it before the mail. */
async function alertOf({ id }: Person, { params, lots }: { params: string; lots: number }) {
  const search = await stage.db
    .insertInto('saved_searches')
    .values({ user_id: id, page_type: 'car-auction', place: 1, title: 'White hybrids', params, alert: 'instant' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const alert = await stage.db
    .insertInto('search_alerts')
    .values({ user_id: id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lotIds: number[] = [];
  for (let lot = 0; lot < lots; lot++) lotIds.push(await createLot(stage.db, { auctionInMinutes: 600 + lot }));
  await stage.db
    .insertInto('search_matches')
    .values(
      lotIds.map((lot_id) => ({
        search_id: search.id,
        car: `car ${lot_id}`,
        lot_id,
        alert_id: alert.id,
        is_told: true,
      })),
    )
    .execute();
  return { alertId: alert.id, lotIds, searchId: search.id };
}

async function linkOf({ id }: Person, purpose: 'verify' | 'reset') {
  const linkId = await stage.db
    .transaction()
    .execute((tx) => createEmailLink(tx, { userId: id, purpose, secretKey: SECRET_KEY }));
  return { linkId, token: linkToken(SECRET_KEY, linkId) };
}

async function sent(reader: Person, mail: Mail): Promise<ReceivedMail> {
  const mailId = await stage.queue(mail);
  await worker.send(mailId);
  const [received] = server.receivedBy(reader.email).slice(-1);
  if (!received) throw new Error(`nothing arrived: ${JSON.stringify(await stage.row(mailId))}`);
  return received;
}

interface Expected {
  subject: string;
  /** Stand in text and HTML. */
  says: string[];
  /** Behind the button. */
  url: string;
}

interface Prepared {
  mail: Mail;
  en: Partial<Expected>;
  ru: Partial<Expected>;
  /** Behind the button. */
  url: string;
  /** How often the HTML links there; the button and the address below it do. */
  links?: number;
}
type Case = (reader: Person) => Promise<Prepared>;

const CASES: Record<MailKind, Case> = {
  verify_address: async (reader) => {
    const { linkId, token } = await linkOf(reader, 'verify');
    return {
      mail: { kind: 'verify_address', userId: reader.id, linkId },
      en: {
        subject: 'Confirm your e-mail address for Seri',
        says: ['The link works once, until', 'Japan time, UTC+9'],
      },
      ru: { subject: 'Подтвердите адрес электронной почты для Seri', says: ['Ссылка действует один раз, до'] },
      url: `/verify-email?token=${token}`,
    };
  },
  address_known: async (reader) => ({
    mail: { kind: 'address_known', userId: reader.id },
    en: { subject: 'You already have an account at Seri', says: [`${PUBLIC_URL}/auth/forgot-password`] },
    ru: { subject: 'У вас уже есть аккаунт в Seri', says: [`${PUBLIC_URL}/auth/forgot-password`] },
    url: '/auth/login',
  }),
  reset_password: async (reader) => {
    const { linkId, token } = await linkOf(reader, 'reset');
    return {
      mail: { kind: 'reset_password', userId: reader.id, linkId },
      en: { subject: 'A new password for Seri', says: ['your password stays as it is'] },
      ru: { subject: 'Новый пароль для Seri', says: ['пароль останется прежним'] },
      url: `/auth/change-password?token=${token}`,
    };
  },
  password_changed: async (reader) => ({
    mail: { kind: 'password_changed', userId: reader.id },
    en: { subject: 'Your password for Seri was changed', says: ['Hello Anna Petrova,', 'Japan time'] },
    ru: { subject: 'Ваш пароль в Seri изменён', says: ['Здравствуйте, Anna Petrova.', 'время Японии'] },
    url: '/auth/forgot-password',
  }),
  second_factor_changed: async (reader) => ({
    mail: { kind: 'second_factor_changed', userId: reader.id, change: 'removed' },
    en: { subject: 'Second factor removed from your account at Seri', says: ['the password alone'] },
    ru: { subject: 'В аккаунте Seri отключён второй фактор', says: ['достаточно пароля'] },
    url: '/auth/forgot-password',
  }),
  new_device: async (reader) => ({
    mail: {
      kind: 'new_device',
      userId: reader.id,
      address: '203.0.113.7',
      userAgent: ANDROID,
      at: '2026-11-21T16:30:00Z',
    },
    en: {
      subject: 'New sign-in at Seri: Chrome on Android',
      says: ['Chrome on Android', '203.0.113.7', 'Sun, 22 Nov 2026, 01:30 (Japan time, UTC+9)'],
    },
    ru: { subject: 'Новый вход в Seri: Chrome (Android)', says: ['203.0.113.7', '01:30 (время Японии, UTC+9)'] },
    url: '/auth/forgot-password',
  }),
  bid_status: async (reader) => {
    const { bidId, lotId } = await bidOf(reader);
    return {
      mail: { kind: 'bid_status', userId: reader.id, bidId, status: 3 },
      en: {
        subject: "Don't bid: your bid on 2018 TOYOTA PRIUS S",
        says: ['Tue, 24 Nov 2026, 14:05 (Japan time, UTC+9)', '1 250 000 ¥', 'USS Tokyo', `${PUBLIC_URL}/profile`],
      },
      ru: { subject: 'Не ставить: ваша ставка на 2018 TOYOTA PRIUS S', says: ['1 250 000 ¥', `${PUBLIC_URL}/profile`] },
      url: `/car-auction/${lotId}`,
    };
  },
  bid_won: async (reader) => {
    const { bidId, lotId } = await bidOf(reader, { status: 3, soldPriceYen: 1_180_000 });
    return {
      mail: { kind: 'bid_won', userId: reader.id, bidId },
      en: { subject: 'Your bid won: 2018 TOYOTA PRIUS S', says: ['1 180 000 ¥', 'Purchased Cars'] },
      ru: { subject: 'Ваша ставка победила: 2018 TOYOTA PRIUS S', says: ['1 180 000 ¥', '«Купленные авто»'] },
      url: `/car-auction/${lotId}`,
    };
  },
  lot_withdrawn: async (reader) => {
    const { bidId, lotId } = await bidOf(reader);
    return {
      mail: { kind: 'lot_withdrawn', userId: reader.id, bidId },
      en: { subject: 'Withdrawn from the auction: 2018 TOYOTA PRIUS S', says: ['costs nothing'] },
      ru: { subject: 'Снят с торгов: 2018 TOYOTA PRIUS S', says: ['ничего не стоит'] },
      url: `/car-auction/${lotId}`,
    };
  },
  chat_message: async (reader) => {
    const { bidId, lotId } = await bidOf(reader);
    return {
      mail: { kind: 'chat_message', userId: reader.id, bidId, messageId: 1 },
      en: { subject: 'New message about 2018 TOYOTA PRIUS S', says: ['Read the message'] },
      ru: { subject: 'Новое сообщение: 2018 TOYOTA PRIUS S', says: ['Прочитать сообщение'] },
      url: `/car-auction/${lotId}`,
    };
  },
  new_lots: async (reader) => {
    const { alertId, lotIds } = await alertOf(reader, { params: 'maker=TOYOTA&model=PRIUS', lots: 12 });
    const note = '61 000 km · condition 4.5 · start 300 000 ¥ · lot';
    const first = `${PUBLIC_URL}/car-auction/${lotIds[0]}`;
    return {
      mail: { kind: 'new_lots', userId: reader.id, alertId },
      en: {
        subject: '12 new lots: White hybrids',
        says: ['2018 TOYOTA PRIUS S', note, first, 'And 2 more:', 'told once'],
      },
      ru: {
        subject: '12 новых лотов: White hybrids',
        says: ['61 000 км · состояние 4.5 · старт 300 000 ¥ · лот', first, 'И ещё 2:', '«Мои поиски»'],
      },
      url: '/car-auction?maker=TOYOTA&model=PRIUS',
      links: 3,
    };
  },
};

const plain = (text: string) => text.replaceAll(/[\u00a0\u2009]/g, ' ');
const unescaped = (html: string) => html.replaceAll('&#39;', "'").replaceAll('&amp;', '&');

describe.each(Object.entries(CASES))('%s', (_kind, prepare) => {
  test.each([
    ['English', 692, 'en'],
    ['Russian', 693, 'ru'],
  ] as const)('arrives complete in %s', async (_name, language, lang) => {
    const reader = await person(language);
    const { mail: queued, url, links = 2, ...expected } = await prepare(reader);
    const { mail, raw } = await sent(reader, queued);
    const { subject, says = [] } = expected[lang];
    const [text, html] = [plain(mail.text ?? ''), unescaped(plain(mail.html ?? ''))];

    expect(mail.subject).toBe(subject);
    expect(mail.from).toMatchObject({ name: 'Seri', address: 'no-reply@seri.example' });
    expect(mail.to?.map(({ address }) => address)).toEqual([reader.email]);
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    for (const words of says) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
    expect(text).toContain(`\n${PUBLIC_URL}${url}\n`);
    expect(html.split(`href="${PUBLIC_URL}${url}"`)).toHaveLength(links + 1);
    expect(html).toContain(`<html lang="${lang}">`);
    // Nothing is fetched when the mail is opened, and nothing in it was left out.
    expect(html).not.toMatch(/<img|<link|<script|url\(|undefined|null/);
    expect(text).not.toMatch(/undefined|null|NaN/);
    expect(raw).toMatch(/^Content-Type: multipart\/alternative/m);
  });
});

test.each([692, 693] as const)(
  'each change of the second factor has words of its own in language %i',
  async (language) => {
    const reader = await person(language);
    const subjects = new Set<string>();
    for (const change of ['added', 'removed', 'recovery_code_used', 'passkey_added', 'passkey_removed'] as const) {
      const { mail } = await sent(reader, { kind: 'second_factor_changed', userId: reader.id, change });
      subjects.add(mail.subject ?? '');
      expect(mail.text).toContain(`${PUBLIC_URL}/auth/forgot-password`);
    }
    expect(subjects.size).toBe(5);
  },
);

test.each([1, 2, 3, 4, 5])('status %i says what it means, in both languages', async (status) => {
  for (const language of [692, 693] as const) {
    const reader = await person(language);
    const { bidId } = await bidOf(reader, { finishReason: 'unsold' });
    const { mail } = await sent(reader, { kind: 'bid_status', userId: reader.id, bidId, status });
    expect(mail.text).toContain((language === 692 ? english : russian).bidStatuses[status]);
    expect(mail.text).not.toMatch(/undefined|null/);
  }
});

describe('what somebody else wrote', () => {
  const HOSTILE = 'Anna\r\nBcc: victim@example.test\r\n\r\n<script>alert(1)</script>\u202etxt.exe';

  test('a hostile name makes no header, no tag and no turned text', async () => {
    const reader = await person(692, HOSTILE);
    const { mail, raw } = await sent(reader, { kind: 'password_changed', userId: reader.id });
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(raw).not.toMatch(/^Bcc:/m);
    expect(mail.html).not.toContain('<script');
    expect(mail.html).toContain('Hello Anna Bcc: victim@example.test &lt;script&gt;');
    expect(`${mail.html}${mail.text}`).not.toContain('\u202e');
    expect(server.receivedBy('victim@example.test')).toEqual([]);
  });

  test('nor do a hostile car, house, company or browser', async () => {
    await stage.db
      .insertInto('company_settings')
      .values({ key: 'companyName', value: JSON.stringify('Seri <b>"Auto", Bcc: victim@example.test') })
      .execute();
    const reader = await person(692);
    const { bidId, lotId } = await bidOf(reader);
    await stage.db.updateTable('lots').set({ maker: HOSTILE, model: '"><b>' }).where('id', '=', lotId).execute();
    const about = await sent(reader, { kind: 'bid_status', userId: reader.id, bidId, status: 2 });
    const device = await sent(reader, {
      kind: 'new_device',
      userId: reader.id,
      address: HOSTILE,
      userAgent: HOSTILE,
      at: new Date().toISOString(),
    });
    await stage.db.deleteFrom('company_settings').where('key', '=', 'companyName').execute();
    for (const { mail, raw } of [about, device]) {
      expect(raw).not.toMatch(/^Bcc:/m);
      expect(mail.headers.filter(({ key }) => key === 'from')).toHaveLength(1);
      expect(mail.html).not.toMatch(/<script|<b>/);
      expect(mail.subject).not.toMatch(/[\r\n\u202e]/);
      expect(mail.from).toMatchObject({ address: 'no-reply@seri.example' });
    }
    expect(device.mail.text).toContain('an unknown browser');
  });

  test('a name is not repeated to somebody whose address was only typed', async () => {
    const reader = await person(692, 'Visit evil.example');
    const { mail } = await sent(reader, { kind: 'address_known', userId: reader.id });
    expect(`${mail.text}${mail.html}`).not.toContain('evil.example');
  });
});

test('the sender of MAIL_FROM takes the place of the derived one', async () => {
  const other = stage.worker(server.url, undefined, 'Seri Office <office@seri.example>');
  const reader = await person(692);
  await other.send(await stage.queue({ kind: 'password_changed', userId: reader.id }));
  other.stop();
  const [received] = server.receivedBy(reader.email);
  expect(received?.mail.from).toMatchObject({ name: 'Seri Office', address: 'office@seri.example' });
});

test('a status has the same name as on the screens', () => {
  for (const [texts, lang] of [
    [english, 'en'],
    [russian, 'ru'],
  ] as const) {
    const screens = JSON.parse(readFileSync(new URL(`../../../web/src/locales/${lang}.json`, import.meta.url), 'utf8'));
    for (const status of [2, 3, 4, 5, 6, 7]) expect(texts.bidStatuses[status]).toBe(screens[`BidStatus.${status}`]);
    expect(texts.bidStatuses[1]).toBe(screens['BidStatus.UnderReview']);
  }
});
