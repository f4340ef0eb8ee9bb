import { SHEET_CAUSES } from '@seri/contract/sheets/review-search.ts';
import { expect, test } from 'vitest';
import en from '../locales/en.json' with { type: 'json' };
import ru from '../locales/ru.json' with { type: 'json' };

// @covers FACT-10
test('every cause why a sheet cannot be read has a name for managers and a sentence for clients, in both languages', () => {
  for (const texts of [en, ru] as Record<string, string>[]) {
    const names = SHEET_CAUSES.map((cause) => texts[`feed.sources.cause.${cause.replace('Sheet.', '')}`]);
    const sentences = SHEET_CAUSES.map((cause) => texts[`Error.${cause}`]);
    for (const of of [names, sentences]) {
      expect(of).not.toContain(undefined);
      expect(new Set(of).size, 'no two alike').toBe(SHEET_CAUSES.length);
    }
  }
});
