import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';

/** A name at a mailbox that nobody else writes to. */
export const newAddress = (): string => `guest-${randomUUID().slice(0, 8)}@people.example`;
export const PASSWORD = 'nine quiet lanterns';

/** What the company says on the log-in page, and only there. */
export const notice = (page: Page) => page.getByText(/The office is closed|Офис закрыт/);

export const inRussian = (page: Page) => page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));

/** Presses the button and leaves it to the story what comes of it. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

const WORDS = {
  en: {
    name: 'Full name',
    email: 'Email',
    phone: 'Mobile phone',
    country: 'Country',
    city: 'City',
    password: 'Password',
    repeat: 'Repeat password',
    submit: 'Sign up',
  },
  ru: {
    name: 'Фамилия, имя, отчество',
    email: 'Электронная почта',
    phone: 'Мобильный телефон',
    country: 'Страна',
    city: 'Город',
    password: 'Пароль',
    repeat: 'Повтор пароля',
    submit: 'Зарегистрироваться',
  },
} as const;

interface Wanted {
  email: string;
  language?: keyof typeof WORDS;
  password?: string;
}

/** The form's parts by their words. */
export function signUpForm(page: Page, language: keyof typeof WORDS = 'en') {
  const words = WORDS[language];
  const field = (name: keyof typeof words) => page.getByLabel(words[name], { exact: true });
  return {
    field,
    // The list that belongs to the field has its name too.
    country: page.getByRole('combobox', { name: words.country }),
    terms: page.getByRole('checkbox'),
    submit: page.getByRole('button', { name: words.submit }),
  };
}

/** Fills the whole form as a person would, and leaves the button to be pressed. */
export async function fillSignUp(page: Page, { email, language = 'en', password = PASSWORD }: Wanted): Promise<void> {
  const form = signUpForm(page, language);
  await form.field('name').fill(language === 'ru' ? 'Орлова Нина Петровна' : 'Nina Orlova');
  await form.field('email').fill(email);
  await form.field('phone').fill(language === 'ru' ? '89161234567' : '+81 45 123 4567');
  if (language === 'en') {
    await form.country.fill('japan');
    await page.getByRole('option', { name: 'Japan' }).click();
  }
  await form.field('city').fill(language === 'ru' ? 'Владивосток' : 'Yokohama');
  await form.field('password').fill(password);
  await form.field('repeat').fill(password);
  await form.terms.check();
}
