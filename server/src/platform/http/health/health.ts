import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Database } from '../../db/db.ts';
import { type Lists, registerGauges } from './gauges.ts';
import { databaseReady } from './health-queries.ts';

const PROBE = { budget: 'probe' } as const;

interface HealthOptions {
  metricsToken?: string | undefined;
  isLeaving?: (() => boolean) | undefined;
  /** True when the disk of the data folder is full; not checked when absent. */
  isDiskFull?: (() => Promise<boolean>) | undefined;
  /** State of this process's list index. */
  findLists?: (() => Lists | null) | undefined;
}

/** Lists that are older than this show the time of their data. */
export const LISTS_BEHIND_MS = 5_000;

/** State and age of the lists. It does not affect readiness, because bids are accepted in any state. */
function listStateOf(lists: Lists | null) {
  if (!lists?.isFilled) return { standing: 'filling' };
  const behindMs = Date.now() - lists.currentAtMs;
  return behindMs > LISTS_BEHIND_MS
    ? { standing: 'behind', behindSeconds: Math.round(behindMs / 1000) }
    : { standing: 'current' };
}

/** GET /healthz (alive), /readyz (database, migrations, queue age, disk; 503 while it leaves, or cannot take bids), /metrics (with METRICS_TOKEN only, else 404). */
export function healthRoutes(
  app: FastifyInstance,
  database: Database,
  { metricsToken, isLeaving = () => false, isDiskFull = async () => false, findLists }: HealthOptions = {},
): void {
  // A load balancer that reuses connections would send a request over one that is being closed.
  app.addHook('onSend', async (_request, reply) => {
    if (isLeaving()) reply.header('connection', 'close');
  });
  app.get('/healthz', { config: PROBE }, async () => ({ alive: true }));

  app.get('/readyz', { config: PROBE }, async (_request, reply) => {
    if (isLeaving()) return reply.code(503).send({ ready: false, leaving: true });
    const [state, full] = await Promise.all([databaseReady(database.db).catch(() => null), isDiskFull()]);
    if (!state) return reply.code(503).send({ ready: false, database: 'away' });
    // A bid could not be stored, so the load balancer must not route requests to this process.
    if (full) return reply.code(503).send({ ready: false, database: 'up', disk: 'full', ...state });
    return { ready: true, database: 'up', ...state, ...(findLists ? { lists: listStateOf(findLists()) } : {}) };
  });

  if (!metricsToken) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const readDatabase = registerGauges(registry, database, findLists);
  const durations = new Histogram({
    name: 'seri_request_seconds',
    help: 'Time to answer by call and status',
    labelNames: ['method', 'path', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, path, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', { config: { ...PROBE, cost: 10 } }, async (request, reply) => {
    if (!sameToken(request.headers.authorization ?? '', `Bearer ${metricsToken}`)) return reply.callNotFound();
    await readDatabase();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function sameToken(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
