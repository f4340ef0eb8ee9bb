import { describe, expect, test } from 'vitest';
import { dialectIn } from './checks/plain-english.ts';

describe('plain English', () => {
  test.each([
    ['a comment without a subject', '// What a client may see of a lot.'],
    ['a clause instead of a person', '/** Holds for who asks first. */'],
    ['a person who is always a man', ' * The client keeps his place.'],
    ['a word of the dialect', 'const a = 1; // the server is told of coming lots'],
    ['a title of a test', "test('whoever bids twice pays once', () => {"],
    ['a comment in SQL', '  -- Where the lot stands in the list.'],
  ])('finds %s', (_, line) => {
    expect(dialectIn('server/src/a.ts', `\n${line}`)).toHaveLength(1);
    expect(dialectIn('server/src/a.ts', `\n${line}`)[0]).toMatch(/^server\/src\/a\.ts:2 has "/);
  });

  test.each([
    'const told = await reader.next();',
    'export function tellOutcomes(): void {',
    '  const { comingLots } = counts;',
    'type deskOf = string;',
  ])('finds the name in %j', (line) => {
    expect(dialectIn('server/src/a.ts', line)).toEqual([expect.stringMatching(/^server\/src\/a\.ts:1 declares \w+$/)]);
  });

  test.each([
    ['a clause that describes a person', '// A client who bids twice pays once.'],
    ['a question', '/** Who may open this lot? */'],
    ['strings and foreign names of the code', "const reply = stands('what he said');"],
    ['a quotation', '// The button says "What is new".'],
  ])('accepts %s', (_, line) => {
    expect(dialectIn('server/src/a.ts', line)).toEqual([]);
  });

  test('reads every line of Markdown', () => {
    expect(dialectIn('docs/a.md', 'The lot stands there.\n\n`stands` is a column.')).toHaveLength(1);
  });
});
