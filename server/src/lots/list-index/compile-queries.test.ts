import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { compileForIndex } from './compile-queries.ts';
import { MEMORY, openEngine } from './engine.ts';

test('texts of any kind reach the engine as they are, and are never part of the query', async () => {
  const texts = [
    '',
    "it's",
    "''; drop table words; --",
    "\\' or true --",
    '$1 $$ $tag$',
    '/* " */',
    'E\\x27',
    "a'::text",
    '12::integer',
    'two\nlines\t',
    '競り 🚗',
    "'".repeat(1_001),
  ];
  const engine = await openEngine(MEMORY);
  try {
    await engine.write((run) => run('create table words (word varchar)'));
    for (const text of texts) {
      const rows = await engine.ask(
        compileForIndex(sql`select ${text}::varchar as word, count(*) as words from words`),
      );
      expect(rows).toEqual([{ word: text, words: 0 }]);
    }
    const numbers = sql`select ${-5}::integer as yen, 3 - ${-5}::integer as more, ${1e15}::bigint as large, ${null}::date as day`;
    expect(await engine.ask(compileForIndex(numbers))).toEqual([{ yen: -5, more: 8, large: 1e15, day: null }]);
  } finally {
    await engine.close();
  }
});
