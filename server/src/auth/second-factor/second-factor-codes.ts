import { randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { hashWithSalt } from '../account/password.ts';

const STEP_SECONDS = 30;
const RECOVERY_CODES = 10;
/** Without I, L, O and U, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 12;

/** 160 bits, as RFC 4226 recommends. */
export const newSecret = (): Buffer => randomBytes(20);
export const base32 = (secret: Uint8Array): string => totpOf(secret).secret.base32;

/** Returns the URI in the QR code for authenticator apps. */
export const otpauthUri = (secret: Uint8Array, { issuer, email }: { issuer: string; email: string }): string =>
  totpOf(secret, { issuer, label: email }).toString();

/** Returns the 30-second step of this code: the current, previous or next one (RFC 6238, 5.2); null for none. */
export function stepOf(secret: Uint8Array, code: string, atSeconds: number): number | null {
  if (!isAppCode(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: atSeconds * 1_000, window: 1 });
  return delta === null ? null : Math.floor(atSeconds / STEP_SECONDS) + delta;
}

const totpOf = (secret: Uint8Array, naming: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({
    ...naming,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  });

export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

export interface RecoveryCodes {
  /** For display, with dashes: `K7QM-20XD-9ZTB`. */
  shown: string[];
  salt: Buffer;
  hashes: Buffer[];
}

/** Creates ten codes of 60 bits each, with the hashes that are stored. */
export async function newRecoveryCodes(): Promise<RecoveryCodes> {
  const salt = randomBytes(16);
  const bare = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  );
  const hashes: Buffer[] = [];
  // Sequential, so that log-ins of others get a place in between.
  for (const code of bare) hashes.push(await hashWithSalt(code, salt));
  return { shown: bare.map((code) => code.replace(/(.{4})(?=.)/g, '$1-')), salt, hashes };
}

/** Returns null for text that cannot be a recovery code, without the cost of a hash. */
export function recoveryHash(typed: string, salt: Buffer): Promise<Buffer> | null {
  const code = typed.replaceAll('O', '0').replace(/[IL]/g, '1');
  const fits = code.length === CODE_LENGTH && [...code].every((character) => ALPHABET.includes(character));
  return fits ? hashWithSalt(code, salt) : null;
}
