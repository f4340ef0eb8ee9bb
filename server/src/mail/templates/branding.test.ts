import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSetting } from '../../flows/accounts/change-setting.ts';
import { dataAddress, drawnLogo } from '../../testing/http/logos.ts';
import { type EmailFixture, emailFixture, emailTools } from '../../testing/mail/email-fixture.ts';

let letters: EmailFixture;
const { person, sent } = emailTools(() => letters);

beforeAll(async () => {
  letters = await emailFixture();
});
afterAll(() => letters.close());

const set = (key: string, value: unknown) =>
  letters.fixture.db.transaction().execute((tx) => changeSetting(tx, key, value));
const logoOf = (drawn: Parameters<typeof drawnLogo>[0]) => drawnLogo(drawn).png().toBuffer();
const letter = async () => {
  const reader = await person(692);
  const { mail } = await sent(reader, { kind: 'password_changed', userId: reader.id });
  return { html: mail.html ?? '', attachments: mail.attachments, from: mail.from };
};

test('a mail has the company’s name and colors, in dark mode too', async () => {
  await set('companyName', 'Fuji Motors');
  await set('actionColor', '#1f5c3a');
  await set('urgentColor', '#7a1f5c');
  const { html, attachments, from } = await letter();
  expect(from).toMatchObject({ name: 'Fuji Motors' });
  expect(html).toContain('class="button" style="background:#1f5c3a');
  expect(html).toContain('background:#7a1f5c');
  expect(html).toMatch(/\.link\{color:#[0-9a-f]{6} !important\}/);
  expect(html).not.toMatch(/#23406b|#bf2f1d|#9dbdeb|<img/);
  expect(attachments).toEqual([]);
});

// @covers OPS-09
test('a logo is attached to the mail, and one with the name replaces it', async () => {
  await set('logo', dataAddress(await logoOf({ width: 480, height: 120, ink: '#101010' })));
  const { html, attachments } = await letter();
  expect(attachments).toMatchObject([{ mimeType: 'image/png', disposition: 'inline', contentId: '<logo>' }]);
  expect(html).toMatch(/<td[^>]* class="plate"[^>]*><img src="cid:logo" width="\d+" height="\d+" alt="Fuji Motors"/);
  expect(html).not.toContain('600;color:#1c1f24">Fuji Motors</td>');
  await set('logo', dataAddress(await logoOf({ width: 120, height: 120, ink: '#ffffff' })));
  const square = (await letter()).html;
  expect(square).toMatch(/style="background:#1c2027[^"]*"><img src="cid:logo" width="3\d" height="36" alt=""/);
  expect(square).toContain('600;color:#1c1f24">Fuji Motors</td>');
});
