import { expect, test } from 'vitest';
import { clientsNamed } from './find-reference.ts';

// @covers PAY-10
test.each([
  ['C-0017', [17]],
  ['payment c0017 for car', [17]],
  ['оплата С-0017, спасибо', [17]],
  ['Ｃ－００１７', [17]],
  ['C-0017/C-0017', [17]],
  ['C-0017 and C-0018', [17, 18]],
  ['MERCEDES C 180', []],
  ['C180', []],
  ['ABC-0017', []],
  ['0017', []],
  ['C-00171234567890', []],
  ['', []],
])('the reference %s names %j', (reference, ids) => {
  expect(clientsNamed(reference)).toEqual(ids);
});
