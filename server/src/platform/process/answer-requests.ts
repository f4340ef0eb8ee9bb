/** First message of a program that answers requests ({@link answerRequests}). */
export const READY = { isReady: true };

/** Answers the requests of the process that started this one with `requestChild`, and ends with it. */
export function answerRequests<Request extends object>(answer: (request: Request & { id: number }) => unknown): void {
  process.on('message', (request: Request & { id: number }) => void answer(request));
  process.on('disconnect', () => process.exit(0));
  process.send?.(READY);
}
