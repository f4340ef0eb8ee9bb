import { describe, expect, test } from 'vitest';
import { addressesOf, ratingOf, remarksOf } from './inspection-text.ts';

describe('remarks', () => {
  // @covers LOT-20
  test('are split at letter and dash', () => {
    expect(remarksOf('A-Scratch on tank B-Worn tyre')).toEqual([
      { letter: 'A', text: 'Scratch on tank' },
      { letter: 'B', text: 'Worn tyre' },
    ]);
  });

  // @covers LOT-20
  test('from A to Z, over lines, with dashes of their own', () => {
    const all = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `${letter}-remark ${letter.toLowerCase()}`);
    expect(
      remarksOf(all.join('\n'))
        .map(({ letter }) => letter)
        .join(''),
    ).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    expect(remarksOf('A-After-market silencer B-Re-sprayed')).toEqual([
      { letter: 'A', text: 'After-market silencer' },
      { letter: 'B', text: 'Re-sprayed' },
    ]);
  });

  test.each([
    ['', []],
    ['   ', []],
    ['Runs well', [{ letter: null, text: 'Runs well' }]],
    [
      'See photos. A-Worn tyre',
      [
        { letter: null, text: 'See photos.' },
        { letter: 'A', text: 'Worn tyre' },
      ],
    ],
    ['A- B-Worn tyre', [{ letter: 'B', text: 'Worn tyre' }]],
    ['A-', []],
  ])('%j has exactly its remarks', (text, remarks) => {
    expect(remarksOf(text)).toEqual(remarks);
  });
});

describe('a rating', () => {
  // @covers LOT-19
  test('has title, value and pairs', () => {
    expect(ratingOf('Engine:5#oil leak-none,noise-small')).toEqual({
      title: 'Engine',
      value: '5',
      findings: [
        { part: 'oil leak', finding: 'none' },
        { part: 'noise', finding: 'small' },
      ],
    });
  });

  // @covers LOT-26
  test.each([
    ['', { title: '', value: null, findings: [] }],
    ['Engine', { title: 'Engine', value: null, findings: [] }],
    ['Engine:', { title: 'Engine', value: null, findings: [] }],
    [':5', { title: '', value: '5', findings: [] }],
    ['Engine:5#', { title: 'Engine', value: '5', findings: [] }],
    ['#noise', { title: '', value: null, findings: [{ part: 'noise', finding: null }] }],
    ['Engine:5#,noise-,-small,', { title: 'Engine', value: '5', findings: [{ part: 'noise', finding: null }] }],
    [
      'Front:4#front tyre-worn-out',
      { title: 'Front', value: '4', findings: [{ part: 'front tyre', finding: 'worn-out' }] },
    ],
  ])('%j is parsed as far as possible', (text, rating) => {
    expect(ratingOf(text)).toEqual(rating);
  });
});

test('addresses are separated by #, without duplicates or empty ones', () => {
  expect(addressesOf('/v/1.mp4#/v/2.mp4')).toEqual(['/v/1.mp4', '/v/2.mp4']);
  expect(addressesOf(' /v/1 ## /v/1 #')).toEqual(['/v/1']);
  expect(addressesOf('')).toEqual([]);
});
