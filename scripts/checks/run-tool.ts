import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

export interface ToolResult {
  ok: boolean;
  output: string;
}

/** Runs a JavaScript tool from node_modules (`script` relative to it) on this Node; returns both outputs as one text. */
export const runTool = (script: string, args: string[], cwd = ROOT): Promise<ToolResult> =>
  run(process.execPath, [join(ROOT, 'node_modules', script), ...args], cwd);

export function run(command: string, args: string[], cwd = ROOT): Promise<ToolResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** Returns the tool's output when it failed, else nothing. */
export const problemsOf = ({ ok, output }: ToolResult): string[] => (ok ? [] : [output.trim()]);
