import { ERROR_SENTENCES } from '@seri/contract/error-sentences.ts';
import type { ErrorCode, Refusal } from '@seri/contract/errors.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../calls/errors.ts';
import { isUnreachable } from '../db/unreachable.ts';

/** Timeout, shutdown, start, no disk space, too many connections: nothing was written, the call may be retried. */
const DATABASE_UNAVAILABLE = ['57014', '57P01', '57P02', '57P03', '53100', '53200', '53300', '25006'];

/** Refusals that suggest an attack when many occur together. */
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

/** The caller left, so this reply is not read or logged as an error. The number is nginx's. */
const CALLER_LEFT = 499;

/** Turns every error into a reply. Unexpected errors are logged with the request id, and the reply omits their text. */
export function answerError(error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) {
  const refused = asApiError(error);
  if (reply.raw.destroyed && refused.status === 503) return reply.code(CALLER_LEFT).send();
  // Filling the lists after a start is no fault: clients retry automatically.
  if (refused.status >= 500 && refused.code !== 'Lists.Filling') request.log.error({ err: error }, 'request failed');
  else if (WATCHED.includes(refused.code))
    request.log.info(
      {
        event: 'refused',
        code: refused.code,
        userId: request.currentUser?.userId,
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

/** Text that PostgreSQL cannot store: the input is wrong, not the portal. */
const UNSTORABLE_TEXT = ['22021', '22P05'];

/** The lot was deleted (docs/decisions/022) between reading it and writing about it. */
const isOfDeletedLot = ({ code, constraint = '' }: FastifyError & { constraint?: string }): boolean =>
  code === '23503' && constraint.endsWith('_lot_id_fkey');

function asApiError(error: FastifyError | ApiError): ApiError {
  if (error instanceof ApiError) return error;
  if (error.code && DATABASE_UNAVAILABLE.includes(error.code))
    return new ApiError('Unavailable', { retryAfterSeconds: 5 });
  if (error.code && UNSTORABLE_TEXT.includes(error.code)) return new ApiError('Request.Invalid');
  if (isOfDeletedLot(error)) return new ApiError('NotFound');
  if (isUnreachable(error)) return new ApiError('Unavailable', { retryAfterSeconds: 5 });
  if (error.statusCode === 413) return new ApiError('Request.TooLarge');
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return new ApiError('Request.Invalid');
  return new ApiError('Internal');
}
