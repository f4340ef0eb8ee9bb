import { createHmac, timingSafeEqual } from 'node:crypto';

const PATH_PREFIX = '/v1/notifications/calendar/';
const FILE_PATTERN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})\.ics$/;

/** Path of the calendar with this id. It includes a signature and needs no session. */
export const calendarPath = (secretKey: string, feedId: string): string =>
  `${PATH_PREFIX}${feedId}.${signatureOf(secretKey, feedId)}.ics`;

/** The calendar id in the last part of an address, or null for a wrong signature. */
export function readCalendarFile(secretKey: string, file: string): string | null {
  const [, feedId = '', signature = ''] = FILE_PATTERN.exec(file) ?? [];
  const expected = signatureOf(secretKey, feedId);
  return signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
    ? feedId
    : null;
}

const signatureOf = (secretKey: string, feedId: string): string =>
  createHmac('sha256', secretKey).update(`calendar ${feedId}`).digest('base64url');
