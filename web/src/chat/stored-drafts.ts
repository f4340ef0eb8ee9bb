import { readStored, removeStored, writeStored } from '../shell/i18n/storage.ts';

const MAX_DRAFTS = 50;

type Drafts = Record<string, string>;

/** Drafts of the account; those of another one are never read, and logging out deletes all. */
function readDrafts(): Drafts {
  try {
    const stored: unknown = JSON.parse(readStored('chatDrafts') ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Drafts) : {};
  } catch {
    return {};
  }
}

const keyOf = (userId: number, bidId: number): string => `${userId} ${bidId}`;

export function readDraft(userId: number, bidId: number): string {
  const draft = readDrafts()[keyOf(userId, bidId)];
  return typeof draft === 'string' ? draft : '';
}

/** Keeps a typed text until it is sent, so that a closed page or a missing network loses none. */
export function writeDraft(userId: number, bidId: number, draft: string): void {
  const key = keyOf(userId, bidId);
  const { [key]: before, ...others } = readDrafts();
  if ((before ?? '') === draft) return;
  const all = Object.entries({ ...others, ...(draft ? { [key]: draft } : {}) }).slice(-MAX_DRAFTS);
  if (all.length === 0) removeStored('chatDrafts');
  else writeStored('chatDrafts', JSON.stringify(Object.fromEntries(all)));
}
