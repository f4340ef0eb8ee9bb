import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { demoDocument } from '@seri/demo/seeding/papers.ts';
import { readPdf } from '../../server/src/testing/http/read-pdf.ts';
import { boughtBy, wonBy } from '../fixtures/bought.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { newManager } from '../fixtures/manager-bids.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

/** The text of the PDF that a click on this link or button downloads. */
async function pdfOf(page: Page, press: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download');
  await press();
  return (await readPdf(await readFile(await (await download).path()))).pages.flat().join('\n');
}

// @covers OPS-05, PAY-08, PURCH-02, PURCH-03, PURCH-06, PURCH-08, PURCH-09
test('a win reaches its port: settled, charged, shipped, with documents; its buyer reads invoice and statement in both languages', async ({
  page,
  elsewhere,
  signIn,
  sql,
  findsNothing,
}) => {
  test.setTimeout(150_000);
  const client = await newPerson(readDemonstration().databaseUrl, { fullName: 'Olga Winner' });
  const { lot, bidId } = await wonBy(sql, client);
  const manager = await newManager(sql);
  await signIn(page, manager.email, manager.password);
  const code = `C-${String(client.userId).padStart(4, '0')}`;

  await test.step('the manager settles the win and finds the purchase', async () => {
    const settled = await page.request.post('/v1/bid/confirm-win', { data: { bidId } });
    expect(settled.status()).toBe(200);
    await page.goto('/bid-manager');
    await page.getByRole('link', { name: 'Purchases', exact: true }).click();
    await page.getByRole('textbox', { name: /^Client, car/ }).fill(code);
    await expect(page.getByRole('row')).toHaveCount(2);
    await findsNothing(page);
    await page.getByRole('row').getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Documents', exact: true })).toBeVisible();
    await findsNothing(page);
  });

  await test.step('the manager charges the freight, enters the ship, adds a document, and the car arrives', async () => {
    const asked = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Change a fee' }).click();
    const fee = page.getByRole('form', { name: 'Change a fee' });
    await fee.getByRole('combobox', { name: 'Fee' }).click();
    await page.getByRole('option', { name: 'Freight' }).click();
    await fee.getByRole('textbox', { name: /^Amount of this car/ }).fill('45000');
    await fee.getByRole('button', { name: 'Save' }).click();
    await expect(asked).toContainText(`Book this for Olga Winner, ${code}?`);
    await asked.getByRole('button', { name: 'Book' }).click();
    await expect(fee).toBeHidden();

    await page.getByRole('button', { name: 'Change shipping' }).click();
    const shipping = page.getByRole('form', { name: 'Change shipping' });
    await shipping.getByRole('textbox', { name: 'Ship', exact: true }).fill('Asahi Maru');
    await shipping.getByRole('textbox', { name: 'ETD', exact: true }).fill('2031-03-04');
    await shipping.getByRole('textbox', { name: 'ETA', exact: true }).fill('2031-03-02');
    await shipping.getByRole('button', { name: 'Save' }).click();
    await expect(shipping.getByRole('alert')).toContainText("can't arrive before it departs");
    await shipping.getByRole('textbox', { name: 'ETA', exact: true }).fill('2031-03-09');
    await shipping.getByRole('button', { name: 'Save' }).click();
    await expect(asked).toContainText('We email the client the new dates');
    await asked.getByRole('button', { name: 'Save' }).click();
    await expect(shipping).toBeHidden();

    await page.getByRole('button', { name: 'Add a document' }).click();
    const adding = page.getByRole('form', { name: 'Add a document' });
    await adding.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Bill of lading (B/L)' }).click();
    const paper = { name: 'bl.pdf', mimeType: 'application/pdf', buffer: await demoDocument('Bill of lading', bidId) };
    await adding.locator('input[type=file]').setInputFiles(paper);
    await findsNothing(page);
    await adding.getByRole('button', { name: 'Upload' }).click();
    await expect(adding).toBeHidden();
    await expect(page.getByRole('link', { name: /Bill of lading/ })).toBeVisible();

    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Delivered' }).click();
    await expect(asked).toContainText(/Processing → Delivered/);
    await asked.getByRole('button', { name: 'Save' }).click();
    await expect(asked).toBeHidden();
    await expect(page.getByText('Status: Delivered')).toBeVisible();
  });

  await test.step('the buyer sees its position, opens the document, invoice and statement, and reads one total in all', async () => {
    const buyer = await (await elsewhere()).newPage();
    await signIn(buyer, client.email, client.password);
    await buyer.goto(`/archive-bids?lotNo=${lot.lot_no}`);
    const row = buyer.getByRole('row').filter({ hasText: String(lot.lot_no) });
    expect(await pdfOf(buyer, () => row.getByRole('link', { name: /^Invoice/ }).click())).toContain('Olga Winner');
    await buyer.goto('/purchased-cars');
    await buyer.getByRole('row').getByRole('link').click();
    await expect(buyer.getByRole('listitem').filter({ hasText: 'Delivered' })).toHaveAttribute('aria-current', 'step');
    await expect(buyer.getByText('Asahi Maru')).toBeVisible();
    await findsNothing(buyer);
    const [{ total } = { total: '' }] = await sql<{ total: string }>(
      `select trim(to_char(-sum(e.amount_yen), '9,999,999')) as total from ledger_entries e
         join ledger_accounts a on a.id = account_id where a.user_id = $1`,
      [client.userId],
    );
    const sum = total.replaceAll(',', ' ');
    await expect(buyer.getByText(new RegExp(sum.replaceAll(' ', '\\s'))).first()).toBeVisible();
    const paper = await pdfOf(buyer, () => buyer.getByRole('link', { name: /Bill of lading/ }).click());
    expect(paper).toContain('Bill of lading');
    const invoice = await pdfOf(buyer, () => buyer.getByRole('link', { name: 'Invoice as PDF' }).click());
    expect(invoice).toContain(`Total\t${sum} ¥`);
    await buyer.goto('/payments');
    await buyer.getByRole('button', { name: 'Statement', exact: true }).click();
    const statement = () => buyer.getByRole('dialog').getByRole('button', { name: /^(Download PDF|Скачать PDF)$/ });
    expect(await pdfOf(buyer, () => statement().click())).toContain(`Closing balance\t−${sum} ¥`);

    await sql('update users set language = 693 where id = $1', [client.userId]);
    await buyer.evaluate(() => localStorage.setItem('seri.language', 'ru'));
    await buyer.goto('/payments');
    await buyer.getByRole('button', { name: 'Выписка', exact: true }).click();
    expect(await pdfOf(buyer, () => statement().click())).toContain(`Исходящий остаток\t−${sum} ¥`);
    await buyer.goto('/purchased-cars');
    await buyer.getByRole('row').getByRole('link').click();
    const russian = await pdfOf(buyer, () => buyer.getByRole('link', { name: 'Счёт в PDF' }).click());
    expect(russian).toContain(`Итого\t${sum} ¥`);
  });
});

// @covers PURCH-07, PURCH-10, PURCH-11
test('a buyer names consignee and notify party, and finds the estimate beside the cost; the dealer has no such page', async ({
  page,
  elsewhere,
  signIn,
  sql,
  findsNothing,
}) => {
  const client = await newPerson(readDemonstration().databaseUrl, { fullName: 'Pavel Buyer' });
  const dealer = await newPerson(readDemonstration().databaseUrl, { role: 'dealer' });
  await sql('update users set dealer_id = $1 where id = $2', [dealer.userId, client.userId]);
  const { purchaseId } = await boughtBy(sql, client);
  await signIn(page, client.email, client.password);
  await page.goto(`/purchased-cars/P${purchaseId}`);
  const estimate = page.getByRole('region', { name: 'Estimate and invoice' });
  await expect(estimate.getByRole('row', { name: /Car price/ })).toContainText(/320\s000\s?¥.*310\s000\s?¥/);
  await findsNothing(page);

  await page.getByRole('button', { name: 'Change the consignee' }).click();
  const form = page.getByRole('dialog', { name: 'Consignee' });
  await form.getByRole('textbox', { name: 'Telephone' }).fill('12');
  await form.getByRole('textbox', { name: 'Address' }).fill('');
  await form.getByRole('textbox', { name: 'Address' }).press('Enter');
  await expect(form.getByRole('textbox', { name: 'Address' })).toBeFocused();
  await expect(form.getByRole('textbox', { name: 'Telephone' })).toHaveAttribute('aria-invalid', 'true');
  await findsNothing(page);
  await form.getByRole('textbox', { name: 'Address' }).fill('Svetlanskaya 10');
  await form.getByRole('textbox', { name: 'Telephone' }).fill('+79161234567');
  await form.getByRole('textbox', { name: 'Name or company' }).fill('Harbour Import Ltd');
  const port = form.getByRole('textbox', { name: 'Port of destination' });
  await port.fill('Vladivostok');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('Harbour Import Ltd')).toBeVisible();

  await page.getByRole('button', { name: 'Change the notify party' }).click();
  const notify = page.getByRole('dialog', { name: 'Notify party' });
  await expect(notify.getByRole('checkbox')).toBeChecked();
  await notify.getByRole('checkbox').uncheck();
  await notify.getByRole('combobox', { name: 'From your address book' }).click();
  await page.getByRole('option', { name: /Harbour Import/ }).click();
  await notify.getByRole('textbox', { name: 'Name or company' }).fill('Broker Bay');
  await notify.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Broker Bay', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Change the notify party' }).click();
  await notify.getByRole('checkbox').check();
  await notify.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Broker Bay', { exact: true })).toBeHidden();

  const other = await (await elsewhere()).newPage();
  await signIn(other, dealer.email, dealer.password);
  await other.goto(`/purchased-cars/P${purchaseId}`);
  await expect(other.getByRole('heading', { name: 'No such purchase' })).toBeVisible();
});

// @covers PURCH-02
test('on a phone a buyer reads the progress of the car, its documents and cost @phone-only', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const client = await newPerson(readDemonstration().databaseUrl, { language: 'ru', fullName: 'Пётр Покупатель' });
  await boughtBy(sql, client);
  await signIn(page, client.email, client.password);
  await page.goto('/purchased-cars');
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Документы для экспорта' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'В обработке' })).toHaveAttribute('aria-current', 'step');
  await findsNothing(page);
  const invoice = await pdfOf(page, () => page.getByRole('link', { name: 'Счёт в PDF' }).click());
  expect(invoice).toContain('Цена автомобиля\t310 000 ¥');
  await page.getByRole('button', { name: 'Изменить получателя' }).click();
  await expect(page.getByRole('dialog', { name: 'Получатель' }).getByRole('textbox').first()).toBeVisible();
  await findsNothing(page);
});
