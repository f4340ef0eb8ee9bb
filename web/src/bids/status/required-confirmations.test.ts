import { describe, expect, test } from 'vitest';
import { isLastHour, requiredConfirmations } from './required-confirmations.ts';

const at = (text: string) => new Date(text);
const lot = { auctionAt: at('2026-11-24T10:30:00+09:00'), agentCutoffAt: at('2026-11-24T09:30:00+09:00') };
const ask = (now: string, to: number, lastHourBidWarning = true) =>
  requiredConfirmations({ ...lot, to, now: at(now), lastHourBidWarning });

describe('confirmations before a status change', () => {
  test('a lot of today is confirmed once', () => {
    expect(ask('2026-11-24T08:00:00+09:00', 2)).toEqual(['today']);
  });

  // @covers MGMT-14
  test('a lot of another day shows a warning with the Tokyo day', () => {
    expect(ask('2026-11-23T23:59:00+09:00', 2)).toEqual(['future']);
    expect(ask('2026-11-23T15:00:00Z', 2)).toEqual(['today']);
  });

  // @covers MGMT-14
  test('a win is confirmed once today and twice for another day', () => {
    expect(ask('2026-11-24T11:00:00+09:00', 6)).toEqual(['win']);
    expect(ask('2026-11-23T11:00:00+09:00', 6)).toEqual(['win', 'future']);
  });

  // @covers MGMT-14
  test('from the cut-off to the start, managers with the flag must accept the warning', () => {
    expect(ask('2026-11-24T09:29:59+09:00', 4)).toEqual(['today']);
    expect(ask('2026-11-24T09:30:00+09:00', 4)).toEqual(['lastHour']);
    expect(ask('2026-11-24T09:30:00+09:00', 4, false)).toEqual(['today']);
    expect(ask('2026-11-24T10:30:00+09:00', 4)).toEqual(['today']);
  });

  test('a win in the last hour is both accepted and confirmed', () => {
    expect(ask('2026-11-24T10:00:00+09:00', 6)).toEqual(['lastHour', 'win']);
  });

  test('a lot just after midnight is in its last hour although its day is tomorrow', () => {
    const night = { auctionAt: at('2026-11-25T00:10:00+09:00'), agentCutoffAt: at('2026-11-24T23:10:00+09:00') };
    const now = at('2026-11-24T23:30:00+09:00');
    expect(isLastHour({ ...night, now })).toBe(true);
    expect(requiredConfirmations({ ...night, now, to: 3, lastHourBidWarning: true })).toEqual(['lastHour']);
    expect(requiredConfirmations({ ...night, now, to: 3, lastHourBidWarning: false })).toEqual(['future']);
  });

  test('an unclosed lot of yesterday is confirmed as usual', () => {
    expect(ask('2026-11-25T09:00:00+09:00', 5)).toEqual(['today']);
  });
});
