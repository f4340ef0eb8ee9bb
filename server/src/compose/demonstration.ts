import type { ExtraPhotoSource } from '../photos/extra/extra-photo-source.ts';
import type { PictureSource } from '../photos/pictures.ts';
import type { SheetSource } from '../photos/sheet-source.ts';
import type { Database } from '../platform/db/db.ts';
import type { SupervisedChild } from '../platform/process/child.ts';
import type { Log } from '../platform/process/log.ts';
import type { DocumentStore } from '../purchases/documents/document-store.ts';
import type { ChildProcessOptions } from './child-processes.ts';

/** Generated pictures; their cache below `cacheDir` may be deleted at any time. */
export interface Drawings {
  /** Tried before the photos of the store. */
  openPictures(cacheDir: string): PictureSource;
  /** Used instead of the scans of the store. */
  openSheets(cacheDir: string): SheetSource;
  /** Preview picture of pages without a lot. */
  portalPhoto: string;
}

/** Adapters of a demonstration that replace the portal's own. */
export interface DemonstrationAdapters extends Drawings {
  extraPhotos(): ExtraPhotoSource;
  /** Program files that start the portal's child processes with these adapters. */
  programs: { costly: string; worker: string };
}

/** A demonstration that an entry passes in (`runPortal`); the portal itself imports none. */
export interface Demonstration {
  adapters: DemonstrationAdapters;
  /** Fills a new database, or one whose filling was interrupted; does nothing to any other. */
  fill(database: Database, options: { documents: DocumentStore; log: Log }): Promise<void>;
  /** Starts the auction agent, and the worker that sends orders to it. */
  startHouse(options: ChildProcessOptions): SupervisedChild;
  /** Text for the terminal when the portal is ready. */
  welcome: string;
}
