import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { LotRow } from '@seri/contract/feed/rows.ts';
import { webPictureOf } from '@seri/contract/photos/entries.ts';
import { PHOTO_NAME } from '@seri/contract/photos/names.ts';
import type { ReadRow } from './read-rows.ts';

/** The part of the photo store that takes pictures of a list. */
interface FileStore {
  get(name: string): Promise<Buffer | null>;
  put(name: string, original: Buffer): Promise<void>;
}

/** A list in a folder with its pictures beside it. */
export interface PictureFiles {
  folder: string;
  store: FileStore;
  /** Called for a file that is not taken; its lot is imported without it. */
  onRefused: (name: string, reason: string) => void;
}
/** A list at an address: relative names are resolved against it. */
interface PictureAddresses {
  listAddress: string;
}
export type PicturePlace = PictureFiles | PictureAddresses;

type Kind = 'photo' | 'sheet';
/** Originals are read as a whole; the photo store shows none that are larger. */
const MAX_BYTES = 30 * 1024 ** 2;
const FORMATS: [ending: string, matches: (beginning: string) => boolean][] = [
  ['jpg', (text) => text.startsWith('\xff\xd8\xff')],
  ['png', (text) => text.startsWith('\x89PNG\r\n\x1a\n')],
  ['webp', (text) => text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP'],
  ['avif', (text) => text.slice(4, 12) === 'ftypavif'],
];

/**
 * Replaces relative names of pictures in lot rows: by the address beside the list, or by a name in the photo store after
 * the file beside the list was put there under the hash of its content. A name with `/p/`, or without such a file, is a
 * name in the photo store. For a list at an address the worker looks for the name in the store first.
 */
export async function* withPictures(rows: AsyncIterable<ReadRow>, place?: PicturePlace): AsyncGenerator<ReadRow> {
  // Only addresses that are fetched; an `http:` list within the machine names pictures of the store.
  const resolver = !place ? null : 'folder' in place ? fileResolver(place) : addressResolver(place);
  for await (const read of rows) {
    if (resolver && 'row' in read && read.row.kind === 'lot') yield { ...read, row: await resolver(read.row) };
    else yield read;
  }
}

const isRelative = (entry: string): boolean => PHOTO_NAME.test(entry);

/** Null for a list that is not at an `https:` address. */
function addressResolver({ listAddress }: PictureAddresses): ((row: LotRow) => Promise<LotRow>) | null {
  if (!webPictureOf(listAddress)) return null;
  return async (row) => {
    const storeNames: Record<string, string> = {};
    const resolved = (entry: string, storeName: string) => {
      if (!isRelative(entry)) return entry;
      const address = webPictureOf(new URL(entry, listAddress).href)?.href;
      if (address === undefined) return entry;
      storeNames[address] = storeName;
      return address;
    };
    const images = row.images.map((entry) => resolved(entry, entry));
    const sheetImage = row.sheetImage && resolved(row.sheetImage, `sheets/${row.sheetImage}`);
    const odometerImage = row.odometerImage && resolved(row.odometerImage, row.odometerImage);
    return Object.keys(storeNames).length === 0 ? row : { ...row, images, sheetImage, odometerImage, storeNames };
  };
}

function fileResolver({ folder, store, onRefused }: PictureFiles): (row: LotRow) => Promise<LotRow> {
  const take = async (entry: string, kind: Kind): Promise<string | null> => {
    if (!isRelative(entry)) return entry;
    const file = await readInside(folder, entry);
    if (file === null) return entry;
    if ('refused' in file) {
      onRefused(entry, file.refused);
      return null;
    }
    const format = FORMATS.find(([, matches]) => matches(file.bytes.toString('latin1', 0, 16)));
    if (!format) {
      onRefused(entry, 'not a JPEG, PNG, WebP or AVIF picture');
      return null;
    }
    const hash = createHash('sha256').update(file.bytes).digest('hex').slice(0, 40);
    const name = `files/${hash.slice(0, 2)}/${hash}.${format[0]}`;
    const storeName = kind === 'sheet' ? `sheets/${name}` : name;
    if (!(await store.get(storeName))) await store.put(storeName, file.bytes);
    return name;
  };
  return async (row) => {
    const images: string[] = [];
    let odometerImage: string | null = null;
    for (const entry of row.images) {
      const taken = await take(entry, 'photo');
      if (taken !== null) images.push(taken);
      if (entry === row.odometerImage) odometerImage = taken;
    }
    if (!row.sheetImage) return { ...row, images, odometerImage };
    return { ...row, images, odometerImage, sheetImage: await take(row.sheetImage, 'sheet') };
  };
}

/** The content of a file below the folder, also behind links; null when there is none. */
async function readInside(folder: string, name: string): Promise<{ bytes: Buffer } | { refused: string } | null> {
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, name))]);
    if (!file.startsWith(root + sep)) return { refused: 'a link that leads out of the folder of the list' };
    const about = await stat(file);
    if (!about.isFile()) return null;
    if (about.size > MAX_BYTES) return { refused: `larger than ${MAX_BYTES / 1024 ** 2} MB` };
    return { bytes: await readFile(file) };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
