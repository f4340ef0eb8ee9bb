import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

export interface JobCount {
  name: string;
  waiting: number;
  running: number;
  failed: number;
  nextAt: Date | null;
}

export async function countJobs(db: Db): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select task_identifier as name,
           count(*) filter (where locked_at is null and attempts < max_attempts)::integer as waiting,
           count(*) filter (where locked_at is not null)::integer as running,
           count(*) filter (where locked_at is null and attempts >= max_attempts)::integer as failed,
           min(run_at) filter (where locked_at is null and attempts < max_attempts) as "nextAt"
      from graphile_worker.jobs group by 1`.execute(db);
  return rows;
}
