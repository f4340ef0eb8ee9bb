import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../db/db.ts';
import { type Figures, findFigures, findPictureCounts } from './health-queries.ts';

export interface Lists {
  isFilled: boolean;
  currentAtMs: number;
  different: number;
}

const HELP: Record<keyof Figures, string> = {
  bids_new: 'Bids no manager has decided on',
  bids_accepted: 'Bids accepted and not over',
  bids_won: 'Wins not settled yet',
  orders_waiting: 'Orders and withdrawals not delivered to the agent',
  orders_oldest_seconds: 'How long the oldest of them is overdue',
  orders_unacknowledged: 'Orders delivered and not acknowledged',
  mails_waiting: 'Mails not sent yet',
  mails_oldest_seconds: 'How long the oldest mail that is due has waited',
  mails_failed: 'Mails of the last three days that were given up or refused',
  webhooks_dead: 'Events for programs elsewhere that were given up',
  feed_age_seconds: 'Since the last import of the feed ended; -1 without any',
  feed_rows_refused: 'Rows refused by the imports of the last day',
  feed_sources_ahead: 'Sources whose rows of the last day were stamped in the future',
  pictures_failed: 'Pictures of the last day that never came and are hidden',
  pictures_late: 'Pictures waiting for over an hour whose lots close within an hour, at most 10000',
  ledger_sum_yen: 'Sum of the whole ledger, always 0',
  ledger_faults: 'What the last nightly comparison of the books found',
  jobs_failing: 'Jobs that have failed at least three times',
};

/** Queries the database on each scrape. When the database is down, only `seri_database_up` 0 is reported. */
export function registerGauges(
  registry: Registry,
  { db }: Database,
  findLists?: () => Lists | null,
): () => Promise<void> {
  const registers = [registry];
  if (findLists) registerLists(registry, findLists);
  const up = new Gauge({ name: 'seri_database_up', help: 'Whether the database answers', registers });
  const gauges = Object.entries(HELP).map(
    ([name, help]) => [name as keyof Figures, new Gauge({ name: `seri_${name}`, help, registers })] as const,
  );
  const pictures = new Gauge({
    name: 'seri_pictures',
    help: 'Pictures that lots name by address',
    labelNames: ['source', 'state'],
    registers,
  });
  return async () => {
    const counts = await findPictureCounts(db).catch(() => []);
    pictures.reset();
    for (const { source, state, pictures: number } of counts) pictures.set({ source, state }, number);
    const figures = await findFigures(db).catch(() => null);
    up.set(figures ? 1 : 0);
    for (const [name, gauge] of gauges) {
      if (figures) gauge.set(figures[name]);
      else gauge.reset();
    }
  };
}

/** Gauges of this process: each process has a list index of its own. */
function registerLists(registry: Registry, findLists: () => Lists | null): void {
  const figures: [name: string, help: string, find: (lists: Lists) => number][] = [
    [
      'age_seconds',
      'Since lists knew all changes; -1 before they are filled',
      (lists) => (Date.now() - lists.currentAtMs) / 1000,
    ],
    ['different', 'Lots that the last nightly comparison found different and read again', ({ different }) => different],
  ];
  for (const [name, help, find] of figures)
    new Gauge({
      name: `seri_lists_${name}`,
      help,
      registers: [registry],
      collect() {
        const lists = findLists();
        this.set(lists?.isFilled ? find(lists) : -1);
      },
    });
}
