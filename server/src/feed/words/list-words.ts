import { WORD_STATES, type WordState } from '@seri/contract/feed/list-search.ts';
import { LISTED_CHANGES, type ListedTerm } from '@seri/contract/feed/word-service-routes.ts';
import { WORD_KINDS, type WordKind } from '@seri/contract/lots/glossary-overrides.ts';
import { ownKey, STANDARD_WORDS, standardWord } from '@seri/contract/lots/standard-words.ts';
import { wordKey } from '@seri/contract/lots/word-table.ts';
import type { Db } from '../../platform/db/db.ts';
import { glossaryWords } from '../../platform/i18n/glossary.ts';
import {
  type BothLanguages,
  findChanges,
  findCounting,
  findCounts,
  findOverrides,
  findTaughtTerms,
} from './word-queries.ts';

export interface TermFilter {
  kind: WordKind;
  state: WordState;
  search?: string | undefined;
  page: number;
  pageSize: number;
}

interface ListedWord {
  kind: WordKind;
  key: string;
  word: string;
  lots: number;
  own: BothLanguages | null;
  standard: BothLanguages | null;
}

/** A page of terms of one kind in one state; missing ones ordered by their number of lots. */
export async function listTerms(db: Db, { kind, state, search = '', page, pageSize }: TermFilter) {
  const [words, counting] = await Promise.all([findAllTerms(db), findCounting(db)]);
  const inState = words.filter((word) => stateOf(word) === state);
  const ofKind = inState.filter((word) => word.kind === kind);
  const sought = search.toLowerCase();
  const found = ofKind
    .filter((word) => sought === '' || textsOf(word).some((text) => text.toLowerCase().includes(sought)))
    .sort((a, b) => (state === 'missing' ? b.lots - a.lots : 0) || a.word.localeCompare(b.word));
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  return {
    items: await withChanges(db, kind, shown),
    counters: WORD_KINDS.map((one) => ({ kind: one, words: inState.filter((word) => word.kind === one).length })),
    countedAt: counting?.counted_at.toISOString() ?? null,
    found: found.length,
    all: ofKind.length,
  };
}

const stateOf = ({ own, standard }: ListedWord): WordState => WORD_STATES[own ? 1 : standard ? 2 : 0] as WordState;

const textsOf = ({ word, own, standard }: ListedWord): string[] => [
  word,
  ...[own ?? standard ?? []].flatMap((texts) => Object.values(texts)),
];

/** Built-in terms, the managers' overrides and terms of lots; spellings of one term are grouped. */
async function findAllTerms(db: Db): Promise<ListedWord[]> {
  const [own, counts] = await Promise.all([findOverrides(db), findCounts(db)]);
  const known = new Map<string, ListedWord>();
  for (const kind of WORD_KINDS)
    for (const { key, value, en, ru } of STANDARD_WORDS[kind].values())
      known.set(`${kind} ${key}`, { kind, key, word: value, lots: 0, own: null, standard: { en, ru } });
  for (const { kind, key, word, en, ru } of own)
    known.set(`${kind} ${key}`, { kind, key, word, lots: 0, own: { en, ru }, standard: standardOf(kind, word) });
  for (const { kind, key, word, lots } of counts) {
    const standard = standardWord(kind, word);
    const met = known.get(`${kind} ${key}`) ?? known.get(`${kind} ${standard?.key ?? key}`);
    if (met) met.lots += lots;
    else known.set(`${kind} ${key}`, { kind, key, word, lots, own: null, standard: standardOf(kind, word) });
  }
  return [...known.values()];
}

function standardOf(kind: WordKind, word: string): BothLanguages | null {
  const standard = standardWord(kind, word);
  return standard ? { en: standard.en, ru: standard.ru } : null;
}

async function withChanges(db: Db, kind: WordKind, words: readonly ListedWord[]): Promise<ListedTerm[]> {
  const [changes, suggest] = await Promise.all([
    findChanges(db, { kind, keys: words.map(({ key }) => key), most: LISTED_CHANGES }),
    sheetSuggestions(db, kind),
  ]);
  return words.map((known) => {
    const { key, word, lots, own, standard } = known;
    const changed = changes.filter((change) => change.key === key);
    return {
      kind,
      word,
      state: stateOf(known),
      shown: own ?? standard,
      standard,
      suggestion: own || standard ? null : (suggest(ownKey(kind, word)) ?? null),
      lots,
      changeId: changed[0]?.changeId ?? null,
      changes: changed.map(({ changeId, en, ru, by, at }) => ({
        changeId,
        to: en === null || ru === null ? null : { en, ru },
        by,
        at: at.toISOString(),
      })),
    };
  });
}

/** Kinds and fields of the sheet glossary that contain terms of a lot kind; managers taught the terms of the fields. */
const ON_SHEETS: Partial<Record<WordKind, { kinds: readonly string[]; fields: readonly string[] }>> = {
  color: { kinds: ['colour'], fields: ['color'] },
  equipment: { kinds: ['equipment'], fields: ['equipment'] },
  gearbox: { kinds: ['gearbox'], fields: ['shift'] },
  drive: { kinds: ['drive'], fields: ['drive'] },
  grade: { kinds: ['grade'], fields: ['overallGrade'] },
  remark: { kinds: ['sales-point', 'remark'], fields: ['salesPoints', 'inspectorNotes'] },
};

/** Looks up terms in the sheet glossary; taught terms win. */
async function sheetSuggestions(db: Db, kind: WordKind): Promise<(key: string) => BothLanguages | undefined> {
  const place = ON_SHEETS[kind];
  if (!place) return () => undefined;
  const words = new Map<string, BothLanguages>();
  for (const { kind: one, ja, en, ru } of glossaryWords())
    if (place.kinds.includes(one)) words.set(wordKey(ja), { en, ru });
  for (const { field, ja, en, ru } of await findTaughtTerms(db))
    if (place.fields.includes(field) && en && ru) words.set(wordKey(ja), { en, ru });
  return (key) => words.get(key);
}
