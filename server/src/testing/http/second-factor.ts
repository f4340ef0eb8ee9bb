import { Secret, TOTP } from 'otpauth';
import type { Pool } from 'pg';

/** What the authenticator app shows for a secret, now or so many steps of 30 seconds later. */
export const appCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** A code of six digits that is wrong now and in the steps around. */
export function wrongAppCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => appCode(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '';
}

/** As if the step whose code was used last were long over. */
export const letStepsPass = (pool: Pool) => pool.query('update second_factors set last_step = 0');
