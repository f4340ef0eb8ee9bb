import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, type PSM, type Worker } from 'tesseract.js';

/** OCR result of one line. */
export interface Guess {
  text: string;
  /** 0 to 1. */
  confidence: number;
}

export interface Engine {
  /** One line of writing, dark on white, as PNG. */
  readLine(png: Buffer): Promise<Guess>;
  close(): Promise<void>;
}

const SINGLE_LINE = '7';

/** Starts the OCR engine in its own thread, with the trained data of its package; it never uses the network. */
export async function startEngine(): Promise<Engine> {
  const require = createRequire(import.meta.url);
  const langPath = join(dirname(require.resolve('@tesseract.js-data/jpn/package.json')), '4.0.0_best_int');
  const worker: Worker = await createWorker('jpn', 1, { langPath, cacheMethod: 'none', gzip: true });
  await worker.setParameters({
    tessedit_pageseg_mode: SINGLE_LINE as PSM,
    preserve_interword_spaces: '1',
    user_defined_dpi: '300',
    // Suppresses its messages about odd pictures.
    debug_file: '/dev/null',
  });
  return {
    readLine: async (png) => {
      const { data } = await worker.recognize(png, {}, { text: true });
      return { text: data.text.trim(), confidence: data.confidence / 100 };
    },
    close: async () => {
      await worker.terminate();
    },
  };
}
