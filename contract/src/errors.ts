import * as z from 'zod/mini';

/** Codes of refusals on the wire; their sentences are `Error.<code>` in both locale files (decisions D7.14). */
export const ERROR_CODES = [
  'Default',
  'Internal',
  'Unavailable',
  'Offline',
  'Request.Invalid',
  'Request.TooLarge',
  'Request.CrossSite',
  'TooManyTries',
  'NotFound',
  'Access.Denied',
  'Auth.SignedOut',
  'WrongCredentials',
  'InvalidUser',
  'AccountDisabled',
  'Field.Required',
  'Field.Invalid',
  'Field.Unknown',
  'Idempotency.Mismatch',
  'Idempotency.InProgress',
  'Bid.Restricted',
  'Bid.Closed',
  'Bid.Finished',
  'Bid.DailyLimit',
  'Bid.Credit',
  'Bid.BelowStart',
  'Bid.Step',
  'Bid.Terms',
  'Bid.TypeRequired',
  'Bid.GroupFull',
  'Bid.LastHour',
  'Bid.CannotCancel',
  'Bid.TransitionNotAllowed',
  'Bid.SoldPriceMissing',
  'Bid.NotEditable',
  'Bid.PriceChanged',
  'Bid.Version',
  'Bid.RaiseOnly',
  'Bid.ThreeTimesAverage',
  'Bid.ExtraZero',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Statuses of a refusal by code; what is not named here answers 409 (decisions D7.14). */
export const STATUS_OF: Partial<Record<ErrorCode, number>> = {
  Default: 500,
  Internal: 500,
  Unavailable: 503,
  'Request.Invalid': 400,
  'Request.TooLarge': 413,
  'Request.CrossSite': 403,
  TooManyTries: 429,
  NotFound: 404,
  'Access.Denied': 403,
  'Auth.SignedOut': 401,
  WrongCredentials: 422,
  InvalidUser: 422,
  AccountDisabled: 422,
  'Field.Required': 422,
  'Field.Invalid': 422,
  'Field.Unknown': 422,
  'Idempotency.Mismatch': 422,
  'Bid.Restricted': 403,
  'Bid.BelowStart': 422,
  'Bid.Step': 422,
  'Bid.Terms': 422,
  'Bid.TypeRequired': 422,
};

export const refusal = z.object({
  success: z.literal(false),
  /** English, for people who read logs; screens show the text of messageCode. */
  error: z.string(),
  messageCode: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  details: z.optional(z.record(z.string(), z.union([z.number(), z.string(), z.null()]))),
  requestId: z.optional(z.string()),
});
export type Refusal = z.infer<typeof refusal>;
export type RefusalDetails = NonNullable<Refusal['details']>;
