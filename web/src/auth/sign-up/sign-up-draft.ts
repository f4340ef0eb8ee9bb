import { readStored, removeStored, writeStored } from '../../shell/i18n/storage.ts';
import type { SignUpFields } from './sign-up-fields.ts';

type Draft = Omit<SignUpFields, 'password' | 'confirmPassword'>;

/** What was typed before the page was left or loaded again. */
export function readDraft(): Partial<Draft> {
  try {
    const kept: unknown = JSON.parse(readStored('signUpDraft') ?? '{}');
    return typeof kept === 'object' && kept !== null ? Object.fromEntries(Object.entries(kept).filter(isOurs)) : {};
  } catch {
    return {};
  }
}

/** Keeps everything but the passwords (business-rules.md#sign-up-draft). */
export function saveDraft({ password: _, confirmPassword: __, ...draft }: SignUpFields): void {
  writeStored('signUpDraft', JSON.stringify(draft));
}

export const forgetDraft = (): void => removeStored('signUpDraft');

const TEXTS = ['fullName', 'email', 'mobile', 'country', 'city', 'referralCode'];

// An older page may have kept other things under the same name.
const isOurs = ([name, value]: [string, unknown]): boolean =>
  name === 'terms' ? typeof value === 'boolean' : TEXTS.includes(name) && typeof value === 'string';
