import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';

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

/** A literal text, with the cast that PostgreSQL needs after a parameter; and such a cast after a literal number. */
const LITERAL = /('(?:[^']|'')*')(?:::text\b)?|\b(\d+)::integer\b/g;

/**
 * Compiles a query for the engine, with its values as quoted literals and without their casts, whose planning took an
 * eighth of a list with every filter. A text must not contain the character zero, which the contract refuses in every
 * filter.
 * @throws Error for a value that is neither text, number, boolean, date nor null
 */
export function compileForIndex(query: RawBuilder<unknown>): string {
  const { sql } = query.compile(compiler);
  return sql.replaceAll(LITERAL, (_, text, number) => text ?? number);
}
