import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmailLink, linkToken } from '../../platform/email-link.ts';
import type { Mail, MailKind } from '../../platform/mail-outbox.ts';
import { SECRET_KEY } from '../../testing/http/auth-cookies.ts';
import type { Person } from '../../testing/http/people.ts';
import { type EmailFixture, emailFixture, emailTools } from '../../testing/mail/email-fixture.ts';
import { type MailFixture, PUBLIC_URL } from '../../testing/mail/mail.ts';
import type { TestMailServer } from '../../testing/mail/mail-server.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

let letters: EmailFixture;
let fixture: MailFixture;
let server: TestMailServer;
const { person, bidOf, alertOf, sent } = emailTools(() => letters);

beforeAll(async () => {
  letters = await emailFixture();
  ({ fixture, server } = letters);
});
afterAll(() => letters.close());

async function linkOf({ id }: Person, purpose: 'verify' | 'reset') {
  const linkId = await fixture.db
    .transaction()
    .execute((tx) => createEmailLink(tx, { userId: id, purpose, secretKey: SECRET_KEY }));
  return { linkId, token: linkToken(SECRET_KEY, linkId) };
}

interface Expected {
  subject: string;
  /** Texts that are in both text and HTML. */
  says: string[];
  /** Target of the button. */
  url: string;
}

interface Prepared {
  mail: Mail;
  en: Partial<Expected>;
  ru: Partial<Expected>;
  /** Target of the button. */
  url: string;
  /** Number of HTML links to it: the button and the address below it. */
  links?: number;
}
type Case = (reader: Person) => Promise<Prepared>;

const CASES: Record<MailKind, Case> = {
  verify_address: async (reader) => {
    const { linkId, token } = await linkOf(reader, 'verify');
    return {
      mail: { kind: 'verify_address', userId: reader.id, linkId },
      en: {
        subject: 'Confirm your email address for Seri',
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
      en: { subject: 'Reset your Seri password', says: ['your password stays as it is'] },
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
    en: { subject: 'Second factor removed from your account at Seri', says: ['takes only the password'] },
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
      subject: 'New login at Seri: Chrome on Android',
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
        subject: 'Bid declined: 2018 TOYOTA PRIUS S',
        says: ['Tue, 24 Nov 2026, 14:05 (Japan time, UTC+9)', '1 250 000 ¥', 'USS Tokyo', `${PUBLIC_URL}/profile`],
      },
      ru: { subject: 'Ставка отклонена: 2018 TOYOTA PRIUS S', says: ['1 250 000 ¥', `${PUBLIC_URL}/profile`] },
      url: `/car-auction/${lotId}`,
    };
  },
  bid_won: async (reader) => {
    const { bidId, lotId } = await bidOf(reader, { status: 3, soldPriceYen: 1_180_000 });
    return {
      mail: { kind: 'bid_won', userId: reader.id, bidId },
      en: { subject: 'You won this car: 2018 TOYOTA PRIUS S', says: ['1 180 000 ¥', 'Purchased Cars'] },
      ru: { subject: 'Вы выиграли автомобиль: 2018 TOYOTA PRIUS S', says: ['1 180 000 ¥', '«Купленные авто»'] },
      url: `/car-auction/${lotId}`,
    };
  },
  bid_sold_price: async (reader) => {
    const { bidId, lotId } = await bidOf(reader, { status: 3, soldPriceYen: 1_380_000 });
    return {
      mail: { kind: 'bid_sold_price', userId: reader.id, bidId, soldPriceYen: 1_380_000 },
      en: { subject: 'Sold for 1 380 000 ¥: 2018 TOYOTA PRIUS S', says: ['1 250 000 ¥', 'USS Tokyo'] },
      ru: { subject: 'Продан за 1 380 000 ¥: 2018 TOYOTA PRIUS S', says: ['1 250 000 ¥', 'USS Tokyo'] },
      url: `/car-auction/${lotId}`,
    };
  },
  lot_withdrawn: async (reader) => {
    const { bidId, lotId } = await bidOf(reader);
    return {
      mail: { kind: 'lot_withdrawn', userId: reader.id, bidId },
      en: { subject: 'Withdrawn from the auction: 2018 TOYOTA PRIUS S', says: ['nothing to pay'] },
      ru: { subject: 'Снят с торгов: 2018 TOYOTA PRIUS S', says: ['платить не нужно'] },
      url: `/car-auction/${lotId}`,
    };
  },
  bid_not_forwarded: async (reader) => {
    const { bidId, lotId } = await bidOf(reader);
    return {
      mail: { kind: 'bid_not_forwarded', userId: reader.id, bidId },
      en: { subject: 'Not forwarded to the auction: 2018 TOYOTA PRIUS S', says: ['was not forwarded'] },
      ru: { subject: 'Не передано на аукцион: 2018 TOYOTA PRIUS S', says: ['не передана'] },
      url: `/car-auction/${lotId}`,
    };
  },
  negotiation_offer: async (reader) => {
    const { bidId, lotId } = await bidOf(reader, { status: 2 });
    const { id: offerId } = await fixture.db
      .insertInto('negotiation_offers')
      .values({ bid_id: bidId, lot_id: lotId, offer_yen: 1_300_000, asked_by: reader.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    return {
      mail: { kind: 'negotiation_offer', userId: reader.id, bidId, offerId, offerYen: 1_300_000 },
      en: { subject: 'The seller asks 1 300 000 ¥: 2018 TOYOTA PRIUS S', says: ['would accept 1 300 000 ¥'] },
      ru: { subject: 'Продавец просит 1 300 000 ¥: 2018 TOYOTA PRIUS S', says: ['согласен отдать его за 1 300 000 ¥'] },
      url: `/car-auction/${lotId}`,
    };
  },
  chat_message: async (reader) => {
    const { bidId, lotId } = await bidOf(reader);
    await fixture.db.insertInto('chats').values({ bid_id: bidId, last_staff_id: 1 }).execute();
    return {
      mail: { kind: 'chat_message', userId: reader.id, bidId, messageId: 1 },
      en: { subject: 'New message about 2018 TOYOTA PRIUS S', says: ['Read the message'] },
      ru: { subject: 'Новое сообщение: 2018 TOYOTA PRIUS S', says: ['Прочитать сообщение'] },
      url: `/car-auction/${lotId}?chat=${bidId}`,
    };
  },
  deposit_booked: async (reader) => ({
    mail: {
      ...{ kind: 'deposit_booked', userId: reader.id, amountYen: 150_000, balanceYen: 1_150_000 },
      description: 'Deposit',
    },
    en: { subject: '150 000 ¥ has arrived at Seri', says: ['1 150 000 ¥', 'Deposit'] },
    ru: { subject: 'Поступило 150 000 ¥ на счёт в Seri', says: ['1 150 000 ¥', 'Депозит'] },
    url: '/payments',
  }),
  purchase_status: async (reader) => {
    const { bidId } = await bidOf(reader);
    return {
      mail: { kind: 'purchase_status', userId: reader.id, bidId, purchaseId: 55, status: 4 },
      en: { subject: 'In transit: 2018 TOYOTA PRIUS S', says: ['USS Tokyo, lot', 'In transit'] },
      ru: { subject: 'В пути: 2018 TOYOTA PRIUS S', says: ['USS Tokyo, лот', 'В пути'] },
      url: '/purchased-cars/P55',
    };
  },
  shipping_dates: async (reader) => {
    const { bidId } = await bidOf(reader);
    const before = { etd: '2026-11-28', eta: null };
    return {
      mail: {
        ...{ kind: 'shipping_dates', userId: reader.id, bidId, purchaseId: 55, before },
        ...{ etd: '2026-11-30', eta: '2026-12-05' },
      },
      en: {
        subject: 'New shipping dates: 2018 TOYOTA PRIUS S',
        says: ['Mon, 30 Nov 2026 (before Sat, 28 Nov 2026)', 'Sat, 5 Dec 2026'],
      },
      ru: {
        subject: 'Новые даты отправки: 2018 TOYOTA PRIUS S',
        says: ['30 нояб. 2026 г. (раньше', '5 дек. 2026 г.'],
      },
      url: '/purchased-cars/P55',
    };
  },
  new_lots: async (reader) => {
    const { alertId, lotIds } = await alertOf(reader, { params: 'maker=TOYOTA&model=PRIUS', lots: 12 });
    const note = '61 000 km · grade 4.5 · start 300 000 ¥ · lot';
    const first = `${PUBLIC_URL}/car-auction/${lotIds[0]}`;
    return {
      mail: { kind: 'new_lots', userId: reader.id, alertId },
      en: {
        subject: '12 new lots: White hybrids',
        says: ['2018 TOYOTA PRIUS S', note, first, 'And 2 more:', 'list each car only once'],
      },
      ru: {
        subject: '12 новых лотов: White hybrids',
        says: ['61 000 км · оценка 4.5 · старт 300 000 ¥ · лот', first, 'И ещё 2:', '«Мои поиски»'],
      },
      url: '/car-auction?maker=TOYOTA&model=PRIUS',
      links: 3,
    };
  },
};

const plain = (text: string) => text.replaceAll(/[\u00a0\u2009]/g, ' ');
const unescaped = (html: string) => html.replaceAll('&#39;', "'").replaceAll('&amp;', '&');

describe.each(Object.entries(CASES))('%s', (_kind, prepare) => {
  // @covers NOTIF-04
  test.each([
    ['English', 692, 'en'],
    ['Russian', 693, 'ru'],
  ] as const)('is complete in %s', async (_name, language, lang) => {
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
    // Opening the mail loads nothing, and no value is missing.
    expect(html).not.toMatch(/<img|<link|<script|url\(/);
    // A link's token is random and may contain any word.
    for (const words of [html.replaceAll(/href="[^"]*"/g, ''), text])
      expect(words.replaceAll(`${PUBLIC_URL}${url}`, '')).not.toMatch(/undefined|null|NaN/);
    expect(raw).toMatch(/^Content-Type: multipart\/alternative/m);
  });
});

test('MAIL_FROM replaces the derived sender', async () => {
  const other = fixture.worker(server.url, undefined, 'Seri Office <office@seri.example>');
  const reader = await person(692);
  await other.send(await fixture.queue({ kind: 'password_changed', userId: reader.id }));
  other.stop();
  const [received] = server.receivedBy(reader.email);
  expect(received?.mail.from).toMatchObject({ name: 'Seri Office', address: 'office@seri.example' });
});
