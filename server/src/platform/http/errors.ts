import type { ErrorCode, Refusal } from '@seri/contract/errors.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from '../refusals.ts';

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

/** The one place that turns an error into a reply. What is unexpected is logged with the request id and answered without its text. */
export function answerError(error: FastifyError | Refused, request: FastifyRequest, reply: FastifyReply) {
  const refused = asRefused(error);
  if (refused.status >= 500) request.log.error({ err: error }, 'request failed');
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
    error: sentenceOf(refused.code),
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

/** A lot that left (docs/decisions/037) between the look at it and what was to be written about it. */
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

/** English, for people who read logs or work at a command line. */
export const sentenceOf = (code: ErrorCode): string => SENTENCES[code] ?? code;

const SENTENCES: Partial<Record<ErrorCode, string>> = {
  'Request.Invalid': 'The request does not fit the documentation',
  'Request.TooLarge': 'The request is too large',
  'Request.Timeout': 'The request did not arrive in time; send it again',
  'Request.CrossSite': 'Requests from other sites are refused',
  'Auth.SignedOut': 'Sign in first',
  'Access.Denied': 'Not allowed',
  NotFound: 'Not found',
  Internal: 'Something went wrong',
  Unavailable: 'The service is away for a moment; try again',
  Busy: 'Too many documents and pictures are being made at the moment; try again in a few seconds',
  WrongCredentials: 'Incorrect username or password',
  InvalidUser: 'Invalid user',
  AccountDisabled: 'Account disabled',
  TooManyTries: 'Too many tries',
  TooManyRequests: 'Too many requests in a short time',
  'Auth.LinkInvalid': 'This link has already been used, or has expired',
  'Auth.SecondFactorRequired': 'Set up the second factor first',
  'Auth.SecondFactorExists': 'There is a second factor already',
  'Auth.Token': 'No service token, or one that is not known, has ended or is disabled',
  'Auth.Scope': 'The service token lacks the scope of this call',
  'Auth.WrongCode': 'Wrong code',
  'Auth.LoginExpired': 'Enter the password again',
  'Auth.PasskeyRefused': 'This passkey was not accepted',
  Recaptcha: 'Recaptcha error. Please try again',
  'Password.Wrong': 'The old password is wrong',
  'Password.Short': 'The password is too short',
  'Password.Long': 'The password is too long',
  'Password.Common': 'This password is too common',
  'Password.Mismatch': 'Passwords do not match',
  'Email.Invalid': 'Invalid email address',
  'Phone.Incomplete': 'Invalid phone number',
  'Name.Incomplete': 'Enter last name, first name and patronymic',
  'Terms.Required': 'Confirmation is required',
  'User.EmailTaken': 'Another account has this e-mail address',
  'User.OtherSide': 'A client cannot become a manager, nor a manager a client: create another account',
  'User.NotDisabled': 'This account is not disabled',
  'User.NotClient': 'Only clients have this; the account is a manager',
  'User.NotDealer': 'This account is no dealer, or the client is a dealer himself',
  'User.NotManager': 'This account is not a manager',
  'User.NoAutobid': 'A troublesome client has no autobid: give him another role first',
  'Service.NameTaken': 'There is a token of this name: choose another, or rotate it with token rotate',
  'Webhook.Address': 'Give an https address on the internet, or let the operator allow others: WEBHOOKS_INSIDE',
  'Company.CutoffBeforeClose': "The agent's cut-off (cutoffMinutes) may not come before bidding closes (closeMinutes)",
  'Company.SiteKeyMissing': "Google's check needs its key: set recaptchaSiteKey first",
  'Company.ColorFaint': 'The colour lacks contrast: nearest in the details is one that would do',
  'Company.LogoType': 'The file is neither a PNG nor a JPEG nor a WebP with something to see in it: give one of these',
  'Company.LogoTooLarge': 'The file is larger than 1 MB: give a smaller one',
  'Payment.NotCovered': 'The client has less money than that beside his open bids; pay back less',
  'Payment.NotReversible': 'This posting cannot be taken back; book what is right as a correction',
  'Payment.Period': 'Choose days up to today in Japan, at most 366 of them',
  'Payment.Assigned': 'This transfer has its client already; take its posting back first',
  'Purchase.DocumentType': 'The file is neither a PDF nor a JPEG nor a PNG, whatever its name says: give one of these',
  'Purchase.DocumentTooLarge': 'The file is larger than 10 MB: give a smaller one',
  'Purchase.DocumentLimit': 'This car has fifty documents: take one away first',
  'Purchase.DateOrder': 'The ship would arrive before it leaves: give other days',
  'Purchase.Shipped': 'The car is aboard already: consignee and notify party stay',
  'Bid.Restricted': 'A deposit is needed before bidding',
  'Bid.Closed': 'Bidding is closed',
  'Bid.Finished': 'Auction is finished',
  'Bid.DailyLimit': 'Daily bid limit exceeded',
  'Bid.Credit': 'Insufficient credit',
  'Bid.BelowStart': 'The bid is below the start price',
  'Bid.Step': 'The bid must be a multiple of 5,000 yen',
  'Bid.Terms': 'Confirmation is required',
  'Bid.TypeRequired': 'Choose an export type',
  'Bid.CannotCancel': "Bid can't be canceled",
  'Bid.TransitionNotAllowed': 'This status cannot be set now',
  'Bid.Version': 'Somebody changed this bid',
  'Bid.LastHour': 'Changes no longer reach the auction agent',
};
