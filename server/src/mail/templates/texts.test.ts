import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmailFixture, emailFixture, emailTools } from '../../testing/mail/email-fixture.ts';
import { PUBLIC_URL } from '../../testing/mail/mail.ts';
import { english } from './texts-en.ts';
import { russian } from './texts-ru.ts';

let letters: EmailFixture;
const { person, bidOf, sent } = emailTools(() => letters);

beforeAll(async () => {
  letters = await emailFixture();
});
afterAll(() => letters.close());

// @covers NOTIF-04
test.each([692, 693] as const)('each change of the second factor has its own text in language %i', async (language) => {
  const reader = await person(language);
  const subjects = new Set<string>();
  for (const change of ['added', 'removed', 'recovery_code_used', 'passkey_added', 'passkey_removed'] as const) {
    const { mail } = await sent(reader, { kind: 'second_factor_changed', userId: reader.id, change });
    subjects.add(mail.subject ?? '');
    expect(mail.text).toContain(`${PUBLIC_URL}/auth/forgot-password`);
  }
  expect(subjects.size).toBe(5);
});

// @covers NOTIF-04
test.each([1, 2, 3, 4, 5])('status %i has a text in both languages', async (status) => {
  for (const language of [692, 693] as const) {
    const reader = await person(language);
    const { bidId } = await bidOf(reader, { finishReason: 'unsold' });
    const { mail } = await sent(reader, { kind: 'bid_status', userId: reader.id, bidId, status });
    expect(mail.text).toContain((language === 692 ? english : russian).bidStatuses[status]);
    expect(mail.text).not.toMatch(/undefined|null/);
  }
});

test('a status has the same name as on the screens', () => {
  for (const [texts, lang] of [
    [english, 'en'],
    [russian, 'ru'],
  ] as const) {
    const screens = JSON.parse(
      readFileSync(new URL(`../../../../web/src/locales/${lang}.json`, import.meta.url), 'utf8'),
    );
    for (const status of [2, 3, 4, 5, 6, 7]) expect(texts.bidStatuses[status]).toBe(screens[`BidStatus.${status}`]);
    expect(texts.bidStatuses[1]).toBe(screens['BidStatus.UnderReview']);
  }
});
