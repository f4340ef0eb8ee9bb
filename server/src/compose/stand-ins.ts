import type { ExtraPhotoSource } from '../photos/extra/extra-photo-source.ts';
import type { PictureSource } from '../photos/pictures.ts';
import type { SheetSource } from '../photos/sheet-source.ts';
import type { Database } from '../platform/db/db.ts';
import type { KeptChild } from '../platform/process/child.ts';
import type { Log } from '../platform/process/log.ts';
import type { DocumentStore } from '../purchases/documents/document-store.ts';
import type { CompanionOptions } from './child-processes.ts';

/** Pictures that are drawn; what is kept of them below `cacheDir` may be deleted at any time. */
export interface Drawings {
  /** Before the photos of the store. */
  openPictures(cacheDir: string): PictureSource;
  /** Instead of the scans of the store. */
  openSheets(cacheDir: string): SheetSource;
  /** For the preview of pages that are no lot. */
  portalPhoto: string;
}

/** What a demonstration has in the place of the portal's own adapters. */
export interface StandIns extends Drawings {
  extraPhotos(): ExtraPhotoSource;
  /** Program files that start the portal's own processes with all this in them. */
  programs: { costly: string; worker: string };
}

/** A demonstration as an entry hands it in (`runPortal`); the portal imports none. */
export interface Demonstration {
  standIns: StandIns;
  /** Fills a new database, or one whose filling was cut short; does nothing to any other. */
  fill(database: Database, options: { documents: DocumentStore; log: Log }): Promise<void>;
  /** The auction agent, and the worker that sends its orders there. */
  startHouse(options: CompanionOptions): KeptChild;
  /** Said at the terminal when the portal is ready. */
  welcome: string;
}
