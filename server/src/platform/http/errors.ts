import { ERROR_SENTENCES } from '@seri/contract/error-sentences.ts';
import type { ErrorCode, Refusal } from '@seri/contract/errors.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from '../calls/errors.ts';

const DATABASE_AWAY = /ECONNREFUSED|ECONNRESET|Connection terminated|timeout exceeded when trying to connect/;
/** Took too long, shutting down, starting, out of room, too many connections: nothing was written, try again. */
const DATABASE_UNAVAILABLE = ['57014', '57P01', '57P02', '57P03', '53100', '53200', '53300', '25006'];

/** Refusals that show, many together, that somebody tries doors. */
const WATCHED: ErrorCode[] = [
  'WrongCredentials',
  'AccountDisabled',
  'InvalidUser',
  'TooManyTries',
  'Access.Denied',
  'Request.CrossSite',
  'Auth.LinkInvalid',
  'Auth.Token',
  'Auth.Scope',
  'Auth.WrongCode',
  'Auth.PasskeyRefused',
  'Password.Wrong',
  'Recaptcha',
  'TooManyRequests',
];

/** Nobody reads it: a caller who left is not in the log of errors. The number is nginx's. */
const CALLER_LEFT = 499;

/** The one place that turns an error into a reply. What is unexpected is logged with the request id and answered without its text. */
export function answerError(error: FastifyError | Refused, request: FastifyRequest, reply: FastifyReply) {
  const refused = asRefused(error);
  if (reply.raw.destroyed && refused.status === 503) return reply.code(CALLER_LEFT).send();
  // That lists are filled after a start is no fault: readers come again by themselves.
  if (refused.status >= 500 && refused.code !== 'Lists.Filling') request.log.error({ err: error }, 'request failed');
  else if (WATCHED.includes(refused.code))
    request.log.info(
      {
        event: 'refused',
        code: refused.code,
        userId: request.viewer?.userId,
        token: request.service?.name,
        address: request.ip,
      },
      'refused',
    );
  if (refused.retryAfterSeconds !== undefined) reply.header('retry-after', String(refused.retryAfterSeconds));
  const body: Refusal = {
    success: false,
    error: ERROR_SENTENCES[refused.code],
    messageCode: refused.code,
    errors: refused.fields,
    message: refused.wireMessage,
    details: refused.details,
    requestId: request.id,
  };
  return reply.code(refused.status).header('cache-control', 'no-store').send(body);
}

/** Text PostgreSQL cannot keep: what was sent is wrong, not the portal. */
const UNKEPT = ['22021', '22P05'];

/** A lot that left (docs/decisions/022) between the look at it and what was to be written about it. */
const isOfGoneLot = ({ code, constraint = '' }: FastifyError & { constraint?: string }): boolean =>
  code === '23503' && constraint.endsWith('_lot_id_fkey');

function asRefused(error: FastifyError | Refused): Refused {
  if (error instanceof Refused) return error;
  if (error.code && DATABASE_UNAVAILABLE.includes(error.code))
    return new Refused('Unavailable', { retryAfterSeconds: 5 });
  if (error.code && UNKEPT.includes(error.code)) return new Refused('Request.Invalid');
  if (isOfGoneLot(error)) return new Refused('NotFound');
  if (DATABASE_AWAY.test(String(error.message))) return new Refused('Unavailable', { retryAfterSeconds: 5 });
  if (error.statusCode === 413) return new Refused('Request.TooLarge');
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return new Refused('Request.Invalid');
  return new Refused('Internal');
}
