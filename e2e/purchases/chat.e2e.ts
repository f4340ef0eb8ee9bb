import type { Page } from '@playwright/test';
import { quietLot } from '../fixtures/bidding.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

const windowOf = (page: Page) => page.getByRole('dialog', { name: /^(Chat about the bid|Чат по ставке)$/ });
const messagesIn = (page: Page) => windowOf(page).getByRole('log').getByRole('listitem');

// @covers CHAT-01, CHAT-02, CHAT-03, CHAT-04, CHAT-05, CHAT-06, CHAT-07, CHAT-08, CHAT-10, CHAT-11, MGMT-20, NOTIF-03
test('a client and a manager exchange messages: marks, a failed message, history, the client card', async ({
  page: manager,
  elsewhere,
  signIn,
  sql,
  findsNothing,
}) => {
  const name = 'Ivan Ryabov';
  const ivan = await newPerson(readDemonstration().databaseUrl, { language: 'ru', fullName: name });
  await sql('update bid_clients set credit_limit_yen = 9000000 where user_id = $1', [ivan.userId]);
  await sql(`update users set company = 'Vostok Auto', client_note = $2 where id = $1`, [
    ivan.userId,
    'Calls back late.\nPays on time.',
  ]);
  const lot = await quietLot(sql);
  const client = await (
    await elsewhere({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true })
  ).newPage();
  await signIn(client, ivan.email, ivan.password);
  await signIn(manager, 'manager@demo.seri');

  await test.step('the client writes from the page of the lot, on a phone, in Russian', async () => {
    // The form has its own tests.
    const data = { amount: 400_000, bidType: 1, carId: lot.id, confirm: 1, lotType: 'auction' };
    expect((await client.request.post('/v1/bid/create', { data })).status()).toBe(200);
    await client.goto('/bids');
    const card = client.getByRole('article').filter({ hasText: String(lot.lot_no) });
    await card.getByRole('button', { name: `Чат, лот ${lot.lot_no}` }).click();
    const chat = windowOf(client);
    await expect(chat.getByText('Сообщений пока нет')).toBeVisible();
    await expect(chat.getByRole('button', { name: 'Отправить' })).toBeDisabled();
    await expect(chat.getByRole('button', { name: 'История' })).toHaveCount(0);
    await chat.getByRole('textbox', { name: 'Сообщение' }).fill('  Крыша ржавая? <b>https://example.com</b> ');
    await chat.getByRole('button', { name: 'Отправить' }).click();
    await expect(messagesIn(client).first()).toContainText('Вы');
    await expect(chat.getByRole('textbox')).toHaveValue('');
    await expect(chat.getByRole('link')).toHaveCount(0);
    await findsNothing(client);
    await client.goBack();
    await expect(chat).toBeHidden();
    await expect(client).toHaveURL(/\/bids$/);
  });

  await test.step('the manager sees a waiting message, reads it, and the mark disappears', async () => {
    await manager.goto(`/bid-manager?lotNo=${lot.lot_no}`);
    const row = manager.getByRole('row').filter({ hasText: name });
    await expect(manager.getByRole('navigation').getByTitle(/^unread messages in/)).toBeVisible();
    await row.getByRole('button', { name: `Chat, lot ${lot.lot_no}, 1 unread message` }).click();
    const chat = windowOf(manager);
    await expect(chat.getByRole('heading', { level: 2 })).toContainText(/./);
    await expect(chat).toContainText(name);
    await expect(messagesIn(manager).first()).toContainText('Крыша ржавая? <b>https://example.com</b>');
    await expect(row.getByRole('button', { name: `Chat, lot ${lot.lot_no}`, exact: true })).toBeAttached();
    await findsNothing(manager);
  });

  await test.step('a failed message is marked and sent again, once', async () => {
    const chat = windowOf(manager);
    await manager.route('**/v1/bid/save-chat', (route) => route.abort());
    await chat.getByRole('textbox', { name: 'Message' }).fill('No, I have looked.');
    await chat.getByRole('textbox', { name: 'Message' }).press('Enter');
    await expect(chat.getByRole('alert')).toContainText('Not sent.');
    await findsNothing(manager);
    await manager.unroute('**/v1/bid/save-chat');
    await chat.getByRole('button', { name: 'Send again' }).click();
    await expect(chat.getByRole('alert')).toHaveCount(0);
    await expect(messagesIn(manager).filter({ hasText: 'No, I have looked.' })).toHaveCount(1);
  });

  await test.step('a template fills the field in the language of the client', async () => {
    const chat = windowOf(manager);
    await chat.getByRole('button', { name: 'Message templates' }).click();
    await chat.getByRole('button', { name: /inspect this car/ }).click();
    await expect(chat.getByRole('textbox', { name: 'Message' })).toHaveValue(/осмотреть автомобиль/);
    await chat.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(messagesIn(manager).filter({ hasText: 'осмотреть' })).toHaveCount(1);
  });

  await test.step('the company’s templates are added, changed, deleted and reset', async () => {
    const chat = windowOf(manager);
    await chat.getByRole('button', { name: 'Message templates' }).click();
    await chat.getByRole('button', { name: 'Edit the templates' }).click();
    const list = chat.getByRole('region', { name: 'Message templates' });
    await list.getByRole('button', { name: 'Add a template' }).click();
    await expect(chat.getByRole('textbox', { name: 'In English' })).toBeFocused();
    await chat.getByRole('textbox', { name: 'In English' }).fill('Please call us');
    await expect(chat.getByRole('button', { name: 'Save' })).toBeDisabled();
    await chat.getByRole('textbox', { name: 'In Russian' }).fill('Позвоните нам');
    await findsNothing(manager);
    await chat.getByRole('button', { name: 'Save' }).click();
    await list.getByRole('button', { name: 'Change: Please call us' }).click();
    await chat.getByRole('textbox', { name: 'In English' }).fill('Call us');
    await chat.getByRole('button', { name: 'Save' }).click();
    await expect(list.getByRole('listitem').last()).toContainText(/^Call us\s*Позвоните нам$/);
    await list.getByRole('button', { name: 'Delete: Call us' }).click();
    await list.getByRole('group', { name: 'Delete: Call us' }).getByRole('button', { name: 'Delete' }).click();
    await expect(list.getByText('Call us')).toHaveCount(0);
    await list.getByRole('button', { name: 'Restore the built-in templates' }).click();
    await list.getByRole('button', { name: 'Restore the built-in templates' }).click();
    await expect(list).toContainText('These are the built-in templates.');
    await findsNothing(manager);
    await list.getByRole('button', { name: 'Back to the chat' }).click();
    await expect(chat.getByRole('textbox', { name: 'Message' })).toBeVisible();
  });

  await test.step('the history has the log of the bid', async () => {
    const chat = windowOf(manager);
    const data = { bidId: Number(new URL(manager.url()).searchParams.get('chat')), status: 3 };
    expect((await manager.request.put('/v1/bid/update-bid-status', { data })).status()).toBe(200);
    await chat.getByRole('button', { name: 'History' }).click();
    const events = chat.getByRole('list', { name: 'History' }).getByRole('listitem');
    await expect(events).toContainText(['Bid placed', "Status New -> Don't bid"]);
    // Staff are highlighted.
    await expect(events.locator('[data-staff]')).toHaveText(['Kenji Mori']);
    await findsNothing(manager);
    await chat.getByRole('button', { name: 'Close' }).click();
    await expect(manager).toHaveURL((url) => !url.searchParams.has('chat'));
  });

  await test.step('the client card', async () => {
    await manager.getByRole('row').filter({ hasText: name }).getByRole('button', { name }).click();
    const card = manager.getByRole('dialog', { name: 'Client' });
    await expect(card).toContainText('Vostok Auto');
    await expect(card).toContainText('Pays on time.');
    await findsNothing(manager);
    await card.getByRole('button', { name: "Only this client's bids" }).click();
    await expect(manager).toHaveURL(new RegExp(`user=${ivan.userId}`));
  });

  await test.step('the client finds two messages, and a link in a mail opens them; managers have no names', async () => {
    await client.goto('/bids');
    const waiting = client.getByRole('button', { name: `Чат, лот ${lot.lot_no}, 2 непрочитанных сообщения` });
    await expect(waiting).toBeVisible();
    const [bid] = await sql<{ id: string }>('select id::text from bids where user_id = $1', [ivan.userId]);
    await client.goto(`/car-auction/${lot.id}?chat=${bid?.id}`);
    await expect(messagesIn(client).filter({ hasText: 'No, I have looked.' })).toContainText('Менеджер');
    await findsNothing(client);
    await windowOf(client).getByRole('button', { name: 'Закрыть' }).last().click();
    await expect(windowOf(client)).toBeHidden();
    await client.goto('/bids');
    await expect(client.getByRole('button', { name: `Чат, лот ${lot.lot_no}`, exact: true })).toBeVisible();
  });
});

// @covers CHAT-01
test('чат, которого нет или который не загрузился, говорит об этом @phone-only', async ({
  page,
  signIn,
  findsNothing,
}) => {
  await page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));
  await signIn(page, 'client@demo.seri');
  await page.goto('/bids?chat=999999');
  await expect(windowOf(page).getByRole('alert')).toContainText('Не удалось загрузить чат');
  await findsNothing(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/bids$/);
});
