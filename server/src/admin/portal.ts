import { openPhotoStore } from '../photos/store/open-photo-store.ts';
import type { PhotoStore } from '../photos/store/photo-store.ts';
import { type Db, openDatabase } from '../platform/db/db.ts';
import { linkToken } from '../platform/email-link.ts';
import { findRunningPostgres } from '../platform/embedded-postgres/embedded-postgres.ts';
import { type Config, readConfig } from '../platform/process/config.ts';
import { createLog } from '../platform/process/log.ts';
import type { DocumentStore } from '../purchases/documents/document-store.ts';
import { findAccountId } from '../users/directory-queries.ts';
import { Complaint } from './complaint.ts';

/** Direct access of the operator to a portal, running or not. */
export interface Portal {
  db: Db;
  secretKey: string;
  /** Webhooks may use addresses inside a network. */
  allowsInside: boolean;
  /** Photos of lots. */
  photos: () => Promise<PhotoStore>;
  /** Documents of purchases. */
  documents: () => Promise<DocumentStore>;
  /** Returns the address of a link for choosing a password. */
  passwordAddress(linkId: string): string;
}

/** Actor of the operator's decisions, which have no user. */
export const OPERATOR = null;

/** Opens the portal of DATABASE_URL, or the one that runs on DATA_DIR. */
export async function withPortal<T>(work: (portal: Portal) => Promise<T>): Promise<T> {
  const { config, secrets } = readConfig();
  const url = config.databaseUrl ?? findRunningPostgres(config.dataDir);
  if (!url)
    throw new Complaint(
      `No portal runs on ${config.dataDir}: start it with npm start, or set DATA_DIR or DATABASE_URL.`,
    );
  const database = openDatabase(url, createLog('admin', 'silent'), 2);
  const { secretKey } = secrets;
  try {
    return await work({
      db: database.db,
      secretKey,
      allowsInside: config.webhooksInside,
      photos: () => openPhotoStore({ address: config.photoStore, dataDir: config.dataDir }, secrets.bucket),
      documents: () => openPhotoStore({ address: config.documentStore, dataDir: config.dataDir }, secrets.bucket),
      passwordAddress: (linkId) =>
        `${originOf(config)}/auth/change-password?token=${encodeURIComponent(linkToken(secretKey, linkId))}`,
    });
  } finally {
    await database.close();
  }
}

function originOf({ publicUrl, host, port }: Config): string {
  if (publicUrl) return new URL(publicUrl).origin;
  return `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`;
}

export async function accountIn(db: Db, text: string): Promise<number> {
  const id = await findAccountId(db, text);
  if (id === null) throw new Complaint(`There is no account ${text}: npm run admin -- user list shows all accounts.`);
  return id;
}
