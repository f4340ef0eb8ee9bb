import { lotFilter } from '@seri/contract/lots/filter.ts';
import { describe, expect, test } from 'vitest';
import {
  EMPTY_FILTER,
  hasFacets,
  isFiltered,
  readSearch,
  SEARCH_FIELDS,
  withMaker,
  withRange,
  writeSearch,
} from './lot-search.ts';

describe('quick search in the address', () => {
  test.each(SEARCH_FIELDS)('%s round-trips unchanged, including dashes', (field) => {
    const text = field === 'lotNo' ? '4021' : 'ZVW50-123 a';
    expect(readSearch(writeSearch(field, text))).toEqual({ field, text });
  });

  test('blank text is no search, and a lot number keeps digits only', () => {
    expect(writeSearch('model', '   ')).toBeUndefined();
    expect(writeSearch('lotNo', ' no. 40-21 ')).toBe('lotNo-4021');
    expect(writeSearch('lotNo', 'abc')).toBeUndefined();
  });

  test('a text too long for the server is truncated', () => {
    expect(lotFilter.safeParse({ search: writeSearch('equip', 'x'.repeat(500)) }).success).toBe(true);
  });

  test('an unknown search reads as empty', () => {
    for (const search of [undefined, '', 'maker-TOYOTA', 'equip'])
      expect(readSearch(search)).toEqual({ field: 'lotNo', text: '' });
  });
});

describe('side effects of a choice', () => {
  // @covers LIST-16, LIST-22
  test('another maker clears model, quick search and the additional filters, and keeps days and ranges', () => {
    const before = {
      ...EMPTY_FILTER,
      maker: ['TOYOTA'],
      model: ['PRIUS'],
      search: 'equip-camera',
      color: ['BLACK'],
      date: ['2026-11-24'],
      yearFrom: 2018,
    };
    expect({ ...before, ...withMaker(['HONDA']) }).toEqual({
      ...EMPTY_FILTER,
      maker: ['HONDA'],
      date: ['2026-11-24'],
      yearFrom: 2018,
    });
  });

  // @covers LIST-15
  test('a range of 0 and 0 is no range', () => {
    expect(withRange('year', { from: 0, to: 0 })).toEqual({ yearFrom: undefined, yearTo: undefined });
    expect(isFiltered({ ...EMPTY_FILTER, ...withRange('mileage', { from: 0, to: undefined }) })).toBe(false);
  });

  test('the additional filters require a model or a quick search', () => {
    expect(hasFacets({ ...EMPTY_FILTER, maker: ['TOYOTA'], yearFrom: 2018 })).toBe(false);
    expect(hasFacets({ ...EMPTY_FILTER, model: ['PRIUS'] })).toBe(true);
    expect(hasFacets({ ...EMPTY_FILTER, search: 'lotNo-1' })).toBe(true);
  });
});
