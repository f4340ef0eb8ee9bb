import { createHmac, timingSafeEqual } from 'node:crypto';

const LIFE_MS = 15 * 60_000;
const SHAPE = /^([a-z-]{1,20})\.([A-Za-z0-9]{1,20})\.(\d{1,15})\.([\w-]{43})$/;

/** Owner of the photos: the page that offers the archive, and the id of the lot or purchase there. */
interface ArchiveOf {
  page: string;
  id: string;
}

/** The last part of an archive's address: valid for fifteen minutes, for this lot and this session. */
export function archiveToken(
  secretKey: string,
  { page, id }: ArchiveOf,
  sessionId: string,
  nowMs = Date.now(),
): string {
  const decoded = `${page}.${id}.${nowMs + LIFE_MS}`;
  return `${decoded}.${signatureOf(secretKey, decoded, sessionId)}`;
}

/** Decodes a token; null when it is expired, of another session, or forged. */
export function readArchiveToken(
  secretKey: string,
  token: string,
  sessionId: string,
  nowMs = Date.now(),
): ArchiveOf | null {
  const [, page = '', id = '', endsAtMs = '', seal = ''] = SHAPE.exec(token) ?? [];
  const expected = signatureOf(secretKey, `${page}.${id}.${endsAtMs}`, sessionId);
  const isOurs = seal.length === expected.length && timingSafeEqual(Buffer.from(seal), Buffer.from(expected));
  return isOurs && nowMs < Number(endsAtMs) ? { page, id } : null;
}

const signatureOf = (secretKey: string, decoded: string, sessionId: string): string =>
  createHmac('sha256', secretKey).update(`photo archive ${sessionId} ${decoded}`).digest('base64url');
