import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../platform/db/migrate.ts';
import { seeded } from '../../platform/db/seeded.ts';
import { backupCluster } from '../../platform/embedded-postgres/backup-cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts';
import { runOn } from '../../platform/embedded-postgres/test-template.ts';
import { createLog } from '../../platform/process/log.ts';
import { type FaultProxy, faultProxy, targetOf, throughPort } from './fault-proxy.ts';

const SLOT = 'replica';
/** Tests of listings need not wait for the disk. */
const FLAGS = ['fsync=off', 'autovacuum=off', 'max_wal_size=256MB'];
const log = createLog('test', 'silent');

export interface ReplicatedDatabase {
  dataDirs: { primary: string; replica: string };
  primaryUrl: string;
  /** Through `readers`. */
  replicaUrl: string;
  /** Proxy between the primary and the replica. */
  line: FaultProxy;
  /** Proxy between the servers and the replica. */
  readers: FaultProxy;
  /** The replica receives the log but does not replay it. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Kills it without a clean shutdown. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** A primary and its streaming replica, both separate PostgreSQL clusters. */
export async function replicatedDatabase(flags = FLAGS): Promise<ReplicatedDatabase> {
  const root = mkdtempSync(join(tmpdir(), 'seri-replicated-'));
  const [primaryDir, replicaDir] = [join(root, 'primary'), join(root, 'replica')];
  const chance = seeded('replicated database');
  const primary = await startEmbeddedPostgres({ dataDir: primaryDir, flags, log });
  await migrate(primary.url);
  await runOn(primary.url, `select pg_create_physical_replication_slot('${SLOT}', true)`);
  const line = await faultProxy([targetOf(primary.url)], chance);
  await copyAsReplica(primary.url, primaryDir, replicaDir, line.port);
  const start = () => startEmbeddedPostgres({ dataDir: replicaDir, flags, log });
  let replica: EmbeddedPostgres | null = await start();
  const readers = await faultProxy([targetOf(replica.url)], chance);
  const ask = (statement: string) => (replica ? runOn(replica.url, statement) : Promise.resolve());
  return {
    dataDirs: { primary: primaryDir, replica: replicaDir },
    primaryUrl: primary.url,
    replicaUrl: throughPort(replica.url, readers.port),
    line,
    readers,
    pause: () => ask('select pg_wal_replay_pause()'),
    resume: () => ask('select pg_wal_replay_resume()'),
    kill: async () => {
      if (!replica) return;
      const { pid } = JSON.parse(readFileSync(join(replicaDir, 'run.json'), 'utf8')) as { pid: number };
      process.kill(pid, 'SIGQUIT');
      await replica.exited;
      await replica.stop();
      replica = null;
    },
    start: async () => {
      replica ??= await start();
      readers.targets = [targetOf(replica.url)];
    },
    close: async () => {
      await replica?.stop();
      await primary.stop();
      await Promise.all([line.close(), readers.close()]);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Copied from the running primary; the copy follows it from its first start (postgres-recipe E). */
async function copyAsReplica(url: string, primaryDir: string, replicaDir: string, port: number): Promise<void> {
  const cluster = join(replicaDir, 'pg');
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  const { folders } = await backupCluster(url, primaryDir, cluster);
  for (const name of folders) mkdirSync(join(replicaDir, name), { recursive: true, mode: 0o700 });
  writeFileSync(join(cluster, 'data', 'standby.signal'), '', { mode: 0o600 });
  const { username, password } = new URL(url);
  appendFileSync(
    join(cluster, 'data', 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password} sslmode=disable gssencmode=disable'
primary_slot_name = '${SLOT}'
wal_retrieve_retry_interval = '200ms'
`,
  );
}
