import { vi } from 'vitest';
import { runAdmin } from '../../admin/run-admin.ts';

export interface Run {
  code: number;
  out: string;
  err: string;
}

/** Runs a command of the operator in this process and returns its output, which saves the start of a process. */
export async function runCommand(args: string[]): Promise<Run> {
  const output = { out: '', err: '' };
  const into = (key: 'out' | 'err') => (text: unknown) => {
    output[key] += String(text);
    return true;
  };
  const out = vi.spyOn(process.stdout, 'write').mockImplementation(into('out'));
  const err = vi.spyOn(process.stderr, 'write').mockImplementation(into('err'));
  try {
    return { code: await runAdmin(args), ...output };
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}
