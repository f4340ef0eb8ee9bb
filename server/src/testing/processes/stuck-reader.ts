import { answerRequests } from '../../platform/process/answer-requests.ts';
import type { ReaderRequest } from '../../sheets/readers/reader-messages.ts';

/** A sheet reader that a picture can block or crash. */
answerRequests(({ id, picture }: ReaderRequest) => {
  const text = Buffer.from(picture).toString();
  if (text === 'crash') process.exit(1);
  if (text === 'block') for (;;) Math.random();
  process.send?.({ id, page: picture, corners: null });
});
