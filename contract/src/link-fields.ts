import * as z from 'zod/mini';
import { HTTPS_LINK, webAddressOf } from './addresses.ts';

/** A page on another site that a third party wrote into a record, up to `max` characters: an https address, never a path. */
export const foreignLink = (max: number) => z.string().check(z.regex(HTTPS_LINK, 'no https address'), z.maxLength(max));

/** A link to an invoice or similar, up to `max` characters: an http or https address. */
export const webLink = (max: number) =>
  z.string().check(
    z.maxLength(max),
    z.refine((text) => webAddressOf(text) !== null, 'Field.Invalid'),
  );
