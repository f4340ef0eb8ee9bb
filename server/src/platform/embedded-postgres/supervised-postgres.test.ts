import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../process/log.ts';
import { startSupervisedPostgres } from './supervised-postgres.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'seri-supervised-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const log = createLog('test', 'silent');
const pidOf = (): number => JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')).pid;

test('restarts a killed PostgreSQL at the same address, every time, and pools reconnect', async () => {
  const events: string[] = [];
  const postgres = await startSupervisedPostgres(
    { dataDir, log, disposable: true },
    {
      onEnded: () => events.push('ended'),
      onRestarted: () => events.push('restarted'),
      onFailed: (sentence) => events.push(sentence),
    },
  );
  const pool = new Pool({ connectionString: postgres.url, max: 2 });
  pool.on('error', () => {});
  try {
    await pool.query('create table kept as select 7 as value');
    for (let round = 1; round <= 2; round++) {
      process.kill(pidOf(), 'SIGKILL');
      await vi.waitFor(() => expect(events.filter((word) => word === 'restarted')).toHaveLength(round), {
        timeout: 15_000,
      });
      const answer = await vi.waitFor(() => pool.query('select value from kept'), { timeout: 10_000 });
      expect(answer.rows).toEqual([{ value: 7 }]);
    }
  } finally {
    await pool.end();
    await postgres.stop();
  }
  const last = events.length;
  await sleep(300);
  expect(events).toHaveLength(last);
});
