import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The bid log that a client downloads. */
export interface Log {
  clientId: number;
  events: { line: string; hash: string }[];
}

export const LOG_SCRIPT = join(import.meta.dirname, '../../../../scripts/verify-bid-log.mjs');

/** Runs the script as a reader would, on files in this folder. */
export function runLogScript(dir: string, ...logs: unknown[]): Promise<{ code: number; out: string; said: string }> {
  const files = logs.map((log, index) => {
    const file = join(dir, `log-${index}.json`);
    writeFileSync(file, typeof log === 'string' ? log : JSON.stringify(log));
    return file;
  });
  return new Promise((resolve) => {
    execFile(process.execPath, [LOG_SCRIPT, ...files], (error, out, said) =>
      resolve({ code: error ? Number(error.code) : 0, out, said }),
    );
  });
}
