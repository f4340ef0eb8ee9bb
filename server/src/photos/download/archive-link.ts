import { createHmac, timingSafeEqual } from 'node:crypto';

const LIFE_MS = 15 * 60_000;
const SHAPE = /^([a-z-]{1,20})\.([A-Za-z0-9]{1,20})\.(\d{1,15})\.([\w-]{43})$/;

/** Whose photos an archive holds: the page that offers it and the lot's or purchase's id there. */
interface ArchiveOf {
  page: string;
  id: string;
}

/** The last part of an archive's address: good for a quarter of an hour, for this lot, in this session alone. */
export function archiveToken(
  secretKey: string,
  { page, id }: ArchiveOf,
  sessionId: string,
  nowMs = Date.now(),
): string {
  const said = `${page}.${id}.${nowMs + LIFE_MS}`;
  return `${said}.${sealOf(secretKey, said, sessionId)}`;
}

/** What a token stands for; null when it is over, of another session, or not ours. */
export function readArchiveToken(
  secretKey: string,
  token: string,
  sessionId: string,
  nowMs = Date.now(),
): ArchiveOf | null {
  const [, page = '', id = '', endsAtMs = '', seal = ''] = SHAPE.exec(token) ?? [];
  const expected = sealOf(secretKey, `${page}.${id}.${endsAtMs}`, sessionId);
  const isOurs = seal.length === expected.length && timingSafeEqual(Buffer.from(seal), Buffer.from(expected));
  return isOurs && nowMs < Number(endsAtMs) ? { page, id } : null;
}

const sealOf = (secretKey: string, said: string, sessionId: string): string =>
  createHmac('sha256', secretKey).update(`photo archive ${sessionId} ${said}`).digest('base64url');
