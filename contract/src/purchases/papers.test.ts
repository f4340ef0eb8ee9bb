import { expect, test } from 'vitest';
import { defaultDueDay } from './papers.ts';

// @covers PURCH-09
test('documents are due after the purchase, the bill of lading after the departure, unknown before it', () => {
  const bought = { boughtOn: '2026-11-24', etd: null };
  expect(defaultDueDay('invoice', bought)).toBe('2026-11-24');
  expect(defaultDueDay('exportCertificate', bought)).toBe('2026-12-08');
  expect(defaultDueDay('deregistration', bought)).toBe('2026-12-08');
  expect(defaultDueDay('billOfLading', bought)).toBeNull();
  expect(defaultDueDay('billOfLading', { ...bought, etd: '2026-12-29' })).toBe('2027-01-03');
});
