import { expect, type Locator, type Page } from '@playwright/test';
import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import { newPerson, type Person } from './people.ts';
import { readStage } from './stage-facts.ts';

type SignIn = (page: Page, email: string, password?: string) => Promise<void>;

export const pathOf = (pageType: PageType): string => `/${PAGE_RULES[pageType].path}`;
export const rows = (page: Page) => page.locator('tbody tr');

/** Somebody in the demonstration whose choices no other story touches. */
export async function asSomebody(page: Page, signIn: SignIn, language: 'en' | 'ru' = 'en'): Promise<Person> {
  const person = await newPerson(readStage().databaseUrl, { language });
  await signIn(page, person.email, person.password);
  return person;
}

/** What a page says has failed while it is looked at; answers to somebody unknown are none of it. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('401')) complaints.push(message.text());
  });
  return complaints;
}

/** Pages without the answers that travel with them: as when the server could not give them in time. */
export async function withoutFirstAnswers(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('id="seri-boot"', 'id="not-asked"') });
  });
}

/** A listing in rows, with its first lot in view. */
export async function openListing(page: Page, pageType: PageType, query = ''): Promise<void> {
  await page.goto(`${pathOf(pageType)}${query}`);
  await expect(rows(page).first()).toBeVisible();
}

/** Opens a select and waits until it takes keys: the focus comes after the list. */
export async function openSelect(page: Page, field: RegExp): Promise<void> {
  await page.getByRole('button', { name: field }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await expect(page.locator(':focus')).toHaveAttribute('data-expanded', 'true');
}

export async function closeSelect(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
}

/** Opens a select and picks an option by its name. */
export async function choose(page: Page, field: RegExp, option: RegExp): Promise<void> {
  await openSelect(page, field);
  await page.getByRole('listbox').getByRole('option', { name: option }).first().click();
  await closeSelect(page);
}

/** The words of an element, trimmed. */
export const textOf = async (element: Locator): Promise<string> => ((await element.textContent()) ?? '').trim();
