import { once } from 'node:events';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';

/** House, lot number and number of the photo: `USS-Tokyo-4021-01.webp`. */
export const photoFileName = (house: string, lotNo: number, number: number): string =>
  `${fileWord(house)}-${lotNo}-${String(number).padStart(2, '0')}.webp`;

export const archiveName = (house: string, lotNo: number): string => `${fileWord(house)}-${lotNo}.zip`;

const fileWord = (text: string): string => text.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'lot';

interface ArchivedPhoto {
  name: string;
  /** Null leaves the photo out. */
  read: () => Promise<Buffer | null>;
}

/**
 * A ZIP archive as a stream, not compressed as photos are already. One photo at a time is read, after the one before it
 * has gone out: the memory stays flat however slow the reader, and nothing is read once he has gone.
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
