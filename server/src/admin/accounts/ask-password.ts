import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Complaint } from '../complaint.ts';

/** Reads a password from standard input, or prompts twice without echo; null when nothing was typed. */
export async function askPassword(): Promise<string | null> {
  if (!process.stdin.isTTY) return (await readInput()).split(/\r?\n/, 1)[0] || null;
  const password = await askHidden('New password (empty: create a one-time link): ');
  if (password && (await askHidden('Repeat the password: ')) !== password)
    throw new Complaint('The passwords differ: start again.');
  return password || null;
}

/** Returns all of standard input as text. */
export async function readInput(): Promise<string> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) text += chunk;
  return text;
}

async function askHidden(question: string): Promise<string> {
  // The terminal stays in raw mode and readline's echo is discarded; the prompt is printed only after that.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  process.stderr.write(question);
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('SIGINT', () => reject(new Complaint('Stopped: nothing was changed.')));
      lines.question('').then(resolve, reject);
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
