import { createHmac } from 'node:crypto';
import type { signUp } from '@seri/contract/auth/routes.ts';
import type { BodyOf } from '@seri/contract/http.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Db } from '../../platform/db/db.ts';
import { isCountry } from '../../platform/i18n/countries.ts';
import { phoneOf } from '../../platform/phone.ts';
import { recordAttempts, signUpCounters } from '../session/login-rate-limit.ts';
import { ensureQueueSpace, hashPassword } from './password.ts';
import { ensureStrongPassword } from './password-rules.ts';
import { insertAccountRequest } from './request-queries.ts';

interface RequestContext {
  address: string;
  secretKey: string;
  /** Throws Recaptcha unless the request probably comes from a person. */
  ensureHuman: (answer: string | undefined) => Promise<void>;
}

/**
 * Queues a sign-up for the worker. This code never checks whether the address has an account, and every form costs
 * one hash, so neither the reply nor its time reveals it (business-rules.md#account-secrecy).
 */
export async function requestAccount(db: Db, form: BodyOf<typeof signUp>, asking: RequestContext): Promise<void> {
  const { email, fullName, password } = form;
  ensureQueueSpace();
  if (!isCountry(form.country)) throw new ApiError('Field.Invalid', { fields: { country: ['Field.Invalid'] } });
  const mobile = phoneOf(form.mobile, form.country, 'mobile');
  await ensureStrongPassword(db, password, { email, fullName }, 'password');
  await recordAttempts(db, signUpCounters(asking.address));
  await asking.ensureHuman(form.humanCheck);
  await insertAccountRequest(db, {
    kind: 'sign_up',
    email,
    language: form.language,
    form: {
      fullName,
      referralCode: form.referralCode || null,
      mobile,
      country: form.country,
      city: form.city,
    },
    passwordHash: await hashPassword(password, saltOf(email, asking.secretKey)),
  });
}

/** One salt per address: the same password in a second form gives the same hash, which shows that it is the same person. */
const saltOf = (email: string, secretKey: string): Buffer =>
  createHmac('sha256', secretKey).update(`sign-up ${email.toLowerCase()}`).digest().subarray(0, 16);
