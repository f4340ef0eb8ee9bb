import * as z from 'zod/mini';
import { DECIDES, SEES_CLIENTS } from '../auth/manager-access.ts';
import { instant, noQuery, route, success } from '../http.ts';
import { PAGE_TYPES } from '../lots/page-types.ts';
import { PICTURE_FAILURES } from './failures.ts';

const source = z.string().check(z.minLength(1), z.maxLength(120));
const failure = z.enum(PICTURE_FAILURES);
/** Numbers of pictures: `stored + waiting + failed` are all of them. */
const pictureCounts = {
  all: z.int(),
  stored: z.int(),
  /** To be fetched, now or again later. */
  waiting: z.int(),
  /** Hidden, because they never came. */
  failed: z.int(),
};

const pictureFailure = z.object({
  failure,
  pictures: z.int(),
  /** Of these, the number that is fetched again by itself. */
  again: z.int(),
  /** The next attempt; null when there is none. */
  nextAt: z.nullable(instant),
  /** Most attempts for one of them. */
  attempts: z.int(),
});
export type SourceFailure = z.infer<typeof pictureFailure>;

const pictureSource = z.object({
  source: z.string(),
  photos: z.object(pictureCounts),
  sheets: z.object(pictureCounts),
  /** Pictures stored in the last minute. */
  lastMinute: z.int(),
  /** A host of the source fails as a whole and is left alone until then; null when none does. */
  pausedUntil: z.nullable(instant),
  failures: z.array(pictureFailure),
});
export type PictureSourceState = z.infer<typeof pictureSource>;

/** Failed pictures that are listed for one cause. */
export const MAX_FAILED_PICTURES = 50;

const failedPicture = z.object({
  /** Host and path of the address, without its query, which may contain a key. */
  address: z.string(),
  /** A technical text in English, such as `HTTP 403`. */
  detail: z.nullable(z.string()),
  attempts: z.int(),
  nextAt: z.nullable(instant),
  lot: z.nullable(z.object({ id: z.string(), pageType: z.enum(PAGE_TYPES), lotNo: z.int(), house: z.string() })),
});
export type FailedPicture = z.infer<typeof failedPicture>;

export const pictureSources = route({
  method: 'GET',
  path: '/v1/feed/picture-sources',
  budget: 'search',
  summary: 'Progress and failures of pictures that lots name by address, by source',
  access: SEES_CLIENTS,
  query: noQuery,
  reply: z.object({
    success: z.literal(true),
    items: z.array(pictureSource),
    /** Since then no picture is fetched, because a manager paused it; null otherwise. */
    pausedAt: z.nullable(instant),
  }),
});

export const failedPictures = route({
  method: 'GET',
  path: '/v1/feed/failed-pictures',
  budget: 'search',
  summary: 'Pictures of a source that have not come for one reason, at most 50, the newest first',
  access: SEES_CLIENTS,
  query: z.strictObject({ source, failure }),
  reply: z.object({ success: z.literal(true), items: z.array(failedPicture) }),
});

export const pausePictures = route({
  method: 'POST',
  path: '/v1/feed/pause-pictures',
  budget: 'write',
  summary: 'Fetch no pictures of any source until it is resumed, or resume; pictures under way are finished',
  access: DECIDES,
  query: noQuery,
  body: z.strictObject({ isPaused: z.boolean() }),
  reply: success,
  repeatSafe: true,
});

export const fetchPicturesAgain = route({
  method: 'POST',
  path: '/v1/feed/fetch-pictures-again',
  budget: 'write',
  summary: 'Fetch the pictures of a source again that have not come for one reason; hidden ones get another day',
  access: DECIDES,
  query: noQuery,
  body: z.strictObject({ source, failure }),
  reply: z.object({ success: z.literal(true), pictures: z.int() }),
  repeatSafe: true,
});
