/**
 * Reasons why a picture of a feed has not come, as the Imports screen, the metrics and the commands name them. The
 * reason decides what happens next (`PICTURE_FAILURE_NEXT`).
 */
export const PICTURE_FAILURES = [
  'insideAddress',
  'noName',
  'noConnection',
  'certificate',
  'slow',
  'redirect',
  'notFound',
  'denied',
  'busy',
  'serverError',
  'otherAnswer',
  'interrupted',
  'tooLarge',
  'empty',
  'webPage',
  'svg',
  'pdf',
  'heic',
  'video',
  'notAPicture',
  'tooManyPixels',
  'tooSmall',
  'broken',
  'decoderEnded',
  'storeAway',
] as const;
export type PictureFailure = (typeof PICTURE_FAILURES)[number];

/**
 * `again`: fetched again later, for a day. `never`: the same bytes would come again, so the picture is hidden at once.
 * `refused`: the address was never called.
 */
export const PICTURE_FAILURE_NEXT: Record<PictureFailure, 'again' | 'never' | 'refused'> = {
  insideAddress: 'refused',
  noName: 'again',
  noConnection: 'again',
  certificate: 'again',
  slow: 'again',
  redirect: 'never',
  notFound: 'again',
  denied: 'again',
  busy: 'again',
  serverError: 'again',
  otherAnswer: 'again',
  interrupted: 'again',
  tooLarge: 'never',
  empty: 'again',
  webPage: 'again',
  svg: 'never',
  pdf: 'never',
  heic: 'never',
  video: 'never',
  notAPicture: 'never',
  tooManyPixels: 'never',
  tooSmall: 'never',
  broken: 'again',
  decoderEnded: 'again',
  storeAway: 'again',
};

/** A picture that has not come within this time after the lot arrived is hidden. */
export const PICTURE_GIVE_UP_HOURS = 24;
/** Largest picture that is fetched, in bytes. */
export const MAX_FETCHED_BYTES = 20 * 1024 ** 2;
