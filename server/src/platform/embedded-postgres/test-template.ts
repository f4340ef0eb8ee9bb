import { Client } from 'pg';

/** The database in a test cluster that holds the newest schema; others are copies of it. */
export const TEMPLATE = 'template_seri';

/** Runs statements one after the other, outside a transaction. */
export async function runOn(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
