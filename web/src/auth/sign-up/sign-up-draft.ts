import { readStored, removeStored, writeStored } from '../../shell/i18n/storage.ts';
import type { SignUpFields } from './sign-up-fields.ts';

type Draft = Omit<SignUpFields, 'password' | 'confirmPassword'>;

/** Sign-up fields saved before the page was left or reloaded. */
export function readDraft(): Partial<Draft> {
  try {
    const kept: unknown = JSON.parse(readStored('signUpDraft') ?? '{}');
    return typeof kept === 'object' && kept !== null ? Object.fromEntries(Object.entries(kept).filter(isOurs)) : {};
  } catch {
    return {};
  }
}

/** Saves all fields except the passwords (business-rules.md#sign-up-draft). */
export function saveDraft({ password: _, confirmPassword: __, ...draft }: SignUpFields): void {
  writeStored('signUpDraft', JSON.stringify(draft));
}

export const forgetDraft = (): void => removeStored('signUpDraft');

const TEXTS = ['fullName', 'email', 'mobile', 'country', 'city', 'referralCode'];

// An older version of the page may have stored different values under the same key.
const isOurs = ([name, value]: [string, unknown]): boolean =>
  name === 'terms' ? typeof value === 'boolean' : TEXTS.includes(name) && typeof value === 'string';
