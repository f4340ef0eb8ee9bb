import type { LogoMark } from '@seri/contract/company/logo.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { CleanLogo } from './clean-logo.ts';

export async function insertLogo(tx: Tx, { mark, image, icon }: CleanLogo): Promise<void> {
  const { hash, width, height, onLight, onDark } = mark;
  await tx
    .insertInto('company_logos')
    .values({ hash, width, height, on_light: onLight, on_dark: onDark, image, icon })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

/** Returns the metadata of a stored logo; undefined when it is missing. */
export async function findLogoMark(db: Db | Tx, hash: string): Promise<LogoMark | undefined> {
  return db
    .selectFrom('company_logos')
    .select(['hash', 'width', 'height', 'on_light as onLight', 'on_dark as onDark'])
    .where('hash', '=', hash)
    .executeTakeFirst();
}

const KEPT = 10;

/** The latest logos stay: open pages still show them, and one of them may be chosen again. */
export async function deleteOldLogos(tx: Tx, newest: string): Promise<void> {
  await tx
    .deleteFrom('company_logos')
    .where('hash', 'in', (eb) =>
      eb
        .selectFrom('company_logos')
        .select('hash')
        .where('hash', '<>', newest)
        .orderBy('created_at', 'desc')
        .orderBy('hash')
        .offset(KEPT),
    )
    .execute();
}

/** Returns the picture or the square icon of a stored logo. */
export async function findLogoFile(db: Db, hash: string, file: 'image' | 'icon'): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('company_logos')
    .select(['image', 'icon'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.[file];
}
