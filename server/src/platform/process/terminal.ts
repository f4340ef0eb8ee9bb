import { Presets, SingleBar } from 'cli-progress';

const seconds = (sinceMs: number) => `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;

/** Prints the title while the work runs, and its duration afterwards. */
export async function phase<T>(title: string, work: () => Promise<T>): Promise<T> {
  const startedMs = Date.now();
  if (process.stdout.isTTY) process.stdout.write(`${title} …`);
  const result = await work();
  process.stdout.write(`${process.stdout.isTTY ? '\r\u001b[K' : ''}${title}: ${seconds(startedMs)}\n`);
  return result;
}

/** Prints a progress bar in a terminal, or a line for each tenth elsewhere. */
export function progressBar(title: string, total: number): { at(value: number): void; end(): void } {
  if (!process.stdout.isTTY) {
    let printedTenth = 0;
    return {
      at: (value) => {
        const tenth = Math.floor((value / total) * 10);
        if (tenth > printedTenth && tenth < 10) process.stdout.write(`${title}: ${tenth * 10} %\n`);
        printedTenth = Math.max(printedTenth, tenth);
      },
      end: () => {},
    };
  }
  const bar = new SingleBar(
    { format: `${title} [{bar}] {percentage} %`, hideCursor: true, clearOnComplete: true },
    Presets.shades_classic,
  );
  bar.start(total, 0);
  return { at: (value) => bar.update(Math.min(value, total)), end: () => bar.stop() };
}
