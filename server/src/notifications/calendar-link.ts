import { createHmac, timingSafeEqual } from 'node:crypto';

const PLACE = '/v1/notifications/calendar/';
const SHAPE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})\.ics$/;

/** Path of the calendar with this id. It includes a signature and needs no session. */
export const calendarPath = (secretKey: string, feedId: string): string =>
  `${PLACE}${feedId}.${sealOf(secretKey, feedId)}.ics`;

/** The calendar id in the last part of an address, or null for a wrong signature. */
export function readCalendarFile(secretKey: string, file: string): string | null {
  const [, feedId = '', seal = ''] = SHAPE.exec(file) ?? [];
  const expected = sealOf(secretKey, feedId);
  return seal.length === expected.length && timingSafeEqual(Buffer.from(seal), Buffer.from(expected)) ? feedId : null;
}

const sealOf = (secretKey: string, feedId: string): string =>
  createHmac('sha256', secretKey).update(`calendar ${feedId}`).digest('base64url');
