import { once } from 'node:events';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';

/** Auction house, lot number and number of the photo: `USS-Tokyo-4021-01.webp`. */
export const photoFileName = (house: string, lotNo: number, number: number): string =>
  `${fileWord(house)}-${lotNo}-${String(number).padStart(2, '0')}.webp`;

export const archiveName = (house: string, lotNo: number): string => `${fileWord(house)}-${lotNo}.zip`;

const fileWord = (text: string): string => text.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'lot';

interface ArchivedPhoto {
  name: string;
  /** Null skips the photo. */
  read: () => Promise<Buffer | null>;
}

/**
 * Streams a ZIP archive, uncompressed because photos are compressed already. Reads one photo at a time, after the
 * previous one was sent: memory stays flat for slow readers, and reading stops when the reader disconnects.
 */
export function streamArchive(photos: readonly ArchivedPhoto[], takenAt: Date): Readable {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  const gone = once(output, 'close').catch(() => undefined);
  const fill = async () => {
    for (const { name, read } of photos) {
      const bytes = output.destroyed ? null : await read();
      if (output.destroyed) return;
      if (!bytes) continue;
      const source = Readable.from([bytes]);
      zip.addReadStream(source, name, { compress: false, mtime: takenAt, size: bytes.length });
      await Promise.race([finished(source), gone]);
    }
    zip.end();
  };
  fill().catch((error: unknown) => output.destroy(error as Error));
  return output;
}
