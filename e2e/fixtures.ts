import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { Pool } from 'pg';
import { STAGE_FILE } from './stage-facts.ts';

const DEMO_PASSWORD = 'demo1234';

interface Fixtures {
  /** The stage's database: for setting a house's minutes or a lot's hour, never for doing what a person does. */
  sql: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;
  signIn: (page: Page, email: string) => Promise<void>;
  /** axe on the whole page; every finding is a failure. */
  findsNothing: (page: Page) => Promise<void>;
}

export const test = base.extend<Fixtures>({
  sql: async ({ baseURL: _ }, use) => {
    const stage = JSON.parse(readFileSync(STAGE_FILE, 'utf8')) as { databaseUrl: string };
    const pool = new Pool({ connectionString: stage.databaseUrl, max: 1 });
    await use(async (text, values) => (await pool.query(text, values)).rows);
    await pool.end();
  },
  signIn: async ({ sql: _ }, use) => {
    await use(async (page, email) => {
      await page.goto('/auth/login');
      await page.getByLabel(/^(Email|Эл\. почта|Email|Электронная почта)/).fill(email);
      await page
        .getByLabel(/^(Password|Пароль)/)
        .first()
        .fill(DEMO_PASSWORD);
      await page.getByRole('button', { name: /^(Log in|Войти)$/ }).click();
      await expect(page).not.toHaveURL(/auth\/login/);
    });
  },
  findsNothing: async ({ baseURL: _ }, use) => {
    await use(async (page) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.target.join(' ')).join(' | ')}`)).toEqual([]);
    });
  },
});

export { expect, STAGE_FILE };
