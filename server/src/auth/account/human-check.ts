import type { CompanySettingsValues } from '@seri/contract/company/settings.ts';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from '../../platform/calls/errors.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Db } from '../../platform/db/db.ts';
import { solvedNonce } from './puzzle.ts';
import { spendPuzzle } from './puzzle-queries.ts';

const PATIENCE_MS = 5_000;

/** Google's reCAPTCHA or a compatible service. */
export interface Recaptcha {
  secret: string;
  verifyUrl: string;
}

/** Returns whether the browser's answer shows that a person uses it. */
type HumanCheck = (answer: string | undefined) => Promise<boolean>;

interface HumanCheckContext {
  db: Db;
  secretKey: string;
  /** Null when it is not configured; the check then always fails. */
  recaptcha: Recaptcha | null;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** Runs the check of the company's setting. Throws Recaptcha when it fails or cannot be made. */
export async function ensureHuman(surroundings: HumanCheckContext, answer: string | undefined): Promise<void> {
  const { humanCheck } = await readSettings(surroundings.db);
  if (!(await checkOf(humanCheck, surroundings)(answer))) throw new ApiError('Recaptcha');
}

function checkOf(kind: CompanySettingsValues['humanCheck'], surroundings: HumanCheckContext): HumanCheck {
  if (kind === 'off') return async () => true;
  return kind === 'proof' ? proofOfWork(surroundings) : checkRecaptcha(surroundings);
}

const proofOfWork =
  ({ db, secretKey }: HumanCheckContext): HumanCheck =>
  async (answer) => {
    const nonce = answer === undefined ? null : solvedNonce(secretKey, answer);
    return nonce !== null && (await spendPuzzle(db, nonce));
  };

const verdict = z.object({ success: z.boolean() });

const checkRecaptcha =
  ({ recaptcha, log }: HumanCheckContext): HumanCheck =>
  async (answer) => {
    if (!answer) return false;
    if (!recaptcha) {
      log.error('the company requires reCAPTCHA, but RECAPTCHA_SECRET is not set: sign-up fails');
      return false;
    }
    try {
      const reply = await fetch(recaptcha.verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret: recaptcha.secret, response: answer }),
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return reply.ok && verdict.parse(await reply.json()).success;
    } catch (error) {
      log.error({ reason: error instanceof Error ? error.name : 'unknown' }, 'the reCAPTCHA service did not answer');
      return false;
    }
  };
