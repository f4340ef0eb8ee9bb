import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ListPager } from './list-pager.tsx';

const nothing = () => undefined;
/** Texts are not loaded here, so a label is its key. */
const pager = (total: number | undefined, page = 1, pageSize = 20) =>
  renderToStaticMarkup(
    <ListPager {...{ page, pageSize, total }} pageSizes={[20, 50, 70]} onPage={nothing} onPageSize={nothing} />,
  );
const numbersIn = (markup: string) =>
  [...markup.matchAll(/<(?:button[^>]*class="[^"]*page[^"]*"[^>]*|span[^>]*aria-hidden="true"[^>]*)>([\d…]+)</g)].map(
    ([, text]) => text,
  );

// @covers LIST-30
test.each([undefined, 0, 1, 20])('a total of %s shows no pages', (total) => {
  expect(pager(total)).not.toContain('<nav');
});

// @covers LIST-30
test.each([
  [21, ['1', '2']],
  [40, ['1', '2']],
  [41, ['1', '2', '3']],
])('a total of %i has as many pages as it needs, including a partial one', (total, numbers) => {
  expect(numbersIn(pager(total))).toEqual(numbers);
});

// @covers LIST-30
test('in the middle of many pages the pager shows one sibling on each side, both ends, and dots between', () => {
  expect(numbersIn(pager(2_000, 50))).toEqual(['1', '…', '49', '50', '51', '…', '100']);
  expect(pager(2_000, 50)).toMatch(/aria-current="page"[^>]*>50</);
});

// @covers LIST-30
test('the sizes are 20, 50 and 70, and stay available if one page holds everything', () => {
  expect([...pager(45, 1, 50).matchAll(/<option[^>]*value="(\d+)"/g)].map(([, size]) => size)).toEqual([
    '20',
    '50',
    '70',
  ]);
  expect(pager(45, 1, 50)).not.toContain('<nav');
});
