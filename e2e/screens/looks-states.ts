import type { Page } from '@playwright/test';
import { CLIENT, lotOf, MANAGER, type Screen } from './looks-screens.ts';

const PHONE = [390];
const TABLET = [390, 768];
const DESK = [1366, 1440, 1600, 1920, 2560];
const DIALOG = '[role="dialog"]';

const press =
  (name: RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name }).filter({ visible: true }).first().click();
    await page.locator(DIALOG).waitFor();
  };
const inView =
  (view: 'cards' | 'columns') =>
  async (page: Page): Promise<void> => {
    await page.evaluate((chosen) => localStorage.setItem('seri.view', chosen), view);
    await page.reload();
  };
const asBefore = (page: Page): Promise<void> => page.evaluate(() => localStorage.removeItem('seri.view'));

const FROM_DAY = /^(From|С)$/;
const DATES = /^(Dates|Даты)$/;
async function typeWrongDay(page: Page): Promise<void> {
  const dates = page.getByRole('button', { name: DATES }).filter({ visible: true });
  const field = page.getByLabel(FROM_DAY).filter({ visible: true }).first();
  await dates.or(field).first().waitFor();
  if (await dates.isVisible()) await dates.click();
  await field.pressSequentially('20269999');
  await field.blur();
  await page.getByRole('alert').filter({ visible: true }).first().waitFor();
}

/** Seven figures: the price that a total starts from, or the budget that a highest bid is computed for. */
const withCosts =
  (field: RegExp) =>
  async (page: Page): Promise<void> => {
    const block = page.locator('details', { has: page.getByRole('heading', { name: /^(At my door|Под ключ)/ }) });
    await block.getByRole('textbox', { name: field }).fill('4500000');
  };

/** Screens in states after user actions: open sheets and lists, invalid entries, other views. */
export const STATES: Screen[] = [
  { name: 'listing-cards', email: CLIENT, path: '/car-auction', ready: inView('cards'), after: asBefore },
  { name: 'listing-columns', email: CLIENT, path: '/car-auction', ready: inView('columns'), after: asBefore },
  { name: 'bikes-cards', email: CLIENT, path: '/bike-auctions', ready: inView('cards'), after: asBefore },
  { name: 'bikes-columns', email: CLIENT, path: '/bike-auctions', ready: inView('columns'), after: asBefore },
  { name: 'statistics-cards', email: CLIENT, path: '/sales-statistic', ready: inView('cards'), after: asBefore },
  { name: 'listing-wrong-day', email: CLIENT, path: '/car-auction', ready: typeWrongDay, widths: DESK },
  {
    name: 'listing-filters',
    email: CLIENT,
    path: '/car-auction?maker=TOYOTA',
    ready: press(/^(Filters|Фильтры)/),
    widths: PHONE,
  },
  {
    name: 'listing-filters-wrong-day',
    email: CLIENT,
    path: '/car-auction',
    ready: async (page) => {
      await press(/^(Filters|Фильтры)/)(page);
      await typeWrongDay(page);
    },
    widths: PHONE,
  },
  {
    name: 'listing-sort',
    email: CLIENT,
    path: '/car-auction',
    ready: async (page) => {
      await press(/^(Filters|Фильтры)/)(page);
      await press(/^(By time|По времени)/)(page);
      await page.getByRole('dialog', { name: /^(Sort|Сортировка)/ }).waitFor();
    },
    widths: PHONE,
  },
  {
    name: 'lot-costs',
    email: CLIENT,
    path: lotOf('car-auction'),
    ready: withCosts(/^(Hammer price|Цена на аукционе)/),
  },
  {
    name: 'lot-costs-budget',
    email: CLIENT,
    path: lotOf('car-auction'),
    ready: withCosts(/^(My total budget|Мой общий бюджет)/),
  },
  { name: 'menu', email: CLIENT, path: '/bids', ready: press(/^(Menu|Меню|More|Ещё)$/), widths: TABLET },
  {
    name: 'dealer-filters',
    email: 'dealer@demo.seri',
    path: '/dealer-bids',
    ready: press(/^(Filters|Фильтры)/),
    widths: TABLET,
  },
  { name: 'my-bids-sort', email: CLIENT, path: '/bids', ready: press(/^(Sort|Сортировка)/), widths: TABLET },
  {
    name: 'my-bids-statuses',
    email: CLIENT,
    path: '/bids',
    ready: press(/^(All statuses|Все статусы)/),
    widths: PHONE,
  },
  { name: 'manager-filters', email: MANAGER, path: '/bid-manager', ready: press(/^(Filters|Фильтры)/), widths: TABLET },
  {
    name: 'manager-statuses',
    email: MANAGER,
    path: '/bid-manager',
    ready: async (page) => {
      // A phone opens on the bid to decide next.
      await page.getByRole('button', { name: /^(All bids|Все ставки)$/ }).click();
      await press(/^(All statuses|Все статусы)/)(page);
    },
    widths: PHONE,
  },
  { name: 'manager-menu', email: MANAGER, path: '/bid-manager', ready: press(/^(Menu|Меню)$/), widths: TABLET },
];
