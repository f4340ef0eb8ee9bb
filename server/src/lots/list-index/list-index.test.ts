import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open as openFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LotFilter } from '@seri/contract/lots/filter.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../../platform/process/log.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { LIST_PATIENCE_MS } from '../../testing/http/call-options.ts';
import { ownDatabase } from '../../testing/processes/own-database.ts';
import { indexAt, type List, NO_FILTER } from '../core/condition-queries.ts';
import { countChoices } from '../listing/choice-queries.ts';
import { countLots, pageAndTotal } from '../listing/list-queries.ts';
import { COMBINATION_TABLES, CREATE_TABLES, INDEX_FILES, LIST_TABLES, readColumns } from './columns.ts';
import { findComparisons, requestComparison } from './comparison-queries.ts';
import { compileForIndex } from './compile-queries.ts';
import { findDifferent, readAllLots, readLots } from './copy-queries.ts';
import { type Engine, MEMORY, openEngine } from './engine.ts';
import { createFacetBits } from './facet-bits.ts';
import { type ListIndex, type ListIndexOptions, openListIndex } from './list-index.ts';

const database = ownDatabase();
const log = createLog('test', 'silent');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seri-list-index-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => database.pool.query('set statement_timeout = 60000; delete from lots; reset statement_timeout'));

const open = (more: Partial<ListIndexOptions> = {}) =>
  openListIndex({ database, log, patienceMs: LIST_PATIENCE_MS, ...more });
const modelsIn = async (index: ListIndex): Promise<string[]> => {
  await index.current();
  const rows = await index.ask<{ model: string }>('select model from coming order by model');
  return rows.map(({ model }) => model);
};
const opened = async <T>(work: (index: ListIndex) => Promise<T>, more = {}): Promise<T> => {
  const index = open(more);
  try {
    return await work(index);
  } finally {
    await index.close();
  }
};

test('follows inserted, changed and deleted lots with the next question', () =>
  opened(async (index) => {
    expect(await modelsIn(index)).toEqual([]);
    const lotId = await createLot(database.db, { model: 'AQUA' });
    await createLot(database.db, { model: 'PRIUS' });
    expect(await modelsIn(index)).toEqual(['AQUA', 'PRIUS']);
    await database.db.updateTable('lots').set({ model: 'VITZ' }).where('id', '=', lotId).execute();
    expect(await modelsIn(index)).toEqual(['PRIUS', 'VITZ']);
    await database.db.deleteFrom('lots').where('id', '=', lotId).execute();
    expect(await modelsIn(index)).toEqual(['PRIUS']);
  }));

test('waits for the change of a lot, but answers as before while the many changes of an import are applied', () =>
  opened(async (index) => {
    const lotId = await createLot(database.db, { model: 'BEFORE' });
    expect(await modelsIn(index)).toEqual(['BEFORE']);
    const insertMany = `
      insert into lots (vehicle, lot_source, source, source_id, source_updated_at, house_id, lot_no, auction_day, auction_at,
        time_known, bids_close_at, agent_cutoff_at, cancel_until, status, maker, model)
      select vehicle, lot_source, source, n::text, source_updated_at, house_id, 100000 + n, auction_day, auction_at, time_known,
        bids_close_at, agent_cutoff_at, cancel_until, status, maker, 'MANY' from lots, generate_series(1, 200) n where lots.id = $1`;
    const withLots = await database.pool.connect();
    await withLots.query(insertMany, [lotId]);
    // Keeps the engine from copying the lots.
    await withLots.query('begin; lock table lots in access exclusive mode');
    const { currentAtMs } = index.state();
    // Waiting would take until the lock is released.
    expect(await Promise.race([index.current(), sleep(900)])).toBeDefined();
    expect(index.state().currentAtMs).toBe(currentAtMs);
    await withLots.query('commit');
    withLots.release();
    await vi.waitFor(async () => expect(await modelsIn(index)).toHaveLength(201), 5_000);
    await database.db.updateTable('lots').set({ model: 'AFTER' }).where('id', '=', lotId).execute();
    await vi.waitFor(async () => expect(await modelsIn(index)).toContain('AFTER'), 5_000);
    await database.db.updateTable('lots').set({ model: 'AGAIN' }).where('id', '=', lotId).execute();
    expect(await modelsIn(index)).toContain('AGAIN');
  }));

test('writes its files after many changes, and answers as before while others wait for that', async () => {
  const path = join(folder, 'written');
  const sizeOfLogs = async (): Promise<number> => {
    const logs = (await readdir(path)).filter((name) => name.endsWith('.wal'));
    const sizes = await Promise.all(logs.map(async (name) => (await stat(join(path, name))).size));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  const openWith = async (file: string): Promise<Engine> => {
    const engine = await openEngine(file);
    const checkpoint = async () => {
      if (isHeld)
        await engine.write(() => {
          begun.resolve();
          return held.promise;
        });
      await engine.checkpoint();
    };
    return { ...engine, checkpoint };
  };
  await opened(
    async (index) => {
      expect(await modelsIn(index)).toEqual([]);
      for (const model of ['A', 'B', 'C']) await createLot(database.db, { model });
      expect(await modelsIn(index)).toEqual(['A', 'B', 'C']);
      const before = await sizeOfLogs();
      isHeld = true;
      await database.pool.query(
        'insert into lot_changes (lot_ids) select array_agg(n) from generate_series(1, 20000) n',
      );
      await begun.promise;
      await createLot(database.db, { model: 'D' });
      // Waiting would take until the files are written.
      expect(await Promise.race([modelsIn(index), sleep(900)])).toEqual(['A', 'B', 'C']);
      held.resolve();
      await vi.waitFor(async () => expect(await modelsIn(index)).toEqual(['A', 'B', 'C', 'D']), 5_000);
      expect(await sizeOfLogs()).toBeLessThan(before);
    },
    { folder: path, openWith },
  );
});

test('writes its files later when the engine refused to', async () => {
  let isRefused = false;
  let tries = 0;
  const openWith = async (file: string): Promise<Engine> => {
    const engine = await openEngine(file);
    const checkpoint = async () => {
      tries += 1;
      if (isRefused) throw new Error('Cannot CHECKPOINT: there are other write transactions active.');
      await engine.checkpoint();
    };
    return { ...engine, checkpoint };
  };
  await opened(
    async (index) => {
      await modelsIn(index);
      isRefused = true;
      tries = 0;
      await database.pool.query(
        'insert into lot_changes (lot_ids) select array_agg(n) from generate_series(1, 20000) n',
      );
      await vi.waitFor(() => expect(tries).toBe(1), 5_000);
      isRefused = false;
      await createLot(database.db, { model: 'E' });
      await vi.waitFor(() => expect(tries).toBe(2), 5_000);
      await createLot(database.db, { model: 'F' });
      await vi.waitFor(async () => expect(await modelsIn(index)).toEqual(['E', 'F']), 5_000);
      expect(tries).toBe(2);
    },
    { folder: join(folder, 'refused'), openWith },
  );
});

test('misses no transaction that began before others and ends after them', () =>
  opened(async (index) => {
    await modelsIn(index);
    const slow = await database.pool.connect();
    await slow.query('begin');
    const first = await createLot(database.db, { model: 'FIRST' });
    await slow.query(`update lots set model = 'SLOW' where id = $1`, [first]);
    for (const model of ['A', 'B']) {
      await createLot(database.db, { model });
      await modelsIn(index);
    }
    await slow.query('commit');
    slow.release();
    expect(await modelsIn(index)).toEqual(['A', 'B', 'SLOW']);
  }));

test('texts of any kind arrive, in lower case: empty, quoted, of several lines', () =>
  opened(async (index) => {
    const texts = ['', '"', 'a,b', 'two\nlines', '\\N', "it's", 'ＡＢＣ 競り', 'ЛЮК', 'null'];
    for (const equip of texts) await createLot(database.db, { equip, year: null });
    await index.current();
    const rows = await index.ask<{ equip: string; year: number | null }>('select equip, year from coming');
    expect(rows.map(({ equip }) => equip).sort()).toEqual(texts.map((text) => text.toLowerCase()).sort());
    expect(new Set(rows.map(({ year }) => year))).toEqual(new Set([null]));
  }));

test('finds makers, models, conditions and gearboxes of any alphabet, whether few or many are named', () =>
  opened(async (index) => {
    const cars = [
      ['ЛАДА', 'НИВА 4×4'],
      ['TOYOTA', 'プリウス'],
      ['TOYOTA', 'LAND CRUISER'],
      ['TOYOTA', 'LAND CRUISER PRADO'],
      ['HONDA', "O'HARA, INC"],
      ['HONDA', 'LAND CRUISER'],
    ] as const;
    for (const [maker, model] of cars) await createLot(database.db, { maker, model, condition: maker, gearbox: model });
    const foundBy = async (asked: Partial<LotFilter>) => {
      const filter = { ...NO_FILTER, ...asked };
      const list: List = { pageType: 'car-auction', filter, audience: 'everybody', sort: undefined, order: undefined };
      const moment = await index.current();
      const [row] = await index.ask<{ lots: number }>(compileForIndex(countLots(indexAt(moment), list)));
      return row?.lots;
    };
    const found = (maker: string[], model: string[]) => foundBy({ maker, model });
    for (const [maker, model] of cars) {
      expect(await found([maker], [model])).toBe(1);
      expect(await foundBy({ condition: [maker], gearbox: [model] })).toBe(1);
    }
    expect(await foundBy({ gearbox: ['LAND CRUISER', 'プリウス', '4'] })).toBe(3);
    expect(await foundBy({ condition: ['ЛАДА'], gearbox: ['プリウス'] })).toBe(0);
    expect(await foundBy({ not: ['gearbox:LAND CRUISER', 'condition:ЛАДА'] })).toBe(3);
    expect(await found(['TOYOTA', 'HONDA'], ['LAND CRUISER', 'プリウス', 'プリウス'])).toBe(3);
    expect(await found(['TOYOTA'], ["O'HARA, INC"])).toBe(0);
    expect(await found([], ['LAND CRUISER'])).toBe(2);
    expect(await found(['ЛАДА'], [])).toBe(1);
    expect(await found(['TOYOTA', 'TOYOTA', 'ЛАДА'], [])).toBe(4);
    expect(await found(['TOYOT', 'toyota'], [])).toBe(0);
    expect(await foundBy({ not: ['maker:ЛАДА', 'maker:HONDA'] })).toBe(3);
    expect(await foundBy({ maker: ['TOYOTA', 'HONDA'], not: ['maker:HONDA'] })).toBe(3);
    const others = Array.from({ length: 100 }, (_, number) => `OTHER ${number}`);
    expect(await found(['TOYOTA', 'HONDA'], ['LAND CRUISER', ...others])).toBe(2);
  }));

describe('in a file', () => {
  test('survives a restart and goes on from there', async () => {
    await createLot(database.db, { model: 'BEFORE' });
    await opened(modelsIn, { folder });
    await createLot(database.db, { model: 'MEANWHILE' });
    const info = vi.spyOn(log, 'info');
    expect(await opened(modelsIn, { folder })).toEqual(['BEFORE', 'MEANWHILE']);
    expect(info.mock.calls.map(([, text]) => text)).not.toContain('the list index was filled');
    info.mockRestore();
  });

  test('is read into memory by the queries that follow its opening', async () => {
    const path = join(folder, 'read-ahead.duckdb');
    const filled = await openEngine(path);
    for (const file of INDEX_FILES)
      await filled.write(async (run) => {
        for (const text of CREATE_TABLES[file]) await run(text);
        await run(`insert into ${file === 'lists' ? 'sales' : 'coming'} (id, remarks)
                   select number, md5(number::varchar) from range(100000) numbers (number)`);
      });
    await filled.close();
    const engine = await openEngine(path);
    const bytesInMemory = async () => {
      const [held] = await engine.ask<{ bytes: number }>(
        `select memory_usage_bytes as bytes from duckdb_memory() where tag = 'BASE_TABLE'`,
      );
      return held?.bytes ?? 0;
    };
    try {
      const before = await bytesInMemory();
      for (const query of LIST_TABLES.flatMap(readColumns)) expect(await engine.ask(query)).toHaveLength(1);
      const bytesOfRemarks = 2 * 32 * 100_000;
      expect((await bytesInMemory()) - before).toBeGreaterThan(bytesOfRemarks / 2);
    } finally {
      await engine.close();
    }
  });

  test('two processes of one folder have a file each', async () => {
    await createLot(database.db, { model: 'SHARED' });
    const own = await mkdtemp(join(tmpdir(), 'seri-list-index-'));
    const script = join(import.meta.dirname, '..', '..', 'testing', 'processes', 'list-index-process.ts');
    const args = [script, String(database.pool.options.connectionString), own];
    // A process may open its own files twice, so another one must hold them.
    const first = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(first.stdout, 'data');
    expect(await opened(modelsIn, { folder: own })).toEqual(['SHARED']);
    first.kill('SIGKILL');
    await once(first, 'exit');
    expect((await readdir(own)).filter((name) => name.endsWith('.duckdb'))).toEqual([
      'lists-1.duckdb',
      'lists-2.duckdb',
    ]);
    await rm(own, { recursive: true });
  });

  test('removes the copies that a killed process has left', async () => {
    const path = join(folder, 'killed.duckdb');
    const killed = join(`${path}.copies`, 'copy-1');
    await mkdir(killed, { recursive: true });
    await writeFile(join(killed, 'sales.csv'), '1,2,3');
    const engine = await openEngine(path);
    expect(await readdir(engine.folder)).toEqual([]);
    await engine.close();
    expect((await readdir(folder)).filter((name) => name.startsWith('killed'))).toEqual([
      'killed.duckdb',
      'killed.duckdb.upcoming',
    ]);
  });

  test('puts parts of long sorts beside the own file, where no other process writes', async () => {
    const path = join(folder, "it's own.duckdb");
    const engine = await openEngine(path);
    const folders = await engine.ask(`select current_setting('temp_directory') as folder`);
    await engine.close();
    expect(folders).toEqual([{ folder: `${path}.tmp` }]);
  });

  test('one that could not be filled the first time is filled by the next question, and is not taken for damaged', async () => {
    await createLot(database.db, { model: 'LATER' });
    const own = await mkdtemp(join(tmpdir(), 'seri-list-index-'));
    let failures = 1;
    const pool = new Proxy(database.pool, {
      get: (target, key) =>
        key === 'connect' && failures-- > 0
          ? () => Promise.reject(new Error('the connection was lost'))
          : Reflect.get(target, key),
    });
    const { db, replicaPool } = database;
    const warn = vi.spyOn(log, 'warn');
    const index = open({ database: { db, pool, replicaPool }, folder: own });
    await expect(index.current()).rejects.toMatchObject({ code: 'Lists.Filling' });
    expect(await modelsIn(index)).toEqual(['LATER']);
    await index.close();
    expect(warn.mock.calls.map(([, text]) => text)).toEqual(['the list index could not be brought up to date']);
    warn.mockRestore();
    await rm(own, { recursive: true });
  });

  test('one whose filling fails after a long time waits as long before it copies all lots again, and leaves no files', async () => {
    await createLot(database.db, { model: 'LATER' });
    const own = await mkdtemp(join(tmpdir(), 'seri-list-index-'));
    const { db, pool, replicaPool } = database;
    let attempts = 0;
    const slow = new Proxy(pool, {
      get: (target, key) => {
        if (key !== 'connect' || ++attempts > 1) return Reflect.get(target, key);
        vi.setSystemTime(Date.now() + 60_000);
        return () => Promise.reject(new Error('no space is left'));
      },
    });
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
    vi.useFakeTimers({ toFake: ['Date'] });
    const index = open({ database: { db, pool: slow, replicaPool }, folder: own });
    try {
      for (let question = 0; question < 3; question += 1)
        await expect(index.current()).rejects.toMatchObject({ code: 'Lists.Filling' });
      expect(attempts).toBe(1);
      expect(await readdir(own)).toEqual([]);
      vi.setSystemTime(Date.now() + 59_000);
      await expect(index.current()).rejects.toMatchObject({ code: 'Lists.Filling' });
      vi.setSystemTime(Date.now() + 2_000);
      expect(await modelsIn(index)).toEqual(['LATER']);
      expect(warn).toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
      warn.mockRestore();
      await index.close();
      await rm(own, { recursive: true });
    }
  });

  test('is filled in portions that have all lots of a model each, in a folder of any name, and removes them', async () => {
    const models = Array.from({ length: 60 }, (_, number) => `MODEL ${number % 20}`);
    for (const model of models) await createLot(database.db, { model, maker: model < 'MODEL 5' ? 'HONDA' : 'TOYOTA' });
    const own = await mkdtemp(join(tmpdir(), "lists [1] of O'Hara\\*-"));
    const stored = async (portionBytes?: number) => {
      const path = join(own, `in-${portionBytes}`);
      await mkdir(path);
      const found = await opened(
        async (index) => {
          expect(await modelsIn(index)).toEqual(models.toSorted());
          expect(await readdir(join(path, 'lists-1.duckdb.copies'))).toEqual([]);
          expect(await index.check()).toBe(0);
          return index.ask<{ model: string }>('select model from coming order by rowid');
        },
        { folder: path, portionBytes },
      );
      return found.map(({ model }) => model);
    };
    const together = (all: string[]) => all.filter((model, place) => model !== all[place - 1]).length;
    const [inOne, inMany] = [await stored(), await stored(4_000)];
    expect([together(inOne), together(inMany)]).toEqual([20, 20]);
    expect(inMany).not.toEqual(inOne);
    await rm(own, { recursive: true });
  });

  test('one that is kept is not filled anew because PostgreSQL fails while it is opened', async () => {
    await createLot(database.db, { model: 'KEPT' });
    const own = await mkdtemp(join(tmpdir(), 'seri-list-index-'));
    await opened(modelsIn, { folder: own });
    let failures = 1;
    const db = new Proxy(database.db, {
      get: (target, key) => {
        if (key === 'getExecutor' && failures-- > 0) throw new Error('the connection was lost');
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const { pool, replicaPool } = database;
    const [info, warn] = [vi.spyOn(log, 'info'), vi.spyOn(log, 'warn').mockImplementation(() => {})];
    const index = open({ database: { db, pool, replicaPool }, folder: own });
    await expect(index.current()).rejects.toMatchObject({ code: 'Lists.Filling' });
    expect(await modelsIn(index)).toEqual(['KEPT']);
    await index.close();
    expect(info.mock.calls.map(([, text]) => text)).not.toContain('the list index was filled');
    info.mockRestore();
    warn.mockRestore();
    await rm(own, { recursive: true });
  });

  test('lots of an update that stops after any of its transactions are right after the next one', async () => {
    const lots = await Promise.all(['A', 'B', 'C'].map((model) => createLot(database.db, { model })));
    const engine = await openEngine(MEMORY);
    for (const file of INDEX_FILES)
      await engine.write(async (run) => {
        for (const text of CREATE_TABLES[file]) await run(text);
      });
    const bits = createFacetBits();
    await readAllLots(engine, database.pool, bits);
    for (const allowed of [0, 1, 2, 3, 4]) {
      await database.pool.query(
        `update lots set model = model || 'X', color = 'C' || $1::text,
           status = case status when 4533 then 4532 else 4533 end where id = any($2)`,
        [allowed, lots],
      );
      let left = allowed;
      const stopping: Engine = {
        ...engine,
        write: (work) => (left-- > 0 ? engine.write(work) : Promise.reject(new Error('killed'))),
      };
      await expect(readLots(stopping, database.pool, bits, lots)).rejects.toThrow('killed');
      await readLots(engine, database.pool, bits, lots);
      expect(await findDifferent(engine, database.pool, 'true')).toEqual([]);
    }
    await engine.close();
  });

  test.each([
    ['with nonsense in it', 'lists-1.duckdb', 'nonsense'],
    ['that is empty', 'lists-1.duckdb', ''],
    ['of upcoming lots with nonsense in it', 'lists-1.duckdb.upcoming', 'nonsense'],
    ['of upcoming lots that is missing', 'lists-1.duckdb.upcoming', null],
  ])('one %s is filled anew, and the log says so', async (_, name, content) => {
    await createLot(database.db, { model: 'KEPT' });
    const own = await mkdtemp(join(tmpdir(), 'seri-list-index-'));
    await opened(modelsIn, { folder: own });
    if (content === null) await rm(join(own, name));
    else await writeFile(join(own, name), content);
    const warn = vi.spyOn(log, 'warn');
    expect(await opened(modelsIn, { folder: own })).toEqual(['KEPT']);
    if (content)
      expect(warn.mock.calls.map(([, text]) => text)).toContain(
        'the file of the list index is damaged and is filled anew',
      );
    warn.mockRestore();
    await rm(own, { recursive: true });
  });

  test.each(['lists-1.duckdb', 'lists-1.duckdb.upcoming'])(
    '%s that is damaged where only a question reads it is filled anew as well',
    async (name) => {
      await database.pool.query('delete from lots');
      const like = await createLot(database.db, { model: 'MANY' });
      await database.pool.query(
        `insert into lots (vehicle, lot_source, source, source_id, source_updated_at, house_id, lot_no, auction_day, auction_at,
         time_known, bids_close_at, agent_cutoff_at, cancel_until, status, maker, model, equip)
       select vehicle, lot_source, source, n::text, source_updated_at, house_id, 100000 + n, auction_day, auction_at, time_known,
         bids_close_at, agent_cutoff_at, cancel_until, status, maker, 'MANY', (select string_agg(md5(n || '-' || k), '') from generate_series(1, 20) k)
         from lots, generate_series(1, 3000) n where lots.id = $1`,
        [like],
      );
      const own = await mkdtemp(join(tmpdir(), 'seri-list-index-'));
      await opened(modelsIn, { folder: own });
      const file = await openFile(join(own, name), 'r+');
      const { size } = await file.stat();
      await file.write(Buffer.alloc(Math.floor(size / 2), 7), 0, undefined, Math.floor(size / 8));
      await file.close();
      const warn = vi.spyOn(log, 'warn');
      await opened(
        async (index) => {
          const count = `select count(*) as lots from coming where equip <> ''`;
          await vi.waitFor(async () => {
            await index.current();
            expect(await index.ask(count)).toEqual([{ lots: 3_001 }]);
          }, 15_000);
        },
        { folder: own },
      );
      expect(warn.mock.calls.map(([, text]) => text)).toContain(
        'the file of the list index is damaged and is filled anew',
      );
      warn.mockRestore();
      await rm(own, { recursive: true });
    },
    30_000,
  );
});

test('the nightly comparison finds what differs and reads it again', () =>
  opened(async (index) => {
    const lotId = await createLot(database.db, { model: 'TRUE' });
    await createLot(database.db, { model: 'OTHER' });
    await modelsIn(index);
    expect(await index.check()).toBe(0);
    await database.pool.query('alter table lots disable trigger lots_updated');
    await database.db.updateTable('lots').set({ model: 'CHANGED' }).where('id', '=', lotId).execute();
    await database.pool.query('alter table lots enable trigger lots_updated');
    expect(await modelsIn(index)).toEqual(['OTHER', 'TRUE']);
    expect(await index.check()).toBe(1);
    expect(await modelsIn(index)).toEqual(['CHANGED', 'OTHER']);
  }));

test('compares itself when the operator asks, and reports how many lots differed', () =>
  opened(async (index) => {
    const lotId = await createLot(database.db, { model: 'TRUE' });
    const early = await requestComparison(database.db);
    await modelsIn(index);
    await database.pool.query('alter table lots disable trigger lots_updated');
    await database.db.updateTable('lots').set({ model: 'CHANGED' }).where('id', '=', lotId).execute();
    await database.pool.query('alter table lots enable trigger lots_updated');
    const finished = async () => {
      const requestId = await requestComparison(database.db);
      return vi.waitFor(
        async () => {
          const comparisons = await findComparisons(database.db, requestId);
          expect(comparisons).toMatchObject([{ isFinished: true }]);
          return comparisons;
        },
        { timeout: 15_000, interval: 50 },
      );
    };
    expect(await finished()).toMatchObject([{ differentLots: 1 }]);
    expect(await modelsIn(index)).toEqual(['CHANGED']);
    expect(await finished()).toMatchObject([{ differentLots: 0 }]);
    expect(await findComparisons(database.db, early)).toEqual([]);
  }));

test('answers from what it has when the database keeps it waiting, and catches up afterwards', () =>
  opened(
    async (index) => {
      await createLot(database.db, { model: 'KNOWN' });
      // Filling it may take longer than the short patience.
      await vi.waitFor(async () => expect(await modelsIn(index)).toEqual(['KNOWN']), 10_000);
      const blocking = await database.pool.connect();
      await blocking.query('begin; lock table lot_changes');
      expect(await modelsIn(index)).toEqual(['KNOWN']);
      await blocking.query(`insert into lot_changes (lot_ids) select array_agg(id) from lots`);
      await blocking.query(`update lots set model = 'NEWER'`);
      await blocking.query('commit');
      blocking.release();
      await vi.waitFor(async () => expect(await modelsIn(index)).toEqual(['NEWER']), 10_000);
    },
    { patienceMs: 500 },
  ));

test('the same questions can be asked of monthly files, for an archive beyond the memory of one machine', () =>
  opened(async (index) => {
    for (const [model, day] of [
      ['OLD', '2025-01-10'],
      ['OLDER', '2024-12-20'],
      ['OLD', '2024-12-21'],
    ] as const)
      await createLot(database.db, { model, auction_day: day, status: 4533, sold_price_yen: 500_000 });
    const moment = await index.current();
    const list: List = { pageType: 'stats', filter: NO_FILTER, audience: 'everybody', sort: 'soldPrice', order: 'ASC' };
    const questions = [
      pageAndTotal(indexAt(moment), list, { after: null, skip: 0, most: 20 }),
      countLots(indexAt(moment), list),
      countChoices(indexAt(moment), list),
    ].map(compileForIndex);
    const folder = await mkdtemp(join(tmpdir(), 'seri-archive-'));
    await index.ask(`copy (select *, strftime(auction_day, '%Y-%m') as month from sales)
              to '${folder}/months' (format parquet, partition_by (month), overwrite_or_ignore)`);
    const archive = await openEngine(MEMORY);
    try {
      await archive.write((run) =>
        run(`create view sales as select * from read_parquet('${folder}/months/*/*.parquet')`),
      );
      for (const table of COMBINATION_TABLES) {
        await index.ask(`copy ${table} to '${folder}/${table}.parquet'`);
        await archive.write((run) => run(`create view ${table} as select * from '${folder}/${table}.parquet'`));
      }
      await archive.write((run) => run('create table auction_houses (id integer, name varchar)'));
      const houses = await index.ask<{ id: number; name: string }>('select * from auction_houses');
      for (const { id, name } of houses)
        await archive.write((run) => run(`insert into auction_houses values (${id}, '${name}')`));
      const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
      for (const question of questions)
        expect(sorted(await archive.ask(question))).toEqual(sorted(await index.ask(question)));
    } finally {
      await archive.close();
      await rm(folder, { recursive: true });
    }
  }));
