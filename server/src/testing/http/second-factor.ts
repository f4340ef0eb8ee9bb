import { Secret, TOTP } from 'otpauth';
import type { Pool } from 'pg';

/** Returns the authenticator app's code for a secret, now or that many 30-second steps later. */
export const appCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Returns a code of six digits that is wrong now and in the adjacent steps. */
export function wrongAppCode(secret: string): string {
  const nearCodes = [-2, -1, 0, 1, 2].map((steps) => appCode(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !nearCodes.includes(code)) ?? '';
}

/** Resets the last used step, as if it were long past. */
export const letStepsPass = (pool: Pool) => pool.query('update second_factors set last_step = 0');
