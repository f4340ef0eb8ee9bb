import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ENVIRONMENT_NAMES } from './config.ts';

test('the settings page documents each variable of the environment in its table, and no other', () => {
  const page = readFileSync(new URL('../../../../docs/reference/settings.md', import.meta.url), 'utf8');
  const [table = ''] = /(?<=Environment, checked at the start:)[\s\S]*?(?=Company settings count)/.exec(page) ?? [];
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
  expect(named.sort()).toEqual(ENVIRONMENT_NAMES.filter((name) => name !== 'NODE_ENV').sort());
});
