import { companySettingsSchema } from '@seri/contract/company/settings.ts';
import { expect, test } from 'vitest';
import { valueFor } from '../values.ts';
import { SETTING_NOTES } from './setting-notes.ts';

const KEYS = Object.keys(companySettingsSchema.shape) as (keyof typeof SETTING_NOTES)[];

test.each(KEYS)('%s has a meaning and a valid example', (key) => {
  const { means, example } = SETTING_NOTES[key];
  expect(means).not.toBe('');
  // Without the quotes, as the shell passes it on.
  const typed = example.replace(/^(['"])(.*)\1$/, '$2');
  expect(companySettingsSchema.safeParse({ [key]: valueFor(key, typed) }).success).toBe(true);
});
