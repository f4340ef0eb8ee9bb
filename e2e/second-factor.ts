import type { Page } from '@playwright/test';
import { appCode } from '../server/src/testing/http/second-factor.ts';
import { expect } from './fixtures.ts';
import type { Person } from './people.ts';

/** From the profile to the recovery codes; answers the key the app got, and the codes. */
export async function setUp(page: Page, { password }: Person): Promise<{ secret: string; codes: string[] }> {
  await page.getByLabel(/^(Password|Пароль)/).fill(password);
  await page.getByRole('button', { name: /^(Next|Далее)$/ }).click();
  const secret = await secretOn(page);
  await page.getByLabel(/^(Code from the app|Код из приложения)/).fill(appCode(secret));
  await page.getByRole('button', { name: /^(Turn on|Включить)$/ }).click();
  await expect(page.getByRole('checkbox')).toBeVisible();
  return { secret, codes: await page.getByRole('listitem').allTextContents() };
}
/** The key as the page shows it for typing. */
export const secretOn = async (page: Page) => ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');

/** Says that the recovery codes are kept, and goes on. */
export async function keepCodes(page: Page): Promise<void> {
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: /^(Finish|Готово)$/ }).click();
}

export const codeField = (page: Page) => page.getByLabel(/^(Code from the app|Код из приложения)/);
export const panelOf = (page: Page) => page.getByRole('region', { name: 'Second factor' });
