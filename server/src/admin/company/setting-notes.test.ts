import { readFileSync } from 'node:fs';
import { companySettingsSchema } from '@seri/contract/company/settings.ts';
import { expect, test } from 'vitest';
import { valueFor } from '../values.ts';
import { SETTING_NOTES } from './setting-notes.ts';

const KEYS = Object.keys(companySettingsSchema.shape) as (keyof typeof SETTING_NOTES)[];
const defaults = companySettingsSchema.parse({});

test.each(KEYS)('%s has its row in the settings page, with the default and a valid example', (key) => {
  const { means, example } = SETTING_NOTES[key];
  const page = readFileSync(new URL('../../../../docs/reference/settings.md', import.meta.url), 'utf8');
  expect(page).toContain(`| \`${key}\` | ${means} | \`${JSON.stringify(defaults[key])}\` | \`${example}\` |`);
  // Without the quotes, as the shell passes it on.
  const typed = example.replace(/^(['"])(.*)\1$/, '$2');
  expect(companySettingsSchema.safeParse({ [key]: valueFor(key, typed) }).success).toBe(true);
});
