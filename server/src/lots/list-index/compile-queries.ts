import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import type { Statement } from './engine.ts';

/** Writes values into the query, because the engine plans a query with parameters twice. */
class QueryCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.appendImmediateValue(value);
  }
}

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new QueryCompiler(),
  },
});

/**
 * Compiles a query for the engine, with its values as quoted literals. A text must not contain the character zero, which
 * the contract refuses in every filter.
 * @throws Error for a value that is neither text, number, boolean, date nor null
 */
export const compileForIndex = (query: RawBuilder<unknown>): Statement => query.compile(compiler);
