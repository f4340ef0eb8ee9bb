import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import ru from '../../locales/ru.json' with { type: 'json' };
import { setTexts } from '../../ui/theme/text.ts';
import { ownRoleText } from './own-role.ts';

afterAll(() => setTexts({}, 'en'));

test.each([
  [en, 'Client', 'Dealer'],
  [ru, 'Клиент', 'Дилер'],
] as const)("a client never sees the manager's mark on the account", (texts, client, dealer) => {
  setTexts(texts, 'en');
  expect(ownRoleText(ROLE.troublesome, 'Menu.Profile')).toBe(client);
  expect(ownRoleText(ROLE.client, 'Menu.Profile')).toBe(client);
  expect(ownRoleText(ROLE.dealer, 'Menu.Profile')).toBe(dealer);
  expect(ownRoleText(1, 'Menu.Profile')).toBe(texts['Menu.Profile']);
});
