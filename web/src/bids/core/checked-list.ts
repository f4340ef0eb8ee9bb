import { type BidList, type BidRow, bidList, bidRow } from '@seri/contract/bids/records.ts';
import * as z from 'zod/mini';

/** Part of an answer that violates the contract: its path and the expected value. */
export interface DataProblem {
  path: string;
  expected: string;
}
export type CheckedList = BidList & { problems: DataProblem[] };

const envelope = z.object({ ...bidList.shape, cars: z.array(z.unknown()) });
const EMPTY = { counters: [], pageInfo: { page: 1, pageSize: 20, totalSearchResults: 0, totalResults: 0 } };

/**
 * Validates an answer by the contract. Leaves out invalid rows and reports them, so that the other rows stay usable.
 */
export function checkedList(answer: unknown): CheckedList {
  const whole = envelope.safeParse(answer);
  const cars = whole.success ? whole.data.cars : carsOf(answer);
  const problems = whole.success ? [] : problemsOf(whole.error, '');
  const rows = cars.flatMap((car, index): BidRow[] => {
    const row = bidRow.safeParse(car);
    if (row.success) return [row.data];
    problems.push(...problemsOf(row.error, nameOf(car, index)));
    return [];
  });
  return { ...(whole.success ? whole.data : EMPTY), cars: rows, problems };
}

const carsOf = (answer: unknown): unknown[] => {
  const cars = typeof answer === 'object' && answer !== null && 'cars' in answer ? answer.cars : [];
  return Array.isArray(cars) ? cars : [];
};

const nameOf = (car: unknown, index: number): string =>
  typeof car === 'object' && car !== null && 'bidId' in car ? `bid ${String(car.bidId)}` : `row ${index + 1}`;

const problemsOf = (error: z.core.$ZodError, where: string): DataProblem[] =>
  error.issues.map((issue) => ({
    path: [where, issue.path.join('.')].filter(Boolean).join(', '),
    expected: 'expected' in issue ? String(issue.expected) : issue.code,
  }));
