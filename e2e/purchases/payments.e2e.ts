import { readFile } from 'node:fs/promises';
import { readPdf } from '../../server/src/testing/http/read-pdf.ts';
import { expect, portalTest as test } from '../fixtures/fixtures.ts';

const DEPOSIT = `with made as (
    insert into ledger_accounts (kind, user_id) values ('client', $1) on conflict (user_id) do nothing returning id),
  account as (select id from made union all select id from ledger_accounts where user_id = $1),
  posting as (
    insert into ledger_postings (kind, idempotency_key, description, booked_on)
    values ('deposit', $2, 'Deposit', (clock_timestamp() at time zone 'Asia/Tokyo')::date) returning id)
  insert into ledger_entries (posting_id, account_id, amount_yen)
  select p.id, a.id, 250000 from posting p, account a
  union all select p.id, b.id, -250000 from posting p, ledger_accounts b where b.kind = 'bank'`;

// @covers PAY-01, PAY-02
test('a client downloads payments as a list and as a statement with the balance before and after', async ({
  page,
  person,
  signIn,
  sql,
  findsNothing,
}) => {
  const client = await person({ fullName: 'Nora Statement' });
  await sql(DEPOSIT, [client.userId, `story-${client.userId}`]);
  await signIn(page, client.email, client.password);
  await page.goto('/payments');
  await expect(page.getByRole('cell', { name: 'Deposit' })).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    const type = new URL(request.url()).searchParams.get('type');
    if (type) asked.push(type);
  });
  // Two clicks within the pause send one request, for the second.
  await page.getByRole('group', { name: 'Type' }).evaluate((group) => {
    for (const name of ['Car Purchase', 'Remittances'])
      [...group.querySelectorAll('button')].find((button) => button.textContent === name)?.click();
  });
  await expect(page).toHaveURL(/type=remittances/);
  await expect(page.getByRole('cell', { name: 'Deposit' })).toBeVisible();
  await expect.poll(() => [...new Set(asked)]).toEqual(['remittances']);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(page).not.toHaveURL(/type=/);
  await page.getByRole('button', { name: 'Statement', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Statement' });
  await expect(dialog.getByRole('textbox', { name: 'From' })).toBeVisible();
  await findsNothing(page);
  await dialog.getByRole('textbox', { name: 'To' }).fill('2031-01-01');
  await dialog.getByRole('button', { name: 'Download PDF' }).click();
  await expect(dialog.getByText(/up to 366 days/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('button', { name: 'Statement', exact: true }).click();
  const pdf = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download PDF' }).click();
  const { pages } = await readPdf(await readFile(await (await pdf).path()));
  expect(pages.flat()).toEqual(
    expect.arrayContaining(['Nora Statement', 'Opening balance\t0 ¥', 'Closing balance\t250 000 ¥']),
  );

  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  const text = await readFile(await (await csv).path(), 'utf8');
  expect(text).toContain('Remittances,Deposit,,,250000,250000');
});

// @covers ACCT-18
test('a dealer sees the balance of each client, and the own one excludes them @phone @desktop-looks', async ({
  page,
  person,
  signIn,
  sql,
  findsNothing,
}, { project }) => {
  const language = project.name === 'phone' ? 'ru' : 'en';
  const dealer = await person({ role: 'dealer', language });
  const client = await person({ fullName: 'Olga Subclient' });
  await sql('update users set dealer_id = $1 where id = $2', [dealer.userId, client.userId]);
  await sql(DEPOSIT, [client.userId, `story-${client.userId}`]);
  await signIn(page, dealer.email, dealer.password);
  await page.goto('/balance');
  const row = page.getByRole('row', { name: /Olga Subclient/ });
  await expect(row.getByText(/250\s000/).first()).toBeVisible();
  await findsNothing(page);
});
