import { expect, test } from 'vitest';
import { usualDueDay } from './papers.ts';

// @covers PURCH-09
test('documents are due after the purchase, the bill of lading after the departure, unknown before it', () => {
  const bought = { boughtOn: '2026-11-24', etd: null };
  expect(usualDueDay('invoice', bought)).toBe('2026-11-24');
  expect(usualDueDay('exportCertificate', bought)).toBe('2026-12-08');
  expect(usualDueDay('deregistration', bought)).toBe('2026-12-08');
  expect(usualDueDay('billOfLading', bought)).toBeNull();
  expect(usualDueDay('billOfLading', { ...bought, etd: '2026-12-29' })).toBe('2027-01-03');
});
