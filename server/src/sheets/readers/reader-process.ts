import { glossaryWords } from '../../platform/i18n/glossary.ts';
import { answerRequests } from '../../platform/process/answer-requests.ts';
import { openPicture, readPicture } from '../labels/read-picture.ts';
import { SheetRefused } from '../page/check-picture.ts';
import { jpegOf } from '../page/encode-page.ts';
import { type Engine, startEngine } from '../reading/engine.ts';
import { vocabularyOf } from '../reading/vocabulary.ts';
import type { ReaderReply, ReaderRequest } from './reader-messages.ts';

/** Program of the reader's process: one request at a time, over the channel to the worker that started it. */
let engine: Promise<Engine> | null = null;

answerRequests(answer);

async function answer(request: ReaderRequest): Promise<void> {
  const picture = Buffer.from(request.picture);
  try {
    if (request.kind === 'straighten') {
      const { page, corners } = await openPicture(picture);
      return reply({ id: request.id, page: await jpegOf(page), corners });
    }
    engine ??= startEngine();
    const vocabulary = vocabularyOf(glossaryWords(), request.houses, request.learned);
    reply({
      id: request.id,
      reading: await readPicture(picture, { engine: await engine, vocabulary, words: glossaryWords() }),
    });
  } catch (error) {
    if (error instanceof SheetRefused) reply({ id: request.id, problem: error.problem });
    else reply({ id: request.id, failed: error instanceof Error ? error.message : String(error) });
  }
}

const reply = (message: ReaderReply) => void process.send?.(message);
