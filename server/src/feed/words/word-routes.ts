import { getGlossaryOverrides } from '@seri/contract/feed/shown-word-routes.ts';
import * as managers from '@seri/contract/feed/word-routes.ts';
import * as service from '@seri/contract/feed/word-service-routes.ts';
import { MAX_GLOSSARY_OVERRIDES } from '@seri/contract/feed/word-service-routes.ts';
import type { WordKind } from '@seri/contract/lots/glossary-overrides.ts';
import { ownKey, WORD_DIVIDERS } from '@seri/contract/lots/standard-words.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../platform/calls/actor.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Database, Tx } from '../../platform/db/db.ts';
import { readGlossaryOverrides } from '../../platform/glossary-overrides.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { decideIdempotently } from '../names/decide-idempotently.ts';
import { listTerms } from './list-words.ts';
import {
  type BothLanguages,
  countOverrides,
  findLastChange,
  findOverride,
  insertTermEvent,
  lockTerms,
  removeOverride,
  saveOverride,
  type WordAt,
} from './word-queries.ts';

/** Terms of lots and their translations: for all readers of lots, for the screen of managers and for programs. */
export function feedWordRoutes(app: FastifyInstance, { db }: Pick<Database, 'db'>): void {
  registerRoute(app, getGlossaryOverrides, async ({ query }) => ({
    words: await readGlossaryOverrides(db, Number(query.language) === LANGUAGE.ru ? 'ru' : 'en'),
  }));

  for (const spec of [managers.listTerms, service.serviceListTerms])
    registerRoute(app, spec, async ({ query }) => {
      const { found, all, ...listed } = await listTerms(db, query);
      const { page, pageSize } = query;
      return {
        success: true as const,
        ...listed,
        pageInfo: { page, pageSize, totalSearchResults: found, totalResults: all },
      };
    });
  for (const spec of [managers.writeTerm, service.serviceWriteTerm])
    registerRoute(app, spec, (call) => decideIdempotently(db, call, (tx, by) => writeTerm(tx, call.body, by)));
  for (const spec of [managers.removeTerm, service.serviceRemoveTerm])
    registerRoute(app, spec, (call) => decideIdempotently(db, call, (tx, by) => removeTerm(tx, call.body, by)));
}

interface Named {
  kind: WordKind;
  word: string;
  /** The last change that the writer has seen; undefined skips the check. */
  changeId?: number | null | undefined;
}

/** Sets the translation of a term. Throws the FeedWord codes. */
async function writeTerm(tx: Tx, { en, ru, ...named }: Named & BothLanguages, by: Actor): Promise<void> {
  const { kind, word } = named;
  if (WORD_DIVIDERS[kind]?.test(word))
    throw new ApiError('FeedWord.Divided', { fields: { word: ['FeedWord.Divided'] } });
  const at = await lockTerm(tx, named);
  const before = await findOverride(tx, at);
  if (before?.en === en && before.ru === ru) return;
  if (!before && (await countOverrides(tx)) >= MAX_GLOSSARY_OVERRIDES)
    throw new ApiError('FeedWord.TooMany', { details: { most: MAX_GLOSSARY_OVERRIDES } });
  await saveOverride(tx, { ...at, word, en, ru });
  await insertTermEvent(tx, { ...at, word, to: { en, ru }, by });
}

/** Removes an override: lots show the built-in translation again. */
async function removeTerm(tx: Tx, named: Named, by: Actor): Promise<void> {
  const at = await lockTerm(tx, named);
  const before = await findOverride(tx, at);
  if (!before) throw new ApiError('FeedWord.NotOwn');
  await removeOverride(tx, at);
  await insertTermEvent(tx, { ...at, word: before.word, to: null, by });
}

async function lockTerm(tx: Tx, { kind, word, changeId }: Named): Promise<WordAt> {
  await lockTerms(tx);
  const at = { kind, key: ownKey(kind, word) };
  if (changeId !== undefined && changeId !== (await findLastChange(tx, at))) throw new ApiError('FeedWord.Changed');
  return at;
}
