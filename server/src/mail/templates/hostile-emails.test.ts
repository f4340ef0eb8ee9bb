import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmailFixture, emailFixture, emailTools } from '../../testing/mail/email-fixture.ts';
import type { MailFixture } from '../../testing/mail/mail.ts';
import type { TestMailServer } from '../../testing/mail/mail-server.ts';

let letters: EmailFixture;
let fixture: MailFixture;
let server: TestMailServer;
const { person, bidOf, sent } = emailTools(() => letters);

beforeAll(async () => {
  letters = await emailFixture();
  ({ fixture, server } = letters);
});
afterAll(() => letters.close());

describe('untrusted values', () => {
  const HOSTILE = 'Anna\r\nBcc: victim@example.test\r\n\r\n<script>alert(1)</script>\u202etxt.exe';

  // @covers ASVS-1.2.1, ASVS-1.3.11
  test('a hostile name creates no header, no tag and no reversed text', async () => {
    const reader = await person(692, HOSTILE);
    const { mail, raw } = await sent(reader, { kind: 'password_changed', userId: reader.id });
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(raw).not.toMatch(/^Bcc:/m);
    expect(mail.html).not.toContain('<script');
    expect(mail.html).toContain('Hello Anna Bcc: victim@example.test &lt;script&gt;');
    expect(`${mail.html}${mail.text}`).not.toContain('\u202e');
    expect(server.receivedBy('victim@example.test')).toEqual([]);
  });

  // @covers ASVS-1.3.3
  test('nor do a hostile car, auction house, company or browser', async () => {
    await fixture.db
      .insertInto('company_settings')
      .values({ key: 'companyName', value: JSON.stringify('Seri <b>"Auto", Bcc: victim@example.test') })
      .execute();
    const reader = await person(692);
    const { bidId, lotId } = await bidOf(reader);
    await fixture.db.updateTable('lots').set({ maker: HOSTILE, model: '"><b>' }).where('id', '=', lotId).execute();
    const about = await sent(reader, { kind: 'bid_status', userId: reader.id, bidId, status: 2 });
    const device = await sent(reader, {
      kind: 'new_device',
      userId: reader.id,
      address: HOSTILE,
      userAgent: HOSTILE,
      at: new Date().toISOString(),
    });
    await fixture.db.deleteFrom('company_settings').where('key', '=', 'companyName').execute();
    for (const { mail, raw } of [about, device]) {
      expect(raw).not.toMatch(/^Bcc:/m);
      expect(mail.headers.filter(({ key }) => key === 'from')).toHaveLength(1);
      expect(mail.html).not.toMatch(/<script|<b>/);
      expect(mail.subject).not.toMatch(/[\r\n\u202e]/);
      expect(mail.from).toMatchObject({ address: 'no-reply@seri.example' });
    }
    expect(device.mail.text).toContain('an unknown browser');
  });

  // @covers ASVS-1.3.11
  test('the name is omitted for an unverified address', async () => {
    const reader = await person(692, 'Visit evil.example');
    const { mail } = await sent(reader, { kind: 'address_known', userId: reader.id });
    expect(`${mail.text}${mail.html}`).not.toContain('evil.example');
  });
});
