import { BUILT_IN_READER, type SheetReader } from '../sheet-reader.ts';
import { httpSheetReader, serviceReaderName } from './http-reader.ts';
import { type ReaderChild, readerChild } from './reader-child.ts';

/** The portal's own reader, in a process of its own. */
export function builtInSheetReader(child: ReaderChild = readerChild()): SheetReader {
  return {
    name: BUILT_IN_READER,
    read: async (picture, { houses, learned }) => {
      const reply = await child.ask({ kind: 'read', picture, houses, learned });
      if (!('reading' in reply)) throw new Error('the sheet was not read');
      return reply.reading;
    },
    close: () => child.close(),
  };
}

/** The reader of the settings: the operator's service, or the portal's own. */
export const openSheetReader = (url: string | undefined, secret: string | undefined): SheetReader =>
  url ? httpSheetReader({ url, secret, child: readerChild() }) : builtInSheetReader();

export const sheetReaderName = (url: string | undefined): string => (url ? serviceReaderName(url) : BUILT_IN_READER);
