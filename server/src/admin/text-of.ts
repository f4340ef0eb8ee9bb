import { readFile } from 'node:fs/promises';
import { readInput } from './accounts/ask-password.ts';
import { Complaint } from './complaint.ts';

/** Returns the text of a file, or of standard input for `-`. Throws Complaint. */
export async function textOf(file: string): Promise<string> {
  return file === '-' ? readInput() : (await bytesOf(file)).toString('utf8');
}

/** Returns the content of a file. Throws Complaint. */
export const bytesOf = (file: string): Promise<Buffer> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Complaint(`The file ${file} cannot be read (${error.code}): give another one.`);
  });
