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
  /** One line of Japanese writing, dark on white, as PNG. */
  readLine(png: Buffer): Promise<Guess>;
  /** One line of Latin letters and figures, of these signs alone. A second model: its mistakes are other ones. */
  readLatin(png: Buffer, signs: string): Promise<Guess>;
  close(): Promise<void>;
}

const SINGLE_LINE = '7';

/** Starts the OCR engines in threads of their own, with the trained data of their packages; they never use the network. */
export async function startEngine(): Promise<Engine> {
  const japanese = await startModel('jpn');
  // Most stored forms need no second model.
  let latin: Promise<Worker> | null = null;
  return {
    readLine: (png) => recognise(japanese, png),
    readLatin: async (png, signs) => {
      latin ??= startModel('eng');
      const worker = await latin;
      await worker.setParameters({ tessedit_char_whitelist: signs });
      return recognise(worker, png);
    },
    close: async () => {
      await Promise.all([japanese.terminate(), latin?.then((worker) => worker.terminate())]);
    },
  };
}

async function startModel(language: 'jpn' | 'eng'): Promise<Worker> {
  const require = createRequire(import.meta.url);
  const langPath = join(dirname(require.resolve(`@tesseract.js-data/${language}/package.json`)), '4.0.0_best_int');
  const worker = await createWorker(language, 1, { langPath, cacheMethod: 'none', gzip: true });
  await worker.setParameters({
    tessedit_pageseg_mode: SINGLE_LINE as PSM,
    preserve_interword_spaces: '1',
    user_defined_dpi: '300',
    // Suppresses its messages about odd pictures.
    debug_file: '/dev/null',
  });
  return worker;
}

async function recognise(worker: Worker, png: Buffer): Promise<Guess> {
  const { data } = await worker.recognize(png, {}, { text: true });
  return { text: data.text.trim(), confidence: data.confidence / 100 };
}
