import { runOn, TEMPLATE } from '../server/src/platform/embedded-postgres/test-template.ts';

/** Of a database that was only migrated until now: those of further portals are copies of it. */
export async function keepTemplate(migratedUrl: string): Promise<void> {
  const name = new URL(migratedUrl).pathname.slice(1);
  await runOn(migratedUrl, `create database ${TEMPLATE} template ${name} strategy file_copy`);
}

/**
 * A database with the newest schema beside the stage's; answers its address. Copied through the log: by files it would
 * wait until all of the demonstration's pages are on the disk, longer than migrating takes.
 */
export async function ownDatabase(clusterUrl: string, name: string): Promise<string> {
  await runOn(clusterUrl, `create database ${name} template ${TEMPLATE}`);
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}
