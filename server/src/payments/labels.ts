import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import type { Language } from './queries.ts';

/** Labels are part of the list in the reader's language (business-rules.md#texts-in-answers). */
export const TYPE_LABELS = {
  remittances: { en: 'Remittances', ru: 'Перевод' },
  carPurchase: { en: 'Car Purchase', ru: 'Покупка автомобиля' },
} as const;

export const languageOf = ({ language }: Pick<CurrentUser, 'language'>): Language =>
  language === LANGUAGE.ru ? 'ru' : 'en';
